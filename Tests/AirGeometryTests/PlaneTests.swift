import AirGeometry
import AirTestSupport
import Testing

@Suite struct PlaneTests {
  private func randomRotation(_ random: inout SeededGenerator) -> Rotation {
    Rotation(
      rotationVector: SIMD3(
        .random(in: -3...3, using: &random), .random(in: -3...3, using: &random),
        .random(in: -3...3, using: &random)))
  }

  @Test("a surface point goes to the world and back unchanged", arguments: 1...10)
  func roundTrip(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let plane = Plane(
      Pose(rotation: randomRotation(&random), origin: WorldPoint(x: 0.3, y: -0.2, z: 1.5)))
    for _ in 0..<100 {
      let point = SurfacePoint(
        u: .random(in: -2...2, using: &random), v: .random(in: -2...2, using: &random),
        height: .random(in: -1...1, using: &random))
      #expect(plane.surfacePoint(plane.worldPoint(point)).distance(to: point) < 1e-12, "seed \(seed)")
    }
  }

  @Test("a quaternion turns as its rotation does, for small, large and half turns", arguments: 1...10)
  func quaternions(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var rotations = (0..<50).map { _ in randomRotation(&random) }
    rotations += [
      .identity, Rotation(rotationVector: SIMD3(.pi, 0, 0)), Rotation(rotationVector: SIMD3(0, .pi, 0)),
    ]
    for rotation in rotations {
      let q = rotation.quaternion
      #expect(abs((q * q).sum() - 1) < 1e-12)
      // v' = v + 2w (q × v) + 2 q × (q × v)
      let axis = SIMD3(q.x, q.y, q.z)
      let v = SIMD3(0.2, -0.7, 1.1)
      let t = 2 * crossProduct(axis, v)
      let turned = v + q.w * t + crossProduct(axis, t)
      let difference = turned - rotation(v)
      #expect((difference * difference).sum() < 1e-20, "seed \(seed)")
    }
  }

  private func crossProduct(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  @Test("rays that are flat, point away or start below are refused")
  func refusedRays() throws {
    let above = WorldPoint(x: 0, y: 1, z: 0)
    let down = try #require(WorldRay(origin: above, direction: SIMD3(0, -1, 1)))
    let distance = try #require(Plane.ground.distance(along: down))
    #expect(abs(distance - 2.0.squareRoot()) < 1e-12)
    let flat = try #require(WorldRay(origin: above, direction: SIMD3(1, -0.005, 0)))
    #expect(Plane.ground.distance(along: flat) == nil)
    let up = try #require(WorldRay(origin: above, direction: SIMD3(0, 1, 0)))
    #expect(Plane.ground.distance(along: up) == nil)
    let below = try #require(WorldRay(origin: WorldPoint(x: 0, y: -1, z: 0), direction: SIMD3(0, -1, 0)))
    #expect(Plane.ground.distance(along: below) == nil)
    let tooHigh = Plane.ground.distance(along: down, heightInMetres: 1.5)
    #expect(tooHigh == nil)
  }

  @Test("four corners fix a homography, and every point of the plane comes back", arguments: 1...20)
  func homographies(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let pixels = [(100.0, 80.0), (520.0, 90.0), (600.0, 400.0), (60.0, 380.0)].map {
      ImagePoint(
        x: $0.0 + .random(in: -30...30, using: &random), y: $0.1 + .random(in: -30...30, using: &random))
    }
    let points = [(0.0, 0.0), (0.28, 0.0), (0.28, 0.176), (0.0, 0.176)].map {
      SurfacePoint(u: $0.0, v: $0.1)
    }
    let homography = try #require(Homography(from: pixels, to: points))
    for (pixel, point) in zip(pixels, points) {
      let hit = try #require(homography.surfacePoint(at: pixel, interior: ImagePoint(x: 300, y: 240)))
      #expect(hit.distance(to: point) < 1e-12, "seed \(seed)")
    }
    for _ in 0..<50 {
      let point = SurfacePoint(
        u: .random(in: 0...0.28, using: &random), v: .random(in: 0...0.176, using: &random))
      let pixel = try #require(homography.imagePoint(of: point))
      let back = try #require(homography.surfacePoint(at: pixel, interior: ImagePoint(x: 300, y: 240)))
      #expect(back.distance(to: point) < 1e-12, "seed \(seed)")
    }
  }

  @Test("beyond the horizon of a plane there is no point, not a point behind the camera")
  func horizon() throws {
    // A plane seen at a slant: its horizon is the line y = 0.
    let homography = try #require(
      Homography(
        imageToSurface: Matrix3(rows: SIMD3(1, 0, -320), SIMD3(0, 0, 100), SIMD3(0, 1, 0))))
    let interior = ImagePoint(x: 320, y: 400)
    #expect(homography.surfacePoint(at: ImagePoint(x: 320, y: 100), interior: interior) != nil)
    #expect(homography.surfacePoint(at: ImagePoint(x: 320, y: 0), interior: interior) == nil)
    #expect(homography.surfacePoint(at: ImagePoint(x: 320, y: -50), interior: interior) == nil)
  }

  @Test("corners on a line fix no homography")
  func degenerateHomography() {
    let line = (0..<4).map { ImagePoint(x: Double($0), y: Double($0)) }
    let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map { SurfacePoint(u: $0.0, v: $0.1) }
    #expect(Homography(from: line, to: square) == nil)
  }
}
