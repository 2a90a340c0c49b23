import AirGeometry

/// An upright picture in memory, rows from top to bottom.
public struct PixelImage: Sendable {
  /// How a pixel's bytes lie in memory.
  public enum Format: Sendable {
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

/// One picture of a recording.
public struct Frame: Sendable {
  /// Number of the frame in its source, from 0, frames skipped on wish counted too.
  public let index: Int
  /// Time since the source's first frame.
  public let timestampInSeconds: Double
  /// The upright picture, with square pixels.
  public let image: PixelImage

  /// Makes a frame.
  public init(index: Int, timestampInSeconds: Double, image: PixelImage) {
    self.index = index
    self.timestampInSeconds = timestampInSeconds
    self.image = image
  }
}

/// Whatever gives frames one after the other: a video file, a folder of images, a camera, buffers handed in.
public protocol FrameSource: Sendable {
  /// Size of the upright pictures.
  var imageSize: ImageSize { get }
  /// How many frames there will be, when the source knows or can estimate it.
  var estimatedFrameCount: Int? { get }
  /// The next frame, or nil after the last one.
  ///
  /// - Throws: `CaptureError` when the source breaks.
  func nextFrame() throws -> Frame?
}
