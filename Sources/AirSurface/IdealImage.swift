import AirGeometry

/// The picture as a lens without distortion would have made it: the plane where straight edges are straight.
///
/// With a camera its points are measured from the principal point in units of the mean focal length, times that focal
/// length, so that distances are pixels; without one they are the pixels themselves.
package struct IdealImage: Sendable {
  /// The camera, where it is known.
  package let camera: CameraModel?
  /// How many units of this plane a unit of the normalized image plane has; 1 without a camera.
  package let focalLength: Double

  /// Makes the plane of a camera, or of pixels when none is known.
  package init(camera: CameraModel?) {
    self.camera = camera
    focalLength = camera.map { ($0.intrinsics.fx + $0.intrinsics.fy) / 2 } ?? 1
  }

  /// A pixel's place on the plane; nil where the lens model shows none.
  package func point(of pixel: ImagePoint) -> SIMD2<Double>? {
    guard let camera else { return SIMD2(pixel.x, pixel.y) }
    guard let direction = camera.unproject(pixel)?.direction, direction.z > 0 else { return nil }
    return SIMD2(direction.x, direction.y) * (focalLength / direction.z)
  }

  /// The pixel that shows a place of the plane; nil where the lens model shows none.
  package func pixel(of point: SIMD2<Double>) -> ImagePoint? {
    guard let camera else { return ImagePoint(x: point.x, y: point.y) }
    return camera.project(CameraPoint(x: point.x / focalLength, y: point.y / focalLength, z: 1))
  }
}
