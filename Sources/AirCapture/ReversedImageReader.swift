import AirGeometry
import Synchronization

/// Gives single images as frames, from the last to the first.
final class ReversedImageReader: FrameSource {
  let imageSize: ImageSize
  let estimatedFrameCount: Int?

  private let remaining: Mutex<[(index: Int, timestampInSeconds: Double)]>
  private let image: @Sendable (Int) throws(CaptureError) -> PixelImage?

  /// - Parameters:
  ///   - frames: number and time of each frame, in the order of their times.
  ///   - image: reads the image of a frame by its number; nil when it is damaged.
  init(
    imageSize: ImageSize, frames: [(index: Int, timestampInSeconds: Double)],
    image: @escaping @Sendable (Int) throws(CaptureError) -> PixelImage?
  ) {
    self.imageSize = imageSize
    self.image = image
    estimatedFrameCount = frames.count
    remaining = Mutex(frames)
  }

  func nextFrame() throws(CaptureError) -> Frame? {
    while let next = remaining.withLock({ $0.popLast() }) {
      guard let image = try image(next.index) else { continue }
      return Frame(index: next.index, timestampInSeconds: next.timestampInSeconds, image: image)
    }
    return nil
  }
}
