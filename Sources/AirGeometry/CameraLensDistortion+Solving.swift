import Glibc

/// A lens of Brown and Conrady's model with the radius up to which it is one to one.
struct BrownConradyLens: Hashable, Sendable {
  private let distortion: BrownConradyDistortion
  /// Square of the ideal radius from which on the radial part folds back.
  private let foldSquared: Double
  /// The homography of the tilted sensor and its inverse; nil where it is not tilted.
  private let tilt: SensorTilt?

  /// - Returns: nil when the tilt has no inverse.
  init?(_ distortion: BrownConradyDistortion) {
    self.distortion = distortion
    let numerator = Polynomial([1, distortion.radial.x, distortion.radial.y, distortion.radial.z])
    let rational = distortion.radialDenominator
    let denominator = Polynomial([1, rational.x, rational.y, rational.z])
    // With q = r² and f = N / D, the derivative of r·f by r is f + 2q·f' = (N·D + 2q·(N'·D − N·D')) / D².
    let bend = numerator.derivative * denominator + (numerator * denominator.derivative).scaled(by: -1)
    let slope = numerator * denominator + Polynomial([0, 2]) * bend
    foldSquared = min(
      slope.smallestPositiveRoot ?? .infinity, denominator.smallestPositiveRoot ?? .infinity)
    if distortion.tiltInRadians == SIMD2() {
      tilt = nil
    } else {
      guard let tilt = SensorTilt(angles: distortion.tiltInRadians) else { return nil }
      self.tilt = tilt
    }
  }

  /// Where an ideal point is seen at focal length 1; nil beyond the fold.
  func image(of ideal: SIMD2<Double>) -> SIMD2<Double>? {
    if distortion.isNone { return ideal }
    guard let bent = bent(ideal), bent.determinant > 0 else { return nil }
    return tilt?.apply(bent.image) ?? bent.image
  }

  /// The ideal point that is seen at a point at focal length 1; nil beyond the fold.
  ///
  /// The radial part alone is solved first, by a bracketed Newton iteration that can't leave the side before the fold;
  /// from there Newton's method in the plane with the exact Jacobian takes a few steps.
  func ideal(at image: SIMD2<Double>) -> SIMD2<Double>? {
    if distortion.isNone { return image }
    let target = tilt?.invert(image) ?? image
    guard target.x.isFinite, target.y.isFinite, var p = radialStart(target) else { return nil }
    for _ in 0..<50 {
      guard let bent = bent(p), bent.determinant > 1e-9 else { return nil }
      let error = bent.image - target
      let step =
        SIMD2(
          bent.dydy * error.x - bent.dxdy * error.y, bent.dxdx * error.y - bent.dydx * error.x)
        / bent.determinant
      p -= step
      if abs(step.x) + abs(step.y) <= 1e-13 * (1 + abs(p.x) + abs(p.y)) {
        return self.bent(p).flatMap { $0.determinant > 0 ? p : nil }
      }
    }
    return nil
  }

  /// The point at which the radial part alone sees `target`; where it sees nothing so far out, the farthest point before
  /// the fold, from which the tangential part may still lead there.
  private func radialStart(_ target: SIMD2<Double>) -> SIMD2<Double>? {
    let seen = hypot(target.x, target.y)
    guard seen > 0 else { return target }
    let limit = foldSquared.squareRoot()
    func distance(_ r: Double) -> Double { r * radialFactor(r * r).value }
    func slope(_ r: Double) -> Double {
      let factor = radialFactor(r * r)
      return factor.value + 2 * r * r * factor.slope
    }
    let radius = increasingRoot(of: distance, slope: slope, value: seen, start: seen, limit: limit)
    guard let start = radius ?? (limit.isFinite ? 0.999 * limit : nil) else { return nil }
    return target * (start / seen)
  }

  /// The radial factor and its derivative by r².
  private func radialFactor(_ r2: Double) -> (value: Double, slope: Double) {
    let n = distortion.radial
    let d = distortion.radialDenominator
    let numerator = 1 + r2 * (n.x + r2 * (n.y + r2 * n.z))
    let denominator = 1 + r2 * (d.x + r2 * (d.y + r2 * d.z))
    let value = numerator / denominator
    let slope =
      ((n.x + r2 * (2 * n.y + 3 * r2 * n.z)) - value * (d.x + r2 * (2 * d.y + 3 * r2 * d.z))) / denominator
    return (value, slope)
  }

  private struct Bent {
    var image: SIMD2<Double>
    var dxdx: Double
    var dxdy: Double
    var dydx: Double
    var dydy: Double
    var determinant: Double { dxdx * dydy - dxdy * dydx }
  }

  /// The distorted point, before the tilt, and its derivatives; nil beyond the radial fold.
  private func bent(_ p: SIMD2<Double>) -> Bent? {
    let r2 = p.x * p.x + p.y * p.y
    guard r2 < foldSquared else { return nil }
    let factor = radialFactor(r2)
    let (p1, p2) = (distortion.tangential.x, distortion.tangential.y)
    let s = distortion.thinPrism
    let image = SIMD2(
      p.x * factor.value + 2 * p1 * p.x * p.y + p2 * (r2 + 2 * p.x * p.x) + r2 * (s.x + r2 * s.y),
      p.y * factor.value + p1 * (r2 + 2 * p.y * p.y) + 2 * p2 * p.x * p.y + r2 * (s.z + r2 * s.w))
    let prismX = 2 * (s.x + 2 * r2 * s.y)
    let prismY = 2 * (s.z + 2 * r2 * s.w)
    let mixed = 2 * p.x * p.y * factor.slope + 2 * (p1 * p.x + p2 * p.y)
    return Bent(
      image: image,
      dxdx: factor.value + 2 * p.x * p.x * factor.slope + 2 * p1 * p.y + 6 * p2 * p.x + prismX * p.x,
      dxdy: mixed + prismX * p.y, dydx: mixed + prismY * p.x,
      dydy: factor.value + 2 * p.y * p.y * factor.slope + 6 * p1 * p.y + 2 * p2 * p.x + prismY * p.y)
  }
}

/// What a sensor that is not at right angles to the axis does to the picture (OpenCV 4.6 documentation, "Camera
/// Calibration and 3D Reconstruction", after A. Louhichi and others, "A review of Scheimpflug calibration", 2007).
private struct SensorTilt: Hashable, Sendable {
  let matrix: Matrix3
  let inverse: Matrix3

  init?(angles: SIMD2<Double>) {
    let (cx, sx, cy, sy) = (cos(angles.x), sin(angles.x), cos(angles.y), sin(angles.y))
    let turn = Matrix3(
      rows: SIMD3(cy, sy * sx, -sy * cx), SIMD3(0, cx, sx), SIMD3(sy, -cy * sx, cy * cx))
    let onto = Matrix3(
      rows: SIMD3(turn.row2.z, 0, -turn.row0.z), SIMD3(0, turn.row2.z, -turn.row1.z), SIMD3(0, 0, 1))
    matrix = onto * turn
    guard let inverse = matrix.inverse else { return nil }
    self.inverse = inverse
  }

  func apply(_ p: SIMD2<Double>) -> SIMD2<Double> { Self.mapped(p, by: matrix) }
  func invert(_ p: SIMD2<Double>) -> SIMD2<Double> { Self.mapped(p, by: inverse) }

  private static func mapped(_ p: SIMD2<Double>, by matrix: Matrix3) -> SIMD2<Double> {
    let mapped = matrix * SIMD3(p.x, p.y, 1)
    return SIMD2(mapped.x, mapped.y) / mapped.z
  }
}
