import Dispatch
import Synchronization

/// A queue between threads that holds a bounded number of elements: the writer waits while it is full, the reader
/// while it is empty.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var failure: CaptureError?
    /// No more elements will come.
    var isFinished = false
    /// The reader is gone.
    var isCancelled = false
  }

  private let state = Mutex(State())
  // A semaphore must not be released below its first value, so both begin at 0.
  private let freePlaces = DispatchSemaphore(value: 0)
  private let waitingElements = DispatchSemaphore(value: 0)

  init(capacity: Int) {
    for _ in 0..<max(capacity, 1) { freePlaces.signal() }
  }

  /// Appends an element once there is room for it.
  ///
  /// - Returns: false when the queue was finished or cancelled; the element is dropped then.
  func push(_ element: Element) -> Bool {
    freePlaces.wait()
    let isTaken = state.withLock { state in
      guard !state.isFinished, !state.isCancelled else { return false }
      state.elements.append(element)
      return true
    }
    // A place that is not used is passed on to the next writer that waits.
    if isTaken { waitingElements.signal() } else { freePlaces.signal() }
    return isTaken
  }

  /// Says that no more elements will come; the reader gets those that wait, then `failure` once, then nil.
  func finish(throwing failure: CaptureError? = nil) {
    state.withLock { state in
      guard !state.isFinished else { return }
      state.isFinished = true
      state.failure = failure
    }
    waitingElements.signal()
    freePlaces.signal()
  }

  /// Drops what waits and lets the writer go.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.isFinished = true
      state.failure = nil
      state.elements = []
    }
    waitingElements.signal()
    freePlaces.signal()
  }

  /// Takes the oldest element once there is one, or nil after the last.
  func pop() throws(CaptureError) -> Element? {
    waitingElements.wait()
    let (element, failure) = state.withLock { state -> (Element?, CaptureError?) in
      if !state.elements.isEmpty { return (state.elements.removeFirst(), nil) }
      defer { state.failure = nil }
      return (nil, state.failure)
    }
    if let element {
      freePlaces.signal()
      return element
    }
    // The end is told to whoever asks again.
    waitingElements.signal()
    if let failure { throw failure }
    return nil
  }
}
