import AirCapture
import AirGeometry
import Foundation

/// A folder for one test's files, removed with it.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("capture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, as name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}

/// A picture of pixels from a function of column and row, in blue, green, red.
func picture(
  width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)
) throws -> PixelImage {
  var bytes: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let (blue, green, red) = pixel(x, y)
      bytes += [blue, green, red]
    }
  }
  let image = PixelImage(
    size: ImageSize(width: width, height: height), format: .bgr8, bytesPerRow: 3 * width, bytes: bytes)
  guard let image else { throw CaptureError.invalidPixelBuffer("test picture") }
  return image
}

/// A picture of one colour in blue, green, red.
func flatPicture(width: Int, height: Int, _ colour: (UInt8, UInt8, UInt8)) throws -> PixelImage {
  try picture(width: width, height: height) { _, _ in colour }
}

extension PixelImage {
  /// Blue, green, red of a pixel of a `.bgr8` picture.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = y * bytesPerRow + 3 * x
    return Array(bytes[start..<start + 3])
  }

  /// True for the same pixels. (An expectation that compared the bytes would print millions of them.)
  func isSame(as other: PixelImage?) -> Bool { size == other?.size && bytes == other?.bytes }

  /// Mean of the absolute differences of all bytes, in grey levels; infinite for other sizes.
  func meanAbsoluteDifference(from other: PixelImage) -> Double {
    guard size == other.size, bytes.count == other.bytes.count else { return .infinity }
    var sum = 0
    for (first, second) in zip(bytes, other.bytes) { sum += abs(Int(first) - Int(second)) }
    return Double(sum) / Double(bytes.count)
  }
}

extension FrameSource {
  /// All frames, one after the other.
  func allFrames() throws -> [Frame] {
    var frames: [Frame] = []
    while let frame = try nextFrame() { frames.append(frame) }
    return frames
  }
}

/// The error that `body` throws, if it is one of capture's.
func captureError(_ body: () throws -> Void) -> CaptureError? {
  do {
    try body()
    return nil
  } catch {
    return error as? CaptureError
  }
}

/// A 32 × 16 JPEG of four quarters: red, green; blue, light grey.
enum QuarteredJPEG {
  static let base64 = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8X\
    GBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAAR\
    CAAQACADASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAgGB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAWAQEBAQAAAAAAAAAAAAAA\
    AAAHBgj/xAAcEQABAwUAAAAAAAAAAAAAAAAAFhdjZKKj4uP/2gAMAwEAAhEDEQA/AOJDIi3aCvx9BQdyhycymxYABUlPbsZuSc9ux//Z
    """

  static func bytes() -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }

  /// The same with an EXIF block that holds orientation `tag` alone.
  static func bytes(orientation tag: UInt8) -> [UInt8] {
    var exif: [UInt8] = Array("Exif".utf8) + [0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
    // One entry: tag 0x0112, type 3 (short), one value; no further directory.
    exif += [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, tag, 0, 0, 0, 0, 0, 0]
    let plain = bytes()
    return Array(plain.prefix(2)) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + plain.dropFirst(2)
  }

  /// Which quarter a pixel belongs to, by its strongest channel.
  static func quarter(of pixel: [UInt8]) -> String {
    switch (pixel[0] > 120, pixel[1] > 120, pixel[2] > 120) {
    case (true, true, true): "grey"
    case (true, _, _): "blue"
    case (_, true, _): "green"
    case (_, _, true): "red"
    default: "dark"
    }
  }
}
