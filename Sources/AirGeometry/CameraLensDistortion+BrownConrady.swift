/// Lens distortion after Brown and Conrady with a rational radial part, thin prism and tilted sensor: OpenCV's 4, 5,
/// 8, 12 and 14 coefficient sets.
///
/// With r² = x² + y²: x' = x·(1 + k1 r² + k2 r⁴ + k3 r⁶) / (1 + k4 r² + k5 r⁴ + k6 r⁶) + 2 p1 x y + p2 (r² + 2 x²)
/// + s1 r² + s2 r⁴; y' likewise with p1 and p2 exchanged and s3, s4. A sensor tilted by τx and τy then maps (x', y', 1)
/// by a homography (OpenCV 4.6 documentation, "Camera Calibration and 3D Reconstruction").
public struct BrownConradyDistortion: Hashable, Sendable {
  /// Numerator of the radial factor: k1, k2, k3.
  public var radial: SIMD3<Double>
  /// Denominator of the radial factor: k4, k5, k6.
  public var radialDenominator: SIMD3<Double>
  /// Tangential coefficients p1 and p2.
  public var tangential: SIMD2<Double>
  /// Thin prism coefficients s1…s4.
  public var thinPrism: SIMD4<Double>
  /// The sensor's tilt about x and y in radians: τx, τy.
  public var tiltInRadians: SIMD2<Double>

  /// No distortion.
  public static let none = BrownConradyDistortion(coefficients: [])

  /// - Parameter k: at most fourteen coefficients in OpenCV's order; what is missing is zero.
  private init(coefficients k: [Double]) {
    let all = k + Array(repeating: 0, count: 14 - k.count)
    radial = SIMD3(all[0], all[1], all[4])
    radialDenominator = SIMD3(all[5], all[6], all[7])
    tangential = SIMD2(all[2], all[3])
    thinPrism = SIMD4(all[8], all[9], all[10], all[11])
    tiltInRadians = SIMD2(all[12], all[13])
  }

  /// Makes a distortion from coefficients in OpenCV's order:
  /// k1, k2, p1, p2[, k3[, k4, k5, k6[, s1, s2, s3, s4[, τx, τy]]]].
  ///
  /// - Returns: nil unless there are 0, 4, 5, 8, 12 or 14 finite numbers, and the sensor is tilted by less than a
  ///   quarter turn.
  public init?(openCVCoefficients k: [Double]) {
    guard [0, 4, 5, 8, 12, 14].contains(k.count), k.allSatisfy(\.isFinite) else { return nil }
    self.init(coefficients: k)
    guard abs(tiltInRadians.x) < .pi / 2, abs(tiltInRadians.y) < .pi / 2 else { return nil }
  }

  /// The coefficients in OpenCV's order: eight of them, twelve with a thin prism, fourteen with a tilted sensor.
  public var openCVCoefficients: [Double] {
    let eight = [
      radial.x, radial.y, tangential.x, tangential.y, radial.z, radialDenominator.x, radialDenominator.y,
      radialDenominator.z,
    ]
    let twelve = eight + [thinPrism.x, thinPrism.y, thinPrism.z, thinPrism.w]
    if tiltInRadians != SIMD2() { return twelve + [tiltInRadians.x, tiltInRadians.y] }
    return thinPrism != SIMD4() ? twelve : eight
  }

  /// True when every coefficient is zero.
  public var isNone: Bool { self == .none }
}
