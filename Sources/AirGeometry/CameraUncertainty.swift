/// How sure a calibration is of a camera's numbers: the standard deviation of each, in the number's own unit.
public struct CameraUncertainty: Hashable, Sendable {
  /// Of the focal lengths and the principal point, in pixels.
  public var intrinsics: CameraIntrinsics
  /// Of the distortion coefficients, in OpenCV's order; empty where none were estimated.
  public var distortion: [Double]

  /// Makes an uncertainty.
  public init(intrinsics: CameraIntrinsics, distortion: [Double] = []) {
    self.intrinsics = intrinsics
    self.distortion = distortion
  }
}
