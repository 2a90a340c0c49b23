import AirCapture
import AirGeometry

/// What the picture looked like while the target was seen, so that its loss can be explained.
///
/// The cutoffs were set on seeded synthetic scenes of each kind of loss and checked on others.
struct LossWitness: Sendable {
  /// The last explanation; nil while the target is seen.
  private(set) var reason: LossReason?

  /// The place, and glances at it, in the last frame in which the target was seen.
  private var place: TargetPlace?
  private var inside: Glance?
  private var around: Glance?
  private var whole: Glance?
  /// The whole picture some frames earlier, so that a gradual change is told too.
  private var earlierWhole: Glance?
  private var framesSeen = 0
  private static let memoryInFrames = 15

  /// Takes in a frame in which the target was seen.
  mutating func see(_ place: TargetPlace, in image: PixelImage) {
    reason = nil
    let inside = Self.inside(place, image)
    let whole = Self.whole(image)
    self.place = place
    self.inside = inside
    around = Self.around(place, image)
    if framesSeen % Self.memoryInFrames == 0 { earlierWhole = self.whole ?? whole }
    self.whole = whole
    framesSeen += 1
  }

  /// Takes in a frame in which it was not.
  ///
  /// - Parameters:
  ///   - step: how far the target would have moved since it was seen, in pixels.
  ///   - isFresh: true while the picture still tells of the loss itself.
  mutating func miss(step: (dx: Double, dy: Double), in image: PixelImage, isFresh: Bool) {
    guard reason == nil || (isFresh && reason == .unknown) else { return }
    reason = explanation(step: step, in: image)
  }

  /// Sets the explanation from elsewhere.
  mutating func blame(_ reason: LossReason) { self.reason = reason }

  private func explanation(step: (dx: Double, dy: Double), in image: PixelImage) -> LossReason {
    guard let place, let inside, let around, let whole else { return .unknown }
    let expected = place.moved(dx: step.dx, dy: step.dy)
    if isLeaving(place, expected, image.size) { return .outOfPicture }
    let wholeNow = Self.whole(image)
    let isBlurred = [whole, earlierWhole ?? whole].contains {
      wholeNow.sharpness(against: $0) < Self.blurredShare && !Self.isOtherBrightness($0, wholeNow, by: 0.2)
    }
    if isBlurred { return .blurred }
    let aroundNow = Self.around(place, image)
    let isLight =
      Self.isLightChange(from: whole, to: wholeNow)
      || Self.isLightChange(from: earlierWhole ?? whole, to: wholeNow)
      || Self.isShade(from: around, to: aroundNow)
    if isLight { return .lightChanged }
    if isSmeared(along: step, from: place, in: image) { return .blurred }
    let insideNow = Self.inside(place, image)
    let isOther =
      insideNow.correlation(with: inside) < Self.sameLook
      || insideNow.unchangedShare(since: inside, within: Self.noticeableDifference) < Self.sameTarget
    let isSceneSame =
      max(
        aroundNow.unchangedShare(since: around, within: Self.noticeableDifference),
        wholeNow.unchangedShare(since: whole, within: Self.noticeableDifference)) > Self.sameScene
    return isOther && isSceneSame ? .covered : .unknown
  }

  /// Under these shares of its usual energy of differences a picture is blurred, and a fast target smeared.
  private static let blurredShare = 0.45
  private static let smearedShare = 0.8
  /// A step of this many of its own sides in a frame smears a target.
  private static let fastPace = 0.25
  /// Correlation over which two glances show the same thing.
  private static let sameLook = 0.7
  /// Shares of unchanged brightnesses over which two glances show the same scene, and the same target.
  private static let sameScene = 0.5
  private static let sameTarget = 0.75
  /// A change of so many grey levels is no noise.
  private static let noticeableDifference = 8.0

  /// Whether the target moved fast, and somewhere on its way the picture is less sharp than the target was. Against a
  /// background with a texture of its own this is weak evidence; but that something else is now where a fast target was
  /// says nothing at all.
  private func isSmeared(
    along step: (dx: Double, dy: Double), from place: TargetPlace, in image: PixelImage
  ) -> Bool {
    let pace = (step.dx * step.dx + step.dy * step.dy).squareRoot() / place.meanSide
    guard pace > Self.fastPace, let inside else { return false }
    return [0, 0.5, 1, 1.5, 2].contains { share in
      let there = Self.inside(place.moved(dx: share * step.dx, dy: share * step.dy), image)
      return there.energy < Self.smearedShare * inside.energy
        || there.energy(along: step.dx, step.dy) < Self.smearedShare * inside.energy(along: step.dx, step.dy)
    }
  }

  /// Whether the target went, or is about to go, over the picture's border.
  private func isLeaving(_ place: TargetPlace, _ expected: TargetPlace, _ size: ImageSize) -> Bool {
    let before = Self.visibleShare(of: place, size)
    let after = Self.visibleShare(of: expected, size)
    return after < 0.8 && (after < before - 0.01 || before < 0.65)
  }

  /// How much of a place lies inside the picture.
  private static func visibleShare(of place: TargetPlace, _ size: ImageSize) -> Double {
    let box = place.box
    let width = min(box.x + box.width, Double(size.width)) - max(box.x, 0)
    let height = min(box.y + box.height, Double(size.height)) - max(box.y, 0)
    return max(width, 0) * max(height, 0) / (box.width * box.height)
  }

  private static func isOtherBrightness(_ before: Glance, _ now: Glance, by share: Double) -> Bool {
    abs(now.mean - before.mean) > share * min(before.mean, 255 - before.mean) + 6
  }

  /// Whether the whole picture's brightness or contrast changed much while the pattern stayed, or all but vanished.
  private static func isLightChange(from before: Glance, to now: Glance) -> Bool {
    let ratio = (now.contrast + 2) / (before.contrast + 2)
    let alike = now.correlation(with: before)
    if isOtherBrightness(before, now, by: 0.35), ratio < 0.5 || alike > 0.3 { return true }
    return (isOtherBrightness(before, now, by: 0.2) || ratio < 0.6 || ratio > 1.7) && alike > sameLook
  }

  /// Whether all around the target became lighter or darker while the pattern stayed.
  private static func isShade(from before: Glance, to now: Glance) -> Bool {
    isOtherBrightness(before, now, by: 0.25) && now.correlation(with: before) > sameLook
  }

  private static func inside(_ place: TargetPlace, _ image: PixelImage) -> Glance {
    Glance(place.box, of: image, columns: 14, rows: 14)
  }

  /// Three times the target's sides without the middle.
  private static func around(_ place: TargetPlace, _ image: PixelImage) -> Glance {
    let box = ImageBox(center: place.center, width: 3 * place.width, height: 3 * place.height)
    return Glance(box, of: image, columns: 15, rows: 15) { column, row in
      !(3...11).contains(column) || !(3...11).contains(row)
    }
  }

  private static func whole(_ image: PixelImage) -> Glance {
    let box = ImageBox(x: 0, y: 0, width: Double(image.size.width), height: Double(image.size.height))
    return Glance(box, of: image, columns: 24, rows: 16)
  }
}
