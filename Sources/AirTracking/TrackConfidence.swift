import Glibc

/// The chance that a box is right (intersection over union above one half), from what the tracker saw.
enum TrackConfidence {
  private static let bias = -2.7
  private static let correlationWeight = 1.2
  private static let colourWeight = 0.7
  private static let secondWeight = -1.4
  private static let energyWeight = 1.05
  private static let frozenWeight = 0.6

  static func value(of evidence: TrackEvidence) -> Double {
    let sum =
      bias + correlationWeight * evidence.correlation + colourWeight * evidence.colour
      + secondWeight * evidence.second + energyWeight * log(max(evidence.apce, 1))
      + frozenWeight * evidence.frozen
    return sum.isFinite ? 1 / (1 + exp(-sum)) : 0
  }
}
