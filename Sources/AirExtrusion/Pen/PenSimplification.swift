/// Leaves out points of a path of varying radius that an even change replaces within a stated distance.
///
/// The path is taken as one in space, of its places and its radius. From each kept point the farthest one is looked
/// for, in steps that double and are then halved, to which a straight line passes all in between. Where two such lines
/// keep the distance d, discs on the one stick out of those on the other by no more than √2 · d, the most that a
/// distance and a difference of radii can be together.
struct PenSimplification {
  /// The Hausdorff distance that the outlines of path and result keep; a quarter of the radius where that is less.
  let tolerance: Double

  /// The kept points, the first and the last among them.
  ///
  /// - Complexity: O(n log n) for n points.
  func callAsFunction(_ points: [PenPoint]) -> [PenPoint] {
    guard points.count > 2 else { return points }
    let spatial = points.map { SIMD3($0.place.x, $0.place.y, $0.radius) }
    var kept = [points[0]]
    var anchor = 0
    while anchor < points.count - 1 {
      var fitting = anchor + 1
      var failing = points.count
      var step = 2
      while fitting < points.count - 1 {
        let probe = min(anchor + step, points.count - 1)
        guard isStraight(spatial, anchor, probe) else {
          failing = probe
          break
        }
        fitting = probe
        step *= 2
      }
      while failing - fitting > 1 {
        let middle = (fitting + failing) / 2
        if isStraight(spatial, anchor, middle) { fitting = middle } else { failing = middle }
      }
      kept.append(points[fitting])
      anchor = fitting
    }
    return kept
  }

  /// Whether the points between two are near the line from the one to the other.
  private func isStraight(_ points: [SIMD3<Double>], _ first: Int, _ last: Int) -> Bool {
    let origin = points[first]
    let line = points[last] - origin
    let squared = (line * line).sum()
    for index in first + 1..<last {
      let offset = points[index] - origin
      let share = squared > 0 ? max(0, min(1, (offset * line).sum() / squared)) : 0
      let miss = offset - line * share
      let allowed = min(tolerance, points[index].z / 4)
      if 2 * (miss * miss).sum() > allowed * allowed { return false }
    }
    return true
  }
}
