/// Signs of determinants of whole coordinates, exact in every case.
///
/// Narrow coordinates lie within 1.3 million steps of one another (315 mm on the lattice): by Hadamard's bound their
/// determinants fit 64 bits, and wrapping arithmetic gives them right even where a term in between wraps. Others
/// differ by 40 bits at most and are computed in 128.
enum ExactPredicates {
  /// The determinant of three difference vectors.
  @inline(__always)
  static func determinant(
    _ a: SIMD3<Int64>, _ b: SIMD3<Int64>, _ c: SIMD3<Int64>, isNarrow: Bool
  ) -> Int128 {
    if isNarrow { return Int128(narrowDeterminant(a, b, c)) }
    let x = Int128(a.x) &* (Int128(b.y) &* Int128(c.z) &- Int128(b.z) &* Int128(c.y))
    let y = Int128(a.y) &* (Int128(b.z) &* Int128(c.x) &- Int128(b.x) &* Int128(c.z))
    let z = Int128(a.z) &* (Int128(b.x) &* Int128(c.y) &- Int128(b.y) &* Int128(c.x))
    return x &+ y &+ z
  }

  @inline(__always)
  private static func narrowDeterminant(_ a: SIMD3<Int64>, _ b: SIMD3<Int64>, _ c: SIMD3<Int64>) -> Int64 {
    let x = a.x &* (b.y &* c.z &- b.z &* c.y)
    let y = a.y &* (b.z &* c.x &- b.x &* c.z)
    let z = a.z &* (b.x &* c.y &- b.y &* c.x)
    return x &+ y &+ z
  }

  /// On which side of the plane through a, b, c the place d lies: 1 where a, b, c turn counter-clockwise seen from d's
  /// opposite side, 0 on the plane.
  @inline(__always)
  static func side(
    _ a: SIMD3<Int64>, _ b: SIMD3<Int64>, _ c: SIMD3<Int64>, _ d: SIMD3<Int64>, isNarrow: Bool
  ) -> Int {
    if isNarrow { return Int(narrowDeterminant(b &- a, c &- a, d &- a).signum()) }
    return Int(determinant(b &- a, c &- a, d &- a, isNarrow: false).signum())
  }

  /// Whether three places lie on a line.
  @inline(__always)
  static func isCollinear(_ a: SIMD3<Int64>, _ b: SIMD3<Int64>, _ c: SIMD3<Int64>, isNarrow: Bool) -> Bool {
    (0..<3).allSatisfy { turn(a, b, c, dropping: $0, isNarrow: isNarrow) == 0 }
  }

  /// The sense in which a, b, c turn when seen along an axis.
  @inline(__always)
  static func turn(
    _ a: SIMD3<Int64>, _ b: SIMD3<Int64>, _ c: SIMD3<Int64>, dropping axis: Int, isNarrow: Bool
  ) -> Int {
    let (first, second) = axis == 0 ? (1, 2) : axis == 1 ? (2, 0) : (0, 1)
    let (abx, aby) = (b[first] &- a[first], b[second] &- a[second])
    let (acx, acy) = (c[first] &- a[first], c[second] &- a[second])
    if isNarrow { return Int((abx &* acy &- aby &* acx).signum()) }
    return Int((Int128(abx) &* Int128(acy) &- Int128(aby) &* Int128(acx)).signum())
  }
}
