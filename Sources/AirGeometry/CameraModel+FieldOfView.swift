import Glibc

extension CameraModel {
  /// A camera of which only the horizontal field of view is known: square pixels, the principal point in the
  /// picture's middle, no distortion. f = (width / 2) / tan(fov / 2).
  ///
  /// - Returns: nil unless the angle lies between 1° and 179° and the size is positive.
  public init?(horizontalFieldOfViewInDegrees degrees: Double, imageSize: ImageSize) {
    guard degrees >= 1, degrees <= 179 else { return nil }
    let focal = Double(imageSize.width) / 2 / tan(degrees * .pi / 360)
    self.init(
      intrinsics: CameraIntrinsics(
        fx: focal, fy: focal, cx: (Double(imageSize.width) - 1) / 2,
        cy: (Double(imageSize.height) - 1) / 2),
      imageSize: imageSize)
  }
}
