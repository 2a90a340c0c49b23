import AirGeometry

/// A path in the plan with the heights of what stands on it, in lattice steps.
struct WallPath {
  /// The path in the plan, at height zero.
  let plan: SweepPath
  /// The top's height at each of the plan's points.
  let heights: [Double]

  /// Takes a path; where it goes straight up or down, the plan has one point with the largest of the heights.
  ///
  /// - Parameter rise: by how much, in lattice steps, the top is above the path.
  init(_ path: SweepPath, rise: Double) {
    var points: [SIMD3<Double>] = []
    var heights: [Double] = []
    for point in path.points {
      let foot = SIMD3(point.x, 0, point.z)
      // Nothing lies below the surface.
      let height = (max(0, point.y) + rise).rounded()
      if let last = points.last, length(foot - last) < Self.shortestStep {
        heights[heights.count - 1] = max(heights[heights.count - 1], height)
      } else {
        points.append(foot)
        heights.append(height)
      }
    }
    var isClosed = path.isClosed
    if isClosed, points.count > 1, length(points[points.count - 1] - points[0]) < Self.shortestStep {
      points.removeLast()
      heights[0] = max(heights[0], heights.removeLast())
    }
    if points.count < 3 { isClosed = false }
    let plan = path.replacing(points: points, isClosed: isClosed).drawnOut
    self.plan = plan
    self.heights = plan.points.count == heights.count ? heights : [heights[0], heights[0]]
  }

  private static let shortestStep = 2.0
}
