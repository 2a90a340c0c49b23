import Glibc

/// The chance that a box is right (intersection over union above one half), from what the tracker saw: a logistic
/// regression, fitted on annotated sequences.
enum TrackConfidence {
  private static let bias = -5.7
  private static let colourWeight = 1.6
  private static let secondWeight = -0.8
  private static let energyWeight = 1.05
  private static let frozenWeight = 3.0
  private static let agreementWeight = 2.8
  /// When a target at rest is covered, all around it stays, and the filters still see most of what they know. What
  /// has lost more than half of its usual look from one frame to the next is not the target, whatever they say.
  private static let strangerCutoff = 0.5
  private static let strangerWeight = -12.0

  static func value(of evidence: TrackEvidence) -> Double {
    let sum =
      bias + colourWeight * evidence.colour + secondWeight * evidence.second
      + energyWeight * log(max(evidence.apce, 1)) + frozenWeight * evidence.frozen
      + agreementWeight * evidence.agreement
      + strangerWeight * max(strangerCutoff - evidence.familiarity, 0)
    return sum.isFinite ? 1 / (1 + exp(-sum)) : 0
  }
}
