/// Leaves out points of a path that a straight line replaces within a stated distance.
///
/// Greedy over sleeves: from the last kept point, the directions that pass every later point within the tolerance
/// form a cone that narrows with each point, and the farthest point still inside it is kept next (K. Zhao,
/// A. Saalfeld, "Linear-time sleeve-fitting polyline simplification algorithms", AutoCarto 13, 1997).
struct PathSimplification {
  /// The Hausdorff distance, in the points' unit, that path and result keep.
  let tolerance: Double
  /// Kept points are at least this far apart; must be below the tolerance.
  let shortestStep: Double

  /// How many points past the last usable one are tried; bounds the work at this many visits a point.
  private static let lookAhead = 64

  /// The kept points: the first, the last and as few as the greedy way finds in between.
  ///
  /// A path that never leaves the shortest step around its first point gives that point alone.
  ///
  /// - Complexity: O(n) for n points.
  func callAsFunction(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    guard var anchor = points.first else { return [] }
    // A point across the line by `across` and past its end by `overrun` is still within the tolerance:
    // 0.95² + 0.3² < 1.
    let across = 0.95 * tolerance
    let overrun = 0.3 * tolerance
    var kept = [anchor]
    points.withUnsafeBufferPointer { points in
      var index = 1
      while index < points.count {
        var cone = Cone()
        var farthest = 0.0
        var usable = -1
        var probe = index
        while probe < points.count, usable < 0 || probe - usable <= Self.lookAhead {
          let offset = points[probe] - anchor
          let squared = (offset * offset).sum()
          let distance = squared.squareRoot()
          if distance >= shortestStep, distance >= farthest - overrun, cone.contains(offset) {
            usable = probe
          }
          farthest = max(farthest, distance)
          if distance > across, !cone.narrow(to: offset, squared: squared, radius: across) { break }
          probe += 1
        }
        // With no usable point the path stays within the shortest step to its end, or turns back at once: then the
        // next point that is a step away is as far as the line may go.
        if usable < 0 {
          usable = index
          while usable < points.count, length(points[usable] - anchor) < shortestStep { usable += 1 }
          if usable == points.count { return }
        }
        anchor = points[usable]
        kept.append(anchor)
        index = usable + 1
      }
    }
    return kept
  }

  private func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

  /// Directions from a point that pass near others: between `right` and `left`, counter-clockwise, less than a half
  /// turn; all directions at first.
  private struct Cone {
    private var left = SIMD2<Double>.zero
    private var right = SIMD2<Double>.zero
    private var isBounded = false

    func contains(_ direction: SIMD2<Double>) -> Bool {
      !isBounded
        || (Self.cross(right, direction) >= 0 && Self.cross(direction, left) >= 0
          && (direction * (left + right)).sum() > 0)
    }

    /// Keeps the directions that pass within `radius` of the point at `offset`; false when none is left.
    mutating func narrow(to offset: SIMD2<Double>, squared: Double, radius: Double) -> Bool {
      // Tangents from the origin to the circle around the point.
      let along = offset * (squared - radius * radius).squareRoot()
      let aside = SIMD2(-offset.y, offset.x) * radius
      // Unit length keeps the cones' sums meaningful as bisectors.
      let newLeft = (along + aside) / squared
      let newRight = (along - aside) / squared
      guard isBounded else {
        (left, right, isBounded) = (newLeft, newRight, true)
        return true
      }
      guard (offset * (left + right)).sum() > 0 else { return false }
      if Self.cross(left, newLeft) < 0 { left = newLeft }
      if Self.cross(right, newRight) > 0 { right = newRight }
      return Self.cross(right, left) > 0
    }

    private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
  }
}
