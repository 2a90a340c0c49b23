import AirGeometry
import CMedia

/// Decodes the JPEG pictures of a camera.
struct JPEGDecoder: ~Copyable {
  private let decoder: OpaquePointer

  init(path: String) throws(CaptureError) {
    var opened: OpaquePointer?
    let status = airmedia_jpeg_open(&opened)
    guard let opened else { throw CaptureError(status, path: path) }
    decoder = opened
  }

  deinit { airmedia_jpeg_close(decoder) }

  /// The picture, scaled to `size` if it has another one, or nil when it is damaged.
  func picture(_ bytes: UnsafeBufferPointer<UInt8>, size: ImageSize) -> PixelImage? {
    guard let start = bytes.baseAddress else { return nil }
    struct Damaged: Error {}
    return try? PixelImage(size: size) { (bgr) throws(Damaged) in
      let status = airmedia_jpeg_decode(
        decoder, start, bytes.count, Int32(clamping: size.width), Int32(clamping: size.height), bgr)
      guard status.result == AIRMEDIA_OK else { throw Damaged() }
    }
  }
}
