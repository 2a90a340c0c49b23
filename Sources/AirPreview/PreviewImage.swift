import AirExport

/// A finished picture in sRGB.
public struct PreviewImage: Hashable, Sendable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Red, green and blue of every pixel, rows from top to bottom.
  public let bytes: [UInt8]

  /// Takes bytes as a picture.
  ///
  /// - Returns: nil when the size is not positive or the number of bytes is not 3 · width · height.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, bytes.count == 3 * width * height else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Writes the picture as a PNG file, whole or not at all.
  ///
  /// - Throws: `ExportError`; no new file is left then.
  public func writePNG(to path: String) throws(ExportError) {
    let bytes = try pngBytes()
    try AtomicFile.write(to: path) { (output) throws(ExportError) in try output.append(bytes) }
  }

  /// The bytes of a PNG file of the picture.
  package func pngBytes() throws(ExportError) -> [UInt8] {
    guard let bytes = PNGEncoder.encode(self) else {
      throw .notWritable(path: "the picture", reason: "not enough memory")
    }
    return bytes
  }
}
