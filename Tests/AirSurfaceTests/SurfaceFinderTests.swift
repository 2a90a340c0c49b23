import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Testing

@Suite struct SurfaceFinderTests {
  private func quad(_ corners: [ImagePoint], _ width: Double, _ height: Double) -> SurfaceSpecification {
    .quad(corners: corners, widthInMetres: width, heightInMetres: height)
  }

  @Test("a quad seen by a known camera gives back the camera's pose and every point", arguments: 0...11)
  func quadWithCamera(step: Int) throws {
    let scene = try Scene(azimuth: Double(step) * .pi / 6, elevation: 0.5 + 0.08 * Double(step))
    let finder = try SurfaceFinder(
      specification: quad(scene.corners(width: 0.28, height: 0.176), 0.28, 0.176), camera: scene.camera)
    let anchor = try #require(finder.anchor)
    #expect((anchor.residualInPixels ?? 1) < 1e-6)
    guard case .fixedCamera(let pose) = anchor.geometry else {
      Issue.record("a known camera must give a pose")
      return
    }
    #expect(pose.pose.rotation.angle(to: scene.pose.pose.rotation) < 1e-7)
    #expect(pose.pose.origin.distance(to: scene.pose.pose.origin) < 1e-7)
    for (u, v) in [(0.1, 0.05), (0.25, 0.15), (-0.02, 0.2)] {
      let hit = try #require(anchor.hitTest(scene.pixel(u, v), camera: scene.camera))
      #expect(hit.point.distance(to: SurfacePoint(u: u, v: v)) < 1e-7)
    }
  }

  @Test("a quad without a camera gives every point of an undistorted picture")
  func quadWithoutCamera() throws {
    let scene = try Scene(azimuth: 0.4, distortion: [0, 0, 0, 0])
    let finder = try SurfaceFinder(
      specification: quad(scene.corners(width: 0.28, height: 0.176), 0.28, 0.176), camera: nil)
    let anchor = try #require(finder.anchor)
    #expect(anchor.residualInPixels == nil)
    for (u, v) in [(0.1, 0.05), (0.25, 0.15), (0.3, 0.2)] {
      let hit = try #require(anchor.hitTest(scene.pixel(u, v), camera: nil))
      #expect(hit.point.distance(to: SurfacePoint(u: u, v: v)) < 1e-9)
    }
  }

