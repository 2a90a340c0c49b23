/// The constrained Delaunay triangulation of an outline's inside, with every point of its rings.
struct PlanarTriangulation {
  /// The outline's points, ordered by x and then y.
  let points: [LatticePoint]
  /// The next point of each point's ring; the inside is on the left.
  let next: [Int32]
  /// Three indices a triangle, counter-clockwise with x to the right and y up.
  let triangles: [Int32]

  /// - Complexity: O(n log n) for n points, and as many flips as the sweep's triangles are away from Delaunay's.
  init(of outline: Outline) {
    var lower = LatticePoint(repeating: .max)
    for point in outline.points { lower = pointwiseMin(lower, point) }
    var order: [KeyedIndex] = []
    order.reserveCapacity(outline.points.count)
    for (index, point) in outline.points.enumerated() {
      // Coordinates of the lattice span 26 bits at most.
      let offset = point &- lower
      order.append(KeyedIndex(key: UInt64(offset.x) << 26 | UInt64(offset.y), index: Int32(index)))
    }
    radixSort(&order, keyBits: 52)
    var rank = [Int32](repeating: 0, count: order.count)
    for (place, item) in order.enumerated() { rank[Int(item.index)] = Int32(place) }
    var next = [Int32](repeating: 0, count: order.count)
    var previous = next
    for ring in 0..<outline.ringCount {
      let range = outline.ringStarts[ring]..<outline.ringStarts[ring + 1]
      var last = rank[range.upperBound - 1]
      for index in range {
        next[Int(last)] = rank[index]
        previous[Int(rank[index])] = last
        last = rank[index]
      }
    }
    let points = order.map { outline.points[Int($0.index)] }
    let sweep = SweepTriangulation(points: points, next: next, previous: previous)
    triangles = DelaunayRefinement(sweep.triangles, points: points).triangles
    self.points = points
    self.next = next
  }
}
