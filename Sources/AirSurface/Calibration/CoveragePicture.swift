import AirCapture
import AirGeometry
import Glibc

/// Draws where boards were seen: the covered part of the picture tinted, every view's corners and outline in a colour of
/// its own, views that are not used in grey, and an arrow at each corner along its residual.
struct CoveragePicture {
  /// The longer side in pixels.
  private static let side = 1280.0
  /// The 95th percentile of the residuals is drawn about so long.
  private static let arrowLength = 24.0

  let calibration: CameraCalibration

  /// How many times longer than in the picture residuals are drawn: 1, 2 or 5 times a power of ten.
  let magnification: Double
  private let scale: Double

  init(_ calibration: CameraCalibration) {
    self.calibration = calibration
    let size = calibration.imageSize
    scale = Self.side / Double(max(size.width, size.height))
    let lengths = calibration.usedViews.flatMap(\.residualsInPixels).map { ($0 * $0).sum().squareRoot() }
      .sorted()
    let typical = lengths.isEmpty ? 1 : lengths[lengths.count * 19 / 20]
    let wanted = Self.arrowLength / max(typical, 1e-6)
    let power = pow(10, log10(wanted).rounded(.down))
    magnification = power * (wanted >= 5 * power ? 5 : wanted >= 2 * power ? 2 : 1)
  }

  func image() -> PixelImage? {
    let size = calibration.imageSize
    var canvas = Canvas(
      size: ImageSize(
        width: Int((Double(size.width) * scale).rounded()),
        height: Int((Double(size.height) * scale).rounded())))
    let (columns, rows) = CalibrationCoverage.cells
    for (index, isCovered) in calibration.coverage.isCovered.enumerated() where isCovered {
      canvas.fill(
        columns: canvas.size.width * (index % columns) / columns..<canvas.size.width * (index % columns + 1)
          / columns,
        rows: canvas.size.height * (index / columns) / rows..<canvas.size.height * (index / columns + 1)
          / rows,
        SIMD3(0.91, 0.95, 0.99))
    }
    for view in calibration.views where !view.isUsed { draw(view, SIMD3(0.7, 0.7, 0.7), on: &canvas) }
    let used = calibration.usedViews
    for (index, view) in used.enumerated() {
      draw(view, Self.colour(Double(index) / Double(used.count)), on: &canvas)
    }
    return canvas.image
  }

  private func draw(_ view: CameraCalibration.View, _ colour: SIMD3<Double>, on canvas: inout Canvas) {
    func place(_ pixel: ImagePoint) -> SIMD2<Double> { (SIMD2(pixel.x, pixel.y) + 0.5) * scale - 0.5 }
    let sighting = BoardSighting(imageSize: calibration.imageSize, corners: view.corners)
    let hull = sighting.hull.map(place)
    for (a, b) in zip(hull, hull.dropFirst() + hull.prefix(1)) {
      canvas.line(from: a, to: b, width: 1, colour: colour * 0.5 + 0.5)
    }
    for (corner, residual) in zip(view.corners, view.residualsInPixels) {
      let start = place(corner.pixel)
      canvas.disc(at: start, radius: 2.2, colour: colour)
      let length = (residual * residual).sum().squareRoot() * magnification * scale
      guard view.isUsed, length > 1 else { continue }
      // Arrows of hopeless corners are cut: their length would hide the others.
      canvas.line(
        from: start, to: start + residual * (magnification * scale * min(1, 200 / length)), width: 1.3,
        colour: colour * 0.8)
    }
  }

  /// A colour of the rainbow's circle, dark enough for white paper.
  private static func colour(_ turn: Double) -> SIMD3<Double> {
    let wave = { (shift: Double) in 0.45 + 0.4 * cos(2 * .pi * (turn - shift)) }
    return SIMD3(wave(0), wave(1.0 / 3), wave(2.0 / 3))
  }
}

/// White paper to draw on; colours are red, green and blue from 0 to 1.
private struct Canvas {
  let size: ImageSize
  private var bytes: [UInt8]

  init(size: ImageSize) {
    self.size = size
    bytes = [UInt8](repeating: 255, count: 3 * size.width * size.height)
  }

  var image: PixelImage? { PixelImage(size: size, format: .bgr8, bytesPerRow: 3 * size.width, bytes: bytes) }

  mutating func fill(columns: Range<Int>, rows: Range<Int>, _ colour: SIMD3<Double>) {
    for y in rows { for x in columns { blend(x, y, colour, 1) } }
  }

  mutating func disc(at middle: SIMD2<Double>, radius: Double, colour: SIMD3<Double>) {
    line(from: middle, to: middle, width: 2 * radius, colour: colour)
  }

  /// A line with round ends; pixels at its border are covered in part.
  mutating func line(from a: SIMD2<Double>, to b: SIMD2<Double>, width: Double, colour: SIMD3<Double>) {
    let reach = width / 2 + 1
    let along = b - a
    let squared = (along * along).sum()
    guard let columns = Self.range(min(a.x, b.x) - reach, max(a.x, b.x) + reach, below: size.width),
      let rows = Self.range(min(a.y, b.y) - reach, max(a.y, b.y) + reach, below: size.height)
    else { return }
    for y in rows {
      for x in columns {
        let offset = SIMD2(Double(x), Double(y)) - a
        let share = squared > 0 ? min(1, max(0, (offset * along).sum() / squared)) : 0
        let away = offset - along * share
        let cover = min(1, max(0, width / 2 + 0.5 - (away * away).sum().squareRoot()))
        if cover > 0 { blend(x, y, colour, cover) }
      }
    }
  }

  /// The pixels between two places that are on the paper; nil where there are none.
  private static func range(_ first: Double, _ last: Double, below count: Int) -> ClosedRange<Int>? {
    guard first.isFinite, last.isFinite, last >= 0, first <= Double(count - 1) else { return nil }
    return Int(max(0, first))...Int(min(Double(count - 1), last))
  }

  private mutating func blend(_ x: Int, _ y: Int, _ colour: SIMD3<Double>, _ cover: Double) {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return }
    let place = 3 * (y * size.width + x)
    for (channel, value) in [colour.z, colour.y, colour.x].enumerated() {
      let old = Double(bytes[place + channel])
      bytes[place + channel] = UInt8((old + (value * 255 - old) * cover).rounded())
    }
  }
}

extension CameraCalibration {
  /// Where the board was seen, as a picture, and how many times longer than in the picture the residuals' arrows are.
  public func coveragePicture() -> (image: PixelImage, magnification: Double)? {
    let picture = CoveragePicture(self)
    return picture.image().map { ($0, picture.magnification) }
  }
}
