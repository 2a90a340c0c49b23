/// A simplified path and the pen that follows it, in lattice steps.
struct BrushPath {
  var points: [SIMD2<Double>]
  var brush: BrushPolygon
}

/// Gathers the outlines of pens, and unites them step by step where they lie on one another many times over.
///
/// Where k outlines overlap, they cross about k² times. What covers nothing new is left out first; then neighbours are
/// united two at a time, and the results two at a time, so that never more than two lie on one another.
enum BrushUnion {
  /// Below this number of edges all crossings are found at once, however many they are.
  static let smallestDivided = 2048
  /// Number of path points from which on paths are looked at for places drawn again and again.
  private static let smallestCulled = 1024
  /// Mean number of boxes of edges that an edge's box overlaps from which on it is quicker to divide.
  private static let denseOverlap = 12
  private static let sampleCount = 32
  /// Number of edges with which each sample is compared at most.
  private static let largestComparedCount = 1 << 15
  static let segmentsPerPart = 4
  /// Number of edges that are united at once at the bottom of the division.
  private static let edgesPerLeaf = 128

  /// Edges of positive winding number just where the pens have been.
  static func edges(of paths: [BrushPath]) -> [WeightedEdge] {
    if paths.reduce(0, { $0 + $1.points.count }) >= smallestCulled, PathDensity.isOverdrawn(paths) {
      let (kept, area) = PathCulling.culled(paths)
      return area + united(inSpatialOrder(parts(of: kept))[...])
    }
    var edges: [WeightedEdge] = []
    for path in paths {
      var brush = path.brush
      brush.trace(path.points, into: &edges)
    }
    guard edges.count >= smallestDivided, isDense(edges) else { return edges }
    edges = []
    return united(inSpatialOrder(parts(of: paths))[...])
  }

  /// The outlines of short stretches of the paths.
  private static func parts(of paths: [BrushPath]) -> [[WeightedEdge]] {
    var parts: [[WeightedEdge]] = []
    for path in paths {
      var brush = path.brush
      brush.traceInParts(path.points, segmentsPerPart: segmentsPerPart) { parts.append($0) }
    }
    return parts
  }

  /// Parts along a Morton curve: neighbours in it are mostly neighbours in the plane.
  private static func inSpatialOrder(_ parts: [[WeightedEdge]]) -> [[WeightedEdge]] {
    let boxes = parts.map { edges in
      edges.reduce(LatticeBox.none) { $0.union(.around($1.start, $1.end)) }
    }
    return BoxTree.mortonOrder(boxes).map { parts[Int($0.index)] }
  }

  /// Counts overlaps of evenly chosen edges' boxes.
  static func isDense(_ edges: [WeightedEdge]) -> Bool {
    var count = 0
    let step = edges.count / largestComparedCount + 1
    for sample in 0..<sampleCount {
      let edge = edges[sample * edges.count / sampleCount]
      let box = LatticeBox.around(edge.start, edge.end)
      for index in stride(from: 0, to: edges.count, by: step)
      where box.overlaps(.around(edges[index].start, edges[index].end)) {
        count += step
      }
    }
    return count > denseOverlap * sampleCount
  }

  static func united(_ parts: ArraySlice<[WeightedEdge]>) -> [WeightedEdge] {
    if parts.isEmpty { return [] }
    if parts.count == 1 || parts.reduce(0, { $0 + $1.count }) <= edgesPerLeaf {
      return WindingSweep.boundary(of: parts.flatMap { $0 })
    }
    let middle = parts.startIndex + parts.count / 2
    return WindingSweep.boundary(of: united(parts[..<middle]) + united(parts[middle...]))
  }
}
