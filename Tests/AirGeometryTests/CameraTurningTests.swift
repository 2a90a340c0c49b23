import AirGeometry
import AirTestSupport
import Testing

@Suite struct CameraTurningTests {
  private func lens(_ coefficients: [Double]) throws -> LensDistortion {
    .brownConrady(try #require(BrownConradyDistortion(openCVCoefficients: coefficients)))
  }

  @Test(
    "a turned camera at its turned pose sees every point of the world at the turned pixel",
    arguments: [-5, 0, 1, 2, 3])
  func turning(turns: Int) throws {
    let full = [-0.2, 0.05, 0.004, -0.006, 0.01, 0.1, 0.02, 0.01, 0.002, -0.003, 0.004, 0.005]
    let fisheye = try #require(FisheyeDistortion(openCVCoefficients: [0.1, 0.01, 0.002, 0.001]))
    for distortion in [try lens(full), try lens([]), .fisheye(fisheye)] {
      let camera = try #require(
        CameraModel(
          intrinsics: CameraIntrinsics(fx: 700, fy: 720, cx: 330, cy: 230), distortion: distortion,
          imageSize: ImageSize(width: 640, height: 480)))
      let pose = CameraPose(
        Pose(rotation: Rotation(rotationVector: SIMD3(0.4, -0.9, 0.3)), origin: WorldPoint(x: 1, y: 2, z: 3)))
      let turned = try #require(camera.turned(clockwiseQuarterTurns: turns))
      let turnedPose = pose.turned(clockwiseQuarterTurns: turns)
      var random = SeededGenerator(seed: 17)
      for _ in 0..<50 {
        let point = pose.worldPoint(
          CameraPoint(
            x: .random(in: -0.4...0.4, using: &random), y: .random(in: -0.3...0.3, using: &random), z: 1))
        var seen = try #require(camera.project(pose.cameraPoint(point)))
        var height = 480.0
        for _ in 0..<(turns + 8) % 4 {
          seen = ImagePoint(x: height - 1 - seen.y, y: seen.x)
          height = 640 + 480 - height
        }
        let again = try #require(turned.project(turnedPose.cameraPoint(point)))
        #expect(again.distance(to: seen) < 1e-9)
      }
    }
  }

  @Test("skew and a tilted sensor can't be turned")
  func refusals() throws {
    let size = ImageSize(width: 640, height: 480)
    let skewed = CameraIntrinsics(fx: 700, fy: 720, cx: 330, cy: 230, skew: 1)
    #expect(CameraModel(intrinsics: skewed, imageSize: size)?.turned(clockwiseQuarterTurns: 1) == nil)
    let straight = CameraIntrinsics(fx: 700, fy: 720, cx: 330, cy: 230)
    let tilted = try lens(Array(repeating: 0, count: 12) + [0.01, 0])
    let camera = try #require(CameraModel(intrinsics: straight, distortion: tilted, imageSize: size))
    #expect(
      camera.turned(clockwiseQuarterTurns: 1) == nil && camera.turned(clockwiseQuarterTurns: 4) == camera)
  }
}
