import AirCapture
import AirGeometry
import CCorrelation

extension FingertipTracker {
  /// Looks for a lost target: for a moment where it would have gone, then by its pattern, near first and then
  /// everywhere.
  func recover(_ target: inout Target, in frame: Frame) -> Sight {
    target.framesLost += 1
    var best = Sight(place: target.place, evidence: .nothing, confidence: 0, genericConfidence: 0)
    let expected = target.expectedPlace(in: frame)
    if target.framesLost <= tuning.coastFrames {
      best = lookWider(
        target, around: expected, first: look(target, around: expected, in: frame.image), in: frame)
    }
    for place in suspects(target, in: frame.image) where isInside(place, frame.image.size) {
      let sight = look(target, around: place, in: frame.image)
      if sight.confidence > best.confidence { best = sight }
    }
    var tips: [FingerTip] = []
    if let finger = target.finger {
      (best, tips) = lookAtTips(
        target, finger, around: expected, first: best, reach: tuning.farTips, in: frame)
      target.finger?.remember(tips, without: nil)
    }
    best.search = (searchedRegion(target, around: expected, in: frame.image), returnCutoff(target))
    guard best.confidence >= returnCutoff(target), isInside(best.place, frame.image.size) else {
      target.pending = nil
      return best
    }
    // Near where it was lost the target itself is likelier than its double; anywhere else a second sight is asked for.
    let reach = target.place.meanSide * (1 + 0.5 * Double(target.framesLost))
    // An outline alone has doubles everywhere.
    let isNear =
      best.genericConfidence >= tuning.aloneCutoff && target.framesLost <= tuning.coastFrames
      && best.place.center.distance(to: target.place.center) < reach
    let isConfirmed = target.pending.map { $0.center.distance(to: best.place.center) < $0.meanSide } ?? false
    guard isNear || isConfirmed else {
      target.pending = best.place
      return best
    }
    target.isOnProbation = target.finger != nil
    target.motion.restart(at: best.place.center, timestampInSeconds: frame.timestampInSeconds)
    accept(best, &target, among: tips, in: frame)
    return best
  }

  /// The confidence at which a lost target is taken up again: an outline has many doubles.
  func returnCutoff(_ target: Target) -> Double {
    target.finger == nil ? options.returnCutoff : max(options.returnCutoff, tuning.fingerReturnCutoff)
  }

  /// Places that look like the target at a coarse glance.
  private func suspects(_ target: Target, in image: PixelImage) -> [TargetPlace] {
    var places = target.pending.map { [$0] } ?? []
    guard options.searchesWhenLost else { return places }
    let everywhere = Double(image.size.width + image.size.height)
    places += target.core.search(
      image, around: target.place, radius: searchRadius(target) ?? everywhere,
      factors: Self.searchedGrowth, limit: 3
    ).map(\.place)
    return places
  }

  /// How far around the place of its loss a target is looked for by its pattern, in pixels; nil for everywhere.
  private func searchRadius(_ target: Target) -> Double? {
    target.framesLost <= 2 * tuning.coastFrames ? 3 * target.place.meanSide : nil
  }

  /// All of the picture that was looked at for a lost target.
  private func searchedRegion(
    _ target: Target, around expected: TargetPlace, in image: PixelImage
  ) -> ImageBox {
    let near = window(around: expected, tipReach: tuning.farTips, target)
    guard options.searchesWhenLost else { return near }
    guard let radius = searchRadius(target) else {
      return ImageBox(x: 0, y: 0, width: Double(image.size.width), height: Double(image.size.height))
    }
    return near.union(ImageBox(center: target.place.center, width: 2 * radius, height: 2 * radius))
  }

  /// A lost target may come back this much smaller or larger.
  private static let searchedGrowth = [0.85, 1, 1.18]
}

extension TrackEvidence {
  /// What a frame shows that shows nothing.
  static let nothing = TrackEvidence(
    peak: 0, correlation: 0, anchor: 0, colour: 0, second: 1, apce: 0, frozen: 0, agreement: 0,
    familiarity: 0, surprise: 0)
}

extension ImageBox {
  /// The smallest box around both.
  fileprivate func union(_ other: ImageBox) -> ImageBox {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return ImageBox(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}
