/// One picture of a recording.
public struct Frame: Sendable {
  /// Number of the frame in its source, from 0, frames skipped on wish counted too. Damaged frames that were left out
  /// have no number.
  public let index: Int
  /// Time since the source's first frame; it never decreases from frame to frame.
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
