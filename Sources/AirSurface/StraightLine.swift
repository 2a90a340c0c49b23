import Glibc

/// A line of the plane: the points p with normal · p = offset.
struct StraightLine {
  let normal: SIMD2<Double>
  let offset: Double

  /// The line nearest to most points: total least squares, outliers weighed down by Tukey's biweight with the scale
  /// from the median deviation (P. Huber, "Robust Statistics", 1981).
  init?(fitting points: [SIMD2<Double>]) {
    guard points.count >= 10 else { return nil }
    var weights = [Double](repeating: 1, count: points.count)
    var fitted: (normal: SIMD2<Double>, offset: Double) = (.zero, 0)
    for _ in 0..<10 {
      let total = weights.reduce(0, +)
      guard total > 0 else { return nil }
      let mean = zip(points, weights).reduce(SIMD2<Double>.zero) { $0 + $1.0 * $1.1 } / total
      var (xx, xy, yy) = (0.0, 0.0, 0.0)
      for (point, weight) in zip(points, weights) {
        let d = point - mean
        xx += weight * d.x * d.x
        xy += weight * d.x * d.y
        yy += weight * d.y * d.y
      }
      // The normal of the line is the direction of least spread.
      let angle = 0.5 * atan2(2 * xy, xx - yy) + .pi / 2
      let normal = SIMD2(cos(angle), sin(angle))
      fitted = (normal, (normal * mean).sum())
      let deviations = points.map { abs((normal * $0).sum() - fitted.offset) }
      let median = deviations.sorted()[deviations.count / 2]
      let cutoff = max(4.685 * 1.4826 * median, 1e-12)
      weights = deviations.map { deviation in
        let ratio = deviation / cutoff
        return ratio < 1 ? (1 - ratio * ratio) * (1 - ratio * ratio) : 0
      }
    }
    normal = fitted.normal
    offset = fitted.offset
  }

  /// Where two lines cross; nil when they are parallel.
  func crossing(_ other: StraightLine) -> SIMD2<Double>? {
    let determinant = normal.x * other.normal.y - normal.y * other.normal.x
    guard abs(determinant) > 1e-6 else { return nil }
    return SIMD2(
      (offset * other.normal.y - normal.y * other.offset) / determinant,
      (normal.x * other.offset - offset * other.normal.x) / determinant)
  }
}
