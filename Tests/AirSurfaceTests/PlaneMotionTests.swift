import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite("Plane from a moving camera")
struct PlaneMotionTests {
  @Test("pictures of a table and one length give the plane, every camera and every distance")
  func table() throws {
    let camera = try MotionScenes.camera()
    let first = MotionScenes.pose(0)
    func pixel(_ u: Double, _ v: Double) throws -> ImagePoint {
      let point = first.cameraPoint(Plane.ground.worldPoint(SurfacePoint(u: u, v: v)))
      return try #require(camera.project(point))
    }
    let length = KnownLength(metres: 0.12, start: try pixel(0.08, 0.1), end: try pixel(0.2, 0.1))
    var finder = PlaneMotionFinder(camera: camera, length: length)
    let pictures = try MotionScenes.pictures(24, seed: 5)
    for picture in pictures { _ = try finder.observe(picture) }
    let motion = try finder.solve()
    let pose = try #require(motion.cameraPoses[0])
    let normal = pose.pose.rotation.inverse(SIMD3(0, 1, 0))
    #expect(degrees(normal, first.pose.rotation.inverse(SIMD3(0, 1, 0))) < 0.1)
    #expect(motion.cameraPoses.count >= 22)
    for (frame, found) in motion.cameraPoses {
      let truth = MotionScenes.pose(Double(frame) / 20)
      let there = pose.cameraPoint(found.pose.origin).position
      let expected = first.cameraPoint(truth.pose.origin).position
      let difference = there - expected
      #expect((difference * difference).sum().squareRoot() < 0.001, "frame \(frame)")
    }
    let anchor = motion.anchor(id: "table")
    #expect(anchor.scale == .known("a length of 120 mm pointed out by hand"))
    let hit = try #require(anchor.hitTest(try pixel(0.08, 0.15), camera: camera, cameraPose: pose))
    // The length's start is the surface's origin and u runs along it.
    #expect(abs(hit.point.u) < 0.0003)
    #expect(abs(hit.point.v - 0.05) < 0.0003)

    var again = PlaneMotionFinder(camera: camera, length: length)
    for picture in pictures { _ = try again.observe(picture) }
    #expect(try again.solve().cameraPoses == motion.cameraPoses)
  }

  @Test("without a length a millimetre stands for a pixel, and says so")
  func unknownScale() throws {
    var finder = PlaneMotionFinder(camera: try MotionScenes.camera())
    for picture in try MotionScenes.pictures(16, seed: 8) { _ = try finder.observe(picture) }
    let motion = try finder.solve()
    #expect(motion.anchor(id: "table").scale == .imagePixels)
    #expect(motion.scaleDeviation == nil)
  }

  @Test("a camera that only turns, a bare table and too few pictures are refused, each with its reason")
  func refusals() throws {
    let camera = try MotionScenes.camera()
    let table = RenderedPlane(camera: camera, seed: 4)
    let stand = MotionScenes.pose(0).pose
    var turning = PlaneMotionFinder(camera: camera)
    for step in 0..<6 {
      let turn = Rotation(rotationVector: SIMD3(0, 0.04 * Double(step), 0.03 * Double(step)))
      let pose = CameraPose(Pose(rotation: stand.rotation * turn, origin: stand.origin))
      _ = try turning.observe(try #require(table.picture(from: pose, frame: step)))
    }
    let refusal = #expect(throws: PlaneMotionError.self) { _ = try turning.solve() }
    guard case .tooLittleMotion(let angle) = refusal else {
      Issue.record("a turning camera was refused with \(String(describing: refusal))")
      return
    }
    #expect(angle < 1)

    let bare = try #require(
      PixelImage(
        size: camera.imageSize, format: .grey8, bytesPerRow: 320,
        bytes: Array(repeating: 90, count: 320 * 240)))
    var blind = PlaneMotionFinder(camera: camera)
    #expect(try blind.observe(bare) == nil)
    #expect(throws: PlaneMotionError.noTexture) { _ = try blind.solve() }

    var short = PlaneMotionFinder(camera: camera)
    _ = try short.observe(try #require(table.picture(from: MotionScenes.pose(0))))
    #expect(throws: PlaneMotionError.tooFewViews(0)) { _ = try short.solve() }
  }

  @Test("without any camera, frames are related to the first to a fraction of a pixel")
  func flow() throws {
    let camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 330, fy: 330, cx: 160, cy: 120),
        imageSize: ImageSize(width: 320, height: 240)))
    let table = RenderedPlane(camera: camera, seed: 6)
    var motion = ImageMotion()
    for frame in 0..<16 {
      let pose = MotionScenes.pose(Double(frame) / 20)
      let hand = (middle: ImagePoint(x: 90 + 5 * Double(frame), y: 140), radius: 45.0)
      let picture = try #require(table.picture(from: pose, frame: frame, hand: hand))
      let step = try #require(try motion.observe(picture), "frame \(frame)")
      for (u, v) in [(0.15, 0.1), (0.1, 0.07), (0.2, 0.13)] {
        let place = Plane.ground.worldPoint(SurfacePoint(u: u, v: v))
        let now = try #require(camera.project(pose.cameraPoint(place)))
        let first = try #require(camera.project(MotionScenes.pose(0).cameraPoint(place)))
        let back = try #require(motion.referencePoint(of: now, by: step))
        #expect(back.distance(to: first) < 0.3, "frame \(frame)")
      }
    }
  }

  @Test(
    "five photographs of a board with a repeating pattern give its plane",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func board() throws {
    let folder = try SharedData.url("surface/calibration").path
    let camera = try CameraModel(
      contentsOf: folder + "/opencv_refs/left_intrinsics.yml", imageSize: ImageSize(width: 640, height: 480))
    // The outermost corners of the first photograph's pattern, 200 mm × 125 mm apart.
    let length = KnownLength(
      metres: (0.2 * 0.2 + 0.125 * 0.125).squareRoot(), start: ImagePoint(x: 244.4, y: 94.1),
      end: ImagePoint(x: 515.2, y: 266.0))
    var finder = PlaneMotionFinder(camera: camera, length: length, order: .photographs)
    for view in ["01", "09", "11", "13", "14"] {
      let picture = try PixelImage(contentsOf: folder + "/opencv_stereo/left\(view).jpg")
      #expect(try finder.observe(picture) != nil, "photograph \(view)")
    }
    let motion = try finder.solve()
    let pose = try #require(motion.cameraPoses[0])
    let normal = pose.pose.rotation.inverse(SIMD3(0, 1, 0))
    // The board's pose as the calibration that comes with the photographs tells it.
    let board = Rotation(rotationVector: SIMD3(0.16866673, 0.27567195, 0.01346367))(SIMD3(0, 0, -1))
    #expect(degrees(normal, board) < 0.15)
    #expect(motion.residualInPixels < 0.2)
  }

  @Test("a known length is read, and what is wrong with one is said")
  func lengths() throws {
    let read = try KnownLength(parsing: "297:120,80,560.5,95:12")
    #expect(
      read
        == KnownLength(
          metres: 0.297, start: ImagePoint(x: 120, y: 80), end: ImagePoint(x: 560.5, y: 95), frame: 12))
    #expect(try KnownLength(parsing: "50:0,0,30,40").frame == 0)
    for text in [
      "", "297", "0:1,2,30,40", "x:1,2,30,40", "9:1,2,30", "9:1,2,1,2", "9:1,2,30,nan", "9:1,2,30,40:-1",
    ] {
      #expect(throws: SurfaceError.self, "\(text)") { _ = try KnownLength(parsing: text) }
    }
  }
}
