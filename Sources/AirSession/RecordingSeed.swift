import AirTracking

/// How the target of a recording is named.
public enum RecordingSeed: Hashable, Sendable {
  /// By a tap or a box, at a time.
  case timed(TimedSeed)
  /// Not at all: the moving fingertip is looked for.
  case automatic(FingertipSearch)
}

/// How a fingertip is looked for.
public struct FingertipSearch: Hashable, Sendable {
  /// What is offered with less confidence is not taken: 0…1, 0.6 by default.
  public var leastConfidence: Double

  /// Makes a search.
  public init(leastConfidence: Double = 0.6) {
    self.leastConfidence = leastConfidence
  }
}
