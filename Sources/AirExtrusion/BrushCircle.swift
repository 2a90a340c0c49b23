import Glibc

/// The vertices of a pen's circle and its arcs: as few as a tolerance allows, of just the true area. Lengths are in
/// lattice steps.
struct BrushCircle {
  let radius: Double
  /// How far arcs may stray from the circle.
  let tolerance: Double
  /// Largest angle between an arc's vertices: at the radius that preserves the sector's area they lie outside of the
  /// circle by radius · angle² / 12, and the chords' middles inside by half as much (both to second order).
  private let largestAngle: Double

  /// Least number of vertices of a whole circle.
  private static let fewestVertices = 8.0
  /// Share of an arc's angular step between the straight side and the first vertex on its prolongation: 1/√6, at
  /// which that vertex is as far outside of the circle as the others.
  private static let firstShare = 0.408_248_290_463_863

  init(radius: Double, tolerance: Double) {
    self.radius = radius
    self.tolerance = tolerance
    largestAngle = min((12 * tolerance / radius).squareRoot(), 2 * .pi / Self.fewestVertices)
  }

  /// An arc from one side's end to the next one's start, both tangent to it; directions are of unit length.
  func traceArc(
    around centre: SIMD2<Double>, from: SIMD2<Double>, to: SIMD2<Double>, angle: Double,
    into points: inout [LatticePoint]
  ) {
    let cosine = cos(angle / 2)
    if angle < .pi / 2, radius * (1 - cosine) <= tolerance * cosine {
      points.append(LatticePoint(rounding: centre + (from + to) * (radius / (2 * cosine * cosine))))
      return
    }
    let count = max(2, (angle / largestAngle + 1 - 2 * Self.firstShare).rounded(.up))
    let step = angle / (count - 1 + 2 * Self.firstShare)
    let first = Self.firstShare * step
    let outer = radius / cos(first)
    let inner = innerRadius(outer: outer, first: first, step: step, count: count, angle: angle)
    let aside = SIMD2(-from.y, from.x)
    for index in 0..<Int(count) {
      let turn = first + Double(index) * step
      let reach = index == 0 || index == Int(count) - 1 ? outer : inner
      points.append(LatticePoint(rounding: centre + (from * cos(turn) + aside * sin(turn)) * reach))
    }
  }

  /// The radius at which the vertices between the first and the last make the polygon's area that of the sector.
  ///
  /// Twice the area is 2 r² tan(first) + 2 · outer · x · sin(step) + (count − 3) x² sin(step), to be r² · angle.
  private func innerRadius(outer: Double, first: Double, step: Double, count: Double, angle: Double) -> Double
  {
    guard count > 2 else { return outer }
    let target = radius * radius * (angle - 2 * tan(first)) / sin(step)
    let quadratic = count - 3
    let discriminant = outer * outer + quadratic * target
    return target / (outer + discriminant.squareRoot())
  }

  /// A regular polygon with the disc's area.
  func trace(around centre: SIMD2<Double>, into points: inout [LatticePoint]) {
    let count = (2 * .pi / largestAngle).rounded(.up)
    let step = 2 * .pi / count
    let reach = radius * (step / sin(step)).squareRoot()
    for index in 0..<Int(count) {
      let turn = (Double(index) + 0.5) * step
      points.append(LatticePoint(rounding: centre + SIMD2(cos(turn), sin(turn)) * reach))
    }
  }
}

extension LatticePoint {
  /// The lattice point next to a place.
  init(rounding place: SIMD2<Double>) {
    self.init(Int32(place.x.rounded()), Int32(place.y.rounded()))
  }
}
