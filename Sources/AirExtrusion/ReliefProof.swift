/// Proves of most solids that are raised from a plane that no two of their faces intersect, without looking at pairs.
///
/// In a relief every upright line meets the faces that look up at most once and those that look down at most once;
/// all other faces stand upright. What is looked at is the plan: the edges between faces of different kinds, and those
/// of upright faces, seen from above. These hold:
///
/// 1. Edges of the plan meet at common ends only (found by a sweep; M. I. Shamos, D. Hoey, "Geometric intersection
///    problems", FOCS 1976).
/// 2. The boundary of the faces that look up winds around every place of the plan at most once, and so does that of
///    the faces that look down. As they are turned alike, their boundary's winding number is the number of faces over
///    a place, so they do not overlap; and where two touch they do so in a common corner or edge, since by 1 no corner
///    lies on a side of the boundary.
/// 3. Mesh edges over one edge of the plan lie above one another in the same order at both ends, upright faces fill
///    gaps between neighbours in that order, and upright edges join vertices with no other between them. So what
///    meets over an edge or a corner of the plan meets in common corners and edges.
/// 4. Edges of the plan that run under or over the inside of faces stay below or above all of their kind, and all
///    faces that look up are above all that look down, or touch them from above in nothing but edges common to both.
///
/// Where one of these fails, nothing is proven, and pairs have to be looked at.
struct ReliefProof {
  /// The largest extent in the plan for which the sweep's orientations are exact.
  private static let largestExtent: Int64 = 1 << 26

  /// Heights that some faces or edges reach.
  private struct Heights {
    var least = Int64.max
    var most = Int64.min

    mutating func include(_ height: Int64) {
      least = min(least, height)
      most = max(most, height)
    }

    func isApart(from other: Heights) -> Bool { most < other.least || other.most < least }
  }

  /// A mesh edge over an edge of the plan, with the triangles on both sides.
  private struct RaisedEdge {
    var low: Int32
    var high: Int32
    var first: Int32
    var second: Int32
  }

  private let mesh: WeldedMesh
  /// The place in the plan of each vertex, counted in the order of x and z.
  private var column: [Int32] = []
  /// Each column's place in the plan, x along x and y along z: faces that look down turn counter-clockwise.
  private var points: [LatticePoint] = []
  /// The vertices of column c are `firstVertex[c] ..< firstVertex[c + 1]`, from bottom to top.
  private var firstVertex: [Int32] = []
  private var (up, down) = (Heights(), Heights())

  /// Whether the mesh, which is closed and oriented and has no faces without area, is proven to be free of
  /// intersections.
  ///
  /// - Complexity: O(n log n) for n triangles, if the sweep stands on O(√n) edges at a time.
  static func holds(for mesh: WeldedMesh, _ edges: EdgePairing) -> Bool {
    let extent = mesh.highest - mesh.lowest
    guard edges.boundaryCount == 0, edges.nonManifoldCount == 0, edges.isOriented, mesh.degenerateCount == 0,
      extent.x <= largestExtent, extent.z <= largestExtent
    else { return false }
    var proof = ReliefProof(mesh)
    return proof.isUpOverDown(edges) && proof.isPlanProper(edges)
  }

  private init(_ mesh: WeldedMesh) {
    self.mesh = mesh
    column.reserveCapacity(mesh.places.count)
    for (vertex, place) in mesh.places.enumerated() {
      let offset = place - mesh.lowest
      let point = LatticePoint(Int32(truncatingIfNeeded: offset.x), Int32(truncatingIfNeeded: offset.z))
      if points.last != point {
        points.append(point)
        firstVertex.append(Int32(vertex))
      }
      column.append(Int32(points.count - 1))
    }
    firstVertex.append(Int32(mesh.places.count))
  }

  // MARK: Faces that look up over faces that look down

  private mutating func isUpOverDown(_ edges: EdgePairing) -> Bool {
    for triangle in 0..<mesh.triangleCount where mesh.facing[triangle] != 0 {
      for corner in 3 * triangle..<3 * triangle + 3 {
        let height = mesh.places[Int(mesh.corners[corner])].y
        if mesh.facing[triangle] > 0 { up.include(height) } else { down.include(height) }
      }
    }
    if up.least > down.most { return true }
    return up.least == down.most && areLowestOnCommonEdges(edges)
  }

