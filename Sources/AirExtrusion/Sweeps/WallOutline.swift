import AirGeometry

/// The plan of sheets: strips with flat ends and mitred joints, united.
enum WallOutline {
  /// - Throws: `ExtrusionError.outlineNotResolved`.
  static func outline(of walls: [WallPath], lattice: Lattice) throws(ExtrusionError) -> Outline {
    var edges: [WeightedEdge] = []
    for wall in walls { append(wall.plan, to: &edges) }
    let (points, starts) = try OutlineRings.united(edges)
    return Outline(lattice: lattice, points: points, ringStarts: starts)
  }

  private static func append(_ path: SweepPath, to edges: inout [WeightedEdge]) {
    let points = path.points.map { SIMD2($0.x, $0.z) }
    let count = points.count
    let directions = (0..<path.segmentCount).map { index in
      let line = points[(index + 1) % count] - points[index]
      return line / (line * line).sum().squareRoot()
    }
    for (index, direction) in directions.enumerated() {
      let side = SIMD2(direction.y, -direction.x) * path.halfWidth
      let (start, end) = (points[index], points[(index + 1) % count])
      append([start + side, end + side, end - side, start - side], to: &edges)
      if path.isClosed || index + 1 < directions.count {
        appendJoint(
          at: end, direction, directions[(index + 1) % directions.count], path.halfWidth, to: &edges)
      }
    }
  }

  /// The wedge on a bend's outer side: to the point where the sides meet, or across where that is beyond the mitre
  /// limit.
  private static func appendJoint(
    at place: SIMD2<Double>, _ before: SIMD2<Double>, _ after: SIMD2<Double>, _ halfWidth: Double,
    to edges: inout [WeightedEdge]
  ) {
    let sine = before.x * after.y - before.y * after.x
    // On a bend to the left, counter-clockwise, the outer side is the right one.
    let sign = sine >= 0 ? 1.0 : -1.0
    let from = SIMD2(before.y, -before.x) * (sign * halfWidth)
    let to = SIMD2(after.y, -after.x) * (sign * halfWidth)
    let middle = from + to
    let squared = (middle * middle).sum()
    var corners = [place, place + from]
    // The sides meet at 2 r² / |from + to| from the joint.
    if squared * SweepJoint.mitreLimit * SweepJoint.mitreLimit >= 4 * halfWidth * halfWidth {
      corners.append(place + middle * (2 * halfWidth * halfWidth / squared))
    }
    corners.append(place + to)
    append(sign > 0 ? corners : corners.reversed(), to: &edges)
  }

  /// Appends a polygon that turns counter-clockwise.
  private static func append(_ corners: [SIMD2<Double>], to edges: inout [WeightedEdge]) {
    let rounded = corners.map { LatticePoint(Int32($0.x.rounded()), Int32($0.y.rounded())) }
    for (corner, following) in zip(rounded, rounded.dropFirst() + rounded.prefix(1)) where corner != following
    {
      edges.append(WeightedEdge(start: corner, end: following, weight: 1))
    }
  }
}
