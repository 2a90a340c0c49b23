/// A camera: how points in front of it become pixels and how pixels become rays.
public struct CameraModel: Hashable, Sendable {
  /// The pinhole's numbers.
  public let intrinsics: CameraIntrinsics
  /// The lens's distortion.
  public let distortion: LensDistortion
  /// The image size that the numbers belong to.
  public let imageSize: ImageSize
  private let lens: Lens

  /// The lens made ready for use: where its model folds is found once.
  private enum Lens: Hashable {
    case brownConrady(BrownConradyLens)
    case fisheye(FisheyeLens)
  }

  /// Makes a camera.
  ///
  /// - Returns: nil when a focal length or a size is not positive or a number is not finite.
  public init?(intrinsics: CameraIntrinsics, distortion: LensDistortion, imageSize: ImageSize) {
    guard intrinsics.isValid, imageSize.width > 0, imageSize.height > 0,
      distortion.openCVCoefficients.allSatisfy(\.isFinite)
    else { return nil }
    switch distortion {
    case .brownConrady(let brownConrady):
      guard let ready = BrownConradyLens(brownConrady) else { return nil }
      lens = .brownConrady(ready)
    case .fisheye(let fisheye): lens = .fisheye(FisheyeLens(fisheye))
    }
    self.intrinsics = intrinsics
    self.distortion = distortion
    self.imageSize = imageSize
  }

  /// Makes a camera whose lens is of Brown and Conrady's kind, or has no distortion.
  ///
  /// - Returns: nil when a focal length or a size is not positive or a number is not finite.
  public init?(
    intrinsics: CameraIntrinsics, distortion: BrownConradyDistortion = .none, imageSize: ImageSize
  ) {
    self.init(intrinsics: intrinsics, distortion: .brownConrady(distortion), imageSize: imageSize)
  }

  /// The pixel at which a point is seen.
  ///
  /// - Returns: nil when the point is not in front of the camera (a fisheye sees beside and behind itself too), or so far
  ///   aside that the lens model has folded: what it says of such points lies on top of what is truly seen there.
  public func project(_ point: CameraPoint) -> ImagePoint? {
    let p = point.position
    let image: SIMD2<Double>?
    switch lens {
    case .brownConrady(let lens): image = p.z > 0 ? lens.image(of: SIMD2(p.x, p.y) / p.z) : nil
    case .fisheye(let lens): image = lens.image(of: p)
    }
    guard let pixel = image.map(intrinsics.pixel(of:)) else { return nil }
    return pixel.x.isFinite && pixel.y.isFinite ? pixel : nil
  }

  /// The ray that is seen at a pixel.
  ///
  /// The distortion is inverted by Newton's method until the step is below 1e-13 (in units of the focal length).
  ///
  /// - Returns: nil where the lens model folds over, so that no ray, or none that the iteration finds, is seen there.
  public func unproject(_ pixel: ImagePoint) -> Ray? {
    let seen = intrinsics.ideal(at: pixel)
    switch lens {
    case .brownConrady(let lens):
      return lens.ideal(at: seen).flatMap { Ray(through: SIMD3($0.x, $0.y, 1)) }
    case .fisheye(let lens): return lens.direction(at: seen).flatMap(Ray.init(through:))
    }
  }
}
