/// Decides exactly whether two triangles of a mesh share more than a common vertex or edge.
struct TrianglePairTest {
  let places: UnsafeBufferPointer<SIMD3<Int64>>
  let isNarrow: Bool

  typealias Corners = (SIMD3<Int64>, SIMD3<Int64>, SIMD3<Int64>)

  /// Whether two triangles intersect. Triangles without area intersect none; two with the same three corners always.
  func intersects(_ first: SIMD3<Int32>, _ second: SIMD3<Int32>) -> Bool {
    // Turn both so that common corners come first.
    var (a, b) = (first, second)
    var common = 0
    for i in 0..<3 {
      for j in 0..<3 where first[i] == second[j] {
        common += 1
        if common == 1 {
          a = Self.turned(first, by: i)
          b = Self.turned(second, by: j)
        }
      }
    }
    let (p, q) = (corners(a), corners(b))
    switch common {
    case 0: return !isDegenerate(p) && !isDegenerate(q) && areMeeting(p, q)
    case 1: return areMeetingBeyondCorner(p, q)
    case 2:
      // The corners that are not common are the places left when the common ones are taken out.
      let aIsNext = a.y == b.y || a.y == b.z
      let bIsNext = b.y == a.y || b.y == a.z
      return areFolded(p.0, aIsNext ? p.1 : p.2, aIsNext ? p.2 : p.1, bIsNext ? q.2 : q.1)
    default: return true
    }
  }

  @inline(__always)
  private static func turned(_ t: SIMD3<Int32>, by turn: Int) -> SIMD3<Int32> {
    turn == 0 ? t : turn == 1 ? SIMD3(t.y, t.z, t.x) : SIMD3(t.z, t.x, t.y)
  }

  @inline(__always)
  private func corners(_ t: SIMD3<Int32>) -> Corners { (places[Int(t.x)], places[Int(t.y)], places[Int(t.z)]) }

  @inline(__always)
  private func side(_ t: Corners, _ place: SIMD3<Int64>) -> Int {
    ExactPredicates.side(t.0, t.1, t.2, place, isNarrow: isNarrow)
  }

  private func isDegenerate(_ t: Corners) -> Bool {
    ExactPredicates.isCollinear(t.0, t.1, t.2, isNarrow: isNarrow)
  }

  /// An axis along which a plane's triangle is seen with an area; nil for triangles without one.
  private func viewAxis(_ t: Corners) -> Int? {
    (0..<3).first { ExactPredicates.turn(t.0, t.1, t.2, dropping: $0, isNarrow: isNarrow) != 0 }
  }

  // MARK: Two common corners

  /// Whether triangles with the common edge a → b lie on one another: in one plane, on one side of the edge.
  private func areFolded(
    _ a: SIMD3<Int64>, _ b: SIMD3<Int64>, _ p: SIMD3<Int64>, _ q: SIMD3<Int64>
  ) -> Bool {
    guard ExactPredicates.side(a, b, p, q, isNarrow: isNarrow) == 0, let axis = viewAxis((a, b, p)) else {
      return false
    }
    return ExactPredicates.turn(a, b, p, dropping: axis, isNarrow: isNarrow)
      == ExactPredicates.turn(a, b, q, dropping: axis, isNarrow: isNarrow)
  }

  // MARK: One common corner

  /// Whether triangles whose first corner is common meet elsewhere: then the side across from it of one meets the
  /// other triangle.
  private func areMeetingBeyondCorner(_ p: Corners, _ q: Corners) -> Bool {
    let (q1, q2) = (side(p, q.1), side(p, q.2))
    if q1 * q2 > 0 { return false }
    if q1 == 0, q2 == 0 {
      guard let axis = viewAxis(p), viewAxis(q) != nil else { return false }
      if isApart(p, q, axis) || isApart(q, p, axis) { return false }
      return isMeetingInPlane(q.1, q.2, p, axis) || isMeetingInPlane(p.1, p.2, q, axis)
    }
    let (p1, p2) = (side(q, p.1), side(q, p.2))
    if p1 * p2 > 0 { return false }
    if isDegenerate(p) || isDegenerate(q) { return false }
    return isMeeting(q.1, q.2, q1, q2, p) || isMeeting(p.1, p.2, p1, p2, q)
  }

  /// Whether, in one plane, a side of p at the common corner has all else of q strictly on its outer side.
  @inline(__always)
  private func isApart(_ p: Corners, _ q: Corners, _ axis: Int) -> Bool {
    func turn(_ a: SIMD3<Int64>, _ b: SIMD3<Int64>, _ c: SIMD3<Int64>) -> Int {
      ExactPredicates.turn(a, b, c, dropping: axis, isNarrow: isNarrow)
    }
    let sense = turn(p.0, p.1, p.2)
    if turn(p.0, p.1, q.1) * sense < 0, turn(p.0, p.1, q.2) * sense < 0 { return true }
    return turn(p.0, p.2, q.1) * sense > 0 && turn(p.0, p.2, q.2) * sense > 0
  }

