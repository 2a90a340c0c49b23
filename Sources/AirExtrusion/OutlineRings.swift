/// Unites closed polygons into rings that neither cross nor touch and have no sliver thinner than a micrometre.
///
/// Every result comes straight from an exact arrangement: edges are snapped until they meet at their ends only, the
/// boundary of the positive winding number is taken, and whatever has to be changed after that (rings that touch,
/// slivers) is either proven harmless by itself or goes through the arrangement again.
struct OutlineRings {
  /// A triangle of three points in a row is a sliver below this height, in lattice steps: 1 µm.
  private static let sliverHeight: Int64 = 4
  /// Size in steps of the first notch that parts rings which touch; doubled from round to round.
  private static let firstNotch: Int32 = 6
  private static let largestRoundCount = 12

  private var points: [LatticePoint] = []
  /// The next point of each point's ring; −1 where the point is on none.
  private var next: [Int32] = []
  private var previous: [Int32] = []
  /// Points that the boundary passes more than once.
  private var touching: [LatticePoint] = []

  /// The rings' points and where each ring starts, ending with the number of points.
  ///
  /// - Parameter patches: draws anew what is not true enough, after a look at the edges that face each other.
  static func united(
    _ edges: [WeightedEdge], patches: OutlinePatches? = nil
  ) throws(ExtrusionError) -> (points: [LatticePoint], starts: [Int]) {
    var edges = edges
    var notch = firstNotch
    var facing = patches.map { FacingEdges(reach: $0.reach) }
    var isInside: (Int32) -> Bool = { $0 > 0 }
    for round in 0..<largestRoundCount {
      let graph = PlanarGraph(SnapRounding.pieces(of: edges, facing: &facing))
      let boundary = WindingSweep.boundary(of: graph, where: isInside)
      isInside = { $0 > 0 }
      if let patches, let pairs = facing?.pairs, !pairs.isEmpty {
        facing = nil
        let patch = patches.edges(for: pairs)
        if !patch.isEmpty {
          edges = boundary.map(graph.weighted) + patch
          isInside = OutlinePatches.isInside
          continue
        }
      }
      var rings = OutlineRings(graph, boundary)
      if !rings.touching.isEmpty {
        edges = boundary.map(graph.weighted)
        for point in rings.touching {
          Self.appendNotch(at: point, size: notch, isFilled: round % 2 == 1, to: &edges)
        }
        notch *= 2
        continue
      }
      rings.removeSlivers()
      let (kept, starts, isComplete) = rings.traced()
      if isComplete { return (kept, starts) }
      edges = Self.edges(of: kept, starts)
    }
    throw .outlineNotResolved(rounds: largestRoundCount)
  }

  private init(_ graph: PlanarGraph, _ boundary: [WindingSweep.BoundaryEdge]) {
    points = graph.points
    next = [Int32](repeating: -1, count: points.count)
    previous = next
    for edge in boundary {
      if next[Int(edge.start)] >= 0 { touching.append(points[Int(edge.start)]) }
      next[Int(edge.start)] = edge.end
      previous[Int(edge.end)] = edge.start
    }
  }

  /// Appends a square on its corner that is taken out of the region: where several of its parts met in the middle,
  /// a gap parts them. Where they part again only in a crack too fine to show, whatever is taken out meets the crack in
  /// a point once more: then the square is filled, and the crack ends at its border.
  static func appendNotch(
    at point: LatticePoint, size: Int32, isFilled: Bool, to edges: inout [WeightedEdge]
  ) {
    let corners = [
      LatticePoint(size, 0), LatticePoint(0, size), LatticePoint(-size, 0), LatticePoint(0, -size),
    ].map { point &+ $0 }
    // The boundary of a region winds round it once, two parts that only just fail to touch included.
    edges += Outline.edges(of: corners, weight: isFilled ? 1 : -4)
  }

  // MARK: Slivers

  /// Takes out points whose triangle with their neighbours is a sliver, where no other point lies in it, so that the
  /// shorter way crosses nothing.
  private mutating func removeSlivers() {
    // Neighbours are not taken out in one pass: what two passes move stays below 2 µm.
    for _ in 0..<2 {
      var barred = -1
      var isChanged = false
      for index in points.indices where next[index] >= 0 && index != barred {
        let (before, after) = (Int(previous[index]), Int(next[index]))
        guard next[after] != before, isSliver(before, index, after), isEmpty(before, index, after) else {
          continue
        }
        next[before] = Int32(after)
        previous[after] = Int32(before)
        next[index] = -1
        previous[index] = -1
        barred = after
        isChanged = true
      }
      if !isChanged { return }
    }
  }

