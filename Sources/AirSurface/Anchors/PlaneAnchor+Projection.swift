import AirGeometry

extension PlaneAnchor {
  /// The pixel at which a point of the surface, or above it, is seen.
  ///
  /// - Parameters:
  ///   - point: a point in the surface's own frame, in metres.
  ///   - camera: the camera, where it is known.
  ///   - cameraPose: the camera's pose in the world at this moment, for surfaces of the world.
  /// - Returns: nil for points behind the camera, for points off the plane where only a homography is known, and where
  ///   nothing shows the surface.
  public func imagePoint(
    of point: SurfacePoint, camera: CameraModel?, cameraPose: CameraPose? = nil
  ) -> ImagePoint? {
    let pose: CameraPose?
    switch geometry {
    case .unseen: return nil
    case .homography(let homography, _):
      return point.height == 0 ? homography.imagePoint(of: point) : nil
    case .fixedCamera(let own): pose = own
    case .world: pose = cameraPose
    }
    guard let pose, let place = worldPoint(point) else { return nil }
    return camera?.project(pose.cameraPoint(place))
  }

  /// The part of the surface that a picture shows, as far as rays through its border meet it; nil where too few do.
  func visibleExtent(in size: ImageSize, camera: CameraModel?, cameraPose: CameraPose?) -> SurfaceExtent? {
    let steps = 8
    let places = (0...steps).flatMap { column in
      (0...steps).compactMap { row -> SurfacePoint? in
        let pixel = NormalizedImagePoint(x: Double(column) / Double(steps), y: Double(row) / Double(steps))
        return hitTest(pixel.imagePoint(in: size), camera: camera, cameraPose: cameraPose)?.point
      }
    }
    return places.count > 2 ? SurfaceExtent(around: places) : nil
  }
}
