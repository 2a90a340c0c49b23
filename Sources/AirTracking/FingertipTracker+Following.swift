import AirCapture
import AirGeometry
import CCorrelation
import Glibc

/// A place in one frame, and how much speaks for it.
struct Sight {
  var place: TargetPlace
  var evidence: TrackEvidence
  var confidence: Double
  /// What the filters and colours alone say.
  var genericConfidence: Double
  /// Where it was looked for, and how sure it had to be.
  var search: (region: ImageBox, threshold: Double)?
}

extension FingertipTracker {
  /// Follows a target that was seen in the last frame.
  func follow(_ target: inout Target, in frame: Frame) -> Sight {
    let expected = target.expectedPlace(in: frame)
    var tipReach = tuning.nearTips
    var sight = look(target, around: expected, in: frame.image)
    var tips: [FingerTip] = []
    if let finger = target.finger {
      (sight, tips) = lookAtTips(
        target, finger, around: expected, first: sight, reach: tuning.nearTips, in: frame)
      if sight.confidence < tuning.widerCutoff {
        tipReach = tuning.farTips
        (sight, tips) = lookAtTips(
          target, finger, around: expected, first: sight, reach: tuning.farTips, in: frame)
      }
    } else if sight.confidence < tuning.widerCutoff {
      sight = lookWider(target, around: expected, first: sight, in: frame)
    }
    let isJump = target.finger != nil && sight.evidence.surprise > tuning.jumpSurprise
    let cutoff =
      target.isOnProbation ? returnCutoff(target) : isJump ? options.returnCutoff : options.lostCutoff
    sight.search = (window(around: expected, tipReach: tipReach, target), cutoff)
    if sight.confidence < cutoff || !isInside(sight.place, frame.image.size) {
      target.finger?.remember(tips, without: nil)
      target.state = .lost
      target.framesLost = 1
      target.pending = nil
      return sight
    }
    accept(sight, &target, among: tips, in: frame)
    return sight
  }

  /// Takes a sight as the target's place, and learns from it when it is sure.
  func accept(_ sight: Sight, _ target: inout Target, among tips: [FingerTip], in frame: Frame) {
    target.state = .tracking
    target.framesLost = 0
    target.pending = nil
    if sight.confidence >= tuning.provenCutoff { target.isOnProbation = false }
    target.place = sight.place
    if sight.evidence.surprise > tuning.jumpSurprise, target.finger != nil {
      // A jump says nothing of where the target goes from here.
      target.motion.restart(at: sight.place.center, timestampInSeconds: frame.timestampInSeconds)
    } else {
      target.motion.observe(sight.place.center, at: frame.timestampInSeconds)
    }
    target.finger?.follow(
      sight, among: tips, rate: sight.confidence >= tuning.learnCutoff ? tuning.silhouetteRate : 0)
    guard sight.confidence >= tuning.learnCutoff else { return }
    target.rememberUsual(sight.evidence)
    let growth = target.core.learn(
      frame.image, sight.place,
      rates: aircorr_rates(
        filter: tuning.filterRate, colour: tuning.colourRate, scale: tuning.scaleRate, look: tuning.lookRate))
    var factor = growth
    if let finger = target.finger {
      // A hand above a table hardly changes its size, and its outline swells with every blur: only what goes well
      // beyond that is believed.
      let excess = log(finger.place.width / target.place.width)
      factor =
        pow(factor, tuning.growthShare)
        * exp(tuning.widthRate * (excess - min(max(excess, -tuning.widthPlay), tuning.widthPlay)))
    }
    target.place = grown(target.place, by: factor, from: target.seedPlace, in: frame.image.size)
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
    if let shift = alignDetail(target, at: place, in: image) {
      place = place.moved(dx: shift.dx, dy: shift.dy)
    }
    let surprise = place.center.distance(to: expected.center) / place.meanSide
    let evidence = TrackEvidence(
      peak: response.peak, correlation: response.correlation, anchor: response.anchor,
      colour: response.colour, second: response.second, apce: response.apce, frozen: frozen.score,
      agreement: response.agreement,
      familiarity: target.familiarity(agreement: response.agreement, colour: response.colour),
      surprise: surprise)
    let confidence = TrackConfidence.value(of: evidence)
    return Sight(place: place, evidence: evidence, confidence: confidence, genericConfidence: confidence)
  }

  /// What is to be added to a place on a finger so that its detail lies where its first look fits; nil where it does
  /// not.
  private func alignDetail(
    _ target: Target, at place: TargetPlace, in image: PixelImage
  ) -> (dx: Double, dy: Double)? {
    guard let finger = target.finger else { return nil }
    // A nail is part of the finger alone; around a fingertip the table goes by.
    let detail = target.report.detail(at: place, growth: target.growth(at: place), turn: finger.turn)
    func match(_ dx: Double, _ dy: Double) -> (score: Double, dx: Double, dy: Double) {
      let found = target.core.align(image, detail.moved(dx: dx, dy: dy), with: AIRCORR_DETAIL)
      return (found.score, dx + found.dx, dy + found.dy)
    }
    var best = match(0, 0)
    let reach = tuning.detailReach * detail.meanSide
    for (x, y) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1)] where best.score < tuning.detailCutoff {
      let other = match(x * reach, y * reach)
      if other.score > best.score { best = other }
    }
    guard best.score >= tuning.detailCutoff, hypot(best.dx, best.dy) < tuning.detailLimit * place.meanSide
    else {
      return nil
    }
    return (best.dx, best.dy)
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
      TrackConfidence.logOdds(of: sight.confidence) - tuning.jumpPenalty
        * sight.place.center.distance(to: expected.center) / spread
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
