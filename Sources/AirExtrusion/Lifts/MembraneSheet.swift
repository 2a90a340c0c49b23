import Glibc

/// A fine triangulation of a region and the height of a membrane over it.
struct MembraneSheet {
  /// The points, ordered by x and then y.
  let points: [LatticePoint]
  /// Three indices a triangle, counter-clockwise.
  let triangles: [Int32]
  /// The region's rim, edge by edge with the region on the left.
  let rim: [(start: Int32, end: Int32)]
  /// The square root of the membrane's height over each point as a share of the largest; 0 on the rim.
  private(set) var shares: [Double]

  /// About how many points are laid into the region.
  private static let pointBudget = 6000.0
  /// The cells are not made finer than this many lattice steps (0.25 mm).
  private static let smallestCell = 1024.0
  /// Distances of the lines that follow the rim, where the sheet is steep, in cells.
  private static let lines = [0.06, 0.22, 0.5]
  /// Least distance of the points of the grid from the rim, in cells.
  private static let gridMargin = 0.95

  /// Lays a sheet over a region.
  ///
  /// - Complexity: O(n log n) for n points of the region's rings, and some hundred steps over as many points.
  init(over region: Outline) throws(ExtrusionError) {
    let area = region.areaInSquareMetres / (region.lattice.stepInMetres * region.lattice.stepInMetres)
    let cell = max(Self.smallestCell, (area / Self.pointBudget).squareRoot())
    var lines: [Outline] = []
    for share in Self.lines {
      lines.append(try region.narrowed(by: share * cell, tolerance: share * cell / 8))
    }
    let core = try region.narrowed(by: Self.gridMargin * cell, tolerance: cell / 16)
    let side = try ReliefArrangement(rising: [region] + lines, sinking: []).rising
    let graph = PlanarGraph(
      side.graph.edges(side.windingAbove) { $0 }, isolated: core.gridPoints(spacing: cell))
    let windingAbove = WindingSweep.windingsAbove(of: graph)
    let triangulation = SubdivisionTriangulation(of: graph, windingAbove: windingAbove)
    points = graph.points
    triangles = triangulation.triangles
    rim = WindingSweep.boundary(of: graph).map { ($0.start, $0.end) }
    shares = []
    var isFixed = [Bool](repeating: false, count: points.count)
    for edge in rim { isFixed[Int(edge.start)] = true }
    let heights = PoissonSystem(points: points, triangles: triangles, isFixed: isFixed).solution()
    let highest = heights.max() ?? 0
    shares = heights.map { highest > 0 ? (max(0, $0) / highest).squareRoot() : 0 }
  }
}

extension Outline {
  /// The points of a hexagonal grid that lie inside.
  func gridPoints(spacing: Double) -> [LatticePoint] {
    let (lower, upper) = bounds
    let rise = spacing * 0.75.squareRoot()
    guard ringCount > 0 else { return [] }
    var crossings: [Int: [Double]] = [:]
    for index in 0..<ringCount {
      let ring = ring(index)
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where a.y != b.y {
        let (from, to) = (Double(min(a.y, b.y) - lower.y), Double(max(a.y, b.y) - lower.y))
        var row = Int((from / rise).rounded(.up))
        // Each row is crossed by the edges that begin below it or on it and end above it.
        while Double(row) * rise < to {
          let share = (Double(row) * rise + Double(lower.y - a.y)) / Double(b.y - a.y)
          crossings[row, default: []].append(Double(a.x) + share * Double(b.x - a.x))
          row += 1
        }
      }
    }
    var points: [LatticePoint] = []
    for row in 0...Int(Double(upper.y - lower.y) / rise) {
      let ends = (crossings[row] ?? []).sorted()
      let shift = row % 2 == 0 ? 0 : 0.5
      for pair in stride(from: 0, to: ends.count - 1, by: 2) {
        var column = ((ends[pair] - Double(lower.x)) / spacing - shift).rounded(.up)
        while Double(lower.x) + (column + shift) * spacing <= ends[pair + 1] {
          points.append(
            LatticePoint(
              Int32((Double(lower.x) + (column + shift) * spacing).rounded()),
              Int32((Double(lower.y) + Double(row) * rise).rounded())))
          column += 1
        }
      }
    }
    return points
  }
}
