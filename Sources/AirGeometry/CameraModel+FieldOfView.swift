import Glibc

/// The angle that a picture spans, in degrees, between the outer edges of its outer pixels.
public enum FieldOfView: Hashable, Sendable {
  /// From the left edge's middle to the right edge's.
  case horizontal(degrees: Double)
  /// From the upper edge's middle to the lower edge's.
  case vertical(degrees: Double)
  /// From corner to corner.
  case diagonal(degrees: Double)
}

extension CameraModel {
  /// A camera of which only the field of view is known: square pixels, the principal point in the picture's middle, no
  /// distortion. f = (span / 2) / tan(fov / 2), the span being the width, height or diagonal in pixels.
  ///
  /// - Returns: nil unless the angle lies between 1° and 179° and the size is positive.
  public init?(fieldOfView: FieldOfView, imageSize: ImageSize) {
    let width = Double(imageSize.width)
    let height = Double(imageSize.height)
    let (degrees, span) =
      switch fieldOfView {
      case .horizontal(let degrees): (degrees, width)
      case .vertical(let degrees): (degrees, height)
      case .diagonal(let degrees): (degrees, hypot(width, height))
      }
    guard degrees >= 1, degrees <= 179 else { return nil }
    self.init(focalLengthInPixels: span / 2 / tan(degrees * .pi / 360), imageSize: imageSize)
  }

  /// A camera of which only the horizontal field of view is known.
  ///
  /// - Returns: nil unless the angle lies between 1° and 179° and the size is positive.
  public init?(horizontalFieldOfViewInDegrees degrees: Double, imageSize: ImageSize) {
    self.init(fieldOfView: .horizontal(degrees: degrees), imageSize: imageSize)
  }

  /// A camera with square pixels, the principal point in the picture's middle and no distortion.
  ///
  /// - Returns: nil when the focal length or the size is not positive.
  public init?(focalLengthInPixels focal: Double, imageSize: ImageSize) {
    self.init(
      intrinsics: CameraIntrinsics(
        fx: focal, fy: focal, cx: (Double(imageSize.width) - 1) / 2,
        cy: (Double(imageSize.height) - 1) / 2),
      imageSize: imageSize)
  }

  /// The angle between what is seen at the left and at the right edge's middle, in degrees; nil where the lens model
  /// folds before an edge.
  public var horizontalFieldOfViewInDegrees: Double? {
    let middle = (Double(imageSize.height) - 1) / 2
    return angleInDegrees(
      from: ImagePoint(x: -0.5, y: middle), to: ImagePoint(x: Double(imageSize.width) - 0.5, y: middle))
  }

  /// The angle between what is seen at the upper and at the lower edge's middle, in degrees; nil where the lens model
  /// folds before an edge.
  public var verticalFieldOfViewInDegrees: Double? {
    let middle = (Double(imageSize.width) - 1) / 2
    return angleInDegrees(
      from: ImagePoint(x: middle, y: -0.5), to: ImagePoint(x: middle, y: Double(imageSize.height) - 0.5))
  }

  private func angleInDegrees(from first: ImagePoint, to second: ImagePoint) -> Double? {
    guard let a = unproject(first)?.direction, let b = unproject(second)?.direction else { return nil }
    // The sum of both angles from the axis would be wrong off the axis; the angle between the rays is not.
    return atan2(length(cross(a, b)), dot(a, b)) * 180 / .pi
  }
}
