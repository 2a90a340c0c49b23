import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Testing

@Suite struct MarkerTests {
  /// A scene with one marker, its middle at the point that the camera looks at.
  private func markerScene(
    _ detector: MarkerDetector, _ identifier: Int, side: Double, azimuth: Double
  ) throws -> (scene: Scene, image: PixelImage) {
    let scene = try Scene(azimuth: azimuth, elevation: 1.0, distance: 0.35, distortion: [0, 0, 0, 0])
    let (cells, isWhite) = try detector.cells(of: identifier)
    let image = try scene.picture { u, v in
      let column = ((u - 0.15) / side + 0.5) * Double(cells)
      let row = ((v - 0.1) / side + 0.5) * Double(cells)
      let isInside = (0..<Double(cells)).contains(column) && (0..<Double(cells)).contains(row)
      guard isInside else { return 220 }
      return isWhite[Int(row) * cells + Int(column)] ? 220 : 30
    }
    return (scene, image)
  }

  @Test(
    "a marker's corners begin at its own top-left and go clockwise, to a tenth of a pixel, in both libraries",
    arguments: [
      (MarkerDictionary.aruco4x4_50, 7), (.aruco6x6_250, 23), (.aprilTag36h11, 4), (.aprilTag25h9, 11),
      (.aprilTag16h5, 5),
    ])
  func renderedMarkers(dictionary: MarkerDictionary, identifier: Int) throws {
    let detector = try MarkerDetector(dictionary: dictionary)
    let (scene, image) = try markerScene(detector, identifier, side: 0.08, azimuth: 0.5)
    var finder = try SurfaceFinder(
      specification: .marker(dictionary: dictionary, sideInMetres: 0.08, identifier: nil),
      camera: scene.camera)
    let found = try finder.observe(Frame(index: 0, timestampInSeconds: 0, image: image))
    let anchor = try #require(found)
    let corners = try #require(finder.seenCorners.first)
    #expect(finder.seenCorners.count == 1)
    for (corner, place) in zip(corners, [(0.11, 0.06), (0.19, 0.06), (0.19, 0.14), (0.11, 0.14)]) {
      #expect(corner.distance(to: scene.pixel(place.0, place.1)) < 0.1)
    }
    // The surface's origin is the marker's middle.
    let hit = try #require(anchor.hitTest(scene.pixel(0.20, 0.07), camera: scene.camera))
    #expect(hit.point.distance(to: SurfacePoint(u: 0.05, v: -0.03)) < 3e-4)
  }

  @Test("no dictionary has a marker beyond its last one")
  func unknownMarker() throws {
    for dictionary in [MarkerDictionary.aruco4x4_50, .aprilTag36h11] {
      let detector = try MarkerDetector(dictionary: dictionary)
      #expect(throws: SurfaceError.self) { try detector.cells(of: 100_000) }
    }
  }

  @Test(
    "of the 47 tags on the AprilTag photos at least 45 are found within 0.3 pixels of the published corners",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func photographedTags() throws {
    let detector = try MarkerDetector(dictionary: .aprilTag36h11)
    var errors: [Double] = []
    for name in ["33369213973_9d9bb4cc96_c", "34085369442_304b6bafd9_c", "34139872896_defdb2f8d9_c"] {
      let image = try PixelImage(contentsOf: SharedData.url("surface/apriltag/\(name).jpg").path)
      let seen = try detector.markers(in: image)
      let text = try String(contentsOf: SharedData.url("surface/apriltag/\(name).txt"), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let numbers = line.split(whereSeparator: { "(), ".contains($0) }).compactMap { Double($0) }
        guard numbers.count == 9 else { continue }
        // Published counter-clockwise from the bottom-left, counted from the pixel's corner.
        let published = (0..<4).map {
          ImagePoint(x: numbers[7 - 2 * $0] - 0.5, y: numbers[8 - 2 * $0] - 0.5)
        }
        let worst = seen.map { marker in
          zip(marker.corners, published).map { $0.distance(to: $1) }.max() ?? .infinity
        }
        if let nearest = worst.min(), nearest < 3 { errors.append(nearest) }
      }
    }
    #expect(errors.count >= 45)
    #expect(errors.reduce(0, +) / Double(errors.count) < 0.3)
  }

  @Test(
    "six markers of one sheet tell one plane, and where they lie on it is learned",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func learnedPlaces() throws {
    let image = try PixelImage(
      contentsOf: SharedData.url("surface/aruco/singlemarkersoriginal.jpg").path)
    var finder = try SurfaceFinder(
      specification: .marker(dictionary: .aruco6x6_250, sideInMetres: 0.04, identifier: nil), camera: nil)
    let found = try finder.observe(Frame(index: 0, timestampInSeconds: 0, image: image))
    let anchor = try #require(found)
    #expect(finder.seenCorners.count == 6)
    #expect((anchor.residualInPixels ?? 1) < 0.5)
    guard case .homography(let homography, let interior) = anchor.geometry else {
      Issue.record("without a camera there is a homography")
      return
    }
    // Every marker is a square of 40 mm on the common plane, but for what the unknown lens bends.
    for corners in finder.seenCorners {
      let places = corners.compactMap { homography.surfacePoint(at: $0, interior: interior) }
      #expect(places.count == 4)
      for index in places.indices {
        #expect(abs(places[index].distance(to: places[(index + 1) % 4]) - 0.04) < 0.0012)
      }
    }
  }
}