  /// Whether the lowest edges and vertices of faces that look up all belong to edges shared with faces that look down.
  private func areLowestOnCommonEdges(_ edges: EdgePairing) -> Bool {
    var isOnCommonEdge = [Bool](repeating: false, count: mesh.places.count)
    for low in mesh.places.indices where mesh.places[low].y == up.least {
      for edge in edges.edges[Int(edges.firstEdge[low])..<Int(edges.firstEdge[low + 1])]
      where mesh.places[Int(edge.high)].y == up.least {
        let (first, second) = (facing(ofHalf: edge.first), facing(ofHalf: edge.second))
        guard first > 0 || second > 0 else { continue }
        guard first < 0 || second < 0 else { return false }
        isOnCommonEdge[low] = true
        isOnCommonEdge[Int(edge.high)] = true
      }
    }
    for triangle in 0..<mesh.triangleCount where mesh.facing[triangle] > 0 {
      for corner in 3 * triangle..<3 * triangle + 3 {
        let vertex = Int(mesh.corners[corner])
        if mesh.places[vertex].y == up.least, !isOnCommonEdge[vertex] { return false }
      }
    }
    return true
  }

  @inline(__always)
  private func facing(ofHalf half: Int32) -> Int8 { mesh.facing[Int(half) / 3] }

  // MARK: The plan

  private func isPlanProper(_ edges: EdgePairing) -> Bool {
    var status = SweepStatus()
    var arriving = [Int32](repeating: 0, count: points.count)
    var leaving: [RaisedEdge] = []
    var entries: [SweepStatus.Entry] = []
    for (column, point) in points.enumerated() {
      collectEdges(leaving: Int32(column), edges, into: &leaving)
      let arrivingCount = Int(arriving[column])
      if leaving.isEmpty, arrivingCount == 0 { continue }
      let place = status.place(of: point)
      guard sortCounterClockwise(&leaving, around: point),
        isMetByEnds(status, place: place, count: arrivingCount, point)
      else { return false }
      entries.removeAll(keepingCapacity: true)
      var winding = place > 0 ? Winding(label: status.entries[place - 1].label) : Winding()
      var start = 0
      while start < leaving.count {
        let end = self.column[Int(leaving[start].high)]
        var next = start + 1
        while next < leaving.count, self.column[Int(leaving[next].high)] == end { next += 1 }
        guard let above = self.winding(above: leaving[start..<next], winding),
          isStackProper(leaving, start..<next)
        else { return false }
        winding = above
        arriving[Int(end)] += 1
        entries.append(SweepStatus.Entry(low: point, high: points[Int(end)], label: winding.label))
        start = next
      }
      if arrivingCount == 1, entries.count == 1 {
        status.replace(at: place, with: entries[0])
      } else {
        status.replace(at: place, count: arrivingCount, with: entries)
      }
      let above = place + entries.count
      guard isInOrder(status, place - 1), entries.isEmpty || isInOrder(status, above - 1) else {
        return false
      }
    }
    return true
  }

  /// Gathers the mesh edges of the plan that leave a column to a later one.
  @inline(__always)
  private func collectEdges(leaving column: Int32, _ edges: EdgePairing, into leaving: inout [RaisedEdge]) {
    leaving.removeAll(keepingCapacity: true)
    for low in firstVertex[Int(column)]..<firstVertex[Int(column) + 1] {
      for index in Int(edges.firstEdge[Int(low)])..<Int(edges.firstEdge[Int(low) + 1]) {
        let edge = edges.edges[index]
        let facing = facing(ofHalf: edge.first)
        if facing != 0, facing == self.facing(ofHalf: edge.second) { continue }
        if self.column[Int(edge.high)] == column { continue }
        leaving.append(RaisedEdge(low: low, high: edge.high, first: edge.first, second: edge.second))
      }
    }
  }

  /// Sorts edges by direction, and those over one edge of the plan from bottom to top. False where edges of the plan
  /// lie on one another.
  private func sortCounterClockwise(_ leaving: inout [RaisedEdge], around point: LatticePoint) -> Bool {
    var end = 1
    while end < leaving.count {
      let edge = leaving[end]
      let column = self.column[Int(edge.high)]
      var place = end
      while place > 0 {
        let other = leaving[place - 1]
        let otherColumn = self.column[Int(other.high)]
        if otherColumn == column {
          if (other.low, other.high) < (edge.low, edge.high) { break }
        } else {
          let turn = orientation(point, points[Int(otherColumn)], points[Int(column)])
          if turn == 0 { return false }
          if turn > 0 { break }
        }
        leaving[place] = other
        place -= 1
      }
      leaving[place] = edge
      end += 1
    }
    return true
  }

