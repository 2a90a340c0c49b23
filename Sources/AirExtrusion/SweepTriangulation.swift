/// Cuts the inside of rings into triangles, using every point of the rings and no other.
///
/// A sweep from left to right keeps, for each stretch of the inside between two edges, the chain of points that still
/// lack triangles to their right; every point joins the part of the chain that it sees (S. Hertel, K. Mehlhorn, "Fast
/// triangulation of simple polygons", FCT 1983). Exact, since nothing is computed but orientations.
struct SweepTriangulation {
  /// Three indices a triangle, counter-clockwise.
  private(set) var triangles: [Int32] = []

  /// Ring points ordered by x and then y, each with its neighbours; the inside is on the left of point → next.
  private let points: [LatticePoint]
  private let next: [Int32]
  private let previous: [Int32]
  private var status = SweepStatus()

  // An edge is named by the ring point at which it starts. An edge that runs to the right has the inside above; it
  // holds the chain of the stretch between it and the next edge of the sweep, from its own end of the chain (first)
  // to that of the next edge (last), and the chain's rightmost node.
  private var firstNode: [Int32]
  private var lastNode: [Int32]
  private var rightmostNode: [Int32]
  private var nodes: [Node] = []

  private struct Node {
    var point: Int32
    var below: Int32
    var above: Int32
  }

  /// Triangulates rings that neither cross nor touch.
  ///
  /// - Complexity: O(n log n) for n points, if the sweep stands on O(√n) edges at a time; moving those in an array is
  ///   what more would cost.
  init(points: [LatticePoint], next: [Int32], previous: [Int32]) {
    self.points = points
    self.next = next
    self.previous = previous
    firstNode = [Int32](repeating: -1, count: points.count)
    lastNode = firstNode
    rightmostNode = firstNode
    nodes.reserveCapacity(points.count + points.count / 4)
    triangles.reserveCapacity(3 * points.count)
    for point in Int32(0)..<Int32(points.count) { meet(point) }
    nodes = []
  }

  private mutating func meet(_ point: Int32) {
    let (before, after) = (previous[Int(point)], next[Int(point)])
    let place = status.place(of: points[Int(point)])
    switch (before < point, after < point) {
    case (true, false):
      // The upper side of the outside below: the edge that ends here holds the chain.
      status.replace(at: place, with: entry(point, low: point, high: after))
      let node = closeFromBelow(point, from: firstNode[Int(before)])
      setChain(of: point, first: node, last: lastNode[Int(before)], rightmost: node)
    case (false, true):
      status.replace(at: place, with: entry(before, low: point, high: before))
      let holder = label(place - 1)
      let node = closeFromAbove(point, from: lastNode[Int(holder)])
      setChain(of: holder, first: firstNode[Int(holder)], last: node, rightmost: node)
    case (false, false):
      start(point, before: before, after: after, place: place)
    case (true, true):
      end(point, before: before, after: after, place: place)
    }
  }

  /// Both edges leave to the right: a stretch begins, or one is split by a hole or a bay.
  private mutating func start(_ point: Int32, before: Int32, after: Int32, place: Int) {
    let toAfter = entry(point, low: point, high: after)
    let toBefore = entry(before, low: point, high: before)
    if orientation(points[Int(point)], points[Int(after)], points[Int(before)]) > 0 {
      status.insert(toAfter, toBefore, at: place)
      let node = append(point)
      setChain(of: point, first: node, last: node, rightmost: node)
      return
    }
    status.insert(toBefore, toAfter, at: place)
    let holder = label(place - 1)
    let (first, last, middle) = (
      firstNode[Int(holder)], lastNode[Int(holder)], rightmostNode[Int(holder)]
    )
    // The rightmost point is seen from here; both new chains begin or end with it, each with a node of its own.
    let copy = append(nodes[Int(middle)].point)
    let above = nodes[Int(middle)].above
    nodes[Int(copy)].above = above
    if above >= 0 { nodes[Int(above)].below = copy }
    nodes[Int(middle)].above = -1
    let upperLast = middle == last ? copy : last
    let lowerEnd = closeFromAbove(point, from: middle)
    setChain(of: holder, first: first, last: lowerEnd, rightmost: lowerEnd)
    let upperEnd = closeFromBelow(point, from: copy)
    setChain(of: point, first: upperEnd, last: upperLast, rightmost: upperEnd)
  }

  /// Both edges come from the left: a stretch ends, or two grow together.
  private mutating func end(_ point: Int32, before: Int32, after: Int32, place: Int) {
    if orientation(points[Int(before)], points[Int(point)], points[Int(after)]) > 0 {
      status.removeTwo(at: place)
      _ = closeFromBelow(point, from: firstNode[Int(before)])
      return
    }
    let holder = label(place - 1)
    status.removeTwo(at: place)
    let node = closeFromAbove(point, from: lastNode[Int(holder)])
    let upper = closeFromBelow(point, from: firstNode[Int(before)])
    // One node for the point joins what is left of both chains.
    let above = nodes[Int(upper)].above
    nodes[Int(node)].above = above
    if above >= 0 { nodes[Int(above)].below = node }
    setChain(
      of: holder, first: firstNode[Int(holder)],
      last: above >= 0 ? lastNode[Int(before)] : node, rightmost: node)
  }

  /// Joins a point to the chain that it sees from the chain's lower end; returns the point's node, the new lower end.
  private mutating func closeFromBelow(_ point: Int32, from start: Int32) -> Int32 {
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
  private mutating func closeFromAbove(_ point: Int32, from start: Int32) -> Int32 {
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

  @inline(__always)
  private mutating func setChain(of edge: Int32, first: Int32, last: Int32, rightmost: Int32) {
    firstNode[Int(edge)] = first
    lastNode[Int(edge)] = last
    rightmostNode[Int(edge)] = rightmost
  }

  @inline(__always)
  private func label(_ place: Int) -> Int32 { status.entries[place].label }

  @inline(__always)
  private func entry(_ edge: Int32, low: Int32, high: Int32) -> SweepStatus.Entry {
    SweepStatus.Entry(low: points[Int(low)], high: points[Int(high)], label: edge)
  }
}
