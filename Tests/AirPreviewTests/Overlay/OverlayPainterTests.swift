import AirCapture
import AirExtrusion
import AirGeometry
import AirPreview
import AirStroke
import AirSurface
import Foundation
import Testing

@Suite struct OverlayPainterTests {
  private func image(_ canvas: PixelCanvas) throws -> PixelImage { try #require(canvas.image) }

  @Test(
    "a stroke is as wide on the table as its pen, whatever the lens and the view",
    arguments: [0.0, 35, -70])
  func strokeWidth(turn: Double) throws {
    let table = try OverlayTable()
    let scene = try table.scene(table.movingAnchor, table.straight, camera: table.camera)
    let painter = OverlayPainter(scene, imageSize: table.imageSize, isHandInFront: false)
    let pose = try table.pose(turnInDegrees: turn)
    let image = try image(painter.draw(table.moment(1, at: 2, pose: pose), on: table.picture()))
    var count = 0
    for u in stride(from: -0.075, through: 0.075, by: 0.005) {
      // A pixel spans up to 1 mm of the table here; half of one is uncertain.
      for (offset, isInk) in [
        (0.0, true), (0.0032, true), (-0.0032, true), (0.0048, false), (-0.0048, false),
      ] {
        let point = SurfacePoint(u: u, v: 0.01 + offset)
        let pixel = try #require(
          table.movingAnchor.imagePoint(of: point, camera: table.camera, cameraPose: pose))
        guard table.imageSize.contains(pixel), pixel.y > 60 || pixel.x > 200 else { continue }
        count += 1
        #expect(image.isInk(at: pixel) == isInk, "u \(u), \(offset * 1000) mm off, pixel \(pixel)")
      }
    }
    #expect(count > 100)
  }

