import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite struct ARLogTests {
  @Test("ARKit-Data-Logger's rows are camera to world, nanoseconds become seconds from the first")
  func dataLogger() throws {
    let file = try cameraFile(CameraFileSamples.dataLogger)
    #expect(file.format == .arkitDataLogger && file.poses.count == 2 && file.isMetric && file.isUpright)
    expectEqual(file.poses[0].pose.pose.origin.position, SIMD3(1, 2, 3))
    expectEqual(file.poses[0].pose.looks.forward, SIMD3(0, 0, -1))
    expectEqual(file.poses[0].pose.looks.down, SIMD3(0, -1, 0))
    expectEqual(file.poses[1].pose.looks.forward, SIMD3(-1, 0, 0))
    #expect(abs((file.poses[1].timestampInSeconds ?? 0) - 0.016661792) < 1e-9)
    let points = try cameraFile(CameraFileSamples.pointCloud).featurePoints
    #expect(points == [WorldPoint(x: -0.5, y: -0.25, z: 1), WorldPoint(x: 0.9, y: -1.5, z: -2.5)])
  }

  @Test("a log that was cut off is read up to the cut; damage in the middle is refused with its line")
  func damagedLogs() throws {
    let cut = try cameraFile(String(CameraFileSamples.dataLogger.dropLast(40)))
    #expect(cut.poses.count == 1 && cut.notes.contains { $0.contains("cut off") })
    #expect(
      try refusal(CameraFileSamples.dataLogger.replacingOccurrences(of: "1.500000", with: "nan")).contains(
        "line 3"))
    #expect(
      try refusal(CameraFileSamples.dataLogger.replacingOccurrences(of: "-1.000000", with: "-1.100000"))
        .contains("line 3"))
    #expect(
      try refusal(CameraFileSamples.pointCloud.replacingOccurrences(of: "107 111", with: "107")).contains(
        "line 3"))
  }

  @Test(
    "real ARKit logs: rotations, even steps at 60 Hz, no jumps, and the phone held upright against gravity",
    .enabled(if: SharedData.isPresent, SharedData.absence),
    arguments: ["ARKit_camera_pose_first600.txt", "ARKit_camera_pose_LARR_letters.txt"])
  func realPoses(name: String) throws {
    let file = try CameraFile(contentsOf: try SharedData.url("surface/arkit_samples/\(name)").path)
    #expect(file.poses.count >= 599 && file.poses[0].timestampInSeconds == 0)
    var steps: [Double] = []
    for (pose, next) in zip(file.poses, file.poses.dropFirst()) {
      #expect(Rotation(pose.pose.pose.rotation.matrix, tolerance: 1e-12) != nil)
      let step = (next.timestampInSeconds ?? 0) - (pose.timestampInSeconds ?? 0)
      steps.append(step)
      // Nobody walks faster than 3 m/s with a phone in the hand.
      #expect(step > 0 && next.pose.pose.origin.distance(to: pose.pose.pose.origin) < 3 * step)
      #expect(next.pose.pose.rotation.angle(to: pose.pose.pose.rotation) < 5 * step)
    }
    #expect(abs(median(steps) - 1.0 / 60) < 1e-4)
    // A phone held upright, tilted towards what it films, has the sensor's x, along its long side, down.
    let down = file.poses.map { $0.pose.pose.rotation(SIMD3(1, 0, 0)).y }
    #expect(median(down) < -0.8)
  }

  @Test(
    "a real point cloud: as many points as lines, around where the phone was",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func realPoints() throws {
    let file = try CameraFile(
      contentsOf: try SharedData.url("surface/arkit_samples/ARKit_point_cloud_first4000.txt").path)
    #expect((3999...4000).contains(file.featurePoints.count))
    #expect(file.featurePoints.first == WorldPoint(x: -0.463725, y: -0.622665, z: -1.2559))
    #expect(median(file.featurePoints.map { $0.distance(to: WorldPoint(x: 0, y: 0, z: 0)) }) < 5)
  }

  @Test("a plane of an ARlog session has its last state; its own x, y and z are u, the normal and v")
  func arLogSession() throws {
    let file = try cameraFile(CameraFileSamples.arLog)
    #expect(file.format == .arLog && file.planes.count == 1 && file.poses.count == 1)
    let anchor = try #require(file.planes.first)
    guard case .world(let plane) = anchor.geometry else {
      Issue.record("the plane is not in the world")
      return
    }
    #expect(anchor.id == "A")
    expectEqual(plane.normal, SIMD3(0, 1, 0))
    // Its x is the world's −z, its z the world's x; its middle lies at (0.05, −0.1) of its own axes.
    let middle = SurfacePoint(
      u: (anchor.extent.minU + anchor.extent.maxU) / 2, v: (anchor.extent.minV + anchor.extent.maxV) / 2)
    expectEqual(plane.worldPoint(middle).position, SIMD3(1 - 0.1, 0.5, -2 - 0.05))
    #expect(abs(anchor.extent.maxU - anchor.extent.minU - 0.4) < 1e-12)
    #expect(abs(anchor.extent.maxV - anchor.extent.minV - 0.6) < 1e-12)
    expectEqual(file.poses[0].pose.pose.origin.position, SIMD3(1, 2, 3))
    expectEqual(file.poses[0].pose.looks.forward, SIMD3(0, 0, -1))
  }

  @Test("planes stand alone or in a list, a wall among them; a matrix stored by rows is refused")
  func arLogPlanes() throws {
    // A wall: its normal, y, looks along the world's z.
    let wall = """
      {"name": "", "id": "W", "transform": [1,0,0,0, 0,0,1,0, 0,-1,0,0, 0.5,1,-3,1], "type": "wall",
       "alignment": "vertical", "center": [0, 0, 0], "extent": [2, 0, 1], "points": [0, 0, 0]}
      """
    let floor = wall.replacingOccurrences(of: "\"W\"", with: "\"F\"")
      .replacingOccurrences(of: "0,0,1,0, 0,-1,0,0", with: "0,1,0,0, 0,0,1,0")
    #expect(try cameraFile(wall).planes.count == 1)
    let both = try cameraFile("[\(wall), \(floor)]").planes
    #expect(both.map(\.id) == ["W", "F"])
    if case .world(let plane) = both[0].geometry { expectEqual(plane.normal, SIMD3(0, 0, 1)) }
    let byRows = wall.replacingOccurrences(
      of: "[1,0,0,0, 0,0,1,0, 0,-1,0,0, 0.5,1,-3,1]", with: "[1,0,0,0.5, 0,0,-1,1, 0,1,0,-3, 0,0,0,1]")
    #expect(try refusal(byRows).contains("column by column"))
    #expect(
      try refusal(wall.replacingOccurrences(of: "\"extent\": [2", with: "\"extent\": [-2")).contains(
        "negative"))
  }
}
