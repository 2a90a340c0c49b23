import AirGeometry

/// An upright picture in memory, rows from top to bottom.
public struct PixelImage: Hashable, Sendable {
  /// How a pixel's bytes lie in memory.
  public enum Format: Hashable, Sendable {
    /// One byte a pixel.
    case grey8
    /// Three bytes a pixel: blue, green, red (OpenCV's order).
    case bgr8

    /// Bytes a pixel.
    public var bytesPerPixel: Int {
      switch self {
      case .grey8: 1
      case .bgr8: 3
      }
    }
  }

  /// Size in pixels.
  public let size: ImageSize
  /// Layout of a pixel.
  public let format: Format
  /// Distance from one row's first byte to the next row's, at least `size.width · format.bytesPerPixel`.
  public let bytesPerRow: Int
  /// All rows, `bytesPerRow · size.height` bytes.
  public let bytes: [UInt8]

  /// Takes bytes as a picture.
  ///
  /// - Returns: nil when the size is not positive, a row does not fit into its stride, or the number of bytes is not
  ///   `bytesPerRow · size.height`.
  public init?(size: ImageSize, format: Format, bytesPerRow: Int, bytes: [UInt8]) {
    guard size.width > 0, size.height > 0, bytesPerRow >= size.width * format.bytesPerPixel,
      bytes.count == bytesPerRow * size.height
    else { return nil }
    self.size = size
    self.format = format
    self.bytesPerRow = bytesPerRow
    self.bytes = bytes
  }
}

extension PixelImage {
  /// Makes a picture of blue, green, red bytes without gaps between its rows.
  ///
  /// - Parameter fill: writes `3 · width · height` bytes.
  package init<Failure: Error>(
    size: ImageSize, fillingBGR fill: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let bytesPerRow = 3 * size.width
    let count = bytesPerRow * size.height
    var failure: Failure?
    // Uninitialized, since clearing 2.7 MB for each 720p frame costs as much as converting half of it.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      do throws(Failure) {
        try fill(start)
        filled = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    self.size = size
    self.format = .bgr8
    self.bytesPerRow = bytesPerRow
    self.bytes = bytes
  }
}
