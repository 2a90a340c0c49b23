import AirCapture
import AirGeometry
import AirSurface
import FoundationEssentials

/// Where the chessboard of a photograph is: from all its 54 corners.
struct BoardTruth {
  /// The corners in metres in the camera's axes, row by row.
  let corners: [SIMD3<Double>]
  /// The board's normal in the camera's axes.
  let normal: SIMD3<Double>

  /// The photographs of the left camera, in the calibration's order.
  private static let views = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "11", "12", "13", "14"]

  /// Takes the board's rough pose from the calibration file, refines the corners where they are seen and fits the pose
  /// to all of them.
  init?(calibration folder: String, view: String, _ picture: PixelImage, _ camera: CameraModel) throws {
    let data = try Data(contentsOf: URL(filePath: folder + "opencv_refs/left_intrinsics.yml"))
    let text = String(decoding: data, as: UTF8.self)
    guard let index = Self.views.firstIndex(of: view),
      let start = text.firstRange(of: "extrinsic_parameters:"),
      let open = text[start.upperBound...].firstIndex(of: "["),
      let close = text[open...].firstIndex(of: "]")
    else { return nil }
    let numbers = text[text.index(after: open)..<close].split { ", \n".contains($0) }.compactMap {
      Double($0)
    }
    guard numbers.count == 6 * Self.views.count else { return nil }
    let n = Array(numbers[(6 * index)..<(6 * index + 6)])
    let rough = Rotation(rotationVector: SIMD3(n[0], n[1], n[2])).inverse
    let pose = CameraPose(
      Pose(rotation: rough, origin: WorldPoint(rough(SIMD3(n[3], n[4], n[5])) * -1)))
    let board = (0..<54).map { SIMD3(Double($0 % 9), Double($0 / 9), 0) * 0.025 }
    let expected = board.compactMap { camera.project(pose.cameraPoint(WorldPoint($0))) }
    let seen = try picture.refinedCorners(near: expected, halfSize: 5).compactMap {
      camera.unproject($0)?.direction
    }
    guard seen.count == board.count else { return nil }
    let sightings = zip(board, seen).map {
      RobustCameraPose.Sighting(world: $0, place: SIMD2($1.x / $1.z, $1.y / $1.z))
    }
    let focal = SIMD2(camera.intrinsics.fx, camera.intrinsics.fy)
    guard
      let fitted = RobustCameraPose(sightings, start: pose, focal: focal, tolerance: 5, reach: 5)?.cameraPose
    else { return nil }
    corners = board.map { fitted.cameraPoint(WorldPoint($0)).position }
    normal = fitted.pose.rotation.inverse(SIMD3(0, 0, 1))
  }
}

/// The rendered living room whose camera poses are exact.
enum RenderedRoom {
  /// The part of the wall on which the picture hangs, around its middle.
  static let pictureExtent = SurfaceExtent(minU: -0.65, minV: -0.5, maxU: 0.65, maxV: 0.5)

  /// A pose from tx ty tz qx qy qz qw. The file's y runs upwards, in the camera and in the world, where the picture's
  /// runs downwards: both are turned over.
  static func pose(_ n: [Double]) -> CameraPose? {
    guard n.count == 7 else { return nil }
    let (x, y, z, w) = (n[3], n[4], n[5], n[6])
    let matrix = Matrix3(
      rows: SIMD3(1 - 2 * (y * y + z * z), -2 * (x * y - z * w), 2 * (x * z + y * w)),
      SIMD3(-2 * (x * y + z * w), 1 - 2 * (x * x + z * z), -2 * (y * z - x * w)),
      SIMD3(2 * (x * z - y * w), -2 * (y * z + x * w), 1 - 2 * (x * x + y * y)))
    return Rotation(matrix, tolerance: 1e-4).map {
      CameraPose(Pose(rotation: $0, origin: WorldPoint(x: n[0], y: -n[1], z: n[2])))
    }
  }

  /// The picture on the wall: fitted to the 15 000 depths inside its frame in the first view, which lie within 0.3 mm
  /// of it (n·X = 3.36014 in the camera's axes).
  static func picturePlane(seenFrom pose: CameraPose) -> Plane? {
    let away = SIMD3(-0.02262558, -0.01047683, 0.99968911)
    let ray = SIMD3((470 - 319.5) / 481.2, (215 - 239.5) / 480, 1)
    let middle = ray * (3.360136 / (away * ray).sum())
    let right = SIMD3(1, 0, 0) - away * away.x
    let u = right / (right * right).sum().squareRoot()
    let up = away * -1
    let v = SIMD3(u.y * up.z - u.z * up.y, u.z * up.x - u.x * up.z, u.x * up.y - u.y * up.x)
    return Rotation(Matrix3(columns: u, up, v)).map {
      Plane(Pose(rotation: pose.pose.rotation * $0, origin: pose.worldPoint(CameraPoint(middle))))
    }
  }
}
