/// A pinhole camera's numbers in pixels; the principal point is measured from the top-left pixel's centre.
public struct CameraIntrinsics: Hashable, Sendable {
  /// Focal length along x in pixels.
  public var fx: Double
  /// Focal length along y in pixels.
  public var fy: Double
  /// Principal point's x in pixels.
  public var cx: Double
  /// Principal point's y in pixels.
  public var cy: Double

  /// Makes intrinsics from pixels.
  public init(fx: Double, fy: Double, cx: Double, cy: Double) {
    self.fx = fx
    self.fy = fy
    self.cx = cx
    self.cy = cy
  }
}

/// Lens distortion after Brown and Conrady with the rational radial part: OpenCV's 4, 5 and 8 coefficient sets.
///
/// With r² = x² + y²: x' = x·(1 + k1 r² + k2 r⁴ + k3 r⁶) / (1 + k4 r² + k5 r⁴ + k6 r⁶) + 2 p1 x y + p2 (r² + 2 x²),
/// y' likewise with p1 and p2 exchanged (OpenCV 4.6 documentation, "Camera Calibration and 3D Reconstruction").
public struct BrownConradyDistortion: Hashable, Sendable {
  /// Radial coefficients k1…k6.
  public var radial: [Double]
  /// Tangential coefficient p1.
  public var p1: Double
  /// Tangential coefficient p2.
  public var p2: Double

  /// No distortion.
  public static let none = BrownConradyDistortion(radial: [0, 0, 0, 0, 0, 0], p1: 0, p2: 0)

  private init(radial: [Double], p1: Double, p2: Double) {
    self.radial = radial
    self.p1 = p1
    self.p2 = p2
  }

  /// Makes a distortion from coefficients in OpenCV's order: k1, k2, p1, p2[, k3[, k4, k5, k6]].
  ///
  /// - Returns: nil unless there are 0, 4, 5 or 8 finite numbers.
  public init?(openCVCoefficients k: [Double]) {
    guard [0, 4, 5, 8].contains(k.count), k.allSatisfy(\.isFinite) else { return nil }
    let padded = k + Array(repeating: 0, count: 8 - k.count)
    self.init(
      radial: [padded[0], padded[1], padded[4], padded[5], padded[6], padded[7]], p1: padded[2],
      p2: padded[3])
  }

  /// The coefficients in OpenCV's order, eight of them.
  public var openCVCoefficients: [Double] {
    [radial[0], radial[1], p1, p2, radial[2], radial[3], radial[4], radial[5]]
  }

  /// True when every coefficient is zero.
  public var isNone: Bool { self == .none }
}

/// A camera: how points in front of it become pixels and how pixels become rays.
public struct CameraModel: Hashable, Sendable {
  /// The pinhole's numbers.
  public let intrinsics: CameraIntrinsics
  /// The lens's distortion.
  public let distortion: BrownConradyDistortion
  /// The image size that the numbers belong to.
  public let imageSize: ImageSize

  /// Makes a camera.
  ///
  /// - Returns: nil when a focal length or a size is not positive or a number is not finite.
  public init?(
    intrinsics: CameraIntrinsics, distortion: BrownConradyDistortion = .none, imageSize: ImageSize
  ) {
    let k = intrinsics
    guard [k.fx, k.fy, k.cx, k.cy].allSatisfy(\.isFinite), k.fx > 0, k.fy > 0, imageSize.width > 0,
      imageSize.height > 0
    else { return nil }
    self.intrinsics = intrinsics
    self.distortion = distortion
    self.imageSize = imageSize
  }

  /// The pixel at which a point is seen; nil when the point is not in front of the camera.
  public func project(_ point: CameraPoint) -> ImagePoint? {
    let p = point.position
    guard p.z > 0 else { return nil }
    let (x, y) = distorted(p.x / p.z, p.y / p.z)
    let pixel = ImagePoint(
      x: intrinsics.fx * x + intrinsics.cx, y: intrinsics.fy * y + intrinsics.cy)
    return pixel.x.isFinite && pixel.y.isFinite ? pixel : nil
  }

  /// The ray that is seen at a pixel.
  ///
  /// The distortion is inverted by Newton's method with its exact Jacobian until the step is below 1e-12 (in
  /// units of the focal length).
  ///
  /// - Returns: nil where the lens model folds over, so that no ray, or none that the iteration finds, is seen there.
  public func unproject(_ pixel: ImagePoint) -> Ray? {
    let target = SIMD2(
      (pixel.x - intrinsics.cx) / intrinsics.fx, (pixel.y - intrinsics.cy) / intrinsics.fy)
    guard let ideal = undistorted(target) else { return nil }
    return Ray(through: SIMD3(ideal.x, ideal.y, 1))
  }

  private func distorted(_ x: Double, _ y: Double) -> (Double, Double) {
    let k = distortion.radial
    let r2 = x * x + y * y
    let radial =
      (1 + r2 * (k[0] + r2 * (k[1] + r2 * k[2]))) / (1 + r2 * (k[3] + r2 * (k[4] + r2 * k[5])))
    return (
      x * radial + 2 * distortion.p1 * x * y + distortion.p2 * (r2 + 2 * x * x),
      y * radial + distortion.p1 * (r2 + 2 * y * y) + 2 * distortion.p2 * x * y
    )
  }

  private func undistorted(_ target: SIMD2<Double>) -> SIMD2<Double>? {
    if distortion.isNone { return target }
    let k = distortion.radial
    var p = target
    for _ in 0..<50 {
      let r2 = p.x * p.x + p.y * p.y
      let numerator = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[2]))
      let denominator = 1 + r2 * (k[3] + r2 * (k[4] + r2 * k[5]))
      let radial = numerator / denominator
      // Derivative of the radial factor by r².
      let slope =
        ((k[0] + r2 * (2 * k[1] + 3 * r2 * k[2])) - radial * (k[3] + r2 * (2 * k[4] + 3 * r2 * k[5])))
        / denominator
      let (x, y) = distorted(p.x, p.y)
      let mixed = 2 * p.x * p.y * slope + 2 * (distortion.p1 * p.x + distortion.p2 * p.y)
      let dxdx = radial + 2 * p.x * p.x * slope + 2 * distortion.p1 * p.y + 6 * distortion.p2 * p.x
      let dydy = radial + 2 * p.y * p.y * slope + 6 * distortion.p1 * p.y + 2 * distortion.p2 * p.x
      let determinant = dxdx * dydy - mixed * mixed
      // At a fold of the lens model the determinant changes its sign.
      guard determinant > 1e-9, denominator > 0 else { return nil }
      let error = SIMD2(x, y) - target
      let step = SIMD2(
        (dydy * error.x - mixed * error.y) / determinant, (dxdx * error.y - mixed * error.x) / determinant)
      p -= step
      guard p.x.isFinite, p.y.isFinite else { return nil }
      if abs(step.x) + abs(step.y) < 1e-12 { return p }
    }
    return nil
  }
}
