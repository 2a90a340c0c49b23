/// Decides exactly whether two triangles of a mesh share more than a common vertex or edge.
struct TrianglePairTest {
  /// A triangle with what is asked of it again and again.
  struct Face {
    var indices: SIMD3<Int32>
    var a: Place
    var b: Place
    var c: Place
    /// The cross product of two sides where coordinates are narrow.
    var normal: Place
    /// An axis along which the triangle is seen with an area; nil for triangles without one.
    var axis: ExactPredicates.Axis?
  }

  /// Faces are handed on by reference: most pairs are decided by a few of their numbers.
  typealias FacePointer = UnsafePointer<Face>

  let exact: ExactPredicates

  /// Prepares a triangle for the test.
  func face(_ indices: SIMD3<Int32>, _ a: Place, _ b: Place, _ c: Place) -> Face {
    Face(
      indices: indices, a: a, b: b, c: c, normal: exact.isNarrow ? (b - a).cross(c - a) : .zero,
      axis: exact.viewAxis(a, b, c))
  }

  /// Whether two triangles intersect. Triangles without area intersect none, unless they have the same corners.
  ///
  /// Kept out of line, as are its cases: inlined into one another they outgrow the instruction cache.
  @inline(never)
  func intersects(_ p: FacePointer, _ q: FacePointer) -> Bool {
    let (f, g) = (p.pointee.indices, q.pointee.indices)
    let x: UInt8 = f.x == g.x ? 1 : f.x == g.y ? 2 : f.x == g.z ? 3 : 0
    let y: UInt8 = f.y == g.x ? 1 : f.y == g.y ? 2 : f.y == g.z ? 3 : 0
    let z: UInt8 = f.z == g.x ? 1 : f.z == g.y ? 2 : f.z == g.z ? 3 : 0
    switch (x != 0, y != 0, z != 0) {
    case (false, false, false): return areMeeting(p, q)
    case (true, false, false): return areMeeting(p, p.pointee.a, p.pointee.b, p.pointee.c, q, x)
    case (false, true, false): return areMeeting(p, p.pointee.b, p.pointee.c, p.pointee.a, q, y)
    case (false, false, true): return areMeeting(p, p.pointee.c, p.pointee.a, p.pointee.b, q, z)
    case (true, true, false): return areFolded(p, p.pointee.a, p.pointee.b, p.pointee.c, q, without: x, y)
    case (false, true, true): return areFolded(p, p.pointee.b, p.pointee.c, p.pointee.a, q, without: y, z)
    case (true, false, true): return areFolded(p, p.pointee.c, p.pointee.a, p.pointee.b, q, without: z, x)
    case (true, true, true): return true
    }
  }

  @inline(__always)
  private func side(_ face: FacePointer, _ place: Place) -> Int {
    if exact.isNarrow { return Int((place - face.pointee.a).dot(face.pointee.normal).signum()) }
    return exact.side(face.pointee.a, face.pointee.b, face.pointee.c, place)
  }

  // MARK: Two common corners

  /// Whether triangles with the common edge a → b lie on one another: in one plane, on one side of the edge. The
  /// common edge has the given two of q's corners, counted from 1.
  @inline(never)
  private func areFolded(
    _ p: FacePointer, _ a: Place, _ b: Place, _ c: Place, _ q: FacePointer, without first: UInt8,
    _ second: UInt8
  ) -> Bool {
    let other = first + second == 3 ? q.pointee.c : first + second == 4 ? q.pointee.b : q.pointee.a
    guard side(p, other) == 0, let axis = p.pointee.axis else { return false }
    return exact.turn(a, b, c, along: axis) == exact.turn(a, b, other, along: axis)
  }

  // MARK: One common corner

