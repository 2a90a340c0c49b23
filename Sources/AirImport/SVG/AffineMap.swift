import Glibc

/// An affine map of the plane: x' = a·x + c·y + e, y' = b·x + d·y + f, named as in SVG's `matrix(a b c d e f)`.
struct AffineMap: Hashable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var e = 0.0
  var f = 0.0

  static let identity = AffineMap()

  static func translation(_ x: Double, _ y: Double) -> AffineMap { AffineMap(e: x, f: y) }

  static func scaling(_ x: Double, _ y: Double) -> AffineMap { AffineMap(a: x, d: y) }

  static func rotation(degrees: Double) -> AffineMap {
    let angle = degrees * .pi / 180
    return AffineMap(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle))
  }

  /// First `inner`, then this map: the order in which a list of transforms and nested groups are written.
  func callAsFunction(_ inner: AffineMap) -> AffineMap {
    AffineMap(
      a: a * inner.a + c * inner.b, b: b * inner.a + d * inner.b, c: a * inner.c + c * inner.d,
      d: b * inner.c + d * inner.d, e: a * inner.e + c * inner.f + e, f: b * inner.e + d * inner.f + f)
  }

  /// Maps a point.
  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> { turned(point) + SIMD2(e, f) }

  /// Maps a direction.
  func turned(_ vector: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a * vector.x + c * vector.y, b * vector.x + d * vector.y)
  }

  /// How long a length becomes, in the mean over all directions: the square root of how large an area becomes.
  var meanScale: Double { abs(a * d - b * c).squareRoot() }
}
