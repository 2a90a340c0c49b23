/// Leaves out points of a path of varying radius that an even change replaces within a stated distance.
///
/// The path is taken as one in space, of its places and its radius. From each kept point the farthest one is looked
/// for, in steps that double and are then halved, to which a straight line passes all in between. Of two discs one
/// sticks out of the other by no more than the distance of their places and the difference of their radii together;
/// what is near a line by this measure is a convex region, so that with two points of the path all between them is in
/// it, and as they lead from the line's start to its end, no place of the line is left without a near one.
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
      anchor = farthestStretch(from: anchor, to: points.count - 1) { isStraight(spatial, anchor, $0) }
      kept.append(points[anchor])
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
      let distance = Planar.length(SIMD2(miss.x, miss.y))
      if distance + abs(miss.z) > min(tolerance, points[index].z / 4) { return false }
    }
    return true
  }
}
