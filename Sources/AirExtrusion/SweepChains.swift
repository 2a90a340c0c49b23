/// The chains of points that still lack triangles to their right, which a sweep from left to right keeps for the
/// stretches of a region between one edge and the next.
///
/// An edge holds the chain of the stretch above it, from its own end of the chain (first) to that of the next edge of
/// the sweep (last), and the chain's rightmost node. Every new point joins the part of a chain that it sees
/// (S. Hertel, K. Mehlhorn, "Fast triangulation of simple polygons", FCT 1983).
struct SweepChains {
  /// Three indices of points a triangle, counter-clockwise.
  private(set) var triangles: [Int32] = []

  private let points: [LatticePoint]
  private var firstNode: [Int32]
  private var lastNode: [Int32]
  private var rightmostNode: [Int32]
  private var nodes: [Node] = []

  private struct Node {
    var point: Int32
    var below: Int32
    var above: Int32
  }

  /// Makes chains of points for edges that are named by numbers below `edgeCount`.
  init(points: [LatticePoint], edgeCount: Int) {
    self.points = points
    firstNode = [Int32](repeating: -1, count: edgeCount)
    lastNode = firstNode
    rightmostNode = firstNode
    nodes.reserveCapacity(points.count + points.count / 4)
    triangles.reserveCapacity(3 * points.count)
  }

  /// The node at an edge's own end of its chain.
  @inline(__always)
  func first(of edge: Int32) -> Int32 { firstNode[Int(edge)] }

  /// The node at the other end.
  @inline(__always)
  func last(of edge: Int32) -> Int32 { lastNode[Int(edge)] }

  /// Gives an edge the chain between two nodes.
  @inline(__always)
  mutating func set(_ edge: Int32, first: Int32, last: Int32, rightmost: Int32) {
    firstNode[Int(edge)] = first
    lastNode[Int(edge)] = last
    rightmostNode[Int(edge)] = rightmost
  }

  /// Gives an edge a chain of one point.
  @inline(__always)
  mutating func begin(_ edge: Int32, at point: Int32) {
    let node = append(point)
    set(edge, first: node, last: node, rightmost: node)
  }

  /// Splits an edge's chain at its rightmost point, which every point of the stretch at the sweep sees: both parts
  /// get a node of their own for it, and the edge keeps the lower part.
  ///
  /// - Returns: the first and the last node of the upper part.
  mutating func split(_ edge: Int32) -> (first: Int32, last: Int32) {
    let (last, middle) = (lastNode[Int(edge)], rightmostNode[Int(edge)])
    let copy = append(nodes[Int(middle)].point)
    let above = nodes[Int(middle)].above
    nodes[Int(copy)].above = above
    if above >= 0 { nodes[Int(above)].below = copy }
    nodes[Int(middle)].above = -1
    lastNode[Int(edge)] = middle
    return (copy, middle == last ? copy : last)
  }

  /// Joins what is left above a point to what is left below it: `lower` and `upper` are the point's nodes in both
  /// chains, `upperLast` is the upper chain's last one, and the edge gets all.
  mutating func join(_ edge: Int32, lower: Int32, upper: Int32, upperLast: Int32) {
    let above = nodes[Int(upper)].above
    nodes[Int(lower)].above = above
    if above >= 0 { nodes[Int(above)].below = lower }
    set(edge, first: firstNode[Int(edge)], last: above >= 0 ? upperLast : lower, rightmost: lower)
  }

  /// Joins a point to the chain that it sees from the chain's lower end; returns the point's node, the new lower end.
  mutating func closeFromBelow(_ point: Int32, from start: Int32) -> Int32 {
    var node = start
    while true {
      let above = nodes[Int(node)].above
      guard above >= 0 else { break }
      let (a, b) = (nodes[Int(node)].point, nodes[Int(above)].point)
      guard orientation(points[Int(a)], points[Int(point)], points[Int(b)]) > 0 else { break }
      appendTriangle(a, point, b)
      node = above
    }
    let new = append(point)
    nodes[Int(new)].above = node
    nodes[Int(node)].below = new
    return new
  }

  /// Joins a point to the chain that it sees from the chain's upper end; returns the point's node, the new upper end.
  mutating func closeFromAbove(_ point: Int32, from start: Int32) -> Int32 {
    var node = start
    while true {
      let below = nodes[Int(node)].below
      guard below >= 0 else { break }
      let (a, b) = (nodes[Int(node)].point, nodes[Int(below)].point)
      guard orientation(points[Int(point)], points[Int(a)], points[Int(b)]) > 0 else { break }
      appendTriangle(point, a, b)
      node = below
    }
    let new = append(point)
    nodes[Int(new)].below = node
    nodes[Int(node)].above = new
    return new
  }

  @inline(__always)
  private mutating func appendTriangle(_ a: Int32, _ b: Int32, _ c: Int32) {
    triangles.append(a)
    triangles.append(b)
    triangles.append(c)
  }

  private mutating func append(_ point: Int32) -> Int32 {
    nodes.append(Node(point: point, below: -1, above: -1))
    return Int32(nodes.count - 1)
  }
}
