import AirCapture
import AirExport
import AirExtrusion
import AirGeometry
import AirJSON
import AirStroke
import AirSurface
import AirTracking

/// Draws onto the frames of a recording, one after the other, what was known of each.
package final class OverlayPainter {
  private let scene: OverlayScene
  private let imageSize: ImageSize
  /// How thick a thin line is: as thick on large frames as on small ones, as a share of them.
  private let unit: Double
  private var strokes: GrowingStrokes
  private let solid: RisingSolid?
  private var reticles: [Int: FocusReticle] = [:]
  /// What tells the hand of each target from the rest; nil where it is not to lie in front.
  private var hands: [Int: HandMask]?
  /// Where the hands of the last frame were: it may be drawn many times while the solid rises.
  private var lastCover: (frameNumber: Int, cover: HandCover)?

  package init(_ scene: OverlayScene, imageSize: ImageSize, isHandInFront: Bool) {
    self.scene = scene
    self.imageSize = imageSize
    unit = max(1, Double(max(imageSize.width, imageSize.height)) / 800)
    strokes = GrowingStrokes(scene.drawing, style: scene.style, imageSize: imageSize)
    solid = RisingSolid(scene.solids.map { ShadedMesh($0) })
    hands = isHandInFront ? [:] : nil
  }

  /// How a frame shows the surface; nil where it does not.
  func projection(at moment: OverlayMoment) -> SurfaceProjection? {
    scene.surface.flatMap {
      SurfaceProjection(
        of: $0, camera: scene.camera, cameraPose: moment.cameraPose, imageSize: imageSize)
    }
  }

  /// Whether a solid can be shown rising.
  func canRise(seenBy projection: SurfaceProjection) -> Bool { solid != nil && projection.showsHeights }

  /// Draws onto a frame.
  ///
  /// - Throws: `TrackingError.outOfMemory`.
  package func draw(_ moment: OverlayMoment, on image: PixelImage) throws -> PixelCanvas {
    var canvas = PixelCanvas(image)
    let hand = try handsInFront(of: moment, image)
    if let projection = projection(at: moment) {
      drawReticles(at: moment, projection, on: &canvas)
      lay(strokes.ink(at: moment.timestampInSeconds, seenBy: projection), hand, on: &canvas)
    }
    drawBoxes(of: moment, on: &canvas)
    drawState(of: moment, on: &canvas)
    return canvas
  }

  /// Draws the finished strokes and the solid at a share of its height onto a frame.
  ///
  /// - Throws: `TrackingError.outOfMemory`.
  package func drawSolid(
    atShare share: Double, _ moment: OverlayMoment, on image: PixelImage
  ) throws -> PixelCanvas {
    var canvas = PixelCanvas(image)
    guard let projection = projection(at: moment) else { return canvas }
    let hand = try handsInFront(of: moment, image)
    lay(strokes.ink(at: .infinity, seenBy: projection), hand, on: &canvas)
    if let picture = solid?.picture(atShare: share, seenBy: projection, imageSize: imageSize) {
      lay(picture, hand, on: &canvas)
    }
    let height = share * (solid?.heightInMetres ?? 0) * 1000
    drawLines(
      [("solid, \(decimal(height, places: 1)) mm high", OverlayColours.plain)], on: &canvas)
    return canvas
  }

  // MARK: Surface

  private func drawReticles(
    at moment: OverlayMoment, _ projection: SurfaceProjection, on canvas: inout PixelCanvas
  ) {
    for (number, observation) in moment.targets {
      let hit = observation?.box.flatMap {
        scene.surface?.hitTest(
          $0.center, camera: scene.camera, cameraPose: moment.cameraPose,
          tipHeightInMetres: scene.tipHeightInMetres)
      }
      reticles[number, default: FocusReticle()].observe(hit)
      for (a, b) in reticles[number]?.lines ?? [] {
        line(from: a, to: b, projection, on: &canvas)
      }
    }
  }

  /// A line of the surface is drawn in so many pieces, since lenses bend it.
  private static let pieceCount = 24

  private func line(
    from a: SurfacePoint, to b: SurfacePoint, _ projection: SurfaceProjection,
    on canvas: inout PixelCanvas
  ) {
    var last: SIMD2<Double>?
    for piece in 0...Self.pieceCount {
      let share = Double(piece) / Double(Self.pieceCount)
      let pixel = projection.pixel(
        of: SurfacePoint(u: a.u + (b.u - a.u) * share, v: a.v + (b.v - a.v) * share))
      if let last, let pixel, isNearPicture(last), isNearPicture(pixel) {
        canvas.line(from: last, to: pixel, width: 1.6 * unit, colour: OverlayColours.reticle)
      }
      last = pixel
    }
  }

  private func isNearPicture(_ pixel: SIMD2<Double>) -> Bool {
    let (width, height) = (Double(imageSize.width), Double(imageSize.height))
    return (-width...2 * width).contains(pixel.x) && (-height...2 * height).contains(pixel.y)
  }

  // MARK: Ink and solid

  /// So much of the table shines through the ink.
  private static let inkOpacity: Float = 0.94

  private func lay(_ ink: InkLayer, _ hand: HandCover?, on canvas: inout PixelCanvas) {
    let (first, width, colours) = (ink.columns.lowerBound, imageSize.width, strokes.colours)
    canvas.withBytes { bytes in
      ink.forEachRow { y, covers, numbers in
        for (offset, cover) in covers.enumerated() where cover > 0 {
          let x = first + offset
          let colour = colours[Int(numbers[numbers.startIndex + offset])]
          let opacity = Float(cover) / 255 * Self.inkOpacity * (1 - (hand?.cover(x: x, y: y) ?? 0))
          let place = 3 * (y * width + x)
          let old = SIMD3(Float(bytes[place + 2]), Float(bytes[place + 1]), Float(bytes[place]))
          store(old + (colour - old) * opacity, at: place, in: bytes)
        }
      }
    }
  }

  private func lay(_ picture: RisingSolid.Picture, _ hand: HandCover?, on canvas: inout PixelCanvas) {
    let width = imageSize.width
    canvas.withBytes { bytes in
      var index = 0
      for y in picture.rows {
        for x in picture.columns {
          defer { index += 1 }
          let (shade, cover) = (picture.shade[index], picture.cover[index])
          guard shade > 0.002 || cover > 0 else { continue }
          let visible = 1 - (hand?.cover(x: x, y: y) ?? 0)
          let place = 3 * (y * width + x)
          var colour = SIMD3(Float(bytes[place + 2]), Float(bytes[place + 1]), Float(bytes[place]))
          colour *= 1 - shade * visible * (1 - cover)
          if cover > 0 {
            let light = picture.light[index] / cover
            var encoded = SIMD3<Float>()
            for channel in 0..<3 {
              encoded[channel] = Float(SRGBEncoding.table[SRGBEncoding.place(of: light[channel])])
            }
            colour += (encoded - colour) * (cover * visible)
          }
          store(colour, at: place, in: bytes)
        }
      }
    }
  }

  private func store(_ colour: SIMD3<Float>, at place: Int, in bytes: UnsafeMutableBufferPointer<UInt8>) {
    let rounded = colour.rounded(.toNearestOrAwayFromZero)
    bytes[place] = UInt8(rounded.z)
    bytes[place + 1] = UInt8(rounded.y)
    bytes[place + 2] = UInt8(rounded.x)
  }

  private func handsInFront(of moment: OverlayMoment, _ image: PixelImage) throws -> HandCover? {
    guard hands != nil else { return nil }
    if let lastCover, lastCover.frameNumber == moment.frameNumber { return lastCover.cover }
    var cover = HandCover()
    for (number, observation) in moment.targets {
      guard let box = observation?.box else { continue }
      let mask = hands?[number] ?? HandMask()
      hands?[number] = mask
      if let chances = try mask.chances(in: image, fingertip: box) {
        cover.add(chances, fingertip: box, imageSize: imageSize)
      }
    }
    lastCover = (moment.frameNumber, cover)
    return cover
  }

  // MARK: Boxes and words

  private var textStyle: TextStyle { TextStyle(capHeight: max(7, (9 * unit).rounded())) }

  private func drawBoxes(of moment: OverlayMoment, on canvas: inout PixelCanvas) {
    for (number, observation) in moment.targets {
      guard let observation, let box = observation.box else { continue }
      let colour = OverlayColours.state(of: observation)
      // A box covers its pixels to their borders, half a pixel around their centres.
      let (left, top) = (box.x - 0.5, box.y - 0.5)
      let (right, bottom) = (left + box.width, top + box.height)
      canvas.outline(
        [SIMD2(left, top), SIMD2(right, top), SIMD2(right, bottom), SIMD2(left, bottom)], width: 2 * unit,
        colour: colour)
      let style = textStyle
      let name = moment.targets.count > 1 ? "\(number)  " : ""
      let text = name + decimal(observation.confidence, places: 2)
      let height = 2.1 * style.capHeight
      let above = top - height - 2 * unit
      canvas.plate(
        text,
        at: SIMD2(
          min(max(0, left), Double(imageSize.width) - style.width(of: text) - 1.1 * style.capHeight),
          above >= 0 ? above : bottom + 2 * unit), style, colour)
    }
  }

  private func drawState(of moment: OverlayMoment, on canvas: inout PixelCanvas) {
    let time = decimal(moment.timestampInSeconds, places: 3)
    var lines = [("\(time) s   frame \(moment.frameNumber)", OverlayColours.plain)]
    for (number, observation) in moment.targets {
      let name = moment.targets.count > 1 ? "\(number)  " : ""
      lines.append((name + OverlayText.state(of: observation), OverlayColours.state(of: observation)))
    }
    drawLines(lines, on: &canvas)
  }

  /// Writes lines below one another in the upper left corner.
  private func drawLines(_ lines: [(text: String, colour: SIMD3<Double>)], on canvas: inout PixelCanvas) {
    var corner = SIMD2(8 * unit, 8 * unit)
    for (text, colour) in lines {
      corner.y += canvas.plate(text, at: corner, textStyle, colour).y + 2 * unit
    }
  }
}

extension PixelCanvas {
  /// Lines from each corner to the next and back to the first.
  mutating func outline(_ corners: [SIMD2<Double>], width: Double, colour: SIMD3<Double>) {
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      line(from: a, to: b, width: width, colour: colour)
    }
  }
}
