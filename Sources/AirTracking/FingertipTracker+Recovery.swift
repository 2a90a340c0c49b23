import AirCapture
import AirGeometry
import CCorrelation

extension FingertipTracker {
  /// Looks for a lost target: near at first, then everywhere.
  func recover(_ target: inout Target, in frame: Frame) -> Sight {
    target.framesLost += 1
    let nowhere = Sight(place: target.place, evidence: .nothing, confidence: 0)
    var best = nowhere
    var places: [TargetPlace] = []
    if let pending = target.pending { places.append(pending) }
    if target.framesLost <= tuning.coastFrames {
      let shift = target.motion.expectedShift(at: frame.timestampInSeconds)
      places.append(target.place.moved(dx: shift.dx, dy: shift.dy))
      places.append(target.place)
    }
    if options.searchesWhenLost {
      let near = target.framesLost <= 2 * tuning.coastFrames
      let size = frame.image.size
      let radius =
        near ? 3 * target.place.meanSide : Double(size.width + size.height)
      places += target.core.search(
        frame.image, around: target.place, radius: radius, factors: [0.85, 1, 1.18], limit: 3
      ).map(\.place)
    }
    for place in places where isInside(place, frame.image.size) {
      let sight = look(target, around: place, in: frame.image)
      if sight.confidence > best.confidence { best = sight }
    }
    guard best.confidence >= options.returnCutoff, isInside(best.place, frame.image.size) else {
      target.pending = nil
      return best
    }
    let isConfirmed =
      target.pending.map { $0.center.distance(to: best.place.center) < $0.meanSide } ?? false
    guard isConfirmed else {
      target.pending = best.place
      return best
    }
    target.motion.restart(at: best.place.center, timestampInSeconds: frame.timestampInSeconds)
    accept(best, &target, in: frame)
    return best
  }
}

extension TrackEvidence {
  /// What a frame shows that shows nothing.
  static let nothing = TrackEvidence(
    peak: 0, correlation: 0, colour: 0, second: 1, apce: 0, frozen: 0, adaptive: 0, surprise: 0)
}
