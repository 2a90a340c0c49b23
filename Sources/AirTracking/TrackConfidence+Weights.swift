extension TrackConfidence {
  /// The log-odds that a box is right. Written by `airdraw-bench calibrate`; `make calibrate` writes it anew.
  ///
  /// Fitted on otb_Crossing, otb_MotorRolling, tip_ego10fps, vot14_david, vot14_jogging, vot14_surfing,
  /// vot15_book.
  /// On the other sequences, as used: area under ROC 0.584, expected calibration error 0.084.
  static func fittedLogOdds(of evidence: TrackEvidence) -> Double {
    var sum = -4.351
    sum += 7.092 * evidence.agreement
    sum += 10.942 * evidence.anchor
    return sum
  }
}
