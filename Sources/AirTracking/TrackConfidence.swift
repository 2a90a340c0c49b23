import Glibc

/// The chance that a box is right (intersection over union above one half), from what the tracker saw.
enum TrackConfidence {
  static func value(of evidence: TrackEvidence, _ t: TrackerTuning) -> Double {
    let sum =
      t.b0 + t.bAnchor * evidence.anchor + t.bColour * evidence.colour
      + t.bSecond * evidence.second + t.bEnergy * log(max(evidence.apce, 1))
      + t.bFrozen * evidence.frozen + t.bRelative * evidence.relative
    return sum.isFinite ? 1 / (1 + exp(-sum)) : 0
  }
}
