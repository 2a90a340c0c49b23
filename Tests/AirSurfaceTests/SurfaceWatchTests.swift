import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite("A watch over a recording's surfaces")
struct SurfaceWatchTests {
  /// A folder that is gone afterwards, with files in it.
  private func withFolder(_ files: [String: Data], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "watch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, data) in files { try data.write(to: folder.appending(path: name)) }
    try body(folder.path)
  }

  /// A print of random dots and bars, the same for a seed.
  private func print(seed: UInt64, size: Int = 160) throws -> (
    image: PixelImage, shade: (Double, Double) -> Double
  ) {
    var random = SeededGenerator(seed: seed)
    var shades = [Double](repeating: 235, count: size * size)
    for _ in 0..<140 {
      let (x, y) = (
        Int.random(in: 0..<size, using: &random), Int.random(in: 0..<size, using: &random)
      )
      let (w, h) = (Int.random(in: 3...22, using: &random), Int.random(in: 3...22, using: &random))
      let shade = Double.random(in: 10...245, using: &random)
      for row in y..<min(y + h, size) {
        for column in x..<min(x + w, size) { shades[row * size + column] = shade }
      }
    }
    let image = try #require(
      PixelImage(
        size: ImageSize(width: size, height: size), format: .grey8, bytesPerRow: size,
        bytes: shades.map { UInt8($0) }))
    let pixels = shades
    return (
      image,
      { u, v in
        let (x, y) = (Int(u * Double(size)), Int(v * Double(size)))
        return x >= 0 && y >= 0 && x < size && y < size ? pixels[y * size + x] : 90
      }
    )
  }

  private func frame(_ index: Int, _ image: PixelImage) -> Frame {
    Frame(index: index, timestampInSeconds: Double(index) / 30, image: image)
  }

  @Test("a moving camera is followed through frames in which the sheet is covered")
  func following() throws {
    let dots = try print(seed: 3).shade
    func view(_ scene: Scene, isCovered: Bool) throws -> PixelImage {
      // A sheet of A4 with a printed part, on a table with a pattern of its own.
      try scene.picture { u, v in
        if !isCovered, (0...0.297).contains(u), (0...0.21).contains(v) { return 240 }
        let x = (u * 3).truncatingRemainder(dividingBy: 1)
        let y = (v * 3).truncatingRemainder(dividingBy: 1)
        return 30 + dots(x < 0 ? x + 1 : x, y < 0 ? y + 1 : y) * 0.35
      }
    }
    let scenes = try (0..<6).map {
      try Scene(azimuth: 0.02 * Double($0), distance: 0.7 + 0.004 * Double($0))
    }
    var options = SurfaceWatch.Options()
    options.isCameraStill = false
    var watch = try SurfaceWatch(
      specification: .paper(.a4), camera: scenes[0].camera, options: options)
    for (index, scene) in scenes.enumerated() {
      let glimpse = try watch.observe(frame(index, try view(scene, isCovered: index >= 4)))
      let pose = try #require(glimpse.cameraPose, "frame \(index)")
      if index == 0 { #expect(glimpse.changes.count == 1) }
      // The sheet may be taken to lie the other way round, which turns its frame about its middle.
      let height = pose.pose.origin.position.y
      #expect(abs(height - scene.pose.pose.origin.position.y) < 0.002, "frame \(index)")
      let down = pose.pose.rotation.inverse(SIMD3(0, 1, 0))
      let truth = scene.pose.pose.rotation.inverse(SIMD3(0, 1, 0))
      #expect((down * truth).sum() > cos(0.5 * .pi / 180), "frame \(index)")
    }
    _ = try watch.finish()
    #expect(watch.sightingCount == 4)
    #expect(watch.anchor.map { if case .world = $0.geometry { true } else { false } } == true)
  }

  @Test(
    "pictures of a list become anchors with their names, and a wrong entry is told while the rest goes on"
  )
  func pictures() throws {
    let (image, shade) = try print(seed: 5)
    let list = """
      [{"file": "a.png", "name": "first", "width": 0.2}, {"file": "gone.png", "name": "other", "width": 0.1}]
      """
    try withFolder(["a.png": Data(try image.pngBytes()), "list.json": Data(list.utf8)]) { folder in
      let scene = try Scene(distance: 0.6)
      let picture = try scene.picture { u, v in
        (0...0.2).contains(u) && (0...0.2).contains(v) ? shade(u / 0.2, v / 0.2) : 90
      }
      var watch = try SurfaceWatch(
        specification: .pictures(list: folder + "/list.json"), camera: scene.camera)
      #expect(watch.doubts.count == 1 && watch.doubts[0].contains("other"))
      let glimpse = try watch.observe(frame(0, picture))
      #expect(glimpse.changes.count == 1)
      let anchor = try #require(watch.anchor)
      #expect(anchor.id == "first")
      // The picture's middle is its origin.
      let hit = try #require(anchor.hitTest(scene.pixel(0.1, 0.1), camera: scene.camera))
      #expect(hit.point.distance(to: SurfacePoint(u: 0, v: 0)) < 0.001)
      let corner = try #require(anchor.hitTest(scene.pixel(0, 0), camera: scene.camera))
      #expect(corner.point.distance(to: SurfacePoint(u: -0.1, v: -0.1)) < 0.001)
      _ = try watch.finish()
    }
  }

  @Test("one printed picture of known width is a surface like any other")
  func picture() throws {
    let (image, shade) = try print(seed: 8)
    try withFolder(["a.png": Data(try image.pngBytes())]) { folder in
      let scene = try Scene(azimuth: 0.3, distance: 0.6)
      let picture = try scene.picture { u, v in
        (0...0.2).contains(u) && (0...0.2).contains(v) ? shade(u / 0.2, v / 0.2) : 90
      }
      var watch = try SurfaceWatch(
        specification: try SurfaceSpecification(parsing: "image:\(folder)/a.png:200"),
        camera: scene.camera)
      for index in 0..<4 { _ = try watch.observe(frame(index, picture)) }
      _ = try watch.finish()
      let anchor = try #require(watch.anchor)
      let hit = try #require(anchor.hitTest(scene.pixel(0.15, 0.05), camera: scene.camera))
      #expect(hit.point.distance(to: SurfacePoint(u: 0.05, v: -0.05)) < 0.001)
    }
    #expect(throws: SurfaceError.self) {
      try SurfaceWatch(specification: .picture(file: "/gone.png", widthInMetres: 0.2), camera: nil)
    }
  }

  @Test("a plane and the camera's poses of an AR session's log catch rays in their true places")
  func recorded() throws {
    let scene = try Scene(distance: 0.5)
    // ARKit's matrices, column by column: the plane's y is its normal, the camera looks along −z with y up.
    let turned = scene.pose.pose.rotation.matrix
    let origin = scene.pose.pose.origin.position
    let camera = [
      turned.column0.x, turned.column0.y, turned.column0.z, 0, -turned.column1.x, -turned.column1.y,
      -turned.column1.z, 0, -turned.column2.x, -turned.column2.y, -turned.column2.z, 0, origin.x,
      origin.y,
      origin.z, 1,
    ]
    let plane =
      #"{\"id\":\"table\",\"transform\":[1,0,0,0,0,1,0,0,0,0,1,0,0.15,0,0.1,1],\"center\":[0,0,0],"#
      + #"\"extent\":[0.4,0,0.3]}"#
    let poses = (0..<3).map { index in
      #"{"type":"cam","time":\#(Double(index) / 30),"data":"\#(camera.map { "\($0)" }.joined(separator: ","))"}"#
    }
    let log =
      #"{"logItems":[{"type":"plane","time":0,"data":"\#(plane)"},\#(poses.joined(separator: ","))]}"#
    try withFolder(["log.json": Data(log.utf8)]) { folder in
      var watch = try SurfaceWatch(
        specification: try SurfaceSpecification(parsing: "recorded:\(folder)/log.json"),
        camera: scene.camera)
      let anchor = try #require(watch.anchor)
      #expect(anchor.id == "table")
      let grey = try scene.picture { _, _ in 90 }
      for index in 0..<3 {
        let pose = try #require(try watch.observe(frame(index, grey)).cameraPose)
        let hit = try #require(
          anchor.hitTest(scene.pixel(0.2, 0.05), camera: scene.camera, cameraPose: pose))
        #expect(hit.point.distance(to: SurfacePoint(u: 0.05, v: -0.05)) < 1e-6)
        #expect(hit.isWithinExtent)
      }
      #expect(throws: SurfaceError.self) {
        try SurfaceWatch(
          specification: .recorded(file: folder + "/log.json", plane: "wall"), camera: scene.camera)
      }
    }
  }

  @Test("a moving camera that nothing is known of is refused")
  func unknownCamera() {
    for specification in [
      SurfaceSpecification.motion(nil), .recorded(file: "log.json", plane: nil),
    ] {
      #expect(throws: SurfaceError.self) {
        try SurfaceWatch(specification: specification, camera: nil)
      }
    }
  }
}
