import AirGeometry
import AirSurface
import Testing

@Suite("Surfaces of a scene")
struct SurfaceSceneTests {
  /// A level surface at a height, `size` metres wide and deep around (x, z).
  private func table(
    _ id: String, x: Double = 0, height: Double = 0, z: Double = 0, size: Double = 0.6,
    tiltInDegrees: Double = 0
  ) -> PlaneAnchor {
    let rotation = Rotation(rotationVector: SIMD3(tiltInDegrees * .pi / 180, 0, 0))
    let plane = Plane(Pose(rotation: rotation, origin: WorldPoint(x: x, y: height, z: z)))
    return PlaneAnchor(
      id: id, geometry: .world(plane),
      extent: SurfaceExtent(minU: -size / 2, minV: -size / 2, maxU: size / 2, maxV: size / 2),
      residualInPixels: nil, scale: .known("a test"))
  }

  /// A camera one metre above the world's origin that looks straight down, its picture's right to +x.
  private let camera = CameraModel(
    intrinsics: CameraIntrinsics(fx: 1000, fy: 1000, cx: 499.5, cy: 499.5),
    imageSize: ImageSize(width: 1000, height: 1000))
  private func pose(height: Double = 1) throws -> CameraPose {
    let rows = Matrix3(rows: SIMD3(1, 0, 0), SIMD3(0, 0, -1), SIMD3(0, 1, 0))
    return CameraPose(
      Pose(rotation: try #require(Rotation(rows)), origin: WorldPoint(x: 0, y: height, z: 0)))
  }

  @Test("a surface is added once, updated when it changes, and removed once")
  func life() {
    var scene = SurfaceScene()
    let first = table("a")
    #expect(scene.observe(first, at: 0) == [.added(first)])
    #expect(scene.observe(first, at: 1) == [])
    let better = table("a", height: 0.001)
    #expect(scene.observe(better, at: 2) == [.updated(better)])
    #expect(scene.remove(id: "a") == [.removed(id: "a", into: nil)])
    #expect(scene.remove(id: "a") == [])
    #expect(scene.anchors.isEmpty)
  }

  @Test("two halves of a table become one surface that reaches as far as both")
  func merging() throws {
    var scene = SurfaceScene()
    _ = scene.observe(table("left"), at: 0)
    let changes = scene.observe(table("right", x: 0.5, height: 0.01, tiltInDegrees: 2), at: 1)
    #expect(changes.count == 1)
    let table = try #require(scene.anchors.first)
    #expect(scene.anchors.count == 1 && table.id == "left")
    #expect(abs(table.extent.minU + 0.3) < 1e-9 && abs(table.extent.maxU - 0.8) < 1e-9)
  }

  @Test("a step, a tilt or a gap keeps two surfaces apart")
  func apart() {
    for other in [
      table("b", height: 0.03), table("b", tiltInDegrees: 8), table("b", x: 0.7),
    ] {
      var scene = SurfaceScene()
      _ = scene.observe(table("a"), at: 0)
      #expect(scene.observe(other, at: 1) == [.added(other)])
    }
  }

  @Test("two surfaces that grow together merge into the first one, and a third that they then reach too")
  func growing() {
    var scene = SurfaceScene()
    for (id, x) in [("a", 0.0), ("b", 0.7), ("c", 1.4)] { _ = scene.observe(table(id, x: x), at: 0) }
    #expect(scene.anchors.count == 3)
    let changes = scene.observe(table("b", x: 0.7, size: 0.9), at: 1)
    let removed = changes.compactMap { change in
      if case .removed(let id, let into) = change { "\(id) into \(into ?? "none")" } else { nil }
    }
    #expect(Set(removed) == ["b into a", "c into a"])
    #expect(scene.anchors.map(\.id) == ["a"])
  }

  @Test("a picture that is not seen for three seconds is gone, and a table is not")
  func stale() {
    var scene = SurfaceScene()
    _ = scene.observe(table("picture", height: 0.001), at: 0, mustBeSeen: true)
    _ = scene.observe(table("table"), at: 0)
    #expect(scene.anchors.count == 2)
    #expect(scene.expire(at: 3) == [] && !scene.isStale("picture", at: 3))
    _ = scene.observe(table("picture", height: 0.001), at: 2, mustBeSeen: true)
    #expect(scene.expire(at: 4.9) == [])
    #expect(scene.expire(at: 5.1) == [.removed(id: "picture", into: nil)])
    #expect(scene.anchors.map(\.id) == ["table"])
  }

  @Test("points within five centimetres of a surface and a tenth of its extent snap onto it")
  func snapping() throws {
    let surface = table("a", height: 0.2)
    let snapped = try #require(surface.snapped(WorldPoint(x: 0.35, y: 0.249, z: -0.1)))
    #expect(snapped.distance(to: WorldPoint(x: 0.35, y: 0.2, z: -0.1)) < 1e-12)
    #expect(surface.snapped(WorldPoint(x: 0.35, y: 0.251, z: -0.1)) == nil)
    #expect(surface.snapped(WorldPoint(x: 0.37, y: 0.2, z: -0.1)) == nil)
  }

  @Test("hits are sorted by their true distance, whatever was met")
  func order() throws {
    var scene = SurfaceScene()
    _ = scene.observe(table("floor", size: 0.2), at: 0)
    _ = scene.observe(table("table", x: 0.05, height: 0.4, size: 0.05), at: 0)
    scene.featurePoints = [0.1, -0.1, 0.02].map { WorldPoint(x: $0 * 0.2, y: 0.7, z: 0.01) }
    let middle = ImagePoint(x: 499.5, y: 499.5)
    let hits = scene.hitTest(
      middle, targets: Set(HitTestTarget.allCases), camera: camera, cameraPose: try pose())
    #expect(
      hits.map(\.target) == [
        .estimatedHorizontalPlane, .featurePoint, .existingPlane, .existingPlaneUsingExtent,
      ])
    let distances = hits.compactMap(\.distanceInMetres)
    #expect(zip(distances, [0.3, 0.3, 0.6, 1]).allSatisfy { abs($0 - $1) < 0.002 })
    #expect(hits.last?.surface?.anchorID == "floor" && hits[2].surface?.anchorID == "table")
    #expect(hits.last?.worldPoint.map { $0.distance(to: WorldPoint(x: 0, y: 0, z: 0)) < 1e-9 } == true)
    let extents = scene.hitTest(
      middle, targets: [.existingPlaneUsingExtent], camera: camera, cameraPose: try pose())
    #expect(extents.map(\.surface?.anchorID) == ["floor"])
  }

  @Test("rays near the horizon and from below meet no surface")
  func horizon() throws {
    var scene = SurfaceScene()
    _ = scene.observe(table("floor"), at: 0)
    let level = Matrix3(rows: SIMD3(1, 0, 0), SIMD3(0, -1, 0), SIMD3(0, 0, -1))
    let ahead = CameraPose(
      Pose(rotation: try #require(Rotation(level)), origin: WorldPoint(x: 0, y: 1, z: 0)))
    for (y, count) in [(499.5, 0), (505, 0), (400, 0), (600, 1)] {
      let hits = scene.hitTest(
        ImagePoint(x: 499.5, y: y), targets: [.existingPlane], camera: camera, cameraPose: ahead)
      #expect(hits.count == count, "row \(y)")
    }
    let below = scene.hitTest(
      ImagePoint(x: 499.5, y: 499.5), targets: [.existingPlane], camera: camera,
      cameraPose: try pose(height: -1))
    #expect(below.isEmpty)
  }

  @Test("the reticle lies at the mean of the last eight places on one surface")
  func reticle() {
    var reticle = FocusReticle()
    func hit(_ u: Double, on id: String = "a", isWithin: Bool = true) -> HitTestResult {
      HitTestResult(
        anchorID: id, point: SurfacePoint(u: u, v: 1), distanceInMetres: 1, isWithinExtent: isWithin)
    }
    for u in 0..<12 { reticle.observe(hit(Double(u))) }
    #expect(reticle.place == SurfacePoint(u: 7.5, v: 1))
    #expect(reticle.form == .closed && reticle.lines.count == 4)
    for line in reticle.lines { #expect(abs(line.0.distance(to: line.1) - 0.17) < 1e-12) }
    reticle.observe(hit(3, isWithin: false))
    #expect(reticle.form == .open && reticle.lines.count == 8)
    reticle.observe(hit(3, on: "b"))
    #expect(reticle.place == SurfacePoint(u: 3, v: 1))
    reticle.observe(nil)
    #expect(reticle.place == nil && reticle.lines.isEmpty)
  }
}
