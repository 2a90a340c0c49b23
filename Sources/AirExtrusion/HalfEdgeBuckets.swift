/// The half-edges of triangles, sorted so that those of one edge are next to each other.
///
/// Half-edge 3t + k leads from corner k of triangle t to the following corner.
struct HalfEdgeBuckets {
  /// Half-edges by lower vertex and then higher vertex (the key), each edge's in ascending order.
  private(set) var items: [KeyedIndex]
  /// The half-edges whose lower vertex is v are `items[starts[v] ..< starts[v + 1]]`.
  let starts: [Int32]

  /// The half-edge after one in its triangle.
  @inline(__always)
  static func following(_ half: Int) -> Int { half % 3 == 2 ? half &- 2 : half &+ 1 }

  /// - Complexity: O(n) for n corners, where no vertex has more than a few triangles.
  init(corners: [Int32], vertexCount: Int) {
    var starts = [Int32](repeating: 0, count: vertexCount + 1)
    var items = [KeyedIndex](repeating: KeyedIndex(key: 0, index: 0), count: corners.count)
    corners.withUnsafeBufferPointer { corners in
      starts.withUnsafeMutableBufferPointer { starts in
        for half in 0..<corners.count {
          starts[Int(min(corners[half], corners[Self.following(half)])) + 1] += 1
        }
        for vertex in 0..<vertexCount { starts[vertex + 1] += starts[vertex] }
      }
      var fill = starts
      items.withUnsafeMutableBufferPointer { items in
        fill.withUnsafeMutableBufferPointer { fill in
          for half in 0..<corners.count {
            let (a, b) = (corners[half], corners[Self.following(half)])
            let low = Int(min(a, b))
            items[Int(fill[low])] = KeyedIndex(key: UInt64(max(a, b)), index: Int32(half))
            fill[low] += 1
          }
        }
        for vertex in 0..<vertexCount {
          sortRun(UnsafeMutableBufferPointer(rebasing: items[Int(starts[vertex])..<Int(starts[vertex + 1])]))
        }
      }
    }
    self.items = items
    self.starts = starts
  }

  /// Calls `body` with the lower vertex and the range of `items` of every edge.
  @inline(__always)
  func forEachEdge(_ body: (Int32, Range<Int>) -> Void) {
    for vertex in 0..<starts.count - 1 {
      let bucketEnd = Int(starts[vertex + 1])
      var start = Int(starts[vertex])
      while start < bucketEnd {
        var end = start + 1
        while end < bucketEnd, items[end].key == items[start].key { end += 1 }
        body(Int32(vertex), start..<end)
        start = end
      }
    }
  }
}
