import AirCapture
import AirGeometry
import CCorrelation
import Glibc

/// A place in one frame, and how much speaks for it.
struct Sight {
  var place: TargetPlace
  var evidence: TrackEvidence
  var confidence: Double
}

extension FingertipTracker {
  /// Follows a target that was seen in the last frame.
  func follow(_ target: inout Target, in frame: Frame) -> Sight {
    let shift = target.motion.expectedShift(at: frame.timestampInSeconds)
    let expected = target.place.moved(dx: shift.dx, dy: shift.dy)
    var sight = look(target, around: expected, in: frame.image)
    if sight.confidence < tuning.widerCutoff {
      sight = lookWider(target, around: expected, first: sight, in: frame)
    }
    if sight.confidence < options.lostCutoff || !isInside(sight.place, frame.image.size) {
      target.state = .lost
      target.framesLost = 1
      target.pending = nil
      return sight
    }
    accept(sight, &target, in: frame)
    return sight
  }

  /// Takes a sight as the target's place, and learns from it when it is sure.
  func accept(_ sight: Sight, _ target: inout Target, in frame: Frame) {
    target.state = .tracking
    target.framesLost = 0
    target.pending = nil
    target.place = sight.place
    target.motion.observe(sight.place.center, at: frame.timestampInSeconds)
    guard sight.confidence >= tuning.learnCutoff else { return }
    target.rememberUsual(sight.evidence)
    let growth = target.core.learn(
      frame.image, sight.place,
      rates: aircorr_rates(
        filter: tuning.filterRate, colour: tuning.colourRate, scale: tuning.scaleRate, look: tuning.lookRate))
    target.place = grown(target.place, by: growth, from: target.seedPlace, in: frame.image.size)
  }

  /// The filters' answer around a place, aligned to a fraction of a pixel.
  func look(_ target: Target, around expected: TargetPlace, in image: PixelImage) -> Sight {
    let response = target.core.respond(image, expected)
    var place = expected.moved(dx: response.dx, dy: response.dy)
    // What is learnt drifts by the errors it was learnt with; the first look, where it still fits, takes them back
    // (I. Matthews, T. Ishikawa, S. Baker, "The Template Update Problem", PAMI 2004).
    let frozen = target.core.align(image, place, with: AIRCORR_FROZEN)
    let step = hypot(frozen.dx, frozen.dy)
    if frozen.score > tuning.frozenCutoff, step < Self.longestCorrection * place.meanSide {
      place = place.moved(dx: frozen.dx, dy: frozen.dy)
    }
    let surprise = place.center.distance(to: expected.center) / place.meanSide
    let evidence = TrackEvidence(
      peak: response.peak, correlation: response.correlation, anchor: response.anchor,
      colour: response.colour, second: response.second, apce: response.apce, frozen: frozen.score,
      agreement: response.agreement,
      familiarity: target.familiarity(agreement: response.agreement, colour: response.colour),
      surprise: surprise)
    return Sight(place: place, evidence: evidence, confidence: TrackConfidence.value(of: evidence))
  }

  /// A correction longer than this share of the target is no correction but another place.
  private static let longestCorrection = 0.1

  /// Looks again where the window did not reach: where the target was, and all around the expected place.
  func lookWider(
    _ target: Target, around expected: TargetPlace, first: Sight, in frame: Frame
  ) -> Sight {
    let image = frame.image
    let side = target.place.meanSide
    let spread = target.motion.spread(at: frame.timestampInSeconds, meanSide: side)
    // The log-odds of the sight, less those of so long a jump (a Laplace distribution): a double far away, another
    // fingertip, must look much better than the target where it is expected.
    func worth(_ sight: Sight) -> Double {
      let odds = log(max(sight.confidence, 1e-6) / max(1 - sight.confidence, 1e-6))
      return odds - tuning.jumpPenalty * sight.place.center.distance(to: expected.center) / spread
    }
    var best = first
    var places = [target.place]
    let reach = tuning.ringReach * side
    for (x, y) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
      places.append(expected.moved(dx: Double(x) * reach, dy: Double(y) * reach))
    }
    for place in places where image.size.contains(place.center) {
      let sight = look(target, around: place, in: image)
      if worth(sight) > worth(best) { best = sight }
    }
    return best
  }

  /// Whether enough of a place lies inside the picture to be seen at all.
  func isInside(_ place: TargetPlace, _ size: ImageSize) -> Bool {
    size.contains(place.center)
  }

  /// A place after its growth, kept from collapsing or outgrowing the picture.
  private func grown(
    _ place: TargetPlace, by growth: Double, from seed: TargetPlace, in size: ImageSize
  ) -> TargetPlace {
    guard growth.isFinite, growth > 0 else { return place }
    let total = place.width / seed.width * growth
    let largest = min(8, 1.5 * Double(max(size.width, size.height)) / max(seed.width, seed.height))
    let smallest = max(0.125, 4 / min(seed.width, seed.height))
    let factor = min(max(total, min(smallest, 1)), max(largest, 1))
    return TargetPlace(center: place.center, width: seed.width * factor, height: seed.height * factor)
  }
}
