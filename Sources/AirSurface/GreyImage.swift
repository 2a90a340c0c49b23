import AirCapture
import AirGeometry
import CVision

/// A part of a picture in grey, addressed by the whole picture's pixels.
package struct GreyImage: Sendable {
  /// Column of the leftmost pixel in the whole picture.
  let left: Int
  /// Row of the topmost pixel in the whole picture.
  let top: Int
  /// Columns.
  let width: Int
  /// Rows.
  let height: Int
  /// Rows without gaps.
  let bytes: [UInt8]

  /// The brightness at a place between pixels, by bilinear interpolation; NaN outside.
  @inline(__always)
  func brightness(_ x: Double, _ y: Double, in bytes: UnsafeBufferPointer<UInt8>) -> Double {
    let x = x - Double(left)
    let y = y - Double(top)
    guard x >= 0, y >= 0, x < Double(width - 1), y < Double(height - 1) else { return .nan }
    let column = Int(x)
    let row = Int(y)
    let (fx, fy) = (x - Double(column), y - Double(row))
    let base = row * width + column
    let upper = Double(bytes[base]) * (1 - fx) + Double(bytes[base + 1]) * fx
    let lower = Double(bytes[base + width]) * (1 - fx) + Double(bytes[base + width + 1]) * fx
    return upper * (1 - fy) + lower * fy
  }
}

extension PixelImage {
  /// A part of the picture in grey; nil when the box lies outside of it.
  package func grey(in box: ImageBox? = nil) throws(SurfaceError) -> GreyImage? {
    try part(box, airvision_grey)
  }

  /// How white a part of the picture is, by the smallest of each pixel's colours: white paper stands out from a coloured
  /// table that is as bright. nil when the box lies outside of the picture.
  package func whiteness(in box: ImageBox? = nil) throws(SurfaceError) -> GreyImage? {
    try part(box, airvision_whiteness)
  }

  private func part(
    _ box: ImageBox?,
    _ convert: (airvision_image, airvision_region, UnsafeMutablePointer<UInt8>) -> airvision_status
  ) throws(SurfaceError) -> GreyImage? {
    let region = visionRegion(box)
    let (width, height) = (Int(region.width), Int(region.height))
    guard width > 1, height > 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: width * height)
    try withVisionImage { convert($0, region, &bytes) }
    return GreyImage(
      left: Int(region.x), top: Int(region.y), width: width, height: height, bytes: bytes)
  }
}
