/// A span of time in which the pen is down.
public struct PenRange: Hashable, Sendable {
  /// When the pen goes down, in seconds from the start.
  public var startInSeconds: Double
  /// When it goes up again.
  public var endInSeconds: Double

  /// Makes a range.
  ///
  /// - Returns: nil unless 0 ≤ start < end, both finite.
  public init?(startInSeconds: Double, endInSeconds: Double) {
    guard startInSeconds >= 0, endInSeconds > startInSeconds, endInSeconds.isFinite else { return nil }
    self.startInSeconds = startInSeconds
    self.endInSeconds = endInSeconds
  }
}
