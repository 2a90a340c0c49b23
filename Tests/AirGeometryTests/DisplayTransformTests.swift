import AirGeometry
import AirTestSupport
import Foundation
import Testing

@Suite struct DisplayTransformTests {
  private struct Oracles: Decodable {
    struct Posted: Decodable {
      var id: String
      var imageResolution: [Int]?
      var viewport: [Double]?
      var intrinsics: [String: Double]?
      var affine: [Double]?
      var m00: Double?
      var m11: Double?
      var m20: Double?
      var m21: Double?
      var implied_displayTransform: [Double]?
      var imagePoint: [Double]?
      var previewPoint: [Double]?
      var model: Model?
    }
    struct Model: Decodable {
      var viewport: [Double]
      var affine: [Double]
      var visible: Double?
    }
    struct ModelValue: Decodable {
      var image: [Int]
      var viewport: [Double]
      var orientation: String
      var affine: [Double]
    }
    var posted: [Posted]
    var model_values_not_device_readings: [ModelValue]
  }

  private func oracles() throws -> Oracles {
    let data = try Data(contentsOf: SharedData.url("surface/arkit_display_oracles.json"))
    return try JSONDecoder().decode(Oracles.self, from: data)
  }

  private func expectEqual(_ transform: DisplayTransform, _ numbers: [Double], tolerance: Double) {
    let own = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    for (mine, theirs) in zip(own, numbers) { #expect(abs(mine - theirs) <= tolerance) }
  }

  @Test(
    "transforms built from sizes have the recorded six numbers",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func recordedTransforms() throws {
    let oracles = try oracles()
    #expect(oracles.model_values_not_device_readings.count == 6)
    for value in oracles.model_values_not_device_readings {
      let orientation = try #require(DisplayOrientation(rawValue: value.orientation))
      let transform = try #require(
        DisplayTransform(
          imageSize: ImageSize(width: value.image[0], height: value.image[1]),
          viewSize: ViewSize(width: value.viewport[0], height: value.viewport[1]),
          orientation: orientation))
      expectEqual(transform, value.affine, tolerance: 1e-6)
    }
    let crop = try #require(oracles.posted.first { $0.id == "arfoundation620" })
    let size = try #require(crop.imageResolution)
    let model = try #require(crop.model)
    let transform = try #require(
      DisplayTransform(
        imageSize: ImageSize(width: size[0], height: size[1]),
        viewSize: ViewSize(width: model.viewport[0], height: model.viewport[1]), orientation: .portrait))
    expectEqual(transform, model.affine, tolerance: 1e-3)
    // The posted crop: so many pixels of the short side are visible.
    let top = transform.inverse(NormalizedViewPoint(x: 0, y: 0))
    let bottom = transform.inverse(NormalizedViewPoint(x: 1, y: 0))
    #expect(abs(abs(top.y - bottom.y) * Double(size[1]) - (model.visible ?? 0)) < 0.01)
  }

