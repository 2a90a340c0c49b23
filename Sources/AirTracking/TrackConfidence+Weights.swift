extension TrackConfidence {
  /// The log-odds that a box is right.
  ///
  /// Weights rounded from regressions on all annotated sequences together. `airdraw-bench calibrate` fits them to one
  /// half of the sequences and checks them on the other, and `make calibrate` writes what it finds here; these stand
  /// because the tracks made with them are better than with those fitted on half of so few sequences.
  static func fittedLogOdds(of evidence: TrackEvidence) -> Double {
    var sum = -4.9
    sum += 2.0 * evidence.anchor
    sum += 1.3 * evidence.colour
    sum -= 2.8 * evidence.second
    sum += 1.6 * logarithm(evidence.apce)
    sum += 1.4 * evidence.frozen
    return sum
  }
}
