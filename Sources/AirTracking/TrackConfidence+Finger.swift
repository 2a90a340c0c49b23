import Glibc

/// The same chance for a fingertip, whose outline is known too: again the logistic function of a sum. Its weights were
/// set by hand on the recordings of hands; a box counts as right within 20 pixels of the annotated tip.
extension TrackConfidence {
  /// What the filters and colours alone say counts less than by itself, and never by more than a turned finger, which
  /// they no longer know, could lose.
  private static let genericWeight = 0.6
  private static let genericOdds = -2.5...4.0
  /// A tip that matches as well as this speaks neither for the place nor against it.
  private static let neutralTip = 0.3
  private static let tipWeight = 5.0
  /// As much of a tip's surroundings is the hand's wherever a finger ends.
  private static let neutralHand = 0.5
  private static let greatestHand = 0.6
  private static let handWeight = 6.0
  private static let surpriseWeight = -0.7
  /// So much may be missing of a tip before it counts.
  private static let usualMissing = 0.25
  private static let missingWeight = -6.0
  /// What comes back looks as it usually did, at least so far.
  private static let familiarReturn = 0.75
  private static let unfamiliarWeight = -6.0

  /// The chance that a box on a fingertip is right.
  ///
  /// - Parameters:
  ///   - generic: what `value(of:)` says.
  ///   - isReturn: whether the target was lost in the frame before.
  static func value(ofFinger evidence: TrackEvidence, generic: Double, isReturn: Bool) -> Double {
    guard let finger = evidence.finger else { return generic }
    let odds = logOdds(of: generic)
    var sum = genericWeight * min(max(odds, genericOdds.lowerBound), genericOdds.upperBound)
    sum += tipWeight * (finger.tip - neutralTip) + handWeight * (min(finger.hand, greatestHand) - neutralHand)
    sum += surpriseWeight * evidence.surprise - finger.stranger
    sum += missingWeight * max(finger.missing - usualMissing, 0)
    if isReturn { sum += unfamiliarWeight * max(familiarReturn - evidence.familiarity, 0) }
    return sum.isFinite ? 1 / (1 + exp(-sum)) : 0
  }
}
