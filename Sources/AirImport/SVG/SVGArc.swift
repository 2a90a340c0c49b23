import Glibc

/// An elliptical arc by its centre: centre + cos θ · first + sin θ · second.
struct SVGArc {
  var center: SIMD2<Double>
  /// Half the ellipse's axis at θ = 0.
  var first: SIMD2<Double>
  /// Half the ellipse's axis at θ = 90°.
  var second: SIMD2<Double>
  /// θ at the start, in radians.
  var startAngle: Double
  /// How far θ goes, in radians.
  var sweep: Double
  /// The end, which rounding must not move.
  var end: SIMD2<Double>
  /// True where the arc is a straight line, since its radii or its length are nothing.
  var isLine = false

  /// A whole ellipse whose axes lie along x and y.
  init(ellipseAround center: SIMD2<Double>, radii: SIMD2<Double>) {
    self.init(
      center: center, first: SIMD2(radii.x, 0), second: SIMD2(0, radii.y), startAngle: 0, sweep: 2 * .pi,
      end: center + SIMD2(radii.x, 0))
  }

  private init(
    center: SIMD2<Double>, first: SIMD2<Double>, second: SIMD2<Double>, startAngle: Double, sweep: Double,
    end: SIMD2<Double>
  ) {
    self.center = center
    self.first = first
    self.second = second
    self.startAngle = startAngle
    self.sweep = sweep
    self.end = end
  }

  /// An arc of a path, by its ends (SVG 1.1, appendix F.6.5 and F.6.6: too small radii grow until they fit).
  ///
  /// - Parameters:
  ///   - isLarge: whether it goes over more than half of the ellipse.
  ///   - isPositive: whether angles grow along it.
  init(
    from start: SIMD2<Double>, to end: SIMD2<Double>, radii: SIMD2<Double>, rotationInDegrees: Double,
    isLarge: Bool, isPositive: Bool
  ) {
    self.init(center: start, first: SIMD2(), second: SIMD2(), startAngle: 0, sweep: 0, end: end)
    var radii = SIMD2(abs(radii.x), abs(radii.y))
    guard start != end, radii.x > 0, radii.y > 0 else {
      isLine = true
      return
    }
    let turn = AffineMap.rotation(degrees: rotationInDegrees)
    let back = AffineMap.rotation(degrees: -rotationInDegrees)
    // The circle that the ellipse is when its axes are straightened and its radii made one.
    func chordHalf() -> SIMD2<Double> { back.turned((start - end) / 2) / radii }
    var half = chordHalf()
    let square = (half * half).sum()
    if square > 1 {
      radii *= square.squareRoot()
      half = chordHalf()
    }
    let distance = max(0, 1 / (half * half).sum() - 1).squareRoot()
    let side = isLarge == isPositive ? -distance : distance
    let middle = SIMD2(half.y, -half.x) * side
    center = turn.turned(middle * radii) + (start + end) / 2
    first = turn.turned(SIMD2(radii.x, 0))
    second = turn.turned(SIMD2(0, radii.y))
    let from = half - middle
    let to = -half - middle
    startAngle = atan2(from.y, from.x)
    sweep = atan2(to.y, to.x) - startAngle
    if isPositive, sweep < 0 { sweep += 2 * .pi }
    if !isPositive, sweep > 0 { sweep -= 2 * .pi }
  }
}
