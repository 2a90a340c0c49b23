import AirCapture
import AirGeometry
import Glibc

extension Finger {
  /// How well a place is a tip of this finger: 0…1.
  func match(at point: ImagePoint, among tips: [FingerTip]) -> Double {
    tips.map { likeness($0) * exp(-0.5 * pow(point.distance(to: $0.center) / (0.35 * tip.width), 2)) }.max()
      ?? 0
  }

  /// How much another tip is like this one.
  func likeness(_ other: FingerTip) -> Double {
    let growth = abs(log(other.width / tip.width))
    let turn = abs(remainder(other.direction - tip.direction, 2 * .pi))
    return other.score * exp(-growth - 0.3 * turn)
  }

  /// How much nearer a place is to where another finger is expected than to where this one is.
  func strangeness(
    of point: ImagePoint, shift: (dx: Double, dy: Double), expected: ImagePoint, spread: Double
  ) -> Double {
    let own = point.distance(to: expected)
    let other = others.map { point.distance(to: $0.center.moved(dx: shift.dx, dy: shift.dy)) }.min()
    guard let other, other < own else { return 0 }
    return (own - other) / max(spread, 0.3 * tip.width)
  }

  /// Remembers the tips that are not the target's.
  mutating func remember(_ tips: [FingerTip], without place: ImagePoint?) {
    var kept = tips.filter { seen in place.map { seen.center.distance(to: $0) > 0.7 * tip.width } ?? true }
    if place == nil {
      // While the target is lost only those known as others before are still known as such.
      kept = kept.filter { seen in others.contains { $0.center.distance(to: seen.center) < 0.8 * tip.width } }
    }
    others = kept
  }

  /// Takes the tip nearest to where the target was found.
  mutating func follow(_ sight: Sight, among tips: [FingerTip], rate: Double) {
    let place = sight.place
    missing = sight.evidence.finger?.missing ?? 0
    remember(tips, without: place.center)
    let near = tips.filter { $0.center.distance(to: place.center) < 0.5 * tip.width }
    guard let found = near.max(by: { likeness($0) < likeness($1) }), likeness(found) > 0.3 else {
      tip.center = place.center
      return
    }
    let share = 0.3
    let turn = remainder(found.direction - tip.direction, 2 * .pi)
    tip.direction += share * turn
    tip.width *= pow(found.width / tip.width, share)
    tip.score = found.score
    tip.center = found.center
    if rate > 0 { silhouette.learn(found, rate: rate) }
  }
}
