/// The half-edges of triangles, sorted so that those of one edge are next to each other.
///
/// Half-edge 3t + k leads from corner k of triangle t to the following corner.
struct HalfEdgeBuckets {
  /// A half-edge, in the bucket of the lower of its two vertices.
  struct HalfEdge {
    /// The higher vertex.
    var high: Int32
    /// The number of the half-edge.
    var index: Int32
  }

  /// Half-edges by lower vertex and then higher vertex, each edge's in ascending order.
  private(set) var items: [HalfEdge]
  /// The half-edges whose lower vertex is v are `items[starts[v] ..< starts[v + 1]]`.
  let starts: [Int32]

  /// The half-edge after one in its triangle.
  @inline(__always)
  static func following(_ half: Int) -> Int { half % 3 == 2 ? half &- 2 : half &+ 1 }

  /// - Complexity: O(n) for n corners, where no vertex has more than a few triangles.
  init(corners: [Int32], vertexCount: Int) {
    var starts = [Int32](repeating: 0, count: vertexCount + 1)
    var items = [HalfEdge](repeating: HalfEdge(high: 0, index: 0), count: corners.count)
    corners.withUnsafeBufferPointer { corners in
      starts.withUnsafeMutableBufferPointer { starts in
        for first in stride(from: 0, to: corners.count, by: 3) {
          let (a, b, c) = (corners[first], corners[first + 1], corners[first + 2])
          starts[Int(min(a, b)) + 1] += 1
          starts[Int(min(b, c)) + 1] += 1
          starts[Int(min(c, a)) + 1] += 1
        }
        for vertex in 0..<vertexCount { starts[vertex + 1] += starts[vertex] }
      }
      var fill = starts
      items.withUnsafeMutableBufferPointer { items in
        fill.withUnsafeMutableBufferPointer { fill in
          func put(_ a: Int32, _ b: Int32, _ half: Int) {
            let low = Int(min(a, b))
            items[Int(fill[low])] = HalfEdge(high: max(a, b), index: Int32(truncatingIfNeeded: half))
            fill[low] += 1
          }
          for first in stride(from: 0, to: corners.count, by: 3) {
            let (a, b, c) = (corners[first], corners[first + 1], corners[first + 2])
            put(a, b, first)
            put(b, c, first + 1)
            put(c, a, first + 2)
          }
        }
        for vertex in 0..<vertexCount {
          Self.sort(
            UnsafeMutableBufferPointer(rebasing: items[Int(starts[vertex])..<Int(starts[vertex + 1])]))
        }
      }
    }
    self.items = items
    self.starts = starts
  }

  /// Sorts a run of half-edges with ascending numbers by their higher vertices in place, stable.
  @inline(__always)
  private static func sort(_ run: UnsafeMutableBufferPointer<HalfEdge>) {
    if run.count > 32 {
      var run = run
      run.sort { ($0.high, $0.index) < ($1.high, $1.index) }
      return
    }
    insertionSort(run) { $0.high }
  }

  /// Calls `body` with the lower vertex and the half-edges of every edge.
  @inline(__always)
  func forEachEdge(_ body: (Int32, UnsafeBufferPointer<HalfEdge>) -> Void) {
    items.withUnsafeBufferPointer { items in
      starts.withUnsafeBufferPointer { starts in
        for vertex in 0..<starts.count - 1 {
          let bucketEnd = Int(starts[vertex + 1])
          var start = Int(starts[vertex])
          while start < bucketEnd {
            var end = start + 1
            while end < bucketEnd, items[end].high == items[start].high { end += 1 }
            body(Int32(truncatingIfNeeded: vertex), UnsafeBufferPointer(rebasing: items[start..<end]))
            start = end
          }
        }
      }
    }
  }
}
