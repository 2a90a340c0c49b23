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
  // An edge holds the chain of points of the region above it that still lack triangles to their right, from its own
  // end of the chain (first) to that of the next edge above (last), and the chain's rightmost node.
  private var firstNode: [Int32]
  private var lastNode: [Int32]
  private var rightmostNode: [Int32]
  private var nodes: [Node] = []

  private struct Node {
    var point: Int32
    var below: Int32
    var above: Int32
  }

  /// Triangulates the regions of a graph.
  ///
  /// - Parameter windingAbove: the winding number above each edge of the graph.
  /// - Complexity: O(n log n) for n points and edges, as in `SweepTriangulation`.
  init(of graph: PlanarGraph, windingAbove: [Int32]) {
    self.graph = graph
    firstNode = [Int32](repeating: -1, count: graph.edges.count)
    lastNode = firstNode
    rightmostNode = firstNode
    var arriving = [Int32](repeating: 0, count: graph.points.count)
    for edge in graph.edges { arriving[Int(edge.high)] += 1 }
    for point in graph.points.indices {
      meet(Int32(point), arriving: Int(arriving[point]), windingAbove: windingAbove)
    }
    nodes = []
    var refinement = DelaunayRefinement(triangles, points: graph.points) { graph.hasEdge($0, $1) }
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
      if windingBelow > 0 { (upperChain, upperLast) = split(under) }
    } else {
      for index in place..<place + arriving - 1 {
        let edge = status.entries[index].label
        if windingAbove[Int(edge)] > 0 {
          _ = closeFromBelow(point, from: firstNode[Int(edge)], winding: windingAbove[Int(edge)])
        }
      }
      if windingOver > 0 { (upperChain, upperLast) = (firstNode[Int(top)], lastNode[Int(top)]) }
    }
    var lower = Int32(-1)
    if windingBelow > 0 {
      lower = closeFromAbove(point, from: lastNode[Int(under)], winding: windingBelow)
      setChain(of: under, first: firstNode[Int(under)], last: lower, rightmost: lower)
    }
    var upper = Int32(-1)
    if windingOver > 0 { upper = closeFromBelow(point, from: upperChain, winding: windingOver) }

    if let topLeaving = leaving.last {
      for edge in leaving.dropLast() where windingAbove[Int(edge)] > 0 {
        let node = append(point)
        setChain(of: edge, first: node, last: node, rightmost: node)
      }
      if upper >= 0 { setChain(of: topLeaving, first: upper, last: upperLast, rightmost: upper) }
    } else if lower >= 0, upper >= 0 {
      // Nothing leaves: both regions are one, and one node for the point joins what is left of their chains.
      let above = nodes[Int(upper)].above
      nodes[Int(lower)].above = above
      if above >= 0 { nodes[Int(above)].below = lower }
      setChain(
        of: under, first: firstNode[Int(under)], last: above >= 0 ? upperLast : lower, rightmost: lower)
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

  /// Splits an edge's chain at its rightmost point, which every point of the region at the sweep sees; both parts get
  /// a node of their own for it.
  ///
  /// - Returns: the first and the last node of the upper part.
  private mutating func split(_ edge: Int32) -> (first: Int32, last: Int32) {
    let (last, middle) = (lastNode[Int(edge)], rightmostNode[Int(edge)])
    let copy = append(nodes[Int(middle)].point)
    let above = nodes[Int(middle)].above
    nodes[Int(copy)].above = above
    if above >= 0 { nodes[Int(above)].below = copy }
    nodes[Int(middle)].above = -1
    lastNode[Int(edge)] = middle
    return (copy, middle == last ? copy : last)
  }

  /// Joins a point to the chain that it sees from the chain's lower end; returns the point's node, the new lower end.
  private mutating func closeFromBelow(_ point: Int32, from start: Int32, winding: Int32) -> Int32 {
    var node = start
    while true {
      let above = nodes[Int(node)].above
      guard above >= 0 else { break }
      let (a, b) = (nodes[Int(node)].point, nodes[Int(above)].point)
      guard turn(a, point, b) > 0 else { break }
      appendTriangle(a, point, b, winding)
      node = above
    }
    let new = append(point)
    nodes[Int(new)].above = node
    nodes[Int(node)].below = new
    return new
  }

  /// Joins a point to the chain that it sees from the chain's upper end; returns the point's node, the new upper end.
  private mutating func closeFromAbove(_ point: Int32, from start: Int32, winding: Int32) -> Int32 {
    var node = start
    while true {
      let below = nodes[Int(node)].below
      guard below >= 0 else { break }
      let (a, b) = (nodes[Int(node)].point, nodes[Int(below)].point)
      guard turn(point, a, b) > 0 else { break }
      appendTriangle(point, a, b, winding)
      node = below
    }
    let new = append(point)
    nodes[Int(new)].below = node
    nodes[Int(node)].above = new
    return new
  }

  private func turn(_ a: Int32, _ b: Int32, _ c: Int32) -> Int64 {
    orientation(graph.points[Int(a)], graph.points[Int(b)], graph.points[Int(c)])
  }

  private mutating func appendTriangle(_ a: Int32, _ b: Int32, _ c: Int32, _ winding: Int32) {
    triangles.append(a)
    triangles.append(b)
    triangles.append(c)
    windings.append(winding)
  }

  private mutating func append(_ point: Int32) -> Int32 {
    nodes.append(Node(point: point, below: -1, above: -1))
    return Int32(nodes.count - 1)
  }

  private mutating func setChain(of edge: Int32, first: Int32, last: Int32, rightmost: Int32) {
    firstNode[Int(edge)] = first
    lastNode[Int(edge)] = last
    rightmostNode[Int(edge)] = rightmost
  }
}

extension PlanarGraph {
  /// Whether two points are joined by an edge.
  func hasEdge(_ a: Int32, _ b: Int32) -> Bool {
    let (low, high) = (min(a, b), max(a, b))
    return edges[Int(firstEdge[Int(low)])..<Int(firstEdge[Int(low) + 1])].contains { $0.high == high }
  }
}
