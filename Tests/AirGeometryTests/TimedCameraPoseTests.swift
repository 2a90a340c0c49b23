import AirGeometry
import AirTestSupport
import Testing

@Suite struct TimedCameraPoseTests {
  private func pose(_ time: Double?, turn: Double, x: Double) -> TimedCameraPose {
    TimedCameraPose(
      timestampInSeconds: time, frameIndex: 0,
      pose: CameraPose(
        Pose(
          rotation: Rotation(rotationVector: SIMD3(0.3, 0, 0)) * Rotation(rotationVector: SIMD3(0, turn, 0)),
          origin: WorldPoint(x: x, y: 1, z: 0))))
  }

  @Test("between two poses the camera goes straight and turns evenly; at a pose it is that pose")
  func between() throws {
    let poses = [pose(0, turn: 0, x: 0), pose(0.1, turn: 1, x: 0.2), pose(0.3, turn: -0.5, x: 0.2)]
    for (time, turn, x) in [(0.025, 0.25, 0.05), (0.09, 0.9, 0.18), (0.2, 0.25, 0.2)] {
      let found = try #require(poses.pose(at: time))
      let truth = pose(0, turn: turn, x: x).pose
      #expect(found.pose.rotation.angle(to: truth.pose.rotation) < 1e-12)
      #expect(found.pose.origin.distance(to: truth.pose.origin) < 1e-12)
    }
    for known in poses { #expect(poses.pose(at: known.timestampInSeconds ?? .nan) == known.pose) }
  }

  @Test("outside of the poses, within a gap and without times nothing is said")
  func unknown() {
    let poses = [pose(0, turn: 0, x: 0), pose(0.1, turn: 1, x: 0.2), pose(2, turn: 1, x: 0.2)]
    #expect(poses.pose(at: -0.01) == nil && poses.pose(at: 2.01) == nil && poses.pose(at: 1) == nil)
    #expect(poses.pose(at: 1, largestGapInSeconds: 2) != nil)
    #expect([pose(nil, turn: 0, x: 0), pose(nil, turn: 0, x: 1)].pose(at: 0) == nil)
    #expect([TimedCameraPose]().pose(at: 0) == nil)
  }
}
