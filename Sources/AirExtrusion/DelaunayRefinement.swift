/// Turns a triangulation into the constrained Delaunay triangulation of its points and boundary by flipping edges.
///
/// An inner edge is flipped while the point across lies strictly inside of its triangle's circumcircle; when none is
/// left, the triangulation is the constrained Delaunay one (C. L. Lawson, "Software for C¹ surface interpolation",
/// Mathematical Software III, 1977; L. P. Chew, "Constrained Delaunay triangulations", Algorithmica 4, 1989).
struct DelaunayRefinement {
  /// Three indices a triangle, counter-clockwise.
  var triangles: [Int32]
  /// The half-edge across from each, −1 at the boundary and at fixed edges; half-edge h leads from `triangles[h]` to the next corner.
  private var twins: [Int32] = []

  /// Flips until the triangulation is Delaunay.
  ///
  /// - Parameter isFixed: whether the edge between two points must stay; only edges with two triangles are asked for.
  init(
    _ triangles: [Int32], points: [LatticePoint], isFixed: (Int32, Int32) -> Bool = { _, _ in false }
  ) {
    self.triangles = triangles
    pairHalfEdges(pointCount: points.count, isFixed: isFixed)
    flipAll(points)
  }

  @inline(__always)
  private static func following(_ half: Int32) -> Int32 { half % 3 == 2 ? half &- 2 : half &+ 1 }

  private mutating func pairHalfEdges(pointCount: Int, isFixed: (Int32, Int32) -> Bool) {
    twins = [Int32](repeating: -1, count: triangles.count)
    let buckets = HalfEdgeBuckets(corners: triangles, vertexCount: pointCount)
    twins.withUnsafeMutableBufferPointer { twins in
      buckets.forEachEdge { low, halves in
        guard halves.count == 2, !isFixed(low, halves[0].high) else { return }
        twins[Int(halves[0].index)] = halves[1].index
        twins[Int(halves[1].index)] = halves[0].index
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
            guard inCircle(points[Int(a)], points[Int(b)], points[Int(c)], points[Int(d)]) > 0 else {
              continue
            }
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
