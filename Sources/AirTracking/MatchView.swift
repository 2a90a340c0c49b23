import AirGeometry

/// How a tracker came to what it says of a frame, for people who watch it work.
public struct MatchView: Hashable, Sendable {
  /// The part of the picture in which it looked for its target; it may reach beyond the picture.
  public var searchedRegion: ImageBox
  /// The place there that looked most like the target, whether it was taken for the target or not.
  public var bestBox: ImageBox
  /// How sure that place was to be the target, 0…1: the observation's confidence.
  public var value: Double
  /// The value from which on the place was to be taken for the target: lower while the target is followed than when it
  /// was lost.
  public var threshold: Double

  /// Makes a view.
  public init(searchedRegion: ImageBox, bestBox: ImageBox, value: Double, threshold: Double) {
    self.searchedRegion = searchedRegion
    self.bestBox = bestBox
    self.value = value
    self.threshold = threshold
  }
}

extension FingertipTracker {
  /// What was done in a frame, told only where it is asked for.
  func matchView(of sight: Sight, _ target: Target) -> MatchView? {
    guard options.tellsMatches, let search = sight.search else { return nil }
    let place = target.state == .lost ? sight.place : target.place
    return MatchView(
      searchedRegion: search.region,
      bestBox: target.report.box(at: place, growth: target.growth(at: place), turn: target.finger?.turn ?? 0),
      value: sight.confidence, threshold: search.threshold)
  }

  /// The part of the picture that the filters see around a place, enlarged to what is looked at for fingertips.
  func window(around place: TargetPlace, tipReach: Double, _ target: Target) -> ImageBox {
    var side = max(place.width, place.height) + tuning.padding * place.meanSide
    if let finger = target.finger { side = max(side, 2 * tipReach * finger.tip.width) }
    return ImageBox(center: place.center, width: side, height: side)
  }
}
