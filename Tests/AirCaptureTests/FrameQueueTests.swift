import AirCapture
import AirGeometry
import Dispatch
import Foundation
import Synchronization
import Testing

/// A source that counts what it gave, ends with an error on wish, and tells when it is released.
private final class CountingSource: FrameSource {
  let imageSize = ImageSize(width: 1, height: 1)
  let estimatedFrameCount: Int?
  let given = Mutex(0)
  private let count: Int
  private let failure: CaptureError?
  private let released: DispatchSemaphore

  init(count: Int, failure: CaptureError? = nil, released: DispatchSemaphore = DispatchSemaphore(value: 0)) {
    self.count = count
    self.failure = failure
    self.released = released
    estimatedFrameCount = count
  }

  deinit { released.signal() }

  var warnings: [String] { ["a warning"] }

  func nextFrame() throws -> Frame? {
    let index = given.withLock { given in
      defer { given += 1 }
      return given
    }
    guard index < count else {
      if let failure { throw failure }
      return nil
    }
    return Frame(
      index: index, timestampInSeconds: Double(index), image: try flatPicture(width: 1, height: 1, (1, 2, 3)))
  }
}

@Suite struct FrameQueueTests {
  @Test("prefetched frames keep their order, and the source is never far ahead")
  func orderAndBound() throws {
    let source = CountingSource(count: 500)
    let prefetching = try PrefetchingFrameSource(source, capacity: 3)
    #expect(prefetching.estimatedFrameCount == 500)
    for index in 0..<500 {
      #expect(try prefetching.nextFrame()?.index == index)
      // Three frames wait and one is in the thread's hand.
      #expect(source.given.withLock { $0 } <= index + 1 + 3 + 1)
    }
    #expect(try prefetching.nextFrame() == nil)
    #expect(try prefetching.nextFrame() == nil)
    #expect(prefetching.warnings == ["a warning"])
  }

  @Test("an error comes once, after all good frames")
  func errorAtEnd() throws {
    let failure = CaptureError.decodingFailed(path: "a", reason: "b")
    let prefetching = try PrefetchingFrameSource(CountingSource(count: 20, failure: failure), capacity: 50)
    for index in 0..<20 { #expect(try prefetching.nextFrame()?.index == index) }
    #expect(captureError { _ = try prefetching.nextFrame() } == failure)
    #expect(try prefetching.nextFrame() == nil)
  }

  @Test("a prefetching source that is dropped early lets its thread and its source go")
  func droppedEarly() throws {
    let released = DispatchSemaphore(value: 0)
    do {
      let prefetching = try PrefetchingFrameSource(
        CountingSource(count: .max, released: released), capacity: 2)
      #expect(try prefetching.nextFrame()?.index == 0)
    }
    #expect(released.wait(timeout: .now() + 30) == .success)
  }

  private static let size = ImageSize(width: 2, height: 1)

  private func buffer(_ level: UInt8, size: ImageSize = size) throws -> PixelBuffer {
    let bytes = [UInt8](repeating: level, count: size.width * size.height)
    return try PixelBuffer(
      size: size, layout: .grey, planes: [PixelBuffer.Plane(bytes: bytes, bytesPerRow: size.width)])
  }

  @Test("buffers pushed from another thread come as frames, timed from the first")
  func pushed() throws {
    let source = PixelBufferSource(imageSize: Self.size, capacity: 2)
    let buffers = try (0..<100).map { try buffer(UInt8($0)) }
    let failed = Mutex(false)
    Thread.detachNewThread {
      do {
        for (index, buffer) in buffers.enumerated() {
          try source.push(buffer, timestampInSeconds: 1000 + Double(index) / 4)
        }
      } catch {
        failed.withLock { $0 = true }
      }
      source.finish()
    }
    for index in 0..<100 {
      let frame = try #require(try source.nextFrame())
      #expect(frame.index == index)
      #expect(frame.timestampInSeconds == Double(index) / 4)
      #expect(frame.image.pixel(1, 0) == [UInt8](repeating: UInt8(index), count: 3))
    }
    #expect(try source.nextFrame() == nil)
    #expect(!failed.withLock { $0 })
  }

  @Test("buffers of another size, times that go back, and buffers after the end are refused")
  func refused() throws {
    let source = PixelBufferSource(imageSize: Self.size)
    try source.push(try buffer(1), timestampInSeconds: 5)
    let big = ImageSize(width: 3, height: 1)
    #expect(
      captureError { try source.push(try buffer(1, size: big), timestampInSeconds: 6) }
        == .bufferSizeDiffers(size: big, expected: Self.size))
    #expect(
      captureError { try source.push(try buffer(1), timestampInSeconds: 4) }
        == .timestampOutOfOrder(timestampInSeconds: 4, lastInSeconds: 5))
    #expect(captureError { try source.push(try buffer(1), timestampInSeconds: .nan) } != nil)
    source.finish()
    #expect(captureError { try source.push(try buffer(1), timestampInSeconds: 7) } == .sourceFinished)
    #expect(try source.nextFrame() != nil)
    #expect(try source.nextFrame() == nil)
  }

  @Test("a reader that stops lets a writer that waits for room go")
  func cancelled() throws {
    let source = PixelBufferSource(imageSize: Self.size, capacity: 1)
    let ended = DispatchSemaphore(value: 0)
    let first = try buffer(1)
    Thread.detachNewThread {
      while (try? source.push(first, timestampInSeconds: 0)) != nil {}
      ended.signal()
    }
    #expect(try source.nextFrame() != nil)
    source.cancel()
    #expect(ended.wait(timeout: .now() + 30) == .success)
  }
}
