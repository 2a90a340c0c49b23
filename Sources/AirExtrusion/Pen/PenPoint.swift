/// A place of a pen's path and the pen's radius there, in lattice steps.
struct PenPoint: Equatable {
  var place: SIMD2<Double>
  var radius: Double

  /// The point at the share `t` of the way from `a` to `b`.
  static func interpolated(_ a: PenPoint, _ b: PenPoint, _ t: Double) -> PenPoint {
    PenPoint(place: a.place + (b.place - a.place) * t, radius: a.radius + (b.radius - a.radius) * t)
  }

  /// Distance of the places.
  func distance(to other: PenPoint) -> Double { Planar.length(other.place - place) }

  /// Whether the disc around this point contains that around another one.
  func contains(_ other: PenPoint) -> Bool { radius - other.radius >= distance(to: other) }
}

/// Vectors of the plane.
enum Planar {
  @inline(__always)
  static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

  /// The area of the parallelogram of two vectors: positive when b is counter-clockwise of a.
  @inline(__always)
  static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
}