  private func isSliver(_ a: Int, _ b: Int, _ c: Int) -> Bool {
    let (a, b, c) = (points[a], points[b], points[c])
    let area = orientation(a, b, c)
    let longest = max(Self.squaredLength(b &- a), Self.squaredLength(c &- b), Self.squaredLength(a &- c))
    // area² ≤ height² · longest² without a root; the area of a sliver is below 4 · 2²⁶.
    guard abs(area) < 1 << 30 else { return false }
    return area * area < Self.sliverHeight * Self.sliverHeight * longest
  }

  /// Whether no other point of a ring lies in the closed triangle. Points are ordered by x.
  private func isEmpty(_ a: Int, _ b: Int, _ c: Int) -> Bool {
    let (first, last) = (min(a, b, c), max(a, b, c))
    let (pa, pb, pc) = (points[a], points[b], points[c])
    let lower = min(pa.y, pb.y, pc.y)
    let upper = max(pa.y, pb.y, pc.y)
    let sign: Int64 = orientation(pa, pb, pc) < 0 ? -1 : 1
    for index in first...last where next[index] >= 0 {
      let point = points[index]
      if point.y < lower || point.y > upper || index == a || index == b || index == c { continue }
      if sign * orientation(pa, pb, point) >= 0, sign * orientation(pb, pc, point) >= 0,
        sign * orientation(pc, pa, point) >= 0
      {
        return false
      }
    }
    return true
  }

  private static func squaredLength(_ v: LatticePoint) -> Int64 {
    Int64(v.x) * Int64(v.x) + Int64(v.y) * Int64(v.y)
  }

  // MARK: Rings

  /// Follows the rings; those thinner than a sliver are left out. Where such a ring may enclose others, the result is
  /// not complete: what it enclosed has to be looked at again.
  private func traced() -> (points: [LatticePoint], starts: [Int], isComplete: Bool) {
    var ringPoints: [LatticePoint] = []
    ringPoints.reserveCapacity(points.count)
    var starts = [0]
    var isComplete = true
    var isVisited = [Bool](repeating: false, count: points.count)
    // To look at everything again costs more than a look at a few times all points.
    var looksLeft = 16 * points.count
    for start in points.indices where next[start] >= 0 && !isVisited[start] {
      let ringStart = ringPoints.count
      var index = start
      var last = start
      repeat {
        isVisited[index] = true
        last = max(last, index)
        ringPoints.append(points[index])
        index = Int(next[index])
      } while index != start
      if isThin(ringPoints[ringStart...]) {
        looksLeft -= last - start
        if looksLeft < 0 || !isAlone(ringPoints[ringStart...], start...last) { isComplete = false }
        ringPoints.removeSubrange(ringStart...)
      } else {
        starts.append(ringPoints.count)
      }
    }
    return (ringPoints, starts, isComplete)
  }

  /// Whether no point of another ring lies in a ring's box, given the indices between which its own points are.
  private func isAlone(_ ring: ArraySlice<LatticePoint>, _ range: ClosedRange<Int>) -> Bool {
    var (lower, upper) = (Int32.max, Int32.min)
    for point in ring {
      lower = min(lower, point.y)
      upper = max(upper, point.y)
    }
    var count = 0
    for index in range where next[index] >= 0 && points[index].y >= lower && points[index].y <= upper {
      count += 1
    }
    return count == ring.count
  }

  /// Whether a ring's mean thickness, twice its area over its length, is that of a sliver.
  private func isThin(_ ring: ArraySlice<LatticePoint>) -> Bool {
    guard let first = ring.first, var last = ring.last else { return true }
    var twiceArea: Int64 = 0
    var length = 0.0
    for point in ring {
      twiceArea += orientation(first, last, point)
      length += Double(Self.squaredLength(point &- last)).squareRoot()
      last = point
    }
    return Double(abs(twiceArea)) < Double(Self.sliverHeight) * length
  }

  private static func edges(of points: [LatticePoint], _ starts: [Int]) -> [WeightedEdge] {
    var edges: [WeightedEdge] = []
    for (start, end) in zip(starts, starts.dropFirst()) {
      var last = points[end - 1]
      for point in points[start..<end] {
        edges.append(WeightedEdge(start: last, end: point, weight: 1))
        last = point
      }
    }
    return edges
  }
}
