import AirGeometry
import Glibc

extension GivenPlane {
  /// The camera in the surface's own frame; nil when the numbers make none.
  package var cameraPose: CameraPose? {
    switch self {
    case .height(let height, let tiltInDegrees, let rollInDegrees):
      let tilt = tiltInDegrees * .pi / 180
      let roll = rollInDegrees * .pi / 180
      // Camera axes told in the surface's (u, height, v): right, down and forward before the picture is rolled.
      let right = SIMD3(1.0, 0, 0)
      let forward = SIMD3(0, -sin(tilt), -cos(tilt))
      let down = cross(forward, right)
      let turn = Matrix3(
        columns: right * cos(roll) + down * sin(roll), down * cos(roll) - right * sin(roll), forward)
      guard let rotation = Rotation(turn) else { return nil }
      // The optical axis meets the plane at the origin.
      let origin = forward * (-height / sin(tilt))
      return CameraPose(Pose(rotation: rotation, origin: WorldPoint(origin)))
    case .point(let point, let normal):
      let flat = SIMD3(1.0, 0, 0) - normal * normal.x
      let size = dot(flat, flat).squareRoot()
      guard size > 1e-6 else { return nil }
      let u = flat / size
      guard let surfaceToCamera = Rotation(Matrix3(columns: u, normal, cross(u, normal))) else { return nil }
      let orientation = surfaceToCamera.inverse
      return CameraPose(Pose(rotation: orientation, origin: WorldPoint(orientation(point) * -1)))
    }
  }
}
