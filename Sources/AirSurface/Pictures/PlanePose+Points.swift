import AirGeometry

extension PlanePose {
  /// The likeliest pose that explains where points of a plane are seen, all of them known equally well.
  ///
  /// - Returns: nil for less than four points, and when no pose puts them in front of a camera above the plane. The
  ///   residual is the root mean square of the distances in pixels.
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  static func fitted(
    to points: [SurfacePoint], seenAt pixels: [ImagePoint], camera: CameraModel
  ) throws(SurfaceError) -> (pose: PlanePose, residualInPixels: Double)? {
    let ideal = IdealImage(camera: camera)
    let known = zip(points, pixels).compactMap { point, pixel in
      ideal.point(of: pixel).map { (point: point, pixel: pixel, place: $0) }
    }
    guard known.count >= 4 else { return nil }
    // Things are told by four corners each; any four points do. What is left over would be three at the most.
    let observations = stride(from: 0, to: known.count - 3, by: 4).map { start in
      let four = known[start..<start + 4]
      return CornerObservation(
        points: four.map(\.point), places: four.map(\.place), deviationInPixels: 1)
    }
    guard let pose = try solutions(of: observations, ideal: ideal).first else { return nil }
    var sum = 0.0
    for (point, pixel, _) in known {
      let place = pose.cameraPose.cameraPoint(Plane.ground.worldPoint(point))
      guard let seen = camera.project(place) else { return nil }
      sum += seen.distance(to: pixel) * seen.distance(to: pixel)
    }
    return (pose, (sum / Double(known.count)).squareRoot())
  }
}
