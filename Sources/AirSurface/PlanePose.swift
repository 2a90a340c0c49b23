import AirGeometry
import CVision

/// The camera's pose above a plane, found from points of the plane and the pixels at which they are seen.
struct PlanePose {
  /// The camera in the surface's own frame.
  let cameraPose: CameraPose
  /// Root mean square distance in pixels between where the points are seen and where the pose puts them.
  let residualInPixels: Double

  /// Solves for the pose.
  ///
  /// - Parameters:
  ///   - points: at least four points of the plane, not all on a line.
  ///   - pixels: where each is seen.
  ///   - camera: the camera.
  /// - Returns: nil when no pose puts all points in front of the camera.
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  init?(points: [SurfacePoint], pixels: [ImagePoint], camera: CameraModel) throws(SurfaceError) {
    let directions = pixels.compactMap { camera.unproject($0)?.direction }
    guard directions.count == points.count else { return nil }
    var rotation = [Double](repeating: 0, count: 9)
    var translation = [Double](repeating: 0, count: 3)
    var found: Int32 = 0
    try airvision_plane_pose(
      points.flatMap { [$0.u, $0.v] }, directions.flatMap { [$0.x / $0.z, $0.y / $0.z] },
      Int32(points.count), &rotation, &translation, &found
    ).check()
    guard found != 0, let turn = Matrix3(rowMajor: rotation) else { return nil }
    // OpenCV's plane has its third axis where ours has the reversed normal: u × v points away from the viewer.
    let surfaceToCamera = Matrix3(
      columns: turn.column0, turn.column2 * -1, turn.column1)
    guard let orientation = Rotation(surfaceToCamera)?.inverse else { return nil }
    let shift = SIMD3(translation[0], translation[1], translation[2])
    cameraPose = CameraPose(
      Pose(rotation: orientation, origin: WorldPoint(orientation(shift) * -1)))
    // A camera below the plane would see its back: the corners were given the other way round.
    guard cameraPose.pose.origin.position.y > 0 else { return nil }
    var sum = 0.0
    for (point, pixel) in zip(points, pixels) {
      let world = Plane.ground.worldPoint(point)
      guard let seen = camera.project(cameraPose.cameraPoint(world)) else { return nil }
      let distance = seen.distance(to: pixel)
      sum += distance * distance
    }
    residualInPixels = (sum / Double(points.count)).squareRoot()
  }
}
