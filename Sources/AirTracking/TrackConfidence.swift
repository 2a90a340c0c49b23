import Glibc

/// The chance that a box is right (intersection over union above one half), from what the tracker saw: a logistic
/// regression, fitted on annotated sequences.
enum TrackConfidence {
  private static let bias = -4.9
  private static let anchorWeight = 2.0
  private static let colourWeight = 1.3
  private static let secondWeight = -2.8
  private static let energyWeight = 1.6
  private static let frozenWeight = 1.4

  static func value(of evidence: TrackEvidence) -> Double {
    let sum =
      bias + anchorWeight * evidence.anchor + colourWeight * evidence.colour + secondWeight * evidence.second
      + energyWeight * log(max(evidence.apce, 1)) + frozenWeight * evidence.frozen
    return sum.isFinite ? 1 / (1 + exp(-sum)) : 0
  }
}
