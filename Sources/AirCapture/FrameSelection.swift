/// Which frames of a source are wanted: a range of time and a step.
public struct FrameSelection: Hashable, Sendable {
  /// Times are often typed with three decimals, so a frame counts as inside when it misses a bound by less than half
  /// a millisecond: `from: 0.667` takes frame 20 of 30 a second, which is shown at 0.6667 s.
  public static let toleranceInSeconds = 0.0005

  /// The earliest time, in seconds since the source's first frame.
  public let fromInSeconds: Double
  /// The latest time (a frame at this time is taken), or nil for the source's end.
  public let toInSeconds: Double?
  /// 1 takes every frame of the range, n its first frame and every n-th after it.
  public let every: Int

  /// Every frame.
  public static let all = FrameSelection()

  private init() {
    fromInSeconds = 0
    toInSeconds = nil
    every = 1
  }

  /// Makes a selection.
  ///
  /// - Throws: `CaptureError.invalidSelection` when a time is negative or not finite, the end lies before the start or
  ///   the step is less than 1.
  public init(
    from: Double = 0, to: Double? = nil, every: Int = 1
  ) throws(CaptureError) {
    guard from.isFinite, from >= 0 else {
      throw .invalidSelection("The start must be 0 s or later, not \(from) s")
    }
    if let to {
      guard to.isFinite, to >= from else {
        throw .invalidSelection("The end (\(to) s) must not lie before the start (\(from) s)")
      }
    }
    guard every >= 1 else { throw .invalidSelection("Every n-th frame needs n of at least 1, not \(every)") }
    self.fromInSeconds = from
    self.toInSeconds = to
    self.every = every
  }

  /// How many of `count` frames at a steady rate are selected.
  package func estimatedCount(of count: Int, frameRate: Double) -> Int {
    guard count > 0, frameRate > 0, frameRate.isFinite else { return max(count, 0) }
    func frames(_ seconds: Double) -> Double { min(seconds * frameRate, Double(count)) }
    let first = Int(
      frames(fromInSeconds - Self.toleranceInSeconds).rounded(.up).clamped(to: 0...Double(count)))
    let end = toInSeconds.map { min(count, Int(frames($0 + Self.toleranceInSeconds)) + 1) } ?? count
    return end > first ? (end - first - 1) / every + 1 : 0
  }
}

extension FrameSelection: CustomStringConvertible {
  /// For example `between 1.0 s and 2.5 s`.
  public var description: String {
    guard let toInSeconds else { return "at or after \(CaptureError.seconds(fromInSeconds))" }
    return "between \(CaptureError.seconds(fromInSeconds)) and \(CaptureError.seconds(toInSeconds))"
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

/// Goes through a source's frames in order and says which are selected.
struct FrameSelector: Sendable {
  enum Verdict {
    case take
    case skip
    /// This frame and all later ones lie behind the range.
    case end
  }

  let selection: FrameSelection
  /// Frames seen in the range so far.
  private var countInRange = 0
  private var lastTimestampInSeconds = 0.0

  init(_ selection: FrameSelection) { self.selection = selection }

  mutating func judge(timestampInSeconds time: Double) -> Verdict {
    lastTimestampInSeconds = time
    if let to = selection.toInSeconds, time > to + FrameSelection.toleranceInSeconds { return .end }
    guard time >= selection.fromInSeconds - FrameSelection.toleranceInSeconds else { return .skip }
    defer { countInRange += 1 }
    return countInRange % selection.every == 0 ? .take : .skip
  }

  /// Call at the end of the source.
  ///
  /// - Throws: `CaptureError.nothingSelected` when no frame lay in the range.
  func finish(source: String) throws(CaptureError) {
    guard countInRange == 0 else { return }
    throw .nothingSelected(
      source: source, selection: selection.description, lastTimestampInSeconds: lastTimestampInSeconds)
  }
}
