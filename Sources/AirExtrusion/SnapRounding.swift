/// A directed edge between lattice points: crossing it from right to left adds its weight to the winding number.
struct WeightedEdge {
  var start: LatticePoint
  var end: LatticePoint
  var weight: Int32
}

/// Makes edges meet at their ends only.
///
/// Every lattice point at which an edge ends, or to which a crossing of two edges rounds, is hot; every edge is led
/// through the centres of the hot pixels that it passes. Then no two edges cross, none touches another with its
/// inside, no edge moved by more than half a step either way, and one pass is enough (J. D. Hobby, "Practical segment
/// intersection with finite precision output", Computational Geometry 13, 1999). A pixel holds its left and lower
/// sides and not the others, so that each point of the plane is in one pixel.
enum SnapRounding {
  /// The edges in pieces between hot points; pieces of zero length are left out, equal ones are kept apart.
  ///
  /// - Complexity: O((n + k) log n) for n edges of like length and k pairs whose boxes overlap.
  static func pieces(of edges: [WeightedEdge]) -> [WeightedEdge] {
    var unwanted: FacingEdges?
    return pieces(of: edges, facing: &unwanted)
  }

  /// The same, and the pairs of edges that face each other closely, where these are asked for.
  static func pieces(of edges: [WeightedEdge], facing: inout FacingEdges?) -> [WeightedEdge] {
    // Half the reach around each box brings together what is nearer than the reach.
    let margin = facing.map { $0.reach / 2 + 1 } ?? 0
    let tree = BoxTree(edges.map { LatticeBox.around($0.start, $0.end).widened(by: margin) })
    var splits: [Split] = []
    var crossings: [LatticePoint] = []
    edges.withUnsafeBufferPointer { edges in
      tree.forEachOverlappingPair { first, second in
        meet(edges, first, second, &splits, &crossings)
        facing?.noteIfFacing(edges[first], edges[second])
      }
      for crossing in distinct(crossings) {
        tree.forEachItem(overlapping: .around(crossing, crossing)) { edge in
          let (a, b) = (edges[edge].start, edges[edge].end)
          if crossing != a, crossing != b, isInBox(crossing, a, b),
            passes(a, b, crossing, orientation(a, b, crossing))
          {
            splits.append(Split(edge: Int32(edge), point: crossing))
          }
        }
      }
    }
    return cut(edges, at: splits)
  }

  /// Points without most of their repetitions, in their order: those that follow each other soon are found.
  private static func distinct(_ points: [LatticePoint]) -> [LatticePoint] {
    let none = LatticePoint(repeating: .max)
    let bits = UInt64(min(Int.bitWidth - points.count.leadingZeroBitCount, 12))
    var seen = [LatticePoint](repeating: none, count: 1 << Int(bits))
    var distinct: [LatticePoint] = []
    distinct.reserveCapacity(points.count)
    for point in points {
      let key = UInt64(UInt32(bitPattern: point.x)) << 32 | UInt64(UInt32(bitPattern: point.y))
      // Fibonacci hashing (D. E. Knuth, The Art of Computer Programming, volume 3, 6.4).
      let slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
      if seen[slot] == point { continue }
      seen[slot] = point
      distinct.append(point)
    }
    return distinct
  }

  private struct Split {
    var edge: Int32
    var point: LatticePoint
  }

  /// Notes where one of two edges passes an end's pixel of the other, and where they cross.
  @inline(__always)
  private static func meet(
    _ edges: UnsafeBufferPointer<WeightedEdge>, _ first: Int, _ second: Int, _ splits: inout [Split],
    _ crossings: inout [LatticePoint]
  ) {
    let (a, b) = (edges[first].start, edges[first].end)
    let (c, d) = (edges[second].start, edges[second].end)
    let (abc, abd) = (orientation(a, b, c), orientation(a, b, d))
    let (cda, cdb) = (orientation(c, d, a), orientation(c, d, b))
    if c != a, c != b, isInBox(c, a, b), passes(a, b, c, abc) {
      splits.append(Split(edge: Int32(first), point: c))
    }
    if d != a, d != b, isInBox(d, a, b), passes(a, b, d, abd) {
      splits.append(Split(edge: Int32(first), point: d))
    }
    if a != c, a != d, isInBox(a, c, d), passes(c, d, a, cda) {
      splits.append(Split(edge: Int32(second), point: a))
    }
    if b != c, b != d, isInBox(b, c, d), passes(c, d, b, cdb) {
      splits.append(Split(edge: Int32(second), point: b))
    }
    guard (abc > 0) != (abd > 0), abc != 0, abd != 0, (cda > 0) != (cdb > 0), cda != 0, cdb != 0 else {
      return
    }
    crossings.append(roundedCrossing(a, b, cda, cda &- cdb))
  }

