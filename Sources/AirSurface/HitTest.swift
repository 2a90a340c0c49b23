import AirGeometry

/// Where the ray through a pixel meets a surface.
public struct HitTestResult: Hashable, Sendable {
  /// Name of the surface that was hit.
  public var anchorID: String
  /// Place on the surface, in metres.
  public var point: SurfacePoint
  /// Distance from the camera in metres; nil where no camera is known.
  public var distanceInMetres: Double?
  /// True when the place lies within the surface's known extent (10 % more on each side).
  public var isWithinExtent: Bool

  /// Makes a result.
  public init(anchorID: String, point: SurfacePoint, distanceInMetres: Double?, isWithinExtent: Bool) {
    self.anchorID = anchorID
    self.point = point
    self.distanceInMetres = distanceInMetres
    self.isWithinExtent = isWithinExtent
  }
}

extension PlaneAnchor {
  /// The place of the surface that is seen at a pixel.
  ///
  /// - Parameters:
  ///   - pixel: a point of the upright image.
  ///   - camera: the camera, where one is known; without one only a homography can be hit.
  ///   - cameraPose: the camera's pose in the world at this moment, for surfaces of the world.
  ///   - tipHeightInMetres: height of the seen point above the surface. The ray is met with the plane raised by so
  ///     much, and the hit is dropped along the normal: the place under the fingernail, not behind it.
  /// - Returns: nil when the ray misses: near or beyond the horizon, from behind, or with no camera known.
  public func hitTest(
    _ pixel: ImagePoint, camera: CameraModel?, cameraPose: CameraPose? = nil,
    tipHeightInMetres: Double = 0
  ) -> HitTestResult? {
    switch geometry {
    case .unseen: return nil
    case .homography(let homography, let interior):
      guard let point = homography.surfacePoint(at: pixel, interior: interior) else { return nil }
      return result(at: point, distance: nil)
    case .fixedCamera(let pose):
      return hit(.ground, from: pose, pixel, camera, tipHeightInMetres)
    case .world(let plane):
      guard let cameraPose else { return nil }
      return hit(plane, from: cameraPose, pixel, camera, tipHeightInMetres)
    }
  }

  private func hit(
    _ plane: Plane, from pose: CameraPose, _ pixel: ImagePoint, _ camera: CameraModel?,
    _ tipHeightInMetres: Double
  ) -> HitTestResult? {
    guard let ray = camera?.unproject(pixel), let worldRay = pose.worldRay(ray),
      let distance = plane.distance(along: worldRay, heightInMetres: tipHeightInMetres)
    else { return nil }
    var point = plane.surfacePoint(worldRay.point(atDistance: distance))
    point.height = 0
    return result(at: point, distance: distance)
  }

  private func result(at point: SurfacePoint, distance: Double?) -> HitTestResult {
    HitTestResult(
      anchorID: id, point: point, distanceInMetres: distance, isWithinExtent: extent.contains(point))
  }
}
