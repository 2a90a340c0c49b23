/// Edges that meet at their ends only, joined at their common points, with equal ones merged.
struct PlanarGraph {
  /// All points, ordered by x and then y.
  private(set) var points: [LatticePoint] = []
  /// Edges ordered by their lower point, then counter-clockwise around it from straight down.
  private(set) var edges: [Edge] = []
  /// The edges that leave point i to higher points are `firstEdge[i] ..< firstEdge[i + 1]`.
  private(set) var firstEdge: [Int32] = []

  struct Edge {
    /// Index of the point that is lower in the points' order.
    var low: Int32
    /// Index of the other point.
    var high: Int32
    /// What crossing the edge upward (from the right of low → high to its left) adds to the winding number.
    var weight: Int32
  }

  /// Joins pieces that do not cross; edges whose weights cancel are left out.
  ///
  /// - Parameter isolated: further points, which lie on no piece.
  /// - Complexity: O(n) beside a radix sort, for n pieces.
  init(_ pieces: [WeightedEdge], isolated: [LatticePoint] = []) {
    var ends = joinedPoints(of: pieces, isolated: isolated)
    // Bucket by lower point.
    var starts = [Int32](repeating: 0, count: points.count + 1)
    for index in 0..<pieces.count {
      let (start, end) = (ends[2 * index], ends[2 * index + 1])
      starts[Int(min(start, end)) + 1] += 1
    }
    for point in 0..<points.count { starts[point + 1] += starts[point] }
    var fill = starts
    var bucketed = [Edge](repeating: Edge(low: 0, high: 0, weight: 0), count: pieces.count)
    for (index, piece) in pieces.enumerated() {
      let (start, end) = (ends[2 * index], ends[2 * index + 1])
      let edge =
        start < end
        ? Edge(low: start, high: end, weight: piece.weight)
        : Edge(low: end, high: start, weight: -piece.weight)
      bucketed[Int(fill[Int(edge.low)])] = edge
      fill[Int(edge.low)] += 1
    }
    ends = []
    edges.reserveCapacity(pieces.count)
    firstEdge.reserveCapacity(points.count + 1)
    for point in 0..<points.count {
      firstEdge.append(Int32(edges.count))
      appendMerged(bucketed[Int(starts[point])..<Int(starts[point + 1])])
    }
    firstEdge.append(Int32(edges.count))
  }

  /// Finds the distinct points of the pieces; returns the point index of each piece's start and end in turn.
  private mutating func joinedPoints(of pieces: [WeightedEdge], isolated: [LatticePoint]) -> [Int32] {
    var lower = LatticePoint(repeating: .max)
    var upper = LatticePoint(repeating: .min)
    for piece in pieces {
      lower = pointwiseMin(lower, pointwiseMin(piece.start, piece.end))
      upper = pointwiseMax(upper, pointwiseMax(piece.start, piece.end))
    }
    for point in isolated {
      lower = pointwiseMin(lower, point)
      upper = pointwiseMax(upper, point)
    }
    guard !pieces.isEmpty else { return [] }
    let extent = upper &- lower
    let bitsY = UInt64(32 - extent.y.leadingZeroBitCount)
    let bitsX = UInt64(32 - extent.x.leadingZeroBitCount)
    var keyed: [KeyedIndex] = []
    keyed.reserveCapacity(pieces.count + pieces.count / 4 + isolated.count)
    @inline(__always)
    func item(_ point: LatticePoint, _ index: Int) -> KeyedIndex {
      let offset = point &- lower
      return KeyedIndex(
        key: UInt64(offset.x) << bitsY | UInt64(offset.y), index: Int32(truncatingIfNeeded: index))
    }
    // A piece that goes on where the one before it ends has its point from there.
    for (index, piece) in pieces.enumerated() {
      if index == 0 || pieces[index - 1].end != piece.start { keyed.append(item(piece.start, 2 * index)) }
      keyed.append(item(piece.end, 2 * index + 1))
    }
    for (index, point) in isolated.enumerated() { keyed.append(item(point, 2 * pieces.count + index)) }
    radixSort(&keyed, keyBits: Int(bitsX + bitsY))
    var ends = [Int32](repeating: 0, count: 2 * pieces.count + isolated.count)
    var last: UInt64?
    for item in keyed {
      if item.key != last {
        last = item.key
        let y = item.key & ((1 << bitsY) - 1)
        points.append(LatticePoint(Int32(item.key >> bitsY), Int32(y)) &+ lower)
      }
      ends[Int(item.index)] = Int32(points.count - 1)
    }
    for index in pieces.indices.dropFirst() where pieces[index - 1].end == pieces[index].start {
      ends[2 * index] = ends[2 * index - 1]
    }
    return ends
  }

  /// Appends the edges of one lower point in order of slope, equal ones merged.
  private mutating func appendMerged(_ bucket: ArraySlice<Edge>) {
    let start = edges.count
    for edge in bucket {
      var place = edges.count
      var isMerged = false
      while place > start {
        let other = edges[place - 1]
        if other.high == edge.high {
          edges[place - 1].weight += edge.weight
          isMerged = true
          break
        }
        let (low, high) = (points[Int(edge.low)], points[Int(edge.high)])
        if orientation(low, points[Int(other.high)], high) > 0 { break }
        place -= 1
      }
      if !isMerged { edges.insert(edge, at: place) }
    }
    var kept = start
    for place in start..<edges.count where edges[place].weight != 0 {
      edges[kept] = edges[place]
      kept += 1
    }
    edges.removeLast(edges.count - kept)
  }
}
