/// Leaves out what a pen draws where it has drawn before.
///
/// A path is looked at in small steps. Where the disc around a step is covered by what was kept so far, the step is
/// left out; what is kept of a path is one or more shorter ones. Nothing that was kept is taken back, so the pen's
/// outline shrinks nowhere by more than the stated tolerance, and what is kept does not grow with the number of times
/// that a place is drawn over.
struct PathCulling {
  /// How far the kept outline may fall short of the whole one, as a share of the tolerance of the pen's arcs: half of
  /// that is what arcs stray inward less than outward.
  private static let toleranceShare = 0.43
  /// Kept stretches are joined where the path between them is shorter than this share of the radius.
  private static let joinedGap = 0.5
  /// Number of known places that are remembered, a power of two.
  private static let memorySize = 1 << 18

  private var grid: CoverageGrid
  /// Small cells known to be covered around, each at the place that its key's hash says.
  private var memory = [UInt64](repeating: .max, count: memorySize)
  private var kept: [BrushPath] = []

  /// The paths that remain.
  ///
  /// - Complexity: O(length / step) look-ups, each of as many cells as a pen is wide where little has been kept.
  static func culled(_ paths: [BrushPath]) -> [BrushPath] {
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
    guard largestRadius > 0 else { return paths }
    var culling = PathCulling(
      grid: CoverageGrid(lower: lower, upper: upper, largestRadius: largestRadius))
    var radius = largestRadius
    for path in paths {
      if path.brush.radius != radius {
        radius = path.brush.radius
        culling.memory = [UInt64](repeating: .max, count: memorySize)
      }
      culling.follow(path)
    }
    return culling.kept
  }

  private init(grid: CoverageGrid) { self.grid = grid }

  /// A stretch of a path that is being kept.
  private struct Stretch {
    var points: [SIMD2<Double>]
    /// Number of points up to the last step that covers something new, and that step.
    var neededCount: Int
    var neededEnd: SIMD2<Double>
    /// Length of the path since then.
    var gap = 0.0
  }

  private mutating func follow(_ path: BrushPath) {
    guard let first = path.points.first else { return }
    let radius = path.brush.radius
    let tolerance = Self.toleranceShare * path.brush.arcTolerance
    // A third of the tolerance each: what lies between the discs of two steps, the memory's cells, and the discs.
    let step = (8 * radius * tolerance / 3).squareRoot()
    let cell = tolerance / 3 * 2.0.squareRoot()
    let asked = radius - tolerance / 3
    // The chords of the pen's arcs lie inside of the circle by half the arcs' tolerance at most.
    let covered = radius - path.brush.arcTolerance / 2
    var stretch: Stretch?
    var last = first
    for (index, point) in path.points.enumerated() {
      let way = point - last
      let length = (way * way).sum().squareRoot()
      let count = max(1, (length / step).rounded(.up))
      let share = 1 / count
      for stepIndex in (index == 0 ? Int(count) : 1)...Int(count) {
        let isPathPoint = stepIndex == Int(count)
        let place = isPathPoint ? point : last + way * (Double(stepIndex) * share)
        if isNew(place, radius: asked, cell: cell) {
          let before = stepIndex == 1 ? last : last + way * (Double(stepIndex - 1) * share)
          var open = stretch ?? Stretch(points: [before], neededCount: 1, neededEnd: before)
          if isPathPoint, open.points.last != place { open.points.append(place) }
          open.neededCount = open.points.count
          open.neededEnd = place
          open.gap = 0
          stretch = open
          grid.cover(discAround: place, radius: covered)
        } else if stretch != nil {
          if isPathPoint { stretch?.points.append(place) }
          stretch?.gap += length * share
          if let open = stretch, open.gap > Self.joinedGap * radius {
            keep(open, path.brush)
            stretch = nil
          }
        }
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
    let small = (place / cell).rounded(.down)
    let key = UInt64(UInt32(truncatingIfNeeded: Int(small.x))) << 32
      | UInt64(UInt32(truncatingIfNeeded: Int(small.y)))
    // Fibonacci hashing (D. E. Knuth, The Art of Computer Programming, volume 3, 6.4).
    let slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 46)
    if memory[slot] == key { return false }
    memory[slot] = key
    return !grid.isCovering(discAround: (small + 0.5) * cell, radius: radius)
  }
}