  /// Whether the edges that pass a point all end there.
  @inline(__always)
  private func isMetByEnds(_ status: SweepStatus, place: Int, count: Int, _ point: LatticePoint) -> Bool {
    let entries = status.entries
    guard place + count <= entries.count else { return false }
    for index in place..<place + count where entries[index].high != point { return false }
    guard place + count < entries.count else { return true }
    let next = entries[place + count]
    return orientation(next.low, next.high, point) != 0
  }

  /// Whether an entry of the sweep stays below the next one up to where the first of them ends.
  @inline(__always)
  private func isInOrder(_ status: SweepStatus, _ place: Int) -> Bool {
    guard place >= 0, place + 1 < status.entries.count else { return true }
    let (lower, upper) = (status.entries[place], status.entries[place + 1])
    if lower.high == upper.high { return true }
    if (lower.high.x, lower.high.y) < (upper.high.x, upper.high.y) {
      return orientation(upper.low, upper.high, lower.high) < 0
    }
    return orientation(lower.low, lower.high, upper.high) > 0
  }

  // MARK: Over one edge of the plan

  /// How many faces that look up and down are over a place of the plan.
  private struct Winding {
    var up: Int32 = 0
    var down: Int32 = 0

    init() {}
    init(label: Int32) { (up, down) = (label & 1, label >> 1) }

    var label: Int32 { up | down << 1 }
    var isAtMostOne: Bool { up >= 0 && up <= 1 && down >= 0 && down <= 1 }
  }

  /// The winding numbers on the left of an edge of the plan, given those on its right; nil where a face overlaps
  /// another, or may touch what is over the edge.
  @inline(__always)
  private func winding(above edges: ArraySlice<RaisedEdge>, _ below: Winding) -> Winding? {
    var above = below
    var (touchesUp, touchesDown) = (false, false)
    for edge in edges {
      for half in [edge.first, edge.second] {
        // Faces that look down are on the left of their half-edges in the plan, and those that look up on the right.
        let sense: Int32 = mesh.corners[Int(half)] == edge.low ? 1 : -1
        switch facing(ofHalf: half) {
        case 1:
          above.up -= sense
          touchesUp = true
        case -1:
          above.down += sense
          touchesDown = true
        default: break
        }
      }
    }
    guard above.isAtMostOne else { return nil }
    if !touchesUp && above.up == 1 || !touchesDown && above.down == 1 {
      var heights = Heights()
      for edge in edges {
        heights.include(mesh.places[Int(edge.low)].y)
        heights.include(mesh.places[Int(edge.high)].y)
      }
      if !touchesUp, above.up == 1, !heights.isApart(from: up) { return nil }
      if !touchesDown, above.down == 1, !heights.isApart(from: down) { return nil }
    }
    return above
  }

  /// Whether the mesh edges over one edge of the plan, from bottom to top, cross nowhere, and the upright faces at
  /// each of them lead to the next one above or below.
  private func isStackProper(_ edges: [RaisedEdge], _ range: Range<Int>) -> Bool {
    for index in range {
      let edge = edges[index]
      if index > range.lowerBound, edges[index - 1].high > edge.high { return false }
      var ways: (first: Int32, second: Int32) = (0, 0)
      for (half, isFirst) in [(edge.first, true), (edge.second, false)] where facing(ofHalf: half) == 0 {
        let triangle = mesh.triangle(Int(half) / 3)
        let third = triangle.x &+ triangle.y &+ triangle.z &- edge.low &- edge.high
        var across = (low: edge.low, high: edge.high)
        let way: Int32
        if column[Int(third)] == column[Int(edge.low)] {
          way = third - edge.low
          across.low = third
        } else if column[Int(third)] == column[Int(edge.high)] {
          way = third - edge.high
          across.high = third
        } else {
          return false
        }
        let neighbour = index + Int(way)
        guard abs(way) == 1, range.contains(neighbour), edges[neighbour].low == across.low,
          edges[neighbour].high == across.high
        else { return false }
        if isFirst { ways.first = way } else { ways.second = way }
      }
      if ways.first != 0, ways.first == ways.second { return false }
    }
    return true
  }
}