  @Test(
    "a tap goes through the inverse transform exactly once",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func recordedTap() throws {
    let value = try #require(try oracles().posted.first { $0.id == "packmeasure" })
    let n = try #require(value.affine)
    let viewport = try #require(value.viewport)
    let image = try #require(value.imagePoint)
    let view = try #require(value.previewPoint)
    let transform = try #require(DisplayTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
    let size = ViewSize(width: viewport[0], height: viewport[1])
    let shown = transform(NormalizedImagePoint(x: image[0], y: image[1])).viewPoint(in: size)
    #expect(abs(shown.x - view[0]) < 1e-9 && abs(shown.y - view[1]) < 1e-9)
    let back = transform.inverse(ViewPoint(x: view[0], y: view[1]).normalized(in: size))
    #expect(abs(back.x - image[0]) < 1e-12 && abs(back.y - image[1]) < 1e-12)
  }

  @Test(
    "a device's posted projection matrix follows from its intrinsics and the transform, half a pixel included",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func postedProjection() throws {
    let value = try #require(try oracles().posted.first { $0.id == "SO60495004" })
    let k = try #require(value.intrinsics)
    let resolution = try #require(value.imageResolution)
    let viewport = try #require(value.viewport)
    let size = ImageSize(width: resolution[0], height: resolution[1])
    let intrinsics = CameraIntrinsics(
      fx: k["fx"] ?? 0, fy: k["fy"] ?? 0, cx: k["cx"] ?? 0, cy: k["cy"] ?? 0)
    let camera = try #require(CameraModel(intrinsics: intrinsics, imageSize: size))
    let transform = try #require(
      DisplayTransform(
        imageSize: size, viewSize: ViewSize(width: viewport[0], height: viewport[1]),
        orientation: .landscapeRight))
    expectEqual(transform, value.implied_displayTransform ?? [], tolerance: 1e-6)
    // Clip space of a point one metre ahead: the projection matrix's entries are the images of the axes.
    func clip(_ x: Double, _ y: Double) throws -> SIMD2<Double> {
      let pixel = try #require(camera.project(CameraPoint(x: x, y: y, z: 1)))
      let view = transform(pixel.normalized(in: size))
      return SIMD2(2 * view.x - 1, 1 - 2 * view.y)
    }
    let center = try clip(0, 0)
    let right = try clip(1, 0)
    let up = try clip(0, -1)
    #expect(abs(right.x - center.x - (value.m00 ?? .nan)) < 1e-6)
    #expect(abs(up.y - center.y - (value.m11 ?? .nan)) < 1e-6)
    // OpenGL looks along −z, so the third column comes out negated.
    #expect(abs(-center.x - (value.m20 ?? .nan)) < 1e-6)
    #expect(abs(-center.y - (value.m21 ?? .nan)) < 1e-6)
  }

  @Test("the inverse undoes the transform for any sizes, orientation and mirroring", arguments: 1...20)
  func roundTrip(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for orientation in DisplayOrientation.allCases {
      let transform = try #require(
        DisplayTransform(
          imageSize: ImageSize(
            width: .random(in: 100...4000, using: &random), height: .random(in: 100...4000, using: &random)),
          viewSize: ViewSize(
            width: .random(in: 50...3000, using: &random), height: .random(in: 50...3000, using: &random)),
          orientation: orientation, isMirrored: .random(using: &random)))
      for _ in 0..<50 {
        let point = NormalizedImagePoint(
          x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
        let back = transform.inverse(transform(point))
        #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9, "seed \(seed)")
      }
    }
  }

  @Test("the picture fills the view: its centre stays in the middle and no side of the view is left empty")
  func aspectFill() throws {
    for orientation in DisplayOrientation.allCases {
      for isMirrored in [false, true] {
        let transform = try #require(
          DisplayTransform(
            imageSize: ImageSize(width: 1920, height: 1440), viewSize: ViewSize(width: 390, height: 844),
            orientation: orientation, isMirrored: isMirrored))
        let middle = transform(NormalizedImagePoint(x: 0.5, y: 0.5))
        #expect(abs(middle.x - 0.5) < 1e-12 && abs(middle.y - 0.5) < 1e-12)
        for corner in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
          let seen = transform.inverse(NormalizedViewPoint(x: corner.0, y: corner.1))
          #expect((-1e-12...1 + 1e-12).contains(seen.x) && (-1e-12...1 + 1e-12).contains(seen.y))
        }
      }
    }
  }

  @Test("a mirrored view shows the right of the picture on the left")
  func mirrored() throws {
    let transform = try #require(
      DisplayTransform(
        imageSize: ImageSize(width: 640, height: 480), viewSize: ViewSize(width: 640, height: 480),
        orientation: .landscapeRight, isMirrored: true))
    let shown = transform(NormalizedImagePoint(x: 0.9, y: 0.2))
    #expect(abs(shown.x - 0.1) < 1e-12 && abs(shown.y - 0.2) < 1e-12)
  }

  @Test("a transform without an inverse or with a number that is none is refused")
  func refusals() {
    #expect(DisplayTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0) == nil)
    #expect(DisplayTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0) == nil)
    #expect(
      DisplayTransform(
        imageSize: ImageSize(width: 0, height: 480), viewSize: ViewSize(width: 1, height: 1),
        orientation: .portrait) == nil)
  }
}