  @Test("corners given counter-clockwise do not mirror the drawing", arguments: [true, false])
  func counterClockwise(hasCamera: Bool) throws {
    let scene = try Scene(distortion: [0, 0, 0, 0])
    let camera = hasCamera ? scene.camera : nil
    let c = scene.corners(width: 0.28, height: 0.176)
    let anchor = try #require(
      try SurfaceFinder(specification: quad([c[0], c[3], c[2], c[1]], 0.176, 0.28), camera: camera).anchor)
    let a = try #require(anchor.hitTest(scene.pixel(0.05, 0.05), camera: camera)).point
    let b = try #require(anchor.hitTest(scene.pixel(0.15, 0.05), camera: camera)).point
    let d = try #require(anchor.hitTest(scene.pixel(0.05, 0.15), camera: camera)).point
    // Right and then down in the picture stays a clockwise turn on the surface.
    let turn = (b.u - a.u) * (d.v - a.v) - (b.v - a.v) * (d.u - a.u)
    #expect(abs(turn - 0.01) < 1e-6)
  }

  @Test("a raised fingertip is dropped to its foot when its height is told, and is behind it when not")
  func tipHeight() throws {
    let scene = try Scene(azimuth: 0.3)
    let anchor = try #require(
      try SurfaceFinder(
        specification: quad(scene.corners(width: 0.28, height: 0.176), 0.28, 0.176), camera: scene.camera
      ).anchor)
    let nail = scene.pixel(0.12, 0.08, height: 0.008)
    let foot = SurfacePoint(u: 0.12, v: 0.08)
    let told = try #require(anchor.hitTest(nail, camera: scene.camera, tipHeightInMetres: 0.008))
    #expect(told.point.distance(to: foot) < 1e-7)
    let untold = try #require(anchor.hitTest(nail, camera: scene.camera))
    // The camera looks down at about 0.9 rad: the place behind is the height over its tangent away.
    #expect((0.004...0.012).contains(untold.point.distance(to: foot)))
  }

  @Test(
    "a whole sheet is found, its long side told apart, and points are true to 0.1 mm",
    arguments: [true, false])
  func sheet(lies: Bool) throws {
    let (width, height) = lies ? (0.297, 0.210) : (0.210, 0.297)
    let scene = try Scene(azimuth: lies ? 0.1 : -0.1, elevation: 1.0, distance: 0.6)
    let image = try scene.picture(ofSheetOfWidth: width, height: height)
    var finder = try SurfaceFinder(specification: .paper(.a4), camera: scene.camera)
    let found = try finder.observe(Frame(index: 0, timestampInSeconds: 0, image: image))
    let anchor = try #require(found)
    #expect((anchor.residualInPixels ?? 1) < 0.1)
    for (u, v) in [(0.05, 0.05), (0.2, 0.15), (0.12, 0.19)] {
      let hit = try #require(anchor.hitTest(scene.pixel(u, v), camera: scene.camera))
      #expect(hit.point.distance(to: SurfacePoint(u: u, v: v)) < 1e-4)
    }
    // Without a camera the shape alone must tell how the sheet lies.
    let plain = try Scene(azimuth: 0.1, elevation: 1.0, distance: 0.6, distortion: [0, 0, 0, 0])
    var blind = try SurfaceFinder(specification: .paper(.a4), camera: nil)
    let blindImage = try plain.picture(ofSheetOfWidth: width, height: height)
    let seen = try blind.observe(Frame(index: 0, timestampInSeconds: 0, image: blindImage))
    let blindHit = try #require(seen?.hitTest(plain.pixel(0.2, 0.15), camera: nil))
    #expect(blindHit.point.distance(to: SurfacePoint(u: 0.2, v: 0.15)) < 3e-4)
  }

  @Test("a surface that is never seen is an error that says what was looked for and in how many frames")
  func neverSeen() throws {
    let grey = [UInt8](repeating: 90, count: 160 * 120 * 3)
    let image = try #require(
      PixelImage(size: ImageSize(width: 160, height: 120), format: .bgr8, bytesPerRow: 480, bytes: grey))
    for specification in [
      SurfaceSpecification.paper(.a4),
      .marker(dictionary: .aruco4x4_50, sideInMetres: 0.04, identifier: nil),
    ] {
      var finder = try SurfaceFinder(specification: specification, camera: nil)
      for index in 0..<3 {
        let found = try finder.observe(
          Frame(index: index, timestampInSeconds: Double(index) / 30, image: image))
        #expect(found == nil)
      }
      #expect(throws: SurfaceError.neverSeen(what: specification.summary, frames: 3)) {
        _ = try finder.finish()
      }
    }
  }

  @Test(
    "the six markers of a photo are found at the corners published with it",
    .enabled(if: SharedData.isPresent, SharedData.absence),
    arguments: [
      // OpenCV contrib 4.6, modules/aruco/test/test_arucodetection.cpp: integer corners, tolerance 1 pixel.
      (40, [359.0, 310, 404, 310, 410, 350, 362, 350]), (98, [427, 255, 469, 256, 477, 289, 434, 288]),
      (62, [233, 273, 190, 273, 196, 241, 237, 241]), (23, [298, 185, 334, 186, 335, 212, 297, 211]),
      (124, [425, 163, 430, 186, 394, 186, 390, 162]), (203, [195, 155, 230, 155, 227, 178, 190, 178]),
    ])
  func photographedMarkers(identifier: Int, corners: [Double]) throws {
    let image = try PixelImage(
      contentsOf: SharedData.url("surface/aruco/singlemarkersoriginal.jpg").path)
    var finder = try SurfaceFinder(
      specification: .marker(dictionary: .aruco6x6_250, sideInMetres: 0.04, identifier: identifier),
      camera: nil)
    let found = try finder.observe(Frame(index: 0, timestampInSeconds: 0, image: image))
    let anchor = try #require(found)
    guard case .homography(let homography, _) = anchor.geometry else {
      Issue.record("without a camera there is a homography")
      return
    }
    let square = [(-0.02, -0.02), (0.02, -0.02), (0.02, 0.02), (-0.02, 0.02)]
    for (index, place) in square.enumerated() {
      let pixel = try #require(homography.imagePoint(of: SurfacePoint(u: place.0, v: place.1)))
      let published = ImagePoint(x: corners[2 * index], y: corners[2 * index + 1])
      #expect(pixel.distance(to: published) <= 2.0.squareRoot())
    }
  }
}
