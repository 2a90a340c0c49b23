import AirCapture
import AirGeometry
import Glibc

/// What is known of a target that is a finger, or any thing as slender: its colours and its tip.
struct Finger: Sendable {
  var silhouette: HandSilhouette
  /// The tip as it was seen last.
  var tip: FingerTip
  /// Tips that were seen beside it last and are not the target.
  var others: [FingerTip] = []
  /// The tip's direction at the seed.
  private let seedDirection: Double
  /// How much of a tip was missing where the target was, over the last frames.
  var missing = 0.0

  /// Side of the model's box as a multiple of the finger's width.
  static let boxPerWidth = 1.8
  private static let seedRefinements = 2
  /// A hand goes on at least as far from its fingertip, in widths; a thing that is all there is does not.
  private static let leastReach = 5.0
  /// A tip that is hidden by more than this is none to come back to.
  static let greatestUnseen = 0.2
  /// A fingertip is usually matched better than this.
  static let usualMatch = 0.25
  /// More of a finger than this lies outside any box around its tip.
  private static let greatestShareInBox = 0.5

  /// Looks for a finger at the middle of a place.
  ///
  /// - Parameter asBox: whether the place's size was chosen by somebody who meant it.
  init?(at place: TargetPlace, asBox: Bool, in image: PixelImage) throws {
    silhouette = try HandSilhouette()
    func isFinger(_ seed: HandSilhouette.Seed) -> Bool {
      seed.reach >= Self.leastReach && (!asBox || seed.shareInBox < Self.greatestShareInBox)
        && image.size.contains(seed.tip.center)
    }
    guard var seed = silhouette.seed(image, in: place), isFinger(seed) else { return nil }
    // Once more from the tip itself, so that taps around it all end in one.
    for _ in 0..<Self.seedRefinements {
      let around = TargetPlace(center: seed.tip.center, width: place.width, height: place.height)
      let other = try HandSilhouette()
      guard let again = other.seed(image, in: around), isFinger(again) else { break }
      (silhouette, seed) = (other, again)
    }
    tip = seed.tip
    seedDirection = seed.tip.direction
  }

  /// The model's place.
  var place: TargetPlace {
    let side = max(Self.boxPerWidth * tip.width, 8)
    return TargetPlace(center: tip.center, width: side, height: side)
  }

  /// How far the finger has turned since the seed, in radians.
  var turn: Double { remainder(tip.direction - seedDirection, 2 * .pi) }

  /// The point of the fingertip nearest to one that was named: from its outermost point to the middle of the tip, and
  /// about the nail's width across. A hand is named in haste, and what lies farther back moves otherwise than the tip
  /// when the finger turns.
  func tipPoint(tapped point: ImagePoint) -> ImagePoint { tipPoint(nearestTo: point, hindmost: 0) }

  /// As for a tap; a box's middle is meant less exactly, and its finger is taken by the nail.
  func tipPoint(boxed point: ImagePoint) -> ImagePoint { tipPoint(nearestTo: point, hindmost: Self.nail) }

  /// - Parameter hindmost: how far behind the tip's middle the point may lie, in widths.
  private func tipPoint(nearestTo point: ImagePoint, hindmost: Double) -> ImagePoint {
    let (dx, dy) = (point.x - tip.center.x, point.y - tip.center.y)
    let (x, y) = (cos(tip.direction), sin(tip.direction))
    let along = min(max(dx * x + dy * y, Self.foremost * tip.width), hindmost * tip.width)
    let across = min(max(dy * x - dx * y, -Self.broadest * tip.width), Self.broadest * tip.width)
    return tip.center.moved(dx: along * x - across * y, dy: along * y + across * x)
  }

  /// Places on the tip in widths, from its middle inward and across.
  private static let foremost = -0.5
  private static let nail = -0.2
  private static let broadest = 0.3
}
