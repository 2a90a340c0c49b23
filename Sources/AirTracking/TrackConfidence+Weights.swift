extension TrackConfidence {
  /// The log-odds that a box is right.
  static func fittedLogOdds(of evidence: TrackEvidence) -> Double {
    var sum = -4.9
    sum += 2.0 * evidence.anchor
    sum += 1.3 * evidence.colour
    sum += -2.8 * evidence.second
    sum += 1.6 * logarithm(evidence.apce)
    sum += 1.4 * evidence.frozen
    return sum
  }
}