  @Test("at each moment the stroke ends where the pen was, with a still camera and with a moving one")
  func growth() throws {
    let table = try OverlayTable()
    let scene = try table.scene(table.movingAnchor, table.straight, camera: table.camera)
    for isMoving in [false, true] {
      let painter = OverlayPainter(scene, imageSize: table.imageSize, isHandInFront: false)
      for step in 1...9 {
        let time = Double(step) / 10 + 0.003
        let pose = try table.pose(turnInDegrees: isMoving ? 4 * Double(step) : 10)
        let image = try image(
          painter.draw(table.moment(step, at: time, pose: pose), on: table.picture()))
        let tip = -0.08 + 0.16 * time
        // The pen is a disc of 4 mm around its place.
        for (offset, isInk) in [(-0.02, true), (0.0, true), (0.0025, true), (0.0055, false), (0.03, false)] {
          let point = SurfacePoint(u: tip + offset, v: 0.01)
          let pixel = try #require(
            table.movingAnchor.imagePoint(of: point, camera: table.camera, cameraPose: pose))
          #expect(
            image.isInk(at: pixel) == isInk, "moving \(isMoving), \(time) s, \(offset * 1000) mm from the tip"
          )
        }
      }
    }
  }

  @Test("nothing is drawn on the table where the camera's pose is not known")
  func unknownPose() throws {
    let table = try OverlayTable()
    let scene = try table.scene(table.movingAnchor, table.straight, camera: table.camera)
    let painter = OverlayPainter(scene, imageSize: table.imageSize, isHandInFront: false)
    let image = try image(painter.draw(table.moment(1, at: 2, pose: nil), on: table.picture()))
    #expect(image.inkBounds == nil)
  }

  @Test("the solid is seen where its vertices are projected to, at every share of its height")
  func solid() throws {
    let table = try OverlayTable()
    let scene = try table.scene(table.movingAnchor, table.straight, camera: table.camera)
    let painter = OverlayPainter(scene, imageSize: table.imageSize, isHandInFront: false)
    let pose = try table.pose(turnInDegrees: 25)
    for share in [0.25, 0.6, 1] {
      let image = try image(
        painter.drawSolid(atShare: share, table.moment(1, at: 2, pose: pose), on: table.picture()))
      var wanted: SIMD4<Double>?
      for index in scene.solids[0].vertices.indices {
        let place = SIMD3<Double>(scene.solids[0].position(index))
        let point = SurfacePoint(u: place.x, v: place.z, height: place.y * share)
        let pixel = try #require(
          table.movingAnchor.imagePoint(of: point, camera: table.camera, cameraPose: pose))
        let old = wanted ?? SIMD4(pixel.x, pixel.y, pixel.x, pixel.y)
        wanted = SIMD4(
          min(old.x, pixel.x), min(old.y, pixel.y), max(old.z, pixel.x), max(old.w, pixel.y))
      }
      let off = try #require(image.inkBounds) - (try #require(wanted))
      #expect(max(off.max(), -off.min()) < 1.6, "share \(share): off by \(off) pixels")
      // The middle of the top is lit, and the wall that faces the viewer is darker.
      let top = try #require(
        table.movingAnchor.imagePoint(
          of: SurfacePoint(u: 0, v: 0.01, height: 0.02 * share), camera: table.camera, cameraPose: pose))
      let wall = try #require(
        table.movingAnchor.imagePoint(
          of: SurfacePoint(u: 0, v: 0.014, height: 0.01 * share), camera: table.camera, cameraPose: pose))
      #expect(image.colour(at: top).x > image.colour(at: wall).x + 20, "share \(share)")
    }
  }

  @Test("through a homography alone a solid stands as it does before the camera that it was made from")
  func homography() throws {
    let table = try OverlayTable(isDistorted: false)
    let pose = try table.pose(turnInDegrees: 30)
    let extent = table.movingAnchor.extent
    let corners = [
      SurfacePoint(u: extent.minU, v: extent.minV), SurfacePoint(u: extent.maxU, v: extent.minV),
      SurfacePoint(u: extent.maxU, v: extent.maxV), SurfacePoint(u: extent.minU, v: extent.maxV),
    ]
    let pixels = corners.compactMap {
      table.movingAnchor.imagePoint(of: $0, camera: table.camera, cameraPose: pose)
    }
    let homography = try #require(Homography(from: pixels, to: corners))
    let middle = try #require(homography.imagePoint(of: SurfacePoint(u: 0, v: 0)))
    var flat = table.movingAnchor
    flat.geometry = .homography(homography, interior: middle)
    let bounds = try [(table.movingAnchor, table.camera), (flat, nil)].map { anchor, camera in
      let scene = try table.scene(anchor, table.straight, camera: camera)
      let painter = OverlayPainter(scene, imageSize: table.imageSize, isHandInFront: false)
      let canvas = try painter.drawSolid(
        atShare: 1, table.moment(1, at: 2, pose: pose), on: table.picture())
      return try #require(image(canvas).inkBounds)
    }
    let off = bounds[0] - bounds[1]
    #expect(max(off.max(), -off.min()) <= 2, "\(off)")
  }

  @Test("the box has the colour of its confidence: red, yellow, green", arguments: [0.05, 0.5, 1])
  func boxColour(confidence: Double) throws {
    let table = try OverlayTable()
    let scene = try table.scene(table.movingAnchor, table.straight, camera: table.camera)
    let painter = OverlayPainter(scene, imageSize: table.imageSize, isHandInFront: false)
    let box = ImageBox(x: 300, y: 250, width: 40, height: 30)
    let image = try image(
      painter.draw(
        table.moment(1, at: -1, pose: nil, box: box, confidence: confidence), on: table.picture()))
    // The middles of its sides.
    for point in [
      ImagePoint(x: 300, y: 265), ImagePoint(x: 339.5, y: 265), ImagePoint(x: 320, y: 250),
      ImagePoint(x: 320, y: 279.5),
    ] {
      let colour = image.colour(at: point)
      #expect((colour.z > 150) == (confidence < 0.9), "red at \(point): \(colour)")
      #expect((colour.y > 150) == (confidence > 0.2), "green at \(point): \(colour)")
    }
    #expect(image.colour(at: ImagePoint(x: 320, y: 265)) == SIMD3(repeating: Int(OverlayTable.grey)))
  }

  @Test("the reticle lies on the table in perspective, 17 cm wide around the fingertip")
  func reticle() throws {
    let table = try OverlayTable()
    let scene = try table.scene(table.movingAnchor, table.straight, camera: table.camera)
    let painter = OverlayPainter(scene, imageSize: table.imageSize, isHandInFront: false)
    let pose = try table.pose(turnInDegrees: 0, distance: 0.7)
    let tip = try #require(
      table.movingAnchor.imagePoint(
        of: SurfacePoint(u: 0.01, v: 0.02), camera: table.camera, cameraPose: pose))
    let image = try image(
      painter.draw(
        table.moment(1, at: -1, pose: pose, box: ImageBox(center: tip, width: 24, height: 24)),
        on: table.picture()))
    for (du, dv) in [(-0.085, 0.05), (0.085, -0.05), (0.03, -0.085), (-0.03, 0.085)] {
      let pixel = try #require(
        table.movingAnchor.imagePoint(
          of: SurfacePoint(u: 0.01 + du, v: 0.02 + dv), camera: table.camera, cameraPose: pose))
      let colour = image.colour(at: pixel)
      #expect(colour.z > 200 && colour.x < 110, "\(du), \(dv): \(colour)")
    }
  }

  private static let goldenPath = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Golden/overlay.png").path

  @Test("a frame with everything in it looks as it did")
  func golden() throws {
    let table = try OverlayTable()
    let scene = try table.scene(table.movingAnchor, table.straight, camera: table.camera)
    let painter = OverlayPainter(scene, imageSize: table.imageSize, isHandInFront: false)
    let pose = try table.pose(turnInDegrees: 20)
    let tip = try #require(
      table.movingAnchor.imagePoint(
        of: SurfacePoint(u: 0.032, v: 0.01), camera: table.camera, cameraPose: pose))
    let moment = table.moment(22, at: 0.7, pose: pose, box: ImageBox(center: tip, width: 36, height: 36))
    let image = try image(painter.draw(moment, on: table.picture()))
    if ProcessInfo.processInfo.environment["AIRDRAW_RECORD_GOLDEN"] != nil {
      try Data(image.pngBytes()).write(to: URL(fileURLWithPath: Self.goldenPath))
    }
    let golden = try PixelImage(contentsOf: Self.goldenPath)
    try #require(golden.size == image.size)
    let differences = zip(golden.bytes, image.bytes).map { abs(Int($0) - Int($1)) }
    #expect(differences.count { $0 > 24 } < differences.count / 2000)
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 0.2)
  }
}
