import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite struct PoseFormatTests {
  /// A camera at (1, 2, 3) that looks along −z, and one half a metre to the right that is turned by 90° to the left: worked
  /// out by hand from each sample.
  private func expectTwoViews(_ poses: [TimedCameraPose]) {
    #expect(poses.count == 2)
    guard poses.count == 2 else { return }
    expectEqual(poses[0].pose.pose.origin.position, SIMD3(1, 2, 3))
    expectEqual(poses[0].pose.looks.forward, SIMD3(0, 0, -1))
    expectEqual(poses[0].pose.looks.down, SIMD3(0, -1, 0))
    expectEqual(poses[1].pose.pose.origin.position, SIMD3(1.5, 2, 3))
    expectEqual(poses[1].pose.looks.forward, SIMD3(-1, 0, 0))
    expectEqual(poses[1].pose.looks.down, SIMD3(0, -1, 0))
  }

  @Test("NeRFCapture's frames: ARKit's axes are turned, time begins at zero, each frame keeps its camera")
  func nerfCapture() throws {
    let file = try cameraFile(CameraFileSamples.nerfCapture)
    #expect(file.format == .nerfCapture && file.isMetric && file.isUpright)
    expectTwoViews(file.poses)
    #expect(file.poses.map(\.timestampInSeconds) == [0, 0.25])
    #expect(file.poses[1].camera?.intrinsics == CameraIntrinsics(fx: 1404, fy: 1405, cx: 961, cy: 721))
    #expect(file.notes.contains { $0.contains("frame to frame") })
    // The same with the matrix's columns for its rows: its last column tells.
    let columns = CameraFileSamples.nerfCapture
      .replacingOccurrences(
        of: "[[1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]",
        with: "[1,0,0,0, 0,1,0,0, 0,0,1,0, 1,2,3,1]")
    expectTwoViews(try cameraFile(columns).poses)
  }

  @Test(
    "a lying camera is turned with the upright recording so that its poses' down is the picture's, and both stay one"
  )
  func turnedRecording() throws {
    let upright = ImageSize(width: 720, height: 960)
    for (isDown, turnsNote) in [(true, "clockwise"), (false, "counter-clockwise")] {
      // ARKit's camera with its x, the sensor's long side, down or up in the world, looking along −z.
      let sign = isDown ? -1 : 1
      let text = CameraFileSamples.nerfCapture
        .replacingOccurrences(
          of: "[[1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]",
          with: "[[0, \(-sign), 0, 1], [\(sign), 0, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]"
        )
        .replacingOccurrences(
          of: "[[0, 0, 1, 1.5], [0, 1, 0, 2], [-1, 0, 0, 3], [0, 0, 0, 1]]",
          with: "[[0, \(-sign), 0, 1], [\(sign), 0, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]")
      let file = try cameraFile(text)
      let lying = try file.camera(for: ImageSize(width: 1920, height: 1440))
      let fitted = try file.camera(for: upright)
      #expect(fitted.notes.contains { $0.contains(" \(turnsNote) ") })
      #expect(fitted.camera.imageSize == upright)
      for pose in fitted.poses {
        expectEqual(pose.pose.looks.down, SIMD3(0, -1, 0))
        expectEqual(pose.pose.looks.forward, SIMD3(0, 0, -1))
      }
      // A point above and to the right of where the cameras look is seen in the same place of the turned, halved picture.
      let point = WorldPoint(x: 1.2, y: 2.3, z: 1)
      let before = try #require(lying.camera.project(lying.poses[0].pose.cameraPoint(point)))
        .normalized(in: ImageSize(width: 1920, height: 1440))
      let after = try #require(fitted.camera.project(fitted.poses[0].pose.cameraPoint(point))).normalized(
        in: upright)
      #expect(abs(after.x - (isDown ? 1 - before.y : before.y)) < 1e-12)
      #expect(abs(after.y - (isDown ? before.x : 1 - before.x)) < 1e-12)
      #expect(after.x > 0.5 && after.y < 0.5)
      #expect(fitted.poses[0].camera?.imageSize == upright)
    }
  }

  @Test("Polycam's files of a folder are one path in the order of their names")
  func polycam() throws {
    let first = CameraFileSamples.polycam
      .replacingOccurrences(
        of: "\"t_00\": 0, \"t_01\": 0, \"t_02\": 1, \"t_03\": 1.5",
        with: "\"t_00\": 1, \"t_01\": 0, \"t_02\": 0, \"t_03\": 1"
      )
      .replacingOccurrences(of: "\"t_20\": -1", with: "\"t_20\": 0").replacingOccurrences(
        of: "\"t_22\": 0", with: "\"t_22\": 1")
    try withFolder(["1000.json": CameraFileSamples.polycam, "999.json": first, "999.jpg": "\0"]) { folder in
      let file = try CameraFile(contentsOf: folder)
      #expect(file.format == .polycam && file.poses.map(\.imageName) == ["999.json", "1000.json"])
      expectTwoViews(file.poses)
      #expect(file.cameras.map(\.imageSize) == [ImageSize(width: 1024, height: 768)] && file.notes.isEmpty)
    }
  }

  @Test("Stray Scanner's quaternions already are of a camera that looks along z; both its files are found")
  func strayScanner() throws {
    let files = ["odometry.csv": CameraFileSamples.stray, "camera_matrix.csv": CameraFileSamples.strayMatrix]
    try withFolder(files) { folder in
      let size = ImageSize(width: 1920, height: 1440)
      for path in [folder, "\(folder)/odometry.csv", "\(folder)/camera_matrix.csv"] {
        let file = try CameraFile(contentsOf: path, imageSize: size)
        #expect(file.format == .strayScanner && file.poses.map(\.frameIndex) == [0, 1])
        expectEqual(file.poses[0].pose.pose.origin.position, SIMD3(1, 2, 3))
        expectEqual(file.poses[1].pose.looks.forward, SIMD3(0, 0, -1))
        expectEqual(file.poses[1].pose.looks.down, SIMD3(0, -1, 0))
        #expect(abs((file.poses[1].timestampInSeconds ?? 0) - 0.016) < 1e-12)
        // The frames' own numbers are newer than the matrix.
        #expect(try file.camera(for: size).camera.intrinsics.fx == 1350)
      }
    }
    #expect(try cameraFile(CameraFileSamples.strayMatrix).cameras.first?.intrinsics.fx == 1340)
    #expect(
      try refusal(CameraFileSamples.stray.replacingOccurrences(of: "1.1, 2.0", with: "x, 2.0")).contains(
        "line 3"))
  }

  @Test("Record3D: K is by columns, poses that begin at zero follow the initial pose")
  func record3D() throws {
    let file = try cameraFile(CameraFileSamples.record3D)
    #expect(file.format == .record3D && file.isUpright)
    #expect(file.cameras[0].intrinsics == CameraIntrinsics(fx: 700, fy: 701, cx: 358, cy: 482))
    // The initial pose is a quarter turn about z and a shift: (1, 2, 3) goes to (−2, 1, 3) + (10, 20, 30).
    expectEqual(file.poses[0].pose.pose.origin.position, SIMD3(8, 21, 33))
    expectEqual(file.poses[0].pose.looks.forward, SIMD3(0, 0, -1))
    expectEqual(file.poses[0].pose.looks.down, SIMD3(1, 0, 0))
    expectEqual(file.poses[1].pose.looks.forward, SIMD3(0, -1, 0))
    #expect(file.poses.map(\.timestampInSeconds) == [0, 0.25])
    let alone = CameraFileSamples.record3D.replacingOccurrences(of: "\"initPose\"", with: "\"other\"")
    let plain = try cameraFile(alone)
    expectTwoViews(plain.poses)
    #expect(!plain.isUpright && plain.notes.contains { $0.contains("first camera") })
  }

  @Test("Record3D: a K by rows, one of a turned picture and one far off are put right, and the rule is told")
  func record3DPrincipalPoint() throws {
    let text = CameraFileSamples.record3D
    func camera(_ k: String) throws -> (CameraIntrinsics, [String]) {
      let file = try cameraFile(text.replacingOccurrences(of: "[700, 0, 0, 0, 701, 0, 358, 482, 1]", with: k))
      return (file.cameras[0].intrinsics, file.notes)
    }
    let rows = try camera("[700, 0, 358, 0, 701, 482, 0, 0, 1]")
    #expect(rows.0 == CameraIntrinsics(fx: 700, fy: 701, cx: 358, cy: 482) && rows.1.isEmpty)
    let turned = try camera("[701, 0, 0, 0, 700, 0, 482, 358, 1]")
    #expect(turned.0 == rows.0 && turned.1.contains { $0.contains("exchanged") })
    let far = try camera("[700, 0, 0, 0, 701, 0, 5, 900, 1]")
    #expect(far.0.cx == 359.5 && far.0.cy == 479.5 && far.1.contains { $0.contains("middle") })
    #expect(try refusal(text.replacingOccurrences(of: "[5, 5.25]", with: "[5]")).contains("frameTimestamps"))
  }

  @Test("COLMAP's poses are inverted and its world turned upright; images come in the order of their names")
  func colmap() throws {
    let files = [
      "cameras.txt": CameraFileSamples.colmapCameras, "images.txt": CameraFileSamples.colmapImages,
    ]
    try withFolder(files) { folder in
      for path in [folder, "\(folder)/images.txt", "\(folder)/cameras.txt"] {
        let file = try CameraFile(contentsOf: path)
        #expect(file.format == .colmap && file.poses.map(\.imageName) == ["frame9.png", "frame10.png"])
        #expect(!file.isMetric && !file.isUpright && file.cameras.count == 3)
        // x_cam = x_world + (0, 0, 5): the centre is (0, 0, −5), which half a turn about x takes to (0, 0, 5).
        expectEqual(file.poses[0].pose.pose.origin.position, SIMD3(0, 0, 5))
        expectEqual(file.poses[0].pose.looks.forward, SIMD3(0, 0, -1))
        expectEqual(file.poses[0].pose.looks.down, SIMD3(0, -1, 0))
        // A quarter turn about y: x_cam = (z, y, −x) + (1, 2, 3), so the centre is (3, −2, −1).
        expectEqual(file.poses[1].pose.pose.origin.position, SIMD3(3, 2, 1))
        expectEqual(file.poses[1].pose.looks.forward, SIMD3(-1, 0, 0))
        #expect(
          file.poses[0].camera?.intrinsics.cx == 1535.5 && file.poses[1].camera?.intrinsics.fy == 2560.57)
      }
    }
  }

  @Test("transforms.json of a world with z up is turned; half a pixel is taken off the principal point")
  func nerf() throws {
    let file = try cameraFile(CameraFileSamples.nerf)
    #expect(file.format == .nerfTransforms && !file.isMetric)
    #expect(file.cameras[0].intrinsics == CameraIntrinsics(fx: 1000, fy: 1001, cx: 540, cy: 959.5))
    #expect(file.cameras[0].distortion.openCVCoefficients == [0.1, -0.02, 0.001, 0.002, 0, 0, 0, 0])
    expectEqual(file.poses[0].pose.pose.origin.position, SIMD3(0, 1, 3))
    expectEqual(file.poses[0].pose.looks.forward, SIMD3(0, 0, -1))
    expectEqual(file.poses[0].pose.looks.down, SIMD3(0, -1, 0))
    // A world with y up stays as it is.
    let upright = CameraFileSamples.nerf.replacingOccurrences(
      of: "[[1, 0, 0, 0], [0, 0, -1, -3], [0, 1, 0, 1], [0, 0, 0, 1]]",
      with: "[[1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]")
    expectEqual(try cameraFile(upright).poses[0].pose.pose.origin.position, SIMD3(1, 2, 3))
    // With a field of view in place of a focal length.
    let angle = CameraFileSamples.nerf.replacingOccurrences(
      of: "\"fl_x\": 1000, \"fl_y\": 1001", with: "\"camera_angle_x\": \(Double.pi / 2)")
    #expect(abs(try cameraFile(angle).cameras[0].intrinsics.fx - 540) < 1e-9)
    #expect(
      try refusal(CameraFileSamples.nerf.replacingOccurrences(of: "\"k1\": 0.1", with: "\"k4\": 0.1"))
        .contains("k4"))
    let fisheye = CameraFileSamples.nerf.replacingOccurrences(of: "\"OPENCV\"", with: "\"OPENCV_FISHEYE\"")
    #expect(
      try cameraFile(fisheye).cameras[0].distortion
        == .fisheye(try #require(FisheyeDistortion(openCVCoefficients: [0.1, -0.02, 0, 0]))))
    #expect(
      try refusal(CameraFileSamples.nerf.replacingOccurrences(of: "[0, 1, 0, 1]", with: "[0, 2, 0, 1]"))
        .contains("images/1.jpg"))
  }

  @Test(
    "a real transforms.json: its thirteen cameras stand upright about a common middle",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func realNerf() throws {
    let path = try SharedData.url("surface/arkit_samples/nerf_transforms_1080x1920_portrait.json").path
    let file = try CameraFile(contentsOf: path)
    #expect(file.poses.count == 13 && file.cameras.count == 1)
    let camera = try file.camera(for: ImageSize(width: 1080, height: 1920)).camera
    #expect(abs(camera.intrinsics.cx - (481.14437353992906 - 0.5)) < 1e-9)
    // The file tells the field of view beside the focal length.
    #expect(abs(2 * atan(540 / camera.intrinsics.fx) - 0.9675213629728078) < 1e-9)
    for pose in file.poses {
      #expect(pose.pose.looks.down.y < -0.9)
      #expect(Rotation(pose.pose.pose.rotation.matrix, tolerance: 1e-12) != nil)
      // The tool that wrote it moves the middle of attention to the origin.
      let towards = pose.pose.pose.origin.position * -1
      #expect((towards * pose.pose.looks.forward).sum() > 0)
    }
  }
}
