import Glibc

/// A fisheye lens after J. Kannala and S. Brandt ("A generic camera model and calibration method for conventional,
/// wide-angle, and fish-eye lenses", PAMI 28, 2006) in OpenCV's form: a point at the angle θ from the axis is seen at
/// the distance θ·(1 + k1 θ² + k2 θ⁴ + k3 θ⁶ + k4 θ⁸) from the principal point, in units of the focal length.
public struct FisheyeDistortion: Hashable, Sendable {
  /// k1…k4.
  public var coefficients: SIMD4<Double>

  /// The equidistant fisheye: the distance is the angle itself.
  public static let equidistant = FisheyeDistortion(coefficients: SIMD4())

  private init(coefficients: SIMD4<Double>) { self.coefficients = coefficients }

  /// Makes a lens from OpenCV's k1…k4.
  ///
  /// - Returns: nil unless there are 0 or 4 finite numbers.
  public init?(openCVCoefficients k: [Double]) {
    guard [0, 4].contains(k.count), k.allSatisfy(\.isFinite) else { return nil }
    coefficients = k.isEmpty ? SIMD4() : SIMD4(k[0], k[1], k[2], k[3])
  }

  /// k1…k4.
  public var openCVCoefficients: [Double] {
    [coefficients.x, coefficients.y, coefficients.z, coefficients.w]
  }
}

/// A fisheye lens with the angle up to which it is one to one.
struct FisheyeLens: Hashable, Sendable {
  private let k: SIMD4<Double>
  /// The angle from the axis, in radians, from which on the model folds back; at most π.
  private let foldAngle: Double

  init(_ distortion: FisheyeDistortion) {
    k = distortion.coefficients
    // The distance's derivative by θ, as a polynomial in θ².
    let slope = Polynomial([1, 3 * k.x, 5 * k.y, 7 * k.z, 9 * k.w])
    foldAngle = min(slope.smallestPositiveRoot?.squareRoot() ?? .infinity, .pi)
  }

  private func distance(_ angle: Double) -> Double {
    let q = angle * angle
    return angle * (1 + q * (k.x + q * (k.y + q * (k.z + q * k.w))))
  }

  private func slope(_ angle: Double) -> Double {
    let q = angle * angle
    return 1 + q * (3 * k.x + q * (5 * k.y + q * (7 * k.z + q * 9 * k.w)))
  }

  /// Where a point is seen at focal length 1; nil beyond the fold and straight behind.
  func image(of point: SIMD3<Double>) -> SIMD2<Double>? {
    let radius = hypot(point.x, point.y)
    let angle = atan2(radius, point.z)
    guard angle < foldAngle else { return nil }
    // On the axis the quotient of distance and radius is 1 / z.
    let scale = radius > 0 ? distance(angle) / radius : 1 / point.z
    return SIMD2(point.x, point.y) * scale
  }

  /// The direction that is seen at a point at focal length 1; nil beyond the fold.
  func direction(at image: SIMD2<Double>) -> SIMD3<Double>? {
    let seen = hypot(image.x, image.y)
    guard seen > 0 else { return SIMD3(0, 0, 1) }
    guard
      let angle = increasingRoot(
        of: distance, slope: slope, value: seen, start: min(seen, 1), limit: foldAngle)
    else { return nil }
    let side = image * (sin(angle) / seen)
    return SIMD3(side.x, side.y, cos(angle))
  }
}
