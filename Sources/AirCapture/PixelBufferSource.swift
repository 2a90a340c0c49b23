import AirGeometry
import Synchronization

/// Turns pixel buffers that a library user hands in, from any thread, into frames.
///
///     let source = PixelBufferSource(imageSize: ImageSize(width: 1280, height: 720))
///     // On the camera's thread, for each picture, and at the end:
///     try source.push(buffer, timestampInSeconds: time)
///     source.finish()
///     // On the working thread:
///     while let frame = try source.nextFrame() { … }
public final class PixelBufferSource: FrameSource {
  /// Size that every buffer must have.
  public let imageSize: ImageSize
  /// Unknown.
  public var estimatedFrameCount: Int? { nil }

  private struct State {
    var nextIndex = 0
    var firstTimestampInSeconds: Double?
    var lastTimestampInSeconds = -Double.infinity
  }

  private let state = Mutex(State())
  private let queue: BoundedQueue<Frame>

  /// Makes a source of pictures of one size.
  ///
  /// - Parameter capacity: how many frames may wait for the reader, at least 1.
  public init(imageSize: ImageSize, capacity: Int = PrefetchingFrameSource.defaultCapacity) {
    self.imageSize = imageSize
    queue = BoundedQueue(capacity: capacity)
  }

  /// Converts a buffer and hands it to the reader; waits while the queue is full.
  ///
  /// - Parameter timestampInSeconds: the picture's time on any clock; frames count from the first one's.
  /// - Throws: `CaptureError` when the size differs, the time lies before the last one, or the source is finished.
  public func push(_ buffer: PixelBuffer, timestampInSeconds: Double) throws(CaptureError) {
    guard buffer.size == imageSize else {
      throw .bufferSizeDiffers(size: buffer.size, expected: imageSize)
    }
    let image = PixelImage(converting: buffer)
    // The lock is held while waiting for room, so that buffers pushed from several threads keep the order of their
    // numbers; the reader does not take this lock.
    try state.withLock { (state) throws(CaptureError) in
      guard timestampInSeconds.isFinite, timestampInSeconds >= state.lastTimestampInSeconds else {
        throw .timestampOutOfOrder(
          timestampInSeconds: timestampInSeconds, lastInSeconds: state.lastTimestampInSeconds)
      }
      let first = state.firstTimestampInSeconds ?? timestampInSeconds
      let frame = Frame(
        index: state.nextIndex, timestampInSeconds: timestampInSeconds - first, image: image)
      guard queue.push(frame) else { throw .sourceFinished }
      state.firstTimestampInSeconds = first
      state.lastTimestampInSeconds = timestampInSeconds
      state.nextIndex += 1
    }
  }

  /// Says that no more buffers will come.
  public func finish() { queue.finish() }

  /// Drops the frames that wait and refuses further ones: for a reader that stops early.
  public func cancel() { queue.cancel() }

  /// The next frame, or nil after `finish()` and the last one; waits while none is there.
  public func nextFrame() throws(CaptureError) -> Frame? { try queue.pop() }
}
