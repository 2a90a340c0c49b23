import AirCapture
import AirGeometry
import CVision

extension PixelImage {
  /// Lends the picture to OpenCV for the time of one call.
  ///
  /// - Throws: `SurfaceError.vision` with OpenCV's own text when the call fails.
  func withVisionImage(_ body: (airvision_image) -> airvision_status) throws(SurfaceError) {
    let status = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { base in
        body(
          airvision_image(
            data: base, width: Int32(size.width), height: Int32(size.height),
            channels: Int32(format.bytesPerPixel), bytes_per_row: bytesPerRow))
      }
    }
    try status?.check()
  }
}

extension airvision_status {
  /// Throws what OpenCV said, when it said anything.
  func check() throws(SurfaceError) {
    let text = withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if !text.isEmpty { throw .vision(text) }
  }
}
