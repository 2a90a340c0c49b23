import CMedia
import Glibc

extension PixelImage {
  /// Reads an image file, or the first picture of a video, as an upright `.bgr8` picture with square pixels.
  ///
  /// - Throws: `CaptureError`, one case for each way a file can be unfit.
  public init(contentsOf path: String) throws(CaptureError) {
    // Opening a pipe would wait for a writer that may never come.
    var details = stat()
    if stat(path, &details) == 0, details.st_mode & S_IFMT != S_IFREG {
      throw .unreadable(path: path, reason: "it is no file; name one")
    }
    let file = try MediaFile(path: path, decodingThreads: 1)
    guard try file.advance(after: 0) != nil else { throw .nothingDecodable(path: path) }
    self = try file.picture(size: file.size)
  }

  /// The picture as a PNG file's bytes, the same at each run.
  ///
  /// - Throws: `CaptureError.decodingFailed` when the encoder refuses the picture.
  public func pngBytes() throws(CaptureError) -> [UInt8] {
    var encoded: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = airmedia_encode_png(
      bytes, Int32(clamping: size.width), Int32(clamping: size.height), bytesPerRow,
      format == .grey8 ? AIRMEDIA_LAYOUT_GREY : AIRMEDIA_LAYOUT_BGR, &encoded, &count)
    guard let encoded else { throw CaptureError(status, path: "PNG picture") }
    defer { airmedia_free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: count))
  }
}
