/// A point of the plane in whole lattice steps: x along u, y along v.
public typealias LatticePoint = SIMD2<Int32>

// Coordinates are at most 2²⁴ + 2¹⁰ in magnitude, so that differences fit 26 bits, products of two of them 52 bits
// and sums of such products an `Int64`: nothing below can overflow, and the wrapping operators only spare the checks.

/// Twice the signed area of a triangle: positive when a, b, c turn counter-clockwise (x right, y up).
@inline(__always)
func orientation(_ a: LatticePoint, _ b: LatticePoint, _ c: LatticePoint) -> Int64 {
  let ab = b &- a
  let ac = c &- a
  return Int64(ab.x) &* Int64(ac.y) &- Int64(ab.y) &* Int64(ac.x)
}

/// Positive when d lies inside the circle through a, b, c, which turn counter-clockwise; zero on the circle.
@inline(__always)
func inCircle(_ a: LatticePoint, _ b: LatticePoint, _ c: LatticePoint, _ d: LatticePoint) -> Int {
  let (ad, bd, cd) = (a &- d, b &- d, c &- d)
  let largest = max(magnitude(ad), magnitude(bd), magnitude(cd))
  let (aa, bb, cc) = (squaredLength(ad), squaredLength(bd), squaredLength(cd))
  let (bc, ca, ab) = (cross(bd, cd), cross(cd, ad), cross(ad, bd))
  // With differences up to 24,576 (6 mm) the sum is at most 3 · (2 · 24,576²)² < 2⁶²; most triangles are that small.
  if largest <= 24_576 {
    return Int((aa &* bc &+ bb &* ca &+ cc &* ab).signum())
  }
  let sum =
    Int128(aa) &* Int128(bc) &+ Int128(bb) &* Int128(ca) &+ Int128(cc) &* Int128(ab)
  return Int(sum.signum())
}

@inline(__always)
private func magnitude(_ v: LatticePoint) -> Int32 { max(abs(v.x), abs(v.y)) }

@inline(__always)
private func squaredLength(_ v: LatticePoint) -> Int64 {
  Int64(v.x) &* Int64(v.x) &+ Int64(v.y) &* Int64(v.y)
}

@inline(__always)
private func cross(_ a: LatticePoint, _ b: LatticePoint) -> Int64 {
  Int64(a.x) &* Int64(b.y) &- Int64(a.y) &* Int64(b.x)
}
