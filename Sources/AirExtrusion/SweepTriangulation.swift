/// Cuts the inside of rings into triangles, using every point of the rings and no other.
///
/// A sweep from left to right keeps, for each stretch of the inside between two edges, the chain of points that still
/// lack triangles to their right. Exact, since nothing is computed but orientations.
struct SweepTriangulation {
  /// Three indices a triangle, counter-clockwise.
  var triangles: [Int32] { chains.triangles }

  /// Ring points ordered by x and then y, each with its neighbours; the inside is on the left of point → next.
  private let points: [LatticePoint]
  private let next: [Int32]
  private let previous: [Int32]
  private var status = SweepStatus()
  /// An edge is named by the ring point at which it starts; one that runs to the right has the inside above.
  private var chains: SweepChains

  /// Triangulates rings that neither cross nor touch.
  ///
  /// - Complexity: O(n log n) for n points, if the sweep stands on O(√n) edges at a time; moving those in an array is
  ///   what more would cost.
  init(points: [LatticePoint], next: [Int32], previous: [Int32]) {
    self.points = points
    self.next = next
    self.previous = previous
    chains = SweepChains(points: points, edgeCount: points.count)
    for point in Int32(0)..<Int32(points.count) { meet(point) }
  }

  private mutating func meet(_ point: Int32) {
    let (before, after) = (previous[Int(point)], next[Int(point)])
    let place = status.place(of: points[Int(point)])
    switch (before < point, after < point) {
    case (true, false):
      // The upper side of the outside below: the edge that ends here holds the chain.
      status.replace(at: place, with: entry(point, low: point, high: after))
      let node = chains.closeFromBelow(point, from: chains.first(of: before))
      chains.set(point, first: node, last: chains.last(of: before), rightmost: node)
    case (false, true):
      status.replace(at: place, with: entry(before, low: point, high: before))
      let holder = label(place - 1)
      let node = chains.closeFromAbove(point, from: chains.last(of: holder))
      chains.set(holder, first: chains.first(of: holder), last: node, rightmost: node)
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
      chains.begin(point, at: point)
      return
    }
    status.insert(toBefore, toAfter, at: place)
    let holder = label(place - 1)
    let upper = chains.split(holder)
    let lowerEnd = chains.closeFromAbove(point, from: chains.last(of: holder))
    chains.set(holder, first: chains.first(of: holder), last: lowerEnd, rightmost: lowerEnd)
    let upperEnd = chains.closeFromBelow(point, from: upper.first)
    chains.set(point, first: upperEnd, last: upper.last, rightmost: upperEnd)
  }

  /// Both edges come from the left: a stretch ends, or two grow together.
  private mutating func end(_ point: Int32, before: Int32, after: Int32, place: Int) {
    if orientation(points[Int(before)], points[Int(point)], points[Int(after)]) > 0 {
      status.removeTwo(at: place)
      _ = chains.closeFromBelow(point, from: chains.first(of: before))
      return
    }
    let holder = label(place - 1)
    status.removeTwo(at: place)
    let lower = chains.closeFromAbove(point, from: chains.last(of: holder))
    let upper = chains.closeFromBelow(point, from: chains.first(of: before))
    chains.join(holder, lower: lower, upper: upper, upperLast: chains.last(of: before))
  }

  @inline(__always)
  private func label(_ place: Int) -> Int32 { status.entries[place].label }

  @inline(__always)
  private func entry(_ edge: Int32, low: Int32, high: Int32) -> SweepStatus.Entry {
    SweepStatus.Entry(low: points[Int(low)], high: points[Int(high)], label: edge)
  }
}
