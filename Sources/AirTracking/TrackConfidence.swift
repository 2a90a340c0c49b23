import Glibc

/// The chance that a box is right (intersection over union above one half), from what the tracker saw: a logistic
/// function whose weights are fitted to annotated sequences, but for the stranger's, which is set by hand.
package enum TrackConfidence {
  /// When a target at rest is covered, all around it stays, and the filters still see most of what they know. What
  /// has lost more than half of its usual look from one frame to the next is not the target, whatever they say.
  private static let strangerCutoff = 0.5
  private static let strangerWeight = -20.0

  /// The chance, 0…1; 0 where the evidence is no number.
  package static func value(of evidence: TrackEvidence) -> Double {
    let sum = fittedLogOdds(of: evidence) + strangerLogOdds(of: evidence)
    return sum.isFinite ? 1 / (1 + exp(-sum)) : 0
  }

  /// The log-odds of a chance, finite for 0 and 1 too.
  static func logOdds(of chance: Double) -> Double { log(max(chance, 1e-6) / max(1 - chance, 1e-6)) }

  /// What the hand-set rule adds to the log-odds: never more than 0.
  package static func strangerLogOdds(of evidence: TrackEvidence) -> Double {
    strangerWeight * max(strangerCutoff - evidence.familiarity, 0)
  }

  /// Evidence of which more never speaks for the box; of all other, more never speaks against it.
  package static let fallingNames: Set = ["second", "surprise"]
  /// Evidence that spans decades, and so enters by its logarithm.
  package static let logarithmicNames: Set = ["apce"]

  /// How such evidence enters.
  package static func logarithm(_ value: Double) -> Double { log(max(value, 1)) }

  /// What the log-odds are linear in: one for each of `TrackEvidence.names`.
  package static func features(of evidence: TrackEvidence) -> [Double] {
    zip(TrackEvidence.names, evidence.values).map { logarithmicNames.contains($0) ? logarithm($1) : $1 }
  }
}
