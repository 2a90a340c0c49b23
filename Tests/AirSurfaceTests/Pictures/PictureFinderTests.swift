import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Testing

@Suite struct PictureFinderTests {
  private func frame(_ index: Int, _ image: PixelImage) -> Frame {
    Frame(index: index, timestampInSeconds: Double(index) / 30, image: image)
  }

  private func worst(_ corners: [ImagePoint], _ truth: [ImagePoint]) -> Double {
    zip(corners, truth).map { $0.distance(to: $1) }.max() ?? .infinity
  }

  @Test("a print is found and followed through a turn, and the camera's pose is true to half a millimetre")
  func followed() throws {
    let picture = try PictureScene.discPicture(seed: 11)
    let reference = try PictureReference(name: "poster", image: picture, widthInMetres: 0.2)
    var finder = PictureFinder(references: [reference], camera: try PictureScene.camera())
    for index in 0..<12 {
      let turn = 0.3 + 0.03 * Double(index)
      let place = PictureScene.place(
        picture.size, width: 0.2, turn: turn, slant: 0.5, distance: 0.4, x: 0.002 * Double(index))
      let sightings = try finder.observe(
        frame(index, PictureScene.view(picture, place, noise: 5, seed: UInt64(index + 1))))
      let sighting = try #require(sightings.first, "frame \(index)")
      #expect(sighting.name == "poster")
      #expect(sighting.anchor.id == "poster")
      #expect(worst(sighting.corners, PictureScene.corners(picture.size, place)) < 0.5, "frame \(index)")
      let camera = try #require(sighting.cameraPose).pose.origin
      let distance = (0.16 + 4e-6 * Double(index * index)).squareRoot()
      #expect(abs(camera.distance(to: WorldPoint(x: 0, y: 0, z: 0)) - distance) < 5e-4, "frame \(index)")
    }
  }

  @Test("a hand over a third of the print does not move its corners by a pixel")
  func occluded() throws {
    let picture = try PictureScene.discPicture(seed: 12)
    let reference = try PictureReference(name: "poster", image: picture, widthInMetres: 0.2)
    var finder = PictureFinder(references: [reference], camera: nil)
    let place = PictureScene.place(picture.size, width: 0.2, turn: 0.4, slant: 0.5, distance: 0.4)
    let view = try PictureScene.view(picture, place, noise: 4)
    let truth = PictureScene.corners(picture.size, place)
    for (index, shift) in [0, 20, -15].enumerated() {
      var bytes = view.bytes
      // A skin-grey blob with a soft shade of its own, moving over the print's middle.
      for y in 150..<330 {
        for x in (250 + shift)..<(360 + shift) where (x + y) % 400 < 380 {
          bytes[y * 640 + x] = UInt8(150 + (x - shift + 2 * y) % 40)
        }
      }
      let covered = try #require(
        PixelImage(size: view.size, format: .grey8, bytesPerRow: 640, bytes: bytes))
      let sighting = try #require(try finder.observe(frame(index, covered)).first, "shift \(shift)")
      #expect(worst(sighting.corners, truth) < 1, "shift \(shift)")
      #expect(sighting.agreement < 0.95)
    }
  }

  @Test("several prints are told apart, and no more are followed than asked for", arguments: [1, 2])
  func several(maximumCount: Int) throws {
    let pictures = try [21, 22].map { try PictureScene.discPicture(seed: $0) }
    let references = try zip(["left", "right"], pictures).map {
      try PictureReference(name: $0, image: $1, widthInMetres: 0.2)
    }
    let places = [-0.13, 0.13].map {
      PictureScene.place(pictures[0].size, width: 0.2, turn: 0.1, slant: 0.3, distance: 0.55, x: $0)
    }
    let left = try PictureScene.view(pictures[0], places[0])
    let right = try PictureScene.view(pictures[1], places[1])
    let bytes = left.bytes.indices.map { $0 % 640 < 320 ? left.bytes[$0] : right.bytes[$0] }
    let both = try #require(PixelImage(size: left.size, format: .grey8, bytesPerRow: 640, bytes: bytes))
    var finder = PictureFinder(references: references, camera: nil, maximumTrackedCount: maximumCount)
    let names = try finder.observe(frame(0, both)).map(\.name)
    #expect(names.count == maximumCount)
    #expect(Set(names).isSubset(of: ["left", "right"]))
  }

  @Test("a frame without the print has no sighting, and the print is found when it comes back")
  func lostAndFound() throws {
    let picture = try PictureScene.discPicture(seed: 31)
    let other = try PictureScene.discPicture(seed: 32)
    let reference = try PictureReference(name: "poster", image: picture, widthInMetres: 0.2)
    var finder = PictureFinder(references: [reference], camera: nil, searchIntervalInSeconds: 0)
    let place = PictureScene.place(picture.size, width: 0.2, turn: 0.2, slant: 0.2, distance: 0.4)
    let there = try PictureScene.view(picture, place)
    let elsewhere = try PictureScene.view(other, place)
    let seen = try [there, elsewhere, there].enumerated().map {
      try finder.observe(frame($0.offset, $0.element)).count
    }
    #expect(seen == [1, 0, 1])
  }

  @Test("a picture without texture or width is refused with a sentence that names it")
  func refused() throws {
    let plain = try PictureScene.picture(200, 150) { _, _ in 128 }
    #expect(throws: PictureError.noTexture(name: "sky")) {
      _ = try PictureReference(name: "sky", image: plain, widthInMetres: 0.2)
    }
    let good = try PictureScene.discPicture(seed: 1)
    for width in [0, -1, .nan, .infinity] {
      do {
        _ = try PictureReference(name: "poster", image: good, widthInMetres: width)
        Issue.record("a width of \(width) m was taken")
      } catch {
        #expect("\(error)".contains("poster"))
      }
    }
  }
}
