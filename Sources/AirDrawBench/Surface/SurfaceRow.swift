/// One figure of the surfaces' bench beside what it should be.
struct SurfaceRow: Sendable {
  /// What was measured, for people.
  var name: String
  /// The figure.
  var value: Double
  /// What the figure should be.
  var target: Double
  /// The unit of both.
  var unit: String
  /// True when the figure should be at most the target, false when at least.
  var isAtMost: Bool

  /// True when the figure is as good as it should be.
  var isReached: Bool { isAtMost ? value <= target : value >= target }
}
