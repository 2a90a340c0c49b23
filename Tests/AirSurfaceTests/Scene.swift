import AirCapture
import AirGeometry
import AirSurface
import Testing

/// A camera above a table with a known pose: the truth that surfaces are compared with.
struct Scene {
  let camera: CameraModel
  let pose: CameraPose

  /// A webcam 0.5 m from the surface's point (0.15, 0.1), looking down at a slant, turned by `azimuth` about the
  /// vertical.
  init(
    azimuth: Double = 0, elevation: Double = 0.9, distance: Double = 0.5,
    distortion: [Double] = [-0.1, 0.05, 0.001, -0.0005]
  ) throws {
    let coefficients = try #require(BrownConradyDistortion(openCVCoefficients: distortion))
    camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 600, fy: 605, cx: 322, cy: 238), distortion: coefficients,
        imageSize: ImageSize(width: 640, height: 480)))
    // Camera axes with x right, y down, z forward, above a surface with y up: first look straight down.
    let down = Rotation(rotationVector: SIMD3(.pi / 2, 0, 0))
    let tilt = Rotation(rotationVector: SIMD3(-(.pi / 2 - elevation), 0, 0))
    let turn = Rotation(rotationVector: SIMD3(0, azimuth, 0))
    let rotation = turn * tilt.inverse * down
    let target = WorldPoint(x: 0.15, y: 0, z: 0.1)
    let forward = rotation(SIMD3(0, 0, 1))
    pose = CameraPose(
      Pose(rotation: rotation, origin: WorldPoint(target.position - forward * distance)))
  }

  /// Where a point of the surface is seen.
  func pixel(_ u: Double, _ v: Double, height: Double = 0) -> ImagePoint {
    let world = Plane.ground.worldPoint(SurfacePoint(u: u, v: v, height: height))
    return camera.project(pose.cameraPoint(world)) ?? ImagePoint(x: .nan, y: .nan)
  }

  /// The corners of a rectangle at the surface's origin, clockwise as seen.
  func corners(width: Double, height: Double) -> [ImagePoint] {
    [pixel(0, 0), pixel(width, 0), pixel(width, height), pixel(0, height)]
  }

  /// A picture of a white sheet on a dark table, anti-aliased.
  func picture(ofSheetOfWidth width: Double, height: Double) throws -> PixelImage {
    try picture { u, v in (0...width).contains(u) && (0...height).contains(v) ? 230 : 60 }
  }

  /// A picture of a surface whose brightness is told for each of its places, anti-aliased.
  func picture(_ brightness: (_ u: Double, _ v: Double) -> Double) throws -> PixelImage {
    let size = camera.imageSize
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        var sum = 0.0
        for sample in 0..<9 {
          let pixel = ImagePoint(
            x: Double(x) + Double(sample % 3 - 1) / 3, y: Double(y) + Double(sample / 3 - 1) / 3)
          if let ray = camera.unproject(pixel), let world = pose.worldRay(ray),
            let distance = Plane.ground.distance(along: world)
          {
            let point = Plane.ground.surfacePoint(world.point(atDistance: distance))
            sum += brightness(point.u, point.v)
          }
        }
        let grey = UInt8((sum / 9).rounded())
        bytes += [grey, grey, grey]
      }
    }
    return try #require(
      PixelImage(size: size, format: .bgr8, bytesPerRow: size.width * 3, bytes: bytes))
  }
}
