import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Testing

@Suite struct SheetTests {
  @Test("a sheet with a hand over one corner and beyond one side is found at all its corners")
  func coveredSheet() throws {
    let scene = try Scene(azimuth: 0.1, elevation: 1.0, distance: 0.6)
    let image = try scene.picture { u, v in
      let hand = (u - 0.29) * (u - 0.29) + (v - 0.20) * (v - 0.20) < 0.05 * 0.05
      if hand { return 110 }
      return (0...0.297).contains(u) && (0...0.210).contains(v) ? 230 : 60
    }
    var finder = try SurfaceFinder(specification: .paper(.a4), camera: scene.camera)
    let found = try finder.observe(Frame(index: 0, timestampInSeconds: 0, image: image))
    let anchor = try #require(found)
    let corners = try #require(finder.seenCorners.first)
    for (u, v) in [(0.0, 0.0), (0.297, 0), (0.297, 0.21), (0, 0.21)] {
      let nearest = corners.map { $0.distance(to: scene.pixel(u, v)) }.min() ?? .infinity
      #expect(nearest < 0.3)
    }
    let hit = try #require(anchor.hitTest(scene.pixel(0.2, 0.12), camera: scene.camera))
    #expect(hit.point.distance(to: SurfacePoint(u: 0.2, v: 0.12)) < 3e-4)
  }

  @Test("a card's rounded corners are completed from its sides")
  func roundedCard() throws {
    let scene = try Scene(azimuth: -0.3, elevation: 1.1, distance: 0.3, distortion: [0, 0, 0, 0])
    let (width, height, radius) = (0.0856, 0.05398, 0.00318)
    let image = try scene.picture { u, v in
      let (x, y) = (u - 0.11, v - 0.07)
      guard (0...width).contains(x), (0...height).contains(y) else { return 70 }
      let dx = max(radius - x, x - (width - radius), 0)
      let dy = max(radius - y, y - (height - radius), 0)
      return dx * dx + dy * dy <= radius * radius ? 210 : 70
    }
    var finder = try SurfaceFinder(specification: .card, camera: scene.camera)
    _ = try finder.observe(Frame(index: 0, timestampInSeconds: 0, image: image))
    let corners = try #require(finder.seenCorners.first)
    for (u, v) in [(0.11, 0.07), (0.11 + width, 0.07), (0.11 + width, 0.07 + height), (0.11, 0.07 + height)] {
      let nearest = corners.map { $0.distance(to: scene.pixel(u, v)) }.min() ?? .infinity
      #expect(nearest < 0.3)
    }
    // Left to choose, a finder takes it for the card that it is.
    var chooser = try SurfaceFinder(specification: .automatic(markerSideInMetres: nil), camera: scene.camera)
    _ = try chooser.observe(Frame(index: 0, timestampInSeconds: 0, image: image))
    #expect(chooser.taken == .card)
    #expect(chooser.anchor?.scale == .known(SurfaceSpecification.card.summary))
  }

  @Test(
    "visible corners of photographed sheets and a card are within 1.5 pixels of where they were read off",
    .enabled(if: SharedData.isPresent, SharedData.absence),
    arguments: [
      (
        "aruco/singlemarkersoriginal.jpg", SurfaceSpecification.paper(.a4),
        [121.0, 126, 636, 430.5, 4.5, 423]
      ),
      ("aruco/gboriginal.png", .paper(.a4), [229, 40.5, 516.6, 96.4]),
      ("midv500/43_tur_id/images/CA/CA43_01.tif", .card, [139, 678, 940, 689, 966, 1180, 88, 1167]),
    ])
  func photographed(file: String, surface: SurfaceSpecification, visible: [Double]) throws {
    let image = try PixelImage(contentsOf: SharedData.url("surface/\(file)").path)
    var finder = try SurfaceFinder(specification: surface, camera: nil)
    _ = try finder.observe(Frame(index: 0, timestampInSeconds: 0, image: image))
    let corners = try #require(finder.seenCorners.first)
    for index in stride(from: 0, to: visible.count, by: 2) {
      let truth = ImagePoint(x: visible[index], y: visible[index + 1])
      #expect((corners.map { $0.distance(to: truth) }.min() ?? .infinity) <= 1.5)
    }
  }
}
