import AirCapture
import AirGeometry
import CVision

/// A picture's brightness, for measures that go pixel by pixel.
struct GreyPicture {
  let size: ImageSize
  let bytes: [UInt8]

  init(_ image: PixelImage) throws(SurfaceError) {
    size = image.size
    if image.format == .grey8, image.bytesPerRow == image.size.width {
      bytes = image.bytes
    } else {
      var grey = [UInt8](repeating: 0, count: image.size.width * image.size.height)
      try image.withVisionImage { airvision_grey($0, image.visionRegion(nil), &grey) }
      bytes = grey
    }
  }

  /// How wide an edge is across, in pixels.
  ///
  /// An edge that rises over w pixels has 1/w of the squared steps between neighbours that a sharp one has, while the
  /// squared steps between pixels `reach` apart hardly change as long as w < `reach`: the ratio of the two sums is
  /// w, measured along rows and along columns, of which motion blurs one more. Noise makes edges look sharper, so
  /// pictures of one camera are compared with each other only.
  ///
  /// - Parameters:
  ///   - columns, rows: the part of the picture that is looked at.
  ///   - reach: at most as far as edges are apart.
  ///   - step: only every `step`-th row and column is looked at.
  func edgeWidth(columns: Range<Int>, rows: Range<Int>, reach: Int, step: Int = 1) -> Double {
    func width(_ near: Int, _ far: Int, _ columns: Range<Int>, _ rows: Range<Int>) -> Double {
      var (nearSum, farSum) = (0, 0)
      for y in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
        for x in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
          let place = y * size.width + x
          let here = Int(bytes[place])
          let a = Int(bytes[place + near]) - here
          let b = Int(bytes[place + far]) - here
          nearSum += a * a
          farSum += b * b
        }
      }
      return nearSum > 0 ? Double(farSum) / (Double(reach) * Double(nearSum)) : .infinity
    }
    let right = columns.clamped(to: 0..<max(1, size.width - reach))
    let down = rows.clamped(to: 0..<max(1, size.height - reach))
    let inside = (columns.clamped(to: 0..<size.width), rows.clamped(to: 0..<size.height))
    guard !right.isEmpty, !down.isEmpty, size.width > reach, size.height > reach else { return .infinity }
    let across = width(1, reach, right, inside.1)
    let along = width(size.width, reach * size.width, inside.0, down)
    return max(across, along)
  }
}
