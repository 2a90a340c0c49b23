import AirGeometry

/// What a tracker is doing.
public enum TrackState: String, Hashable, Sendable, CaseIterable {
  /// This frame seeded it.
  case seeded
  /// It follows its target.
  case tracking
  /// It has let go and looks for its target.
  case lost
}

/// What a tracker says about one frame.
public struct TrackObservation: Hashable, Sendable {
  /// Where the target is; nil when lost.
  public var box: ImageBox?
  /// The chance, 0…1, that the box is right.
  public var confidence: Double
  /// What the tracker is doing.
  public var state: TrackState
  /// Why the target was lost; nil while it is not, or where nobody asked.
  public var lossReason: LossReason?
  /// How the tracker came to this; nil unless `TrackerOptions.tellsMatches` asks for it, and where the frame seeded it.
  public var match: MatchView?

  /// Makes an observation.
  public init(
    box: ImageBox?, confidence: Double, state: TrackState, lossReason: LossReason? = nil,
    match: MatchView? = nil
  ) {
    self.box = box
    self.confidence = confidence
    self.state = state
    self.lossReason = lossReason
    self.match = match
  }
}
