import AirGeometry
import CVision

/// The camera's pose above a plane, found from things of the plane and where they are seen.
package struct PlanePose: Hashable, Sendable {
  /// The camera in the surface's own frame.
  package var cameraPose: CameraPose
  /// The weighted sum of squares of what the pose leaves unexplained: −2 ln of its likelihood but for a constant.
  package var cost: Double
  /// Covariance of the pose, 6 × 6 by rows: a turn of the camera's axes in radians, then a shift along them in metres.
  package var covariance: [Double]?

  /// The poses that may explain what is seen: one, or two where the plane could be tilted either way, likelier first.
  ///
  /// Both solutions of the planar pose problem are started from (T. Collins, A. Bartoli, "Infinitesimal Plane-Based Pose
  /// Estimation", IJCV 2014) and each is brought to the nearest maximum of the likelihood by Gauss and Newton's steps,
  /// damped after Levenberg and Marquardt. Far from one another, the likelier one is right with odds of
  /// exp((cost₂ − cost₁) / 2).
  ///
  /// - Parameters:
  ///   - observations: at least four corners, not all on a line.
  ///   - ideal: the ideal image of a known camera.
  /// - Returns: nothing when no pose puts all corners in front of a camera above the plane.
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  package static func solutions(
    of observations: [CornerObservation], ideal: IdealImage
  ) throws(SurfaceError) -> [PlanePose] {
    var points: [SIMD2<Double>] = []
    var seen: [SIMD2<Double>] = []
    for observation in observations {
      for (point, place) in zip(observation.points, observation.places) {
        points.append(SIMD2(point.u, point.v))
        seen.append(place / ideal.focalLength)
      }
    }
    var rotations = [Double](repeating: 0, count: 18)
    var translations = [Double](repeating: 0, count: 6)
    var count: Int32 = 0
    try airvision_plane_poses(
      points.flatMap { [$0.x, $0.y] }, seen.flatMap { [$0.x, $0.y] }, Int32(points.count), &rotations,
      &translations, &count
    ).check()
    var found: [PlanePose] = []
    for index in 0..<Int(count) {
      guard let turn = Matrix3(rowMajor: Array(rotations[9 * index..<9 * index + 9])) else { continue }
      let shift = SIMD3(translations[3 * index], translations[3 * index + 1], translations[3 * index + 2])
      let start = SurfaceInCamera(openCVRotation: turn, shift: shift)
      guard let pose = start?.refined(observations, ideal.focalLength) else { continue }
      let isNew = found.allSatisfy {
        $0.cameraPose.pose.rotation.angle(to: pose.cameraPose.pose.rotation) > 1e-4
      }
      if isNew { found.append(pose) }
    }
    return found.sorted { $0.cost < $1.cost }
  }
}
