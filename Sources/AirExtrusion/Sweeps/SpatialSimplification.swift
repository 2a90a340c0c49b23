import AirGeometry

/// Leaves out points of a path in space that a straight line replaces within a stated distance.
///
/// Greedy: from the last kept point, the stretch that one line replaces is doubled while it can be, and then halved
/// into. The path runs from one end of the line to the other within the tolerance, so that the line is within the
/// tolerance of the path as well.
struct SpatialSimplification {
  /// The Hausdorff distance, in the points' unit, that path and result keep, beside the shortest step.
  let tolerance: Double
  /// Kept points are at least this far apart.
  let shortestStep: Double

  /// The kept points: the first, the last and as few as the greedy way finds in between.
  ///
  /// - Complexity: O(n log n) for n points.
  func callAsFunction(_ path: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let points = spaced(path)
    var kept = Array(points.prefix(1))
    var index = 0
    while index < points.count - 1 {
      index = farthestStretch(from: index, to: points.count - 1) { isReplaceable(points, index, $0) }
      kept.append(points[index])
    }
    return kept
  }

  /// The points without those that are less than the shortest step from the kept one before.
  private func spaced(_ path: [SIMD3<Double>]) -> [SIMD3<Double>] {
    var points: [SIMD3<Double>] = []
    points.reserveCapacity(path.count)
    for point in path {
      if let last = points.last, length(point - last) < shortestStep { continue }
      points.append(point)
    }
    return points
  }

  private func isReplaceable(_ points: [SIMD3<Double>], _ start: Int, _ end: Int) -> Bool {
    let origin = points[start]
    let line = points[end] - origin
    let squared = dot(line, line)
    guard squared >= shortestStep * shortestStep else { return false }
    for index in start + 1..<max(end, start + 1) {
      let offset = points[index] - origin
      let along = max(0, min(1, dot(offset, line) / squared))
      let aside = offset - along * line
      if dot(aside, aside) > tolerance * tolerance { return false }
    }
    return true
  }
}
