import Glibc

/// The chance that a box is right (intersection over union above one half), from what the tracker saw: a logistic
/// function whose weights are rounded from regressions on all annotated sequences, the stranger's weight set by hand.
enum TrackConfidence {
  private static let bias = -4.9
  private static let anchorWeight = 2.0
  private static let colourWeight = 1.3
  private static let secondWeight = -2.8
  private static let energyWeight = 1.6
  private static let frozenWeight = 1.4
  /// When a target at rest is covered, all around it stays, and the filters still see most of what they know. What
  /// has lost more than half of its usual look from one frame to the next is not the target, whatever they say.
  private static let strangerCutoff = 0.5
  private static let strangerWeight = -20.0

  static func value(of evidence: TrackEvidence) -> Double {
    let sum =
      bias + anchorWeight * evidence.anchor + colourWeight * evidence.colour + secondWeight * evidence.second
      + energyWeight * log(max(evidence.apce, 1)) + frozenWeight * evidence.frozen
      + strangerWeight * max(strangerCutoff - evidence.familiarity, 0)
    return sum.isFinite ? 1 / (1 + exp(-sum)) : 0
  }
}