  /// Whether triangles whose first corner is common meet elsewhere: then the side across from it of one meets the
  /// other triangle.
  @inline(never)
  private func areMeeting(
    _ p: FacePointer, _ common: Place, _ p1: Place, _ p2: Place, _ q: FacePointer, _ corner: UInt8
  ) -> Bool {
    let (q1, q2) =
      corner == 1
      ? (q.pointee.b, q.pointee.c) : corner == 2 ? (q.pointee.c, q.pointee.a) : (q.pointee.a, q.pointee.b)
    let (side1, side2) = (side(p, q1), side(p, q2))
    if side1 * side2 > 0 { return false }
    return areMeetingBeyondCorner(p, common, p1, p2, q, q1, q2, side1, side2)
  }

  private func areMeetingBeyondCorner(
    _ p: FacePointer, _ common: Place, _ p1: Place, _ p2: Place, _ q: FacePointer, _ q1: Place, _ q2: Place,
    _ side1: Int,
    _ side2: Int
  ) -> Bool {
    guard let axis = p.pointee.axis, q.pointee.axis != nil else { return false }
    if side1 == 0, side2 == 0 {
      if isApart(common, p1, p2, q1, q2, axis) || isApart(common, q1, q2, p1, p2, axis) { return false }
      return isMeetingInPlane(q1, q2, p, axis) || isMeetingInPlane(p1, p2, q, axis)
    }
    let (other1, other2) = (side(q, p1), side(q, p2))
    if other1 * other2 > 0 { return false }
    return isMeeting(q1, q2, side1, side2, p) || isMeeting(p1, p2, other1, other2, q)
  }

  /// Whether, in one plane, a side of triangle (common, p1, p2) has q1 and q2 strictly on its outer side.
  @inline(__always)
  private func isApart(
    _ common: Place, _ p1: Place, _ p2: Place, _ q1: Place, _ q2: Place, _ axis: ExactPredicates.Axis
  ) -> Bool {
    let sense = exact.turn(common, p1, p2, along: axis)
    if exact.turn(common, p1, q1, along: axis) * sense < 0,
      exact.turn(common, p1, q2, along: axis) * sense < 0
    {
      return true
    }
    return exact.turn(common, p2, q1, along: axis) * sense > 0
      && exact.turn(common, p2, q2, along: axis) * sense > 0
  }

  // MARK: No common corner

  private func areMeeting(_ p: FacePointer, _ q: FacePointer) -> Bool {
    let (qa, qb, qc) = (side(p, q.pointee.a), side(p, q.pointee.b), side(p, q.pointee.c))
    if qa == qb, qb == qc {
      guard qa == 0, let axis = p.pointee.axis, q.pointee.axis != nil else { return false }
      return areMeetingInPlane(p, q, axis)
    }
    let (pa, pb, pc) = (side(q, p.pointee.a), side(q, p.pointee.b), side(q, p.pointee.c))
    if pa == pb, pb == pc { return false }
    guard p.pointee.axis != nil, q.pointee.axis != nil else { return false }
    // Two triangles that are not in one plane meet where a side of one meets the other.
    return isMeeting(q.pointee.a, q.pointee.b, qa, qb, p) || isMeeting(q.pointee.b, q.pointee.c, qb, qc, p)
      || isMeeting(q.pointee.c, q.pointee.a, qc, qa, p)
      || isMeeting(p.pointee.a, p.pointee.b, pa, pb, q) || isMeeting(p.pointee.b, p.pointee.c, pb, pc, q)
      || isMeeting(p.pointee.c, p.pointee.a, pc, pa, q)
  }

  private func areMeetingInPlane(_ p: FacePointer, _ q: FacePointer, _ axis: ExactPredicates.Axis) -> Bool {
    // Most neighbours in a plane are parted by one of their sides.
    if hasPartingSide(p, q, axis) || hasPartingSide(q, p, axis) { return false }
    return isMeetingInPlane(q.pointee.a, q.pointee.b, p, axis)
      || isMeetingInPlane(q.pointee.b, q.pointee.c, p, axis)
      || isMeetingInPlane(q.pointee.c, q.pointee.a, p, axis) || isInTriangle(p.pointee.a, q, axis)
  }

