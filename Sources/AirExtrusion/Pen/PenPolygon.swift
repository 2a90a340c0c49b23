import Glibc

/// Traces the outline of a chain of strips: one closed polygon that turns counter-clockwise, or two where the chain is
/// closed.
///
/// Like `BrushPolygon`'s it is the sum of a trapezium for each half of each strip and a piece for each outer bend and
/// each end, all counter-clockwise, so that its winding number is positive just where one of them is.
///
/// That these cover all discs of a disc pen follows from counting: a place is covered by a disc when the path, in the
/// space of places and radii, passes a cone above that place. The strips and both caps of a segment cover those places
/// whose cone it passes, and at a joint what both have is one whole disc too much; taking that away leaves the sectors
/// of the bends, outer ones counter-clockwise and inner ones clockwise, and the number of times that the path enters
/// the cone, or one where it begins in it. Without the inner sectors the number is still positive there.
struct PenPolygon {
  let cap: PenStyle.Cap
  let join: PenStyle.Join
  let arcTolerance: Double
  private var points: [LatticePoint] = []

  init(cap: PenStyle.Cap, join: PenStyle.Join, arcTolerance: Double) {
    self.cap = cap
    self.join = join
    self.arcTolerance = arcTolerance
  }

  /// Appends the outline of a chain, which has strips, to `edges`.
  mutating func trace(_ chain: PenChain, into edges: inout [WeightedEdge]) {
    let reversed = chain.reversed
    traceRightSide(chain)
    // Closed chains have a ring on each side of their axis.
    if chain.isClosed { close(into: &edges) }
    traceRightSide(reversed)
    close(into: &edges)
  }

  /// Appends the outline of a stroke of one place: a disc, or a square for pens with other caps.
  mutating func traceDot(at point: PenPoint, into edges: inout [WeightedEdge]) {
    switch cap {
    case .round:
      circle(of: point.radius).trace(around: point.place, into: &points)
    case .square, .flat:
      for corner in [SIMD2(-1.0, -1.0), SIMD2(1, -1), SIMD2(1, 1), SIMD2(-1, 1)] {
        append(point.place + corner * point.radius)
      }
    }
    close(into: &edges)
  }

  private mutating func close(into edges: inout [WeightedEdge]) {
    defer { points.removeAll(keepingCapacity: true) }
    guard var last = points.last else { return }
    for point in points where point != last {
      edges.append(WeightedEdge(start: last, end: point, weight: 1))
      last = point
    }
  }

  /// The right side from the first strip to the last one's end.
  private mutating func traceRightSide(_ chain: PenChain) {
    let strips = chain.strips
    for index in 1..<strips.count { traceJoint(strips[index - 1], strips[index]) }
    let last = strips[strips.count - 1]
    if chain.isClosed {
      traceJoint(last, strips[0])
    } else {
      switch chain.endsWith {
      case .cap: traceCap(last)
      case .cut:
        append(last.rightEnd)
        append(last.end.place)
        append(last.reversed.rightStart)
      }
    }
  }

  // MARK: Joints

  private mutating func traceJoint(_ before: PenStrip, _ after: PenStrip) {
    let turn = atan2(
      Planar.cross(before.direction, after.direction), (before.direction * after.direction).sum())
    let angle = turn + after.tilt - before.tilt
    if angle > 0 {
      traceBend(before, after, angle: angle)
    } else if let meeting = Self.meeting(before, after) {
      append(meeting)
    } else {
      append(before.rightEnd)
      append(after.start.place)
      append(after.rightStart)
    }
  }

  private mutating func traceBend(_ before: PenStrip, _ after: PenStrip, angle: Double) {
    let point = after.start
    switch join {
    case .round:
      traceArc(around: point, before, after, angle: angle)
    case .mitre(let limit) where angle < .pi && limit * cos(angle / 2) >= 1:
      // The angle between the stretches is π less the turn, so that 1 / sin(θ/2) = 1 / cos(angle/2).
      if !before.isTangent { append(before.rightEnd) }
      let cosine = cos(angle / 2)
      append(point.place + (before.right + after.right) * (point.radius / (2 * cosine * cosine)))
      if !after.isTangent { append(after.rightStart) }
    case .mitre, .bevel:
      append(before.rightEnd)
      append(after.rightStart)
    }
  }

  /// Where the right sides of two strips meet in an inner bend; nil where what they would enclose from there on is not
  /// covered by both, or reaches past the middle of one.
  private static func meeting(_ before: PenStrip, _ after: PenStrip) -> SIMD2<Double>? {
    guard after.rightContains(before.rightEnd), before.rightContains(after.rightStart) else { return nil }
    let back = before.rightStart - before.rightEnd
    let forth = after.rightEnd - after.rightStart
    let gap = after.rightStart - before.rightEnd
    let area = Planar.cross(back, forth)
    guard area != 0 else { return gap == .zero ? before.rightEnd : nil }
    let shareOfBack = Planar.cross(gap, forth) / area
    let shareOfForth = Planar.cross(gap, back) / area
    guard (0...0.5).contains(shareOfBack), (0...0.5).contains(shareOfForth) else { return nil }
    return before.rightEnd + back * shareOfBack
  }

  // MARK: Caps

  private mutating func traceCap(_ last: PenStrip) {
    let (end, other) = (last.end, last.reversed)
    switch cap {
    case .round:
      traceArc(around: end, last, other, angle: .pi - 2 * last.tilt)
    case .flat:
      append(last.rightEnd)
      append(other.rightStart)
    case .square:
      if !last.isTangent { append(last.rightEnd) }
      append(last.rightEnd + last.direction * end.radius)
      append(other.rightStart + last.direction * end.radius)
      if !last.isTangent { append(other.rightStart) }
    }
  }

  // MARK: Arcs

  /// The arc from the end of one strip's right side to the start of another's.
  private mutating func traceArc(
    around point: PenPoint, _ before: PenStrip, _ after: PenStrip, angle: Double
  ) {
    if !before.isTangent { append(before.rightEnd) }
    circle(of: point.radius).traceArc(
      around: point.place, from: before.right, to: after.right, angle: angle, into: &points)
    if !after.isTangent { append(after.rightStart) }
  }

  /// A circle whose arcs keep the tolerance or, when small, an eighth of their width.
  private func circle(of radius: Double) -> BrushCircle {
    BrushCircle(radius: radius, tolerance: min(arcTolerance, radius / 4))
  }

  private mutating func append(_ place: SIMD2<Double>) { points.append(LatticePoint(rounding: place)) }
}
