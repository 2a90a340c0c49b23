/// The constrained Delaunay triangulation of the regions of a planar graph whose winding number is positive, with
/// every point and every edge of the graph.
///
/// The sweep is `SweepTriangulation`'s, for subdivisions instead of rings: any number of edges may meet in a point, on
/// both sides of an edge there may be triangles, and points may lie by themselves inside of a region.
struct SubdivisionTriangulation {
  /// Three indices of the graph's points a triangle, counter-clockwise with x to the right and y up.
  private(set) var triangles: [Int32] = []
  /// The winding number of the region that each triangle lies in.
  private(set) var windings: [Int32] = []

  private let graph: PlanarGraph
  private var status = SweepStatus()
  /// Edges are named by their numbers in the graph.
  private var chains: SweepChains

  /// Triangulates the regions of a graph.
  ///
  /// - Parameter windingAbove: the winding number above each edge of the graph.
  /// - Complexity: O(n log n) for n points and edges, as in `SweepTriangulation`.
  init(of graph: PlanarGraph, windingAbove: [Int32]) {
    self.graph = graph
    chains = SweepChains(points: graph.points, edgeCount: graph.edges.count)
    var arriving = [Int32](repeating: 0, count: graph.points.count)
    for edge in graph.edges { arriving[Int(edge.high)] += 1 }
    for point in graph.points.indices {
      meet(Int32(point), arriving: Int(arriving[point]), windingAbove: windingAbove)
    }
    var refinement = DelaunayRefinement(chains.triangles, points: graph.points) { graph.hasEdge($0, $1) }
    swap(&triangles, &refinement.triangles)
  }

  private mutating func meet(_ point: Int32, arriving: Int, windingAbove: [Int32]) {
    let place = status.place(of: graph.points[Int(point)])
    let leaving = Int32(graph.firstEdge[Int(point)])..<Int32(graph.firstEdge[Int(point) + 1])
    // The edge under the point, whose region lies below the edges that meet here, and the top one of those that
    // arrive, whose region lies above them; with none arriving both regions are one.
    let under = place > 0 ? status.entries[place - 1].label : -1
    let top = arriving > 0 ? status.entries[place + arriving - 1].label : under
    let windingBelow = under >= 0 ? windingAbove[Int(under)] : 0
    let windingOver = top >= 0 ? windingAbove[Int(top)] : 0

    var upperChain = Int32(-1)
    var upperLast = Int32(-1)
    if arriving == 0 {
      if windingBelow > 0 { (upperChain, upperLast) = chains.split(under) }
    } else {
      for index in place..<place + arriving - 1 {
        let edge = status.entries[index].label
        if windingAbove[Int(edge)] > 0 {
          _ = closeFromBelow(point, from: chains.first(of: edge), winding: windingAbove[Int(edge)])
        }
      }
      if windingOver > 0 { (upperChain, upperLast) = (chains.first(of: top), chains.last(of: top)) }
    }
    var lower = Int32(-1)
    if windingBelow > 0 {
      lower = chains.closeFromAbove(point, from: chains.last(of: under))
      noteWinding(windingBelow)
      chains.set(under, first: chains.first(of: under), last: lower, rightmost: lower)
    }
    var upper = Int32(-1)
    if windingOver > 0 { upper = closeFromBelow(point, from: upperChain, winding: windingOver) }

    if let topLeaving = leaving.last {
      for edge in leaving.dropLast() where windingAbove[Int(edge)] > 0 {
        chains.begin(edge, at: point)
      }
      if upper >= 0 { chains.set(topLeaving, first: upper, last: upperLast, rightmost: upper) }
    } else if lower >= 0, upper >= 0 {
      // Nothing leaves: both regions are one, and one node for the point joins what is left of their chains.
      chains.join(under, lower: lower, upper: upper, upperLast: upperLast)
    }
    replaceEdges(at: place, count: arriving, leaving: leaving, from: point)
  }

  private mutating func replaceEdges(at place: Int, count: Int, leaving: Range<Int32>, from point: Int32) {
    if count == 0, leaving.isEmpty { return }
    if count == 1, leaving.count == 1 {
      status.replace(at: place, with: entry(leaving.lowerBound, from: point))
    } else {
      status.replace(at: place, count: count, with: leaving.map { entry($0, from: point) })
    }
  }

  private func entry(_ edge: Int32, from point: Int32) -> SweepStatus.Entry {
    SweepStatus.Entry(
      low: graph.points[Int(point)], high: graph.points[Int(graph.edges[Int(edge)].high)], label: edge)
  }

  private mutating func closeFromBelow(_ point: Int32, from start: Int32, winding: Int32) -> Int32 {
    let node = chains.closeFromBelow(point, from: start)
    noteWinding(winding)
    return node
  }

  /// Notes the winding number of the triangles that are new.
  private mutating func noteWinding(_ winding: Int32) {
    while 3 * windings.count < chains.triangles.count { windings.append(winding) }
  }
}

extension PlanarGraph {
  /// Whether two points are joined by an edge.
  func hasEdge(_ a: Int32, _ b: Int32) -> Bool {
    let (low, high) = (min(a, b), max(a, b))
    return edges[Int(firstEdge[Int(low)])..<Int(firstEdge[Int(low) + 1])].contains { $0.high == high }
  }
}
