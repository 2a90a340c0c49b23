/// A place or a difference of places in whole steps.
///
/// Scalars instead of a vector type, since 64-bit products have no vector instruction on most processors.
struct Place: Hashable {
  var x: Int64
  var y: Int64
  var z: Int64

  static let zero = Place(x: 0, y: 0, z: 0)

  @inline(__always)
  static func - (a: Place, b: Place) -> Place { Place(x: a.x &- b.x, y: a.y &- b.y, z: a.z &- b.z) }

  /// The cross product; right only where `ExactPredicates` says so.
  @inline(__always)
  func cross(_ b: Place) -> Place {
    Place(x: y &* b.z &- z &* b.y, y: z &* b.x &- x &* b.z, z: x &* b.y &- y &* b.x)
  }

  @inline(__always)
  func dot(_ b: Place) -> Int64 { x &* b.x &+ y &* b.y &+ z &* b.z }

  @inline(__always)
  func lower(_ b: Place) -> Place { Place(x: min(x, b.x), y: min(y, b.y), z: min(z, b.z)) }

  @inline(__always)
  func upper(_ b: Place) -> Place { Place(x: max(x, b.x), y: max(y, b.y), z: max(z, b.z)) }

  var vector: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) }
}

/// Signs of determinants of whole coordinates, exact in every case.
///
/// Narrow coordinates lie within 1.3 million steps of one another (315 mm on the lattice): by Hadamard's bound a
/// determinant of three differences, 4 d³ at most, fits 64 bits, and wrapping arithmetic gives it right even where a
/// term in between wraps. Others differ by 40 bits at most and are computed in 128.
struct ExactPredicates {
  /// The largest difference of narrow coordinates.
  static let narrowExtent: Int64 = 1_300_000

  let isNarrow: Bool

  /// The determinant of three difference vectors.
  @inline(__always)
  func determinant(_ a: Place, _ b: Place, _ c: Place) -> Int128 {
    if isNarrow { return Int128(a.dot(b.cross(c))) }
    let x = Int128(a.x) &* (Int128(b.y) &* Int128(c.z) &- Int128(b.z) &* Int128(c.y))
    let y = Int128(a.y) &* (Int128(b.z) &* Int128(c.x) &- Int128(b.x) &* Int128(c.z))
    let z = Int128(a.z) &* (Int128(b.x) &* Int128(c.y) &- Int128(b.y) &* Int128(c.x))
    return x &+ y &+ z
  }

  /// On which side of the plane through a, b, c the place d lies: 1 where a, b, c turn counter-clockwise seen from
  /// d's side, −1 on the other side, 0 on the plane.
  @inline(__always)
  func side(_ a: Place, _ b: Place, _ c: Place, _ d: Place) -> Int {
    if isNarrow { return Int((d - a).dot((b - a).cross(c - a)).signum()) }
    return Int(determinant(d - a, b - a, c - a).signum())
  }

  /// The sense in which a, b, c turn when seen along an axis.
  @inline(__always)
  func turn(_ a: Place, _ b: Place, _ c: Place, along axis: Axis) -> Int {
    let (ab, ac) = (b - a, c - a)
    switch axis {
    case .x: return sign(ab.y, ac.z, ab.z, ac.y)
    case .y: return sign(ab.z, ac.x, ab.x, ac.z)
    case .z: return sign(ab.x, ac.y, ab.y, ac.x)
    }
  }

  /// The sign of a · b − c · d.
  @inline(__always)
  private func sign(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) -> Int {
    if isNarrow { return Int((a &* b &- c &* d).signum()) }
    return Int((Int128(a) &* Int128(b) &- Int128(c) &* Int128(d)).signum())
  }

  /// An axis along which a triangle is seen with an area; nil for triangles without one.
  @inline(__always)
  func viewAxis(_ a: Place, _ b: Place, _ c: Place) -> Axis? {
    if turn(a, b, c, along: .y) != 0 { return .y }
    if turn(a, b, c, along: .x) != 0 { return .x }
    return turn(a, b, c, along: .z) != 0 ? .z : nil
  }

  enum Axis { case x, y, z }
}