  @inline(__always)
  private static func isInBox(_ p: LatticePoint, _ a: LatticePoint, _ b: LatticePoint) -> Bool {
    min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y)
  }

  /// Whether the edge a → b passes the pixel of a lattice point that lies in the edge's box and is none of its ends;
  /// `area` is their orientation.
  ///
  /// The line passes the pixel's inside when corners lie on both of its sides. If it only touches one corner, that
  /// one must be the lower left.
  @inline(__always)
  private static func passes(_ a: LatticePoint, _ b: LatticePoint, _ point: LatticePoint, _ area: Int64)
    -> Bool
  {
    let direction = b &- a
    let reach = abs(Int64(direction.x)) &+ abs(Int64(direction.y))
    let twice = 2 &* abs(area)
    if twice != reach { return twice < reach }
    // Twice the orientation of a, b and the lower left corner, half a step left of and below the point.
    return 2 &* area &- Int64(direction.x) &+ Int64(direction.y) == 0
  }

  /// The lattice point to which a + (b − a) · numerator / denominator rounds, halves upward.
  private static func roundedCrossing(
    _ a: LatticePoint, _ b: LatticePoint, _ numerator: Int64, _ denominator: Int64
  ) -> LatticePoint {
    let fraction = Double(numerator) / Double(denominator)
    return LatticePoint(
      a.x &+ roundedShare(b.x &- a.x, fraction, numerator, denominator),
      a.y &+ roundedShare(b.y &- a.y, fraction, numerator, denominator))
  }

  private static func roundedShare(
    _ length: Int32, _ fraction: Double, _ numerator: Int64, _ denominator: Int64
  ) -> Int32 {
    let shifted = Double(length) * fraction + 0.5
    let floor = shifted.rounded(.down)
    // The product is wrong by less than 2⁻²⁵: only near a whole number can it round to another one.
    if shifted - floor > 0x1p-20, shifted - floor < 1 - 0x1p-20 { return Int32(floor) }
    var (over, under) = (
      2 * Int128(length) * Int128(numerator) + Int128(denominator), 2 * Int128(denominator)
    )
    if under < 0 { (over, under) = (-over, -under) }
    let quotient = over / under
    return Int32(over % under < 0 ? quotient - 1 : quotient)
  }

  /// Edges led through their split points in order.
  private static func cut(_ edges: [WeightedEdge], at splits: [Split]) -> [WeightedEdge] {
    var starts = [Int32](repeating: 0, count: edges.count + 1)
    for split in splits { starts[Int(split.edge) + 1] += 1 }
    for edge in 0..<edges.count { starts[edge + 1] += starts[edge] }
    var fill = starts
    var points = [LatticePoint](repeating: .zero, count: splits.count)
    for split in splits {
      points[Int(fill[Int(split.edge)])] = split.point
      fill[Int(split.edge)] += 1
    }
    var pieces: [WeightedEdge] = []
    pieces.reserveCapacity(edges.count + splits.count)
    for (index, edge) in edges.enumerated() {
      let range = Int(starts[index])..<Int(starts[index + 1])
      if range.isEmpty {
        if edge.start != edge.end { pieces.append(edge) }
        continue
      }
      // The pixels along an edge follow each other monotonically in both coordinates.
      let forwardX: Int32 = edge.end.x >= edge.start.x ? 1 : -1
      let forwardY: Int32 = edge.end.y >= edge.start.y ? 1 : -1
      if range.count > 1 {
        points[range].sort { forwardX * $0.x + forwardY * $0.y < forwardX * $1.x + forwardY * $1.y }
      }
      var last = edge.start
      for point in points[range] where point != last {
        pieces.append(WeightedEdge(start: last, end: point, weight: edge.weight))
        last = point
      }
      if last != edge.end { pieces.append(WeightedEdge(start: last, end: edge.end, weight: edge.weight)) }
    }
    return pieces
  }
}
