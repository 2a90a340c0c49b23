/// Turns a triangulation into the constrained Delaunay triangulation of its points and boundary by flipping edges.
///
/// An inner edge is flipped while the point across lies strictly inside of its triangle's circumcircle; when none is
/// left, the triangulation is the constrained Delaunay one (C. L. Lawson, "Software for C¹ surface interpolation",
/// Mathematical Software III, 1977; L. P. Chew, "Constrained Delaunay triangulations", Algorithmica 4, 1989).
struct DelaunayRefinement {
  /// Three indices a triangle, counter-clockwise.
  private(set) var triangles: [Int32]
  /// The half-edge across from each, −1 at the boundary; half-edge h leads from `triangles[h]` to the next corner.
  private var twins: [Int32] = []

  /// Flips until the triangulation is Delaunay.
  init(_ triangles: [Int32], points: [LatticePoint], next: [Int32]) {
    self.triangles = triangles
    pairHalfEdges(pointCount: points.count, next: next)
    flipAll(points)
  }

  @inline(__always)
  private static func following(_ half: Int32) -> Int32 { half % 3 == 2 ? half - 2 : half + 1 }

  private mutating func pairHalfEdges(pointCount: Int, next: [Int32]) {
    twins = [Int32](repeating: -1, count: triangles.count)
    // Half-edges in buckets by their lower point; the boundary's have no twin.
    var starts = [Int32](repeating: 0, count: pointCount + 1)
    var lows = [Int32](repeating: -1, count: triangles.count)
    for half in 0..<triangles.count {
      let (a, b) = (triangles[half], triangles[Int(Self.following(Int32(half)))])
      if next[Int(a)] == b { continue }
      lows[half] = min(a, b)
      starts[Int(min(a, b)) + 1] += 1
    }
    for point in 0..<pointCount { starts[point + 1] += starts[point] }
    var fill = starts
    var buckets = [KeyedIndex](
      repeating: KeyedIndex(key: 0, index: 0), count: Int(starts[pointCount]))
    for half in 0..<triangles.count where lows[half] >= 0 {
      let (a, b) = (triangles[half], triangles[Int(Self.following(Int32(half)))])
      let low = Int(lows[half])
      buckets[Int(fill[low])] = KeyedIndex(key: UInt64(max(a, b)), index: Int32(half))
      fill[low] += 1
    }
    for point in 0..<pointCount {
      let range = Int(starts[point])..<Int(starts[point + 1])
      // Each edge is there twice, and next to itself when sorted.
      buckets[range].sort { $0.key < $1.key }
      for place in stride(from: range.lowerBound, to: range.upperBound - 1, by: 2) {
        let (a, b) = (buckets[place].index, buckets[place + 1].index)
        twins[Int(a)] = b
        twins[Int(b)] = a
      }
    }
  }

  private mutating func flipAll(_ points: [LatticePoint]) {
    var pending: [Int32] = []
    for half in twins.indices where twins[half] > Int32(half) { pending.append(Int32(half)) }
    triangles.withUnsafeMutableBufferPointer { corners in
      twins.withUnsafeMutableBufferPointer { twins in
        points.withUnsafeBufferPointer { points in
          while let half = pending.popLast() {
            let twin = twins[Int(half)]
            if twin < 0 { continue }
            // Triangle (a, b, c) with edge a → b, and (b, a, d) across.
            let (halfNext, twinNext) = (Self.following(half), Self.following(twin))
            let (halfLast, twinLast) = (Self.following(halfNext), Self.following(twinNext))
            let (a, b) = (corners[Int(half)], corners[Int(twin)])
            let (c, d) = (corners[Int(halfLast)], corners[Int(twinLast)])
            guard inCircle(points[Int(a)], points[Int(b)], points[Int(c)], points[Int(d)]) > 0 else { continue }
            // Now (d, b, c) and (c, a, d): the edges b → c and a → d's keep their half-edges, the others move.
            corners[Int(half)] = d
            corners[Int(twin)] = c
            let (outerHalf, outerTwin) = (twins[Int(twinLast)], twins[Int(halfLast)])
            twins[Int(half)] = outerHalf
            if outerHalf >= 0 { twins[Int(outerHalf)] = half }
            twins[Int(twin)] = outerTwin
            if outerTwin >= 0 { twins[Int(outerTwin)] = twin }
            twins[Int(halfLast)] = twinLast
            twins[Int(twinLast)] = halfLast
            pending.append(half)
            pending.append(twin)
            pending.append(halfNext)
            pending.append(twinNext)
          }
        }
      }
    }
  }
}
