/// Finds the boundary of the region whose winding number is positive.
///
/// A sweep in the manner of J. L. Bentley and T. A. Ottmann ("Algorithms for reporting and counting geometric
/// intersections", IEEE Transactions on Computers 28, 1979) over edges that no longer cross: each learns its winding
/// number below from the edge underneath.
enum WindingSweep {
  /// A boundary edge with the region on its left, between indices of the graph's points.
  struct BoundaryEdge {
    var start: Int32
    var end: Int32
  }

  /// The boundary edges, in the order of the sweep.
  ///
  /// - Parameter isInside: whether a region of this winding number belongs to what is bounded.
  /// - Complexity: that of `forEachEdge`.
  static func boundary(
    of graph: PlanarGraph, where isInside: (Int32) -> Bool = { $0 > 0 }
  ) -> [BoundaryEdge] {
    var boundary: [BoundaryEdge] = []
    forEachEdge(of: graph) { index, below, above in
      let edge = graph.edges[index]
      switch (isInside(below), isInside(above)) {
      case (false, true): boundary.append(BoundaryEdge(start: edge.low, end: edge.high))
      case (true, false): boundary.append(BoundaryEdge(start: edge.high, end: edge.low))
      default: break
      }
    }
    return boundary
  }

  /// The boundary of what edges enclose that may cross, itself of weight one.
  ///
  /// - Parameter isInside: whether a region of this winding number belongs to what is bounded.
  static func boundary(
    of edges: [WeightedEdge], where isInside: (Int32) -> Bool = { $0 > 0 }
  ) -> [WeightedEdge] {
    let graph = PlanarGraph(SnapRounding.pieces(of: edges))
    return boundary(of: graph, where: isInside).map(graph.weighted)
  }

  /// The winding number above each edge.
  static func windingsAbove(of graph: PlanarGraph) -> [Int32] {
    var windings = [Int32](repeating: 0, count: graph.edges.count)
    forEachEdge(of: graph) { index, _, above in windings[index] = above }
    return windings
  }

  /// Calls `body` with each edge's index and the winding numbers below and above it, in the order of the sweep.
  ///
  /// - Complexity: O(n log n) for n edges, if the sweep stands on O(√n) of them at a time; moving those in an array
  ///   is what more would cost.
  @inline(__always)
  private static func forEachEdge(of graph: PlanarGraph, _ body: (Int, Int32, Int32) -> Void) {
    var arriving = [Int32](repeating: 0, count: graph.points.count)
    for edge in graph.edges { arriving[Int(edge.high)] += 1 }
    var status = SweepStatus()
    var windingsAbove = [Int32](repeating: 0, count: graph.edges.count)
    var leaving: [SweepStatus.Entry] = []
    for (index, point) in graph.points.enumerated() {
      let range = Int(graph.firstEdge[index])..<Int(graph.firstEdge[index + 1])
      let count = Int(arriving[index])
      if count == 0, range.isEmpty { continue }
      let place = status.place(of: point)
      var winding = place > 0 ? windingsAbove[Int(status.entries[place - 1].label)] : 0
      leaving.removeAll(keepingCapacity: true)
      for edgeIndex in range {
        let edge = graph.edges[edgeIndex]
        let below = winding
        winding += edge.weight
        windingsAbove[edgeIndex] = winding
        leaving.append(
          SweepStatus.Entry(low: point, high: graph.points[Int(edge.high)], label: Int32(edgeIndex)))
        body(edgeIndex, below, winding)
      }
      if count == 1, leaving.count == 1 {
        status.replace(at: place, with: leaving[0])
      } else {
        status.replace(at: place, count: count, with: leaving)
      }
    }
  }
}

extension PlanarGraph {
  /// A boundary edge between its points, of weight one.
  func weighted(_ edge: WindingSweep.BoundaryEdge) -> WeightedEdge {
    WeightedEdge(start: points[Int(edge.start)], end: points[Int(edge.end)], weight: 1)
  }

  /// The edges at which the level of the regions changes, each with the change as its weight.
  ///
  /// - Parameters:
  ///   - windingAbove: the winding number above each edge.
  ///   - level: the level of a region of a winding number.
  func edges(_ windingAbove: [Int32], level: (Int32) -> Int32) -> [WeightedEdge] {
    edges.enumerated().compactMap { index, edge in
      let change = level(windingAbove[index]) - level(windingAbove[index] - edge.weight)
      if change == 0 { return nil }
      return WeightedEdge(start: points[Int(edge.low)], end: points[Int(edge.high)], weight: change)
    }
  }
}
