/// What a lathe turns: rings on the lattice with x the distance from the axis and y the height.
///
/// Rings keep away from the axis, except for points exactly on it, between which nothing is to be turned.
struct LatheProfile {
  /// The rings, the lowest point at height zero; the inside is on the left of every edge with x to the right and y up.
  private(set) var outline: Outline

  /// Whether any region is left.
  var isEmpty: Bool { outline.ringCount == 0 }

  /// Cuts off an outline at the axis.
  ///
  /// Coordinates are rounded to multiples of a number of steps first: then no point is nearer to another edge than
  /// half of it, and turning cannot round one through the other. Between the axis and the least radius the region is
  /// as it is at the least radius: what reaches that far reaches the axis, and points on the axis are those of runs
  /// along it, so that no two parts meet there in a point alone.
  ///
  /// - Parameters:
  ///   - edges: the outline's edges with x the distance from the axis, negative beyond it.
  ///   - grain: the number of steps to which coordinates are rounded.
  ///   - leastRadius: the least radius that a turned point may have, in steps.
  /// - Throws: `ExtrusionError.outlineNotResolved`.
  init(
    _ edges: [WeightedEdge], grain: Int32, leastRadius: Int32, lattice: Lattice
  ) throws(ExtrusionError) {
    var grained = edges.map {
      WeightedEdge(
        start: Self.divided($0.start, by: grain), end: Self.divided($0.end, by: grain), weight: $0.weight)
    }
    let least = (leastRadius + grain - 1) / grain
    Self.appendCut(at: least, to: &grained)
    var cut = WindingSweep.boundary(of: grained)
    Self.appendStrips(from: least, to: &cut)
    let (points, starts) = try OutlineRings.united(cut)
    let lowest = points.reduce(Int32.max) { min($0, $1.y) }
    outline = Outline(
      lattice: lattice, points: points.map { LatticePoint(max(0, $0.x), $0.y &- lowest) &* grain },
      ringStarts: starts)
  }

  private static func divided(_ point: LatticePoint, by grain: Int32) -> LatticePoint {
    LatticePoint(divided(point.x, by: grain), divided(point.y, by: grain))
  }

  private static func divided(_ value: Int32, by grain: Int32) -> Int32 {
    Int32((Double(value) / Double(grain)).rounded())
  }

  /// Takes out of the region all that is nearer to the axis than a distance, or beyond it.
  private static func appendCut(at least: Int32, to edges: inout [WeightedEdge]) {
    var (lower, upper) = (LatticePoint(repeating: least - 1), LatticePoint(repeating: .min))
    for edge in edges {
      lower = pointwiseMin(lower, edge.start)
      upper = pointwiseMax(upper, edge.start)
    }
    let corners = [
      LatticePoint(lower.x - 1, lower.y - 1), LatticePoint(least, lower.y - 1),
      LatticePoint(least, upper.y + 1), LatticePoint(lower.x - 1, upper.y + 1),
    ]
    // Regions that rounding laid on one another wind more than once.
    edges += Outline.edges(of: corners, weight: -4)
  }

  /// How far beyond the axis strips reach, so that their corners are no slivers.
  private static let overreach: Int32 = 16
  /// What is thinner than this along the cut does not reach the axis.
  private static let thinnestStrip: Int32 = 8

  /// Leads what was cut at the least distance straight on, beyond the axis.
  private static func appendStrips(from least: Int32, to edges: inout [WeightedEdge]) {
    // The region is to the right of the cut, so that its edges run down.
    let runs = edges.filter { $0.start.x == least && $0.end.x == least && $0.start.y > $0.end.y }
      .map { $0.end.y..<$0.start.y }.sorted { $0.lowerBound < $1.lowerBound }
    var merged: [Range<Int32>] = []
    for run in runs {
      if let last = merged.last, last.upperBound == run.lowerBound {
        merged[merged.count - 1] = last.lowerBound..<run.upperBound
      } else {
        merged.append(run)
      }
    }
    for run in merged where run.upperBound - run.lowerBound >= thinnestStrip {
      let corners = [
        LatticePoint(-overreach, run.lowerBound), LatticePoint(least, run.lowerBound),
        LatticePoint(least, run.upperBound), LatticePoint(-overreach, run.upperBound),
      ]
      edges += Outline.edges(of: corners)
    }
  }

  // MARK: The last cap

  /// The outline as it is seen, after turning and rounding, along the axis of space that its plane is most across.
  ///
  /// - Returns: nil where rounding made edges meet.
  func seen(foreshortening: Double) -> Outline? {
    let points = outline.points.map {
      LatticePoint(Int32((Double($0.x) * foreshortening).rounded(.toNearestOrAwayFromZero)), $0.y)
    }
    let seen = Outline(lattice: outline.lattice, points: points, ringStarts: outline.ringStarts)
    return Self.isSimple(seen.edges(weight: 1)) ? seen : nil
  }

  /// Whether edges meet in common ends alone, two at each.
  private static func isSimple(_ edges: [WeightedEdge]) -> Bool {
    var isSimple = edges.allSatisfy { $0.start != $0.end }
    BoxTree(edges.map { LatticeBox.around($0.start, $0.end) }).forEachOverlappingPair { first, second in
      if isSimple, areMeeting(edges[first], edges[second]) { isSimple = false }
    }
    return isSimple
  }

  private static func areMeeting(_ p: WeightedEdge, _ q: WeightedEdge) -> Bool {
    let (toStart, toEnd) = (orientation(p.start, p.end, q.start), orientation(p.start, p.end, q.end))
    if p.end == q.start { return toEnd == 0 && isBetween(p.end, p.start, q.end) == false }
    if q.end == p.start { return toStart == 0 && isBetween(p.start, p.end, q.start) == false }
    if p.start == q.start || p.end == q.end { return true }
    if toStart.signum() * toEnd.signum() > 0 { return false }
    let (fromStart, fromEnd) = (orientation(q.start, q.end, p.start), orientation(q.start, q.end, p.end))
    if fromStart.signum() * fromEnd.signum() > 0 { return false }
    // On one line the boxes, which overlap, decide.
    return true
  }

  /// Whether a point of a line lies between two others of it.
  private static func isBetween(_ point: LatticePoint, _ a: LatticePoint, _ b: LatticePoint) -> Bool {
    let (toA, toB) = (a &- point, b &- point)
    return Int64(toA.x) * Int64(toB.x) + Int64(toA.y) * Int64(toB.y) < 0
  }
}
