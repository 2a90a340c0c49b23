import AirCapture
import AirGeometry
import CVision

/// Brightness between the pixels of a picture, or of a part of it, addressed by the whole picture's pixels.
package struct GreyImage: Sendable {
  /// Column of the leftmost pixel in the whole picture.
  let left: Int
  /// Row of the topmost pixel in the whole picture.
  let top: Int
  /// Columns.
  let width: Int
  /// Rows.
  let height: Int
  /// Bytes from a row to the next.
  let bytesPerRow: Int
  /// 1 for grey; 3 for a coloured picture, of which the smallest colour of each pixel is taken.
  let bytesPerPixel: Int
  /// All rows.
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
    let base = row * bytesPerRow + column * bytesPerPixel
    let below = base + bytesPerRow
    let upper = value(base, bytes) * (1 - fx) + value(base + bytesPerPixel, bytes) * fx
    let lower = value(below, bytes) * (1 - fx) + value(below + bytesPerPixel, bytes) * fx
    return upper * (1 - fy) + lower * fy
  }

  @inline(__always)
  private func value(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    bytesPerPixel == 1
      ? Double(bytes[index]) : Double(min(bytes[index], bytes[index + 1], bytes[index + 2]))
  }
}

extension PixelImage {
  /// A part of the picture in grey; nil when the box lies outside of it.
  ///
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  package func grey(in box: ImageBox? = nil) throws(SurfaceError) -> GreyImage? {
    let region = visionRegion(box)
    let (width, height) = (Int(region.width), Int(region.height))
    guard width > 1, height > 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: width * height)
    try withVisionImage { airvision_grey($0, region, &bytes) }
    return GreyImage(
      left: Int(region.x), top: Int(region.y), width: width, height: height, bytesPerRow: width,
      bytesPerPixel: 1, bytes: bytes)
  }

  /// How white the picture is, by the smallest of each pixel's colours: white paper stands out from a coloured table that
  /// is as bright. Nothing is copied.
  package var whiteness: GreyImage {
    GreyImage(
      left: 0, top: 0, width: size.width, height: size.height, bytesPerRow: bytesPerRow,
      bytesPerPixel: format.bytesPerPixel, bytes: bytes)
  }
}
