import AirGeometry
import Glibc

/// Reads another source on a thread of its own, a few frames ahead, so that decoding runs beside the work.
///
/// Frames come in the same order; an error comes after the good frames before it. Memory is bounded: at most
/// `capacity` frames wait, and one more is being decoded. When the last reference is dropped, the thread ends after the
/// frame at hand.
public final class PrefetchingFrameSource: FrameSource {
  /// Frames that wait at most when nothing else is asked for: enough to bridge a slow frame, 11 MB for 1280 × 720.
  public static let defaultCapacity = 4

  private let source: any FrameSource
  private let queue: BoundedQueue<Frame>

  /// Size of the upright pictures.
  public var imageSize: ImageSize { source.imageSize }
  /// How many frames there will be, when the source knows or can estimate it.
  public var estimatedFrameCount: Int? { source.estimatedFrameCount }
  /// The source's own warnings; complete after the last frame.
  public var warnings: [String] { source.warnings }

  /// Starts to read `source`, which nobody else should read from now on.
  ///
  /// - Parameter capacity: how many frames may wait, at least 1.
  /// - Throws: `CaptureError.noThread` when the system gives no thread.
  public init(_ source: any FrameSource, capacity: Int = defaultCapacity) throws(CaptureError) {
    self.source = source
    queue = BoundedQueue(capacity: capacity)
    try PrefetchWorker(source: source, queue: queue).start()
  }

  deinit { queue.cancel() }

  /// The next frame, or nil after the last one; waits while none is ready.
  public func nextFrame() throws(CaptureError) -> Frame? { try queue.pop() }

  /// The source's frames from the last to the first, read ahead likewise.
  public func framesBackward(from seconds: Double) throws -> (any FrameSource)? {
    try source.framesBackward(from: seconds).map { try PrefetchingFrameSource($0) }
  }

  /// The source's frames once more, read ahead likewise.
  public func framesAgain() throws -> (any FrameSource)? {
    try source.framesAgain().map { try PrefetchingFrameSource($0) }
  }
}

/// What the reading thread holds: not the prefetching source itself, whose end must end the thread.
private final class PrefetchWorker: Sendable {
  private let source: any FrameSource
  private let queue: BoundedQueue<Frame>

  init(source: any FrameSource, queue: BoundedQueue<Frame>) {
    self.source = source
    self.queue = queue
  }

  func start() throws(CaptureError) {
    let context = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let refusal = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<PrefetchWorker>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard refusal == 0 else {
      context.release()
      throw .noThread(reason: systemReason(refusal))
    }
    pthread_detach(thread)
  }

  private func run() {
    do {
      while let frame = try source.nextFrame() {
        guard queue.push(frame) else { return }
      }
      queue.finish()
    } catch let error as CaptureError {
      queue.finish(throwing: error)
    } catch {
      queue.finish(throwing: .decodingFailed(path: "the source", reason: "\(error)"))
    }
  }
}