  /// Whether, in one plane, all of q is strictly on the outer side of one of p's sides.
  private func hasPartingSide(_ p: FacePointer, _ q: FacePointer, _ axis: ExactPredicates.Axis) -> Bool {
    let sense = exact.turn(p.pointee.a, p.pointee.b, p.pointee.c, along: axis)
    func isOuter(_ a: Place, _ b: Place) -> Bool {
      exact.turn(a, b, q.pointee.a, along: axis) * sense < 0
        && exact.turn(a, b, q.pointee.b, along: axis) * sense < 0
        && exact.turn(a, b, q.pointee.c, along: axis) * sense < 0
    }
    return isOuter(p.pointee.a, p.pointee.b) || isOuter(p.pointee.b, p.pointee.c)
      || isOuter(p.pointee.c, p.pointee.a)
  }

  // MARK: A segment and a triangle

  /// Whether the segment a → b meets a triangle; the ends' sides of its plane are given.
  @inline(__always)
  private func isMeeting(_ a: Place, _ b: Place, _ sideA: Int, _ sideB: Int, _ t: FacePointer) -> Bool {
    if sideA * sideB > 0 { return false }
    if sideA == 0, sideB == 0 {
      guard let axis = t.pointee.axis else { return false }
      return isMeetingInPlane(a, b, t, axis)
    }
    return isPassing(a, b, t)
  }

  /// Whether the line through a and b, which is not in the triangle's plane, passes it: then the triangle turns the
  /// same way round all three sides.
  private func isPassing(_ a: Place, _ b: Place, _ t: FacePointer) -> Bool {
    let s0 = exact.side(a, b, t.pointee.a, t.pointee.b)
    let s1 = exact.side(a, b, t.pointee.b, t.pointee.c)
    if s0 * s1 < 0 { return false }
    let s2 = exact.side(a, b, t.pointee.c, t.pointee.a)
    return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0)
  }

  /// Whether a segment meets a triangle in whose plane it lies, both seen along an axis.
  private func isMeetingInPlane(_ a: Place, _ b: Place, _ t: FacePointer, _ axis: ExactPredicates.Axis)
    -> Bool
  {
    isInTriangle(a, t, axis) || areCrossing(a, b, t.pointee.a, t.pointee.b, axis)
      || areCrossing(a, b, t.pointee.b, t.pointee.c, axis)
      || areCrossing(a, b, t.pointee.c, t.pointee.a, axis)
  }

  private func isInTriangle(_ place: Place, _ t: FacePointer, _ axis: ExactPredicates.Axis) -> Bool {
    let s0 = exact.turn(t.pointee.a, t.pointee.b, place, along: axis)
    let s1 = exact.turn(t.pointee.b, t.pointee.c, place, along: axis)
    let s2 = exact.turn(t.pointee.c, t.pointee.a, place, along: axis)
    return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0)
  }

  /// Whether two segments of a plane have a common place.
  private func areCrossing(
    _ a: Place, _ b: Place, _ c: Place, _ d: Place, _ axis: ExactPredicates.Axis
  ) -> Bool {
    let (abc, abd) = (exact.turn(a, b, c, along: axis), exact.turn(a, b, d, along: axis))
    if abc * abd > 0 { return false }
    let (cda, cdb) = (exact.turn(c, d, a, along: axis), exact.turn(c, d, b, along: axis))
    if abc * abd < 0, cda * cdb < 0 { return true }
    return abc == 0 && isWithin(c, a, b) || abd == 0 && isWithin(d, a, b) || cda == 0 && isWithin(a, c, d)
      || cdb == 0 && isWithin(b, c, d)
  }

  /// Whether a place on a segment's line lies between its ends.
  private func isWithin(_ place: Place, _ a: Place, _ b: Place) -> Bool {
    let (lower, upper) = (a.lower(b), a.upper(b))
    return lower.x <= place.x && place.x <= upper.x && lower.y <= place.y && place.y <= upper.y
      && lower.z <= place.z && place.z <= upper.z
  }
}