  // MARK: No common corner

  private func areMeeting(_ p: Corners, _ q: Corners) -> Bool {
    let qs = (side(p, q.0), side(p, q.1), side(p, q.2))
    if qs.0 == qs.1, qs.1 == qs.2 {
      guard qs.0 == 0, let axis = viewAxis(p) else { return false }
      return isMeetingInPlane(q.0, q.1, p, axis) || isMeetingInPlane(q.1, q.2, p, axis)
        || isMeetingInPlane(q.2, q.0, p, axis) || isInTriangle(p.0, q, axis)
    }
    let ps = (side(q, p.0), side(q, p.1), side(q, p.2))
    if ps.0 == ps.1, ps.1 == ps.2 { return false }
    // Two triangles that are not in one plane meet where a side of one meets the other.
    return isMeeting(q.0, q.1, qs.0, qs.1, p) || isMeeting(q.1, q.2, qs.1, qs.2, p)
      || isMeeting(q.2, q.0, qs.2, qs.0, p) || isMeeting(p.0, p.1, ps.0, ps.1, q)
      || isMeeting(p.1, p.2, ps.1, ps.2, q) || isMeeting(p.2, p.0, ps.2, ps.0, q)
  }

  // MARK: A segment and a triangle

  /// Whether the segment a → b meets triangle t; the ends' sides of its plane are given.
  private func isMeeting(
    _ a: SIMD3<Int64>, _ b: SIMD3<Int64>, _ sideA: Int, _ sideB: Int, _ t: Corners
  ) -> Bool {
    if sideA * sideB > 0 { return false }
    if sideA == 0, sideB == 0 {
      guard let axis = viewAxis(t) else { return false }
      return isMeetingInPlane(a, b, t, axis)
    }
    // The line passes the triangle when it turns the same way round all three sides.
    let s0 = ExactPredicates.side(a, b, t.0, t.1, isNarrow: isNarrow)
    let s1 = ExactPredicates.side(a, b, t.1, t.2, isNarrow: isNarrow)
    let s2 = ExactPredicates.side(a, b, t.2, t.0, isNarrow: isNarrow)
    return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0)
  }

  /// Whether a segment meets a triangle in whose plane it lies, both seen along an axis.
  private func isMeetingInPlane(_ a: SIMD3<Int64>, _ b: SIMD3<Int64>, _ t: Corners, _ axis: Int) -> Bool {
    isInTriangle(a, t, axis) || areCrossing(a, b, t.0, t.1, axis) || areCrossing(a, b, t.1, t.2, axis)
      || areCrossing(a, b, t.2, t.0, axis)
  }

  private func isInTriangle(_ place: SIMD3<Int64>, _ t: Corners, _ axis: Int) -> Bool {
    let s0 = ExactPredicates.turn(t.0, t.1, place, dropping: axis, isNarrow: isNarrow)
    let s1 = ExactPredicates.turn(t.1, t.2, place, dropping: axis, isNarrow: isNarrow)
    let s2 = ExactPredicates.turn(t.2, t.0, place, dropping: axis, isNarrow: isNarrow)
    return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0)
  }

  /// Whether two segments of a plane have a common place.
  private func areCrossing(
    _ a: SIMD3<Int64>, _ b: SIMD3<Int64>, _ c: SIMD3<Int64>, _ d: SIMD3<Int64>, _ axis: Int
  ) -> Bool {
    let abc = ExactPredicates.turn(a, b, c, dropping: axis, isNarrow: isNarrow)
    let abd = ExactPredicates.turn(a, b, d, dropping: axis, isNarrow: isNarrow)
    let cda = ExactPredicates.turn(c, d, a, dropping: axis, isNarrow: isNarrow)
    let cdb = ExactPredicates.turn(c, d, b, dropping: axis, isNarrow: isNarrow)
    if abc * abd < 0, cda * cdb < 0 { return true }
    return abc == 0 && isWithin(c, a, b) || abd == 0 && isWithin(d, a, b) || cda == 0 && isWithin(a, c, d)
      || cdb == 0 && isWithin(b, c, d)
  }

  /// Whether a place on a segment's line lies between its ends.
  private func isWithin(_ place: SIMD3<Int64>, _ a: SIMD3<Int64>, _ b: SIMD3<Int64>) -> Bool {
    let (lower, upper) = (pointwiseMin(a, b), pointwiseMax(a, b))
    return all(place .>= lower) && all(place .<= upper)
  }
}
