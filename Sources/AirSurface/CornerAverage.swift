import AirGeometry

/// What many frames of a camera that stands still say of the same four corners, brought together.
///
/// Corners are averaged before any pose is sought: the average holds all that independent normal noise leaves (it is the
/// sufficient statistic), while averaging poses would average over both tilts of a small frontal square.
package struct CornerAverage: Sendable {
  /// The corners' places on the thing or the surface.
  let points: [SurfacePoint]
  private var places: [[SIMD2<Double>]] = []
  private var information: [[Double]] = []
  /// Every so many-th observation is kept.
  private var stride = 1
  /// How many observations came.
  package private(set) var count = 0

  /// So many observations are kept; beyond, every second one is dropped and half as many are taken from then on.
  private static let capacity = 512

  /// Starts without observations.
  package init(points: [SurfacePoint]) { self.points = points }

  /// Adds what a frame showed of the corners.
  package mutating func add(_ observation: CornerObservation) {
    defer { count += 1 }
    guard count.isMultiple(of: stride) else { return }
    places.append(observation.places)
    information.append(observation.information)
    guard places.count == Self.capacity else { return }
    stride *= 2
    places = places.indices.filter { $0.isMultiple(of: 2) }.map { places[$0] }
    information = information.indices.filter { $0.isMultiple(of: 2) }.map { information[$0] }
  }

  /// The corners' average: each observation with its own inverse covariance, those far from the medians weighed down by
  /// Tukey's biweight; nil without any.
  ///
  /// The inverse covariance is scaled by how much the observations scatter in truth, and to one that no number of frames
  /// surpasses, since edges as printed, blurred and sampled are not where they should be.
  ///
  /// - Complexity: linear in the number of observations kept, but for their sorting.
  package var average: CornerObservation? {
    guard let first = places.first else { return nil }
    let centre = first.indices.map { corner in
      SIMD2(
        median(places.map { $0[corner].x }), median(places.map { $0[corner].y }))
    }
    let spread = first.indices.map { corner in
      1.4826 * median(places.map { length($0[corner] - centre[corner]) }) + 0.05
    }
    var sum = [Double](repeating: 0, count: 64)
    var weighted = [Double](repeating: 0, count: 8)
    var (scatter, total) = (0.0, 0.0)
    for (corners, matrix) in zip(places, information) {
      let offsets = zip(corners, centre).flatMap { [$0.x - $1.x, $0.y - $1.y] }
      let furthest = zip(zip(corners, centre), spread).map { length($0.0 - $0.1) / $1 }.max() ?? 0
      let ratio = furthest / 6
      guard ratio < 1 else { continue }
      let weight = (1 - ratio * ratio) * (1 - ratio * ratio)
      for row in 0..<8 {
        for column in 0..<8 {
          sum[row * 8 + column] += weight * matrix[row * 8 + column]
          weighted[row] += weight * matrix[row * 8 + column] * offsets[column]
          scatter += weight * offsets[row] * matrix[row * 8 + column] * offsets[column]
        }
      }
      total += weight
    }
    guard total > 0 else { return nil }
    var equations = NormalEquations(count: 8)
    equations.add(
      jacobian: (0..<8).map { row in (0..<8).map { $0 == row ? 1 : 0 } },
      residuals: [Double](repeating: 0, count: 8), information: sum)
    let shift = equations.solution(damping: 1e-9, for: weighted) ?? [Double](repeating: 0, count: 8)
    let mean = first.indices.map { centre[$0] + SIMD2(shift[2 * $0], shift[2 * $0 + 1]) }
    // Few observations can't tell their scatter.
    let factor = total > 4 ? min(max(8 * total / max(scatter, 1e-12), 0.1), 4) : 1
    let largest = (0..<8).map { sum[9 * $0] * factor }.max() ?? 0
    let cap = largest > 0 ? min(1, Self.largestInformation / largest) : 1
    return CornerObservation(
      points: points, places: mean, information: sum.map { $0 * factor * cap })
  }

  /// What the scatter leaves uncertain is told no better than to 0.01 pixels.
  private static let largestInformation = 1e4

  private func median(_ values: [Double]) -> Double { values.median ?? .nan }
}
