/// Leaves out what a pen draws where it has drawn before.
///
/// A path is looked at in small steps. Where the disc around a step is covered by what was kept so far, the step is
/// left out; what is kept of a path is one or more shorter ones. In the end the cells of a grid that are known to be
/// covered become a polygon of their own, and only what reaches beyond them is kept: what is near the outline. Nothing
/// else is lost, so the outline shrinks nowhere by more than the stated tolerance.
struct PathCulling {
  /// How far the kept outline may fall short of the whole one in each of two passes, the second of which takes a third
  /// of it, as a share of the tolerance of the pen's arcs. Half of that is what arcs stray inward less than outward.
  private static let toleranceShare = 0.37
  /// Kept stretches are joined where the path between them is shorter than this many radii and has no more points than
  /// this: two round ends cost as many edges.
  private static let joinedGap = (radii: 4.0, points: 3)
  /// Steps from one disc to the next that is noted in the grid, whose cells are coarser than steps.
  private static let stepsPerDisc = 3
  /// Number of known places that are remembered, a power of two.
  private static let memorySize = 1 << 18

  private var grid: CoverageGrid
  /// Small cells known to be covered around, each at the place that its key's hash says.
  private var memory = [UInt64](repeating: .max, count: memorySize)
  private var kept: [BrushPath] = []
  /// Whether the grid's cells are the area that is covered, rather than what has been drawn so far.
  private var isAreaFixed = false

  /// The paths that remain, and the boundary of an area that is covered besides.
  ///
  /// - Complexity: O(length / step) look-ups, each of as many cells as a pen is wide where little has been kept.
  static func culled(_ paths: [BrushPath]) -> (paths: [BrushPath], area: [WeightedEdge]) {
    var lower = SIMD2<Double>(repeating: .infinity)
    var upper = -lower
    var largestRadius = 0.0
    for path in paths {
      largestRadius = max(largestRadius, path.brush.radius)
      for point in path.points {
        lower = pointwiseMin(lower, point - path.brush.radius)
        upper = pointwiseMax(upper, point + path.brush.radius)
      }
    }
    guard largestRadius > 0 else { return (paths, []) }
    var culling = PathCulling(
      grid: CoverageGrid(lower: lower, upper: upper, largestRadius: largestRadius))
    let kept = culling.followAll(paths)
    culling.isAreaFixed = true
    var area: [WeightedEdge] = []
    culling.grid.traceCovered(into: &area)
    return (culling.followAll(kept), area)
  }

  private init(grid: CoverageGrid) { self.grid = grid }

  private mutating func followAll(_ paths: [BrushPath]) -> [BrushPath] {
    kept = []
    var radius = 0.0
    for path in paths {
      if path.brush.radius != radius {
        radius = path.brush.radius
        memory = [UInt64](repeating: .max, count: Self.memorySize)
      }
      follow(path)
    }
    return kept
  }

  /// A stretch of a path that is being kept.
  private struct Stretch {
    var points: [SIMD2<Double>]
    /// Number of points up to the last step that covers something new, and that step.
    var neededCount: Int
    var neededEnd: SIMD2<Double>
    /// Length of the path since then.
    var gap = 0.0

    init(from point: SIMD2<Double>) { (points, neededCount, neededEnd) = ([point], 1, point) }

    /// Goes on where nothing new is covered, perhaps to the next point of the path.
    mutating func pass(_ length: Double, to point: SIMD2<Double>?) {
      if let point { points.append(point) }
      gap += length
    }

    /// Goes on to a place where something new is covered.
    mutating func reach(_ place: SIMD2<Double>, isPathPoint: Bool) {
      if isPathPoint, points.last != place { points.append(place) }
      neededCount = points.count
      neededEnd = place
      gap = 0
    }
  }

  private mutating func follow(_ path: BrushPath) {
    guard let first = path.points.first else { return }
    let radius = path.brush.radius
    let tolerance = Self.toleranceShare * path.brush.circle.tolerance
    // A third of the tolerance each: what lies between the discs of two steps, the memory's cells, and the discs.
    let step = (8 * radius * tolerance / 3).squareRoot()
    let cell = tolerance / 3 * 2.0.squareRoot()
    let asked = isAreaFixed ? radius : radius - tolerance / 3
    // The chords of the pen's arcs lie inside of the circle by half the arcs' tolerance at most.
    let covered = radius - path.brush.circle.tolerance / 2
    var stretch: Stretch?
    var sinceCovered = Self.stepsPerDisc
    var last = first
    for (index, point) in path.points.enumerated() {
      let way = point - last
      let length = (way * way).sum().squareRoot()
      if grid.isKnownToBeSaturated(around: last, point) {
        stretch?.pass(length, to: point)
      } else {
        let count = max(1, (length / step).rounded(.up))
        let share = 1 / count
        for stepIndex in (index == 0 ? Int(count) : 1)...Int(count) {
          let isPathPoint = stepIndex == Int(count)
          let place = isPathPoint ? point : last + way * (Double(stepIndex) * share)
          guard isNew(place, radius: asked, cell: cell) else {
            stretch?.pass(length * share, to: isPathPoint ? point : nil)
            continue
          }
          let before = stepIndex == 1 ? last : last + way * (Double(stepIndex - 1) * share)
          var open = stretch ?? Stretch(from: before)
          open.reach(place, isPathPoint: isPathPoint)
          stretch = open
          sinceCovered += 1
          if !isAreaFixed, sinceCovered >= Self.stepsPerDisc {
            grid.cover(discAround: place, radius: covered)
            sinceCovered = 0
          }
        }
      }
      if let open = stretch,
        open.gap > Self.joinedGap.radii * radius
          || open.points.count > open.neededCount + Self.joinedGap.points
      {
        keep(open, path.brush)
        stretch = nil
      }
      last = point
    }
    if let stretch { keep(stretch, path.brush) }
  }

  private mutating func keep(_ stretch: Stretch, _ brush: BrushPolygon) {
    var points = Array(stretch.points[..<stretch.neededCount])
    if points.last != stretch.neededEnd { points.append(stretch.neededEnd) }
    kept.append(BrushPath(points: points, brush: brush))
  }

  /// Whether the disc around a place is not known to be covered; if so, it is from now on.
  private mutating func isNew(_ place: SIMD2<Double>, radius: Double, cell: Double) -> Bool {
    if grid.isSaturated(at: place) { return false }
    if isAreaFixed { return !grid.isCovering(discAround: place, radius: radius) }
    let small = (place / cell).rounded(.down)
    let key =
      UInt64(UInt32(truncatingIfNeeded: Int(small.x))) << 32
      | UInt64(UInt32(truncatingIfNeeded: Int(small.y)))
    // Fibonacci hashing (D. E. Knuth, The Art of Computer Programming, volume 3, 6.4).
    let slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 46)
    if memory[slot] == key { return false }
    memory[slot] = key
    return !grid.isCovering(discAround: (small + 0.5) * cell, radius: radius)
  }
}
