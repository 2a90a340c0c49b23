/// What rises from the base of a relief: the levels' tops and the walls around them, as triangles between points of
/// the plane at heights. It is open at the base.
struct ReliefSide {
  /// A place at a height.
  struct Corner {
    /// Index into `points`.
    var point: Int32
    /// Height above the base in lattice steps.
    var height: Int32
  }

  /// The points of the plane, ordered by x and then y.
  var points: [LatticePoint] { arrangement.graph.points }
  /// Three corners a triangle, counter-clockwise seen from outside.
  private(set) var corners: [Corner] = []

  private let arrangement: ReliefArrangement.Side
  private let levels: [(rim: Int32, inner: Int32)]
  /// The lowest and the highest winding number around each point: levels above the lowest have their rim there, and
  /// those below the highest are where the next one begins.
  private var windings: [(lowest: Int32, highest: Int32)]

  /// Raises regions that are arranged.
  ///
  /// - Parameter levels: the heights of each region at its rim and inside, in lattice steps above the base.
  init(_ arrangement: ReliefArrangement.Side, _ levels: [(rim: Int32, inner: Int32)]) {
    self.arrangement = arrangement
    self.levels = levels
    let graph = arrangement.graph
    windings = [(lowest: Int32, highest: Int32)](repeating: (.max, .min), count: graph.points.count)
    for (index, edge) in graph.edges.enumerated() {
      let above = arrangement.windingAbove[index]
      let below = above - edge.weight
      for end in [Int(edge.low), Int(edge.high)] {
        windings[end].lowest = min(windings[end].lowest, above, below)
        windings[end].highest = max(windings[end].highest, above, below)
      }
    }
    appendCaps()
    appendWalls()
  }

  /// The height over a point, seen from the region of a winding number; the base outside of all.
  private func height(_ winding: Int32, at point: Int32) -> Int32 {
    if winding <= 0 { return 0 }
    let level = levels[min(Int(winding), levels.count) - 1]
    let (lowest, highest) = windings[Int(point)]
    // A point may be on both rims, where a later region reaches to an earlier one's: there the level has come up.
    return lowest < winding && highest <= winding ? level.rim : level.inner
  }

  // MARK: Caps

  /// Triangulates the levels' tops; neighbouring levels that lie flat at the same height are one.
  private mutating func appendCaps() {
    var storeys: [Int32] = [0]
    for (index, level) in levels.enumerated() {
      let isSame =
        index > 0 && level.rim == level.inner && levels[index - 1].rim == level.rim
        && levels[index - 1].inner == level.rim
      storeys.append(storeys[index] + (isSame ? 0 : 1))
    }
    // The first level of each storey stands for it.
    let firstLevels = (0...(storeys.last ?? 0)).map { storey in
      Int32(storeys.firstIndex(of: storey) ?? 0)
    }
    let graph = arrangement.graph
    let side = PlanarGraph(graph.edges(arrangement.windingAbove) { storeys[clamped($0)] })
    // Both graphs order their points alike, so that the kept points' indices ascend together.
    var original: [Int32] = []
    for (index, point) in graph.points.enumerated()
    where original.count < side.points.count && point == side.points[original.count] {
      original.append(Int32(index))
    }
    let triangulation = SubdivisionTriangulation(of: side, windingAbove: WindingSweep.windingsAbove(of: side))
    corners.reserveCapacity(2 * triangulation.triangles.count)
    for (index, storey) in triangulation.windings.enumerated() {
      // Counter-clockwise in (u, v) is clockwise seen from above.
      for corner in [0, 2, 1] {
        let point = original[Int(triangulation.triangles[3 * index + corner])]
        corners.append(Corner(point: point, height: height(firstLevels[Int(storey)], at: point)))
      }
    }
  }

  private func clamped(_ winding: Int32) -> Int { max(0, min(Int(winding), levels.count)) }

  // MARK: Walls

  private mutating func appendWalls() {
    let graph = arrangement.graph
    let heights = heightsOfPoints()
    for (index, edge) in graph.edges.enumerated() {
      let above = Int32(clamped(arrangement.windingAbove[index]))
      let below = Int32(clamped(arrangement.windingAbove[index] - edge.weight))
      if above == below { continue }
      // The higher region lies on the left of start → end.
      let (start, end) = above > below ? (edge.low, edge.high) : (edge.high, edge.low)
      let (higher, lower) = (max(above, below), min(above, below))
      appendWall(
        start, height(lower, at: start)...height(higher, at: start), end,
        height(lower, at: end)...height(higher, at: end), heights)
    }
  }

  /// All heights of corners at each point, ascending.
  private func heightsOfPoints() -> [[Int32]] {
    var heights = [[Int32]](repeating: [], count: points.count)
    for (index, edge) in arrangement.graph.edges.enumerated() {
      let above = arrangement.windingAbove[index]
      for winding in [Int32(clamped(above)), Int32(clamped(above - edge.weight))] {
        for end in [edge.low, edge.high] {
          let height = height(winding, at: end)
          if !heights[Int(end)].contains(height) { heights[Int(end)].append(height) }
        }
      }
    }
    for index in heights.indices { heights[index].sort() }
    return heights
  }

  /// Appends the wall over an edge, seen from the right of start → end, with a corner wherever another surface meets
  /// its upright sides.
  private mutating func appendWall(
    _ start: Int32, _ from: ClosedRange<Int32>, _ end: Int32, _ to: ClosedRange<Int32>, _ heights: [[Int32]]
  ) {
    let left = heights[Int(start)].filter { from.contains($0) }
    let right = heights[Int(end)].filter { to.contains($0) }
    var (i, j) = (0, 0)
    while i + 1 < left.count || j + 1 < right.count {
      let a = Corner(point: start, height: left[i])
      let b = Corner(point: end, height: right[j])
      // The lower of the next corners gives the shorter diagonal.
      if j + 1 == right.count || (i + 1 < left.count && left[i + 1] <= right[j + 1]) {
        i += 1
        corners += [a, Corner(point: start, height: left[i]), b]
      } else {
        j += 1
        corners += [a, Corner(point: end, height: right[j]), b]
      }
    }
  }
}
