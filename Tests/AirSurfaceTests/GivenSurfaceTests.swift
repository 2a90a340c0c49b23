import AirCapture
import AirGeometry
import AirSurface
import Testing

@Suite struct GivenSurfaceTests {
  private func camera() throws -> CameraModel {
    try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 500, fy: 500, cx: 319.5, cy: 239.5),
        imageSize: ImageSize(width: 640, height: 480)))
  }

  @Test(
    "a plane given by height and tilt has its origin at the picture's middle, and distances by trigonometry")
  func heightAndTilt() throws {
    let camera = try camera()
    let finder = try SurfaceFinder(
      specification: SurfaceSpecification(parsing: "plane:height=400,tilt=45"), camera: camera)
    let anchor = try #require(finder.anchor)
    let middle = try #require(anchor.hitTest(ImagePoint(x: 319.5, y: 239.5), camera: camera))
    #expect(middle.point.distance(to: SurfacePoint(u: 0, v: 0)) < 1e-9)
    #expect(abs((middle.distanceInMetres ?? 0) - 0.4 * 2.0.squareRoot()) < 1e-9)
    // A ray to the side stays on the line v = 0; one further down comes nearer to the camera.
    let side = try #require(anchor.hitTest(ImagePoint(x: 419.5, y: 239.5), camera: camera))
    #expect(abs(side.point.v) < 1e-9)
    #expect(abs(side.point.u - 0.2 * 0.4 * 2.0.squareRoot()) < 1e-9)
    let below = try #require(anchor.hitTest(ImagePoint(x: 319.5, y: 489.5), camera: camera))
    // 45° and atan(1/2) below the horizontal: the foot is 0.4 m below the camera, 0.4 m before the origin.
    #expect(abs(below.point.v - (0.4 - 0.4 / 3)) < 1e-9)
  }

  @Test("the same plane given by a point and its normal is the same plane")
  func pointAndNormal() throws {
    let camera = try camera()
    let half = 2.0.squareRoot() / 2
    let byHeight = try #require(
      try SurfaceFinder(
        specification: .plane(.height(metres: 0.4, tiltInDegrees: 45, rollInDegrees: 0)), camera: camera
      ).anchor)
    let text = "plane:point=0,0,\(400 * 2.0.squareRoot()),normal=0,\(-half),\(-half)"
    let byPoint = try #require(
      try SurfaceFinder(specification: SurfaceSpecification(parsing: text), camera: camera).anchor)
    for pixel in [ImagePoint(x: 100, y: 300), ImagePoint(x: 500, y: 450)] {
      let a = try #require(byHeight.hitTest(pixel, camera: camera)).point
      let b = try #require(byPoint.hitTest(pixel, camera: camera)).point
      #expect(a.distance(to: b) < 1e-9)
    }
  }

  @Test(
    "a given plane without a camera, a camera of another size, and a plane seen edge-on are refused in a sentence"
  )
  func refusals() throws {
    let camera = try camera()
    #expect(throws: SurfaceError.self) {
      _ = try SurfaceFinder(
        specification: .plane(.height(metres: 0.4, tiltInDegrees: 45, rollInDegrees: 0)), camera: nil)
    }
    let image = try #require(
      PixelImage(
        size: ImageSize(width: 320, height: 240), format: .grey8, bytesPerRow: 320,
        bytes: [UInt8](repeating: 90, count: 320 * 240)))
    var finder = try SurfaceFinder(specification: .card, camera: camera)
    #expect(throws: SurfaceError.frameSize(camera: "640×480", frame: "320×240")) {
      _ = try finder.observe(Frame(index: 0, timestampInSeconds: 0, image: image))
    }
    // Two degrees above the plane.
    let flat = try Scene(elevation: 2 * .pi / 180, distance: 0.8, distortion: [0, 0, 0, 0])
    let corners = flat.corners(width: 0.28, height: 0.2)
    #expect(throws: SurfaceError.self) {
      _ = try SurfaceFinder(
        specification: .quad(corners: corners, widthInMetres: 0.28, heightInMetres: 0.2), camera: flat.camera)
    }
  }

  @Test("a camera that moves above a marker is told its pose frame by frame")
  func movingCamera() throws {
    let dictionary = MarkerDictionary.aruco4x4_50
    let (cells, isWhite) = try MarkerDetector(dictionary: dictionary).cells(of: 3)
    var finder: SurfaceFinder?
    for step in 0..<3 {
      let scene = try Scene(
        azimuth: 0.2 + 0.1 * Double(step), elevation: 1.0, distance: 0.35, distortion: [0, 0, 0, 0])
      let image = try scene.picture { u, v in
        let column = ((u - 0.15) / 0.08 + 0.5) * Double(cells)
        let row = ((v - 0.1) / 0.08 + 0.5) * Double(cells)
        let isInside = (0..<Double(cells)).contains(column) && (0..<Double(cells)).contains(row)
        return isInside && !isWhite[Int(row) * cells + Int(column)] ? 30 : 220
      }
      var moving =
        try finder
        ?? SurfaceFinder(
          specification: .marker(dictionary: dictionary, sideInMetres: 0.08, identifier: nil),
          camera: scene.camera, isCameraStill: false)
      let anchor = try moving.observe(Frame(index: step, timestampInSeconds: Double(step), image: image))
      #expect((anchor != nil) == (step == 0), "the plane itself stays where it is")
      let pose = try #require(moving.cameraPose)
      // The marker's middle, which is the surface's origin, lies at (0.15, 0.1) of the scene.
      let origin = scene.pose.pose.origin.position - SIMD3(0.15, 0, 0.1)
      #expect(pose.pose.origin.distance(to: WorldPoint(origin)) < 0.002)
      #expect(pose.pose.rotation.angle(to: scene.pose.pose.rotation) < 0.005)
      finder = moving
    }
  }
}
