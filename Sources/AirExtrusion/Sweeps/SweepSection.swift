import Glibc

/// What is moved along a path: a convex polygon about the path.
struct SweepSection {
  /// Corners, counter-clockwise along the frame's first and second axis, in lattice steps.
  let corners: [SIMD2<Double>]
  /// The number of equal turns after which the section is the same again.
  let symmetry: Int
  /// How its open ends are closed.
  let cap: Cap
  /// Whether the section stands for a circle about the path.
  let isRound: Bool

  enum Cap: Equatable {
    case flat
    /// A dome of a height in lattice steps, with a number of steps from rim to top.
    case dome(height: Double, steps: Int)
  }

  /// The largest distance of a corner from the path.
  var reach: Double { corners.reduce(0) { max($0, ($1 * $1).sum().squareRoot()) } }

  /// The distance of the nearest side from the path.
  var inradius: Double {
    sides.reduce(.infinity) { min($0, $1.distance) }
  }

  /// The outward unit normals of the sides, with their distances from the path.
  var sides: [(normal: SIMD2<Double>, distance: Double)] {
    zip(corners, corners.dropFirst() + corners.prefix(1)).map { corner, following in
      let side = following - corner
      let normal = SIMD2(side.y, -side.x) / (side * side).sum().squareRoot()
      return (normal, (normal * corner).sum())
    }
  }

  /// A regular polygon that stands for a circle: it has the circle's area and strays no farther than a tolerance.
  ///
  /// At a radius of r √(a / sin a), for an angle a between corners, the areas are equal; the corners lie outside of
  /// the circle by r a² / 12 and the sides' middles inside by half as much (both to second order).
  static func circle(radius: Double, tolerance: Double, isDomed: Bool) -> SweepSection {
    let count = Int((2 * .pi / cornerAngle(radius: radius, tolerance: tolerance)).rounded(.up))
    return polygon(
      sides: count, radius: cornerRadius(sides: count, radius: radius), isDomed: isDomed,
      domeSteps: count / 4,
      isRound: true)
  }

  /// The largest angle between corners that stand for a circle within a tolerance.
  static func cornerAngle(radius: Double, tolerance: Double) -> Double {
    min((12 * tolerance / radius).squareRoot(), 2 * .pi / 8)
  }

  /// The distance of the corners of a regular polygon that has a circle's area.
  static func cornerRadius(sides: Int, radius: Double) -> Double {
    let step = 2 * .pi / Double(sides)
    return radius * (step / sin(step)).squareRoot()
  }

  /// A regular polygon with its corners at a radius, one of its sides facing down in an upright frame.
  static func polygon(sides: Int, radius: Double, tolerance: Double, isDomed: Bool) -> SweepSection {
    let angle = cornerAngle(radius: radius, tolerance: tolerance)
    return polygon(
      sides: sides, radius: radius, isDomed: isDomed, domeSteps: Int((.pi / 2 / angle).rounded(.up)),
      isRound: false)
  }

  private static func polygon(
    sides: Int, radius: Double, isDomed: Bool, domeSteps: Int, isRound: Bool
  ) -> SweepSection {
    let step = 2 * .pi / Double(sides)
    let corners = (0..<sides).map { index in
      let angle = (Double(index) + 0.5) * step - .pi / 2
      return SIMD2(cos(angle), sin(angle)) * radius
    }
    return SweepSection(
      corners: corners, symmetry: sides,
      cap: isDomed ? .dome(height: radius, steps: max(2, domeSteps)) : .flat, isRound: isRound)
  }

  /// A rectangle about the path, flat-ended.
  static func rectangle(width: Double, height: Double) -> SweepSection {
    let (x, y) = (width / 2, height / 2)
    return SweepSection(
      corners: [SIMD2(-x, -y), SIMD2(x, -y), SIMD2(x, y), SIMD2(-x, y)], symmetry: 2, cap: .flat,
      isRound: false)
  }
}
