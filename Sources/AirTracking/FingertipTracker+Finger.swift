import AirCapture
import AirGeometry
import Glibc

extension FingertipTracker {
  /// Weighs the filters' answer against the fingertips that the outline shows, and looks at those too where the
  /// filters are not sure.
  ///
  /// - Returns: the best sight, and all tips seen.
  func lookAtTips(
    _ target: Target, _ finger: Finger, around expected: TargetPlace, first: Sight, reach: Double,
    in frame: Frame
  ) -> (Sight, [FingerTip]) {
    let image = frame.image
    let tips = finger.silhouette.tips(
      image, around: expected.center, width: finger.tip.width, radius: reach * finger.tip.width, limit: 8
    ).filter { target.state != .lost || $0.unseen < Finger.greatestUnseen }
    let spread = target.motion.spread(at: frame.timestampInSeconds, meanSide: target.place.meanSide)
    let shift = target.motion.expectedShift(at: frame.timestampInSeconds)
    func weighed(_ sight: Sight) -> Sight {
      var sight = sight
      let match = finger.match(at: sight.place.center, among: tips)
      sight.evidence.surprise = sight.place.center.distance(to: expected.center) / spread
      sight.evidence.finger = FingerEvidence(
        tip: match,
        hand: finger.silhouette.chance(around: sight.place.center, radius: 0.4 * finger.tip.width),
        stranger: finger.strangeness(
          of: sight.place.center, shift: shift, expected: expected.center, spread: spread),
        // The cumulative sum of what is missing (E. S. Page, "Continuous Inspection Schemes", Biometrika 1954).
        missing: max(finger.missing + Finger.usualMatch - match, 0))
      sight.confidence = TrackConfidence.value(
        ofFinger: sight.evidence, generic: sight.genericConfidence, isReturn: target.state == .lost)
      return sight
    }
    var best = weighed(first)
    guard best.confidence < tuning.tipCutoff || reach > tuning.nearTips else { return (best, tips) }
    for tip in tips where image.size.contains(tip.center) {
      var place = expected
      place.center = tip.center
      let sight = weighed(look(target, around: place, in: image))
      if sight.confidence > best.confidence { best = sight }
      // Where a finger has turned, its outline says more than its old look; but where the picture cuts it off, its end is
      // not its tip.
      guard tip.unseen < Finger.greatestUnseen else { continue }
      var steady = sight
      steady.place = place
      steady = weighed(steady)
      if steady.confidence > best.confidence { best = steady }
    }
    return (best, tips)
  }
}
