/// A simplified path and the pen that follows it, in lattice steps.
struct BrushPath {
  var points: [SIMD2<Double>]
  var brush: BrushPolygon
}

/// Gathers the outlines of pens, and unites them step by step where they lie on one another many times over.
///
/// Where k outlines overlap, they cross about k² times. Uniting two neighbours at a time, and then the results two at
/// a time, never lets more than two lie on one another.
enum BrushUnion {
  /// Below this number of edges all crossings are found at once, however many they are.
  static let smallestDivided = 2048
  /// Mean number of boxes of edges that an edge's box overlaps from which on it is quicker to divide.
  private static let denseOverlap = 12
  private static let sampleCount = 32
  static let segmentsPerPart = 8
  /// Number of edges that are united at once at the bottom of the division.
  private static let edgesPerLeaf = 128

  /// Edges of positive winding number just where the pens have been.
  static func edges(of paths: [BrushPath]) -> [WeightedEdge] {
    var edges: [WeightedEdge] = []
    for path in paths {
      var brush = path.brush
      brush.trace(path.points, into: &edges)
    }
    guard edges.count >= smallestDivided, isDense(edges) else { return edges }
    edges = []
    var parts: [[WeightedEdge]] = []
    for path in paths {
      var brush = path.brush
      brush.traceInParts(path.points, segmentsPerPart: segmentsPerPart) { parts.append($0) }
    }
    return united(parts[...])
  }

  /// Counts overlaps of evenly chosen edges' boxes.
  static func isDense(_ edges: [WeightedEdge]) -> Bool {
    var count = 0
    for sample in 0..<sampleCount {
      let edge = edges[sample * edges.count / sampleCount]
      let box = LatticeBox.around(edge.start, edge.end)
      for other in edges where box.overlaps(.around(other.start, other.end)) { count += 1 }
    }
    return count > denseOverlap * sampleCount
  }

  static func united(_ parts: ArraySlice<[WeightedEdge]>) -> [WeightedEdge] {
    if parts.count == 1 || parts.reduce(0, { $0 + $1.count }) <= edgesPerLeaf {
      return boundary(of: parts.flatMap { $0 })
    }
    let middle = parts.startIndex + parts.count / 2
    return boundary(of: united(parts[..<middle]) + united(parts[middle...]))
  }

  private static func boundary(of edges: [WeightedEdge]) -> [WeightedEdge] {
    let graph = PlanarGraph(SnapRounding.pieces(of: edges))
    return WindingSweep.boundary(of: graph).map { edge in
      WeightedEdge(start: graph.points[Int(edge.start)], end: graph.points[Int(edge.end)], weight: 1)
    }
  }
}
