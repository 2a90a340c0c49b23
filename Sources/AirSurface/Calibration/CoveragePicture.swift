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
    var canvas = PixelCanvas(
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

  private func draw(_ view: CameraCalibration.View, _ colour: SIMD3<Double>, on canvas: inout PixelCanvas) {
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

extension CameraCalibration {
  /// Where the board was seen, as a picture, and how many times longer than in the picture the residuals' arrows are.
  public func coveragePicture() -> (image: PixelImage, magnification: Double)? {
    let picture = CoveragePicture(self)
    return picture.image().map { ($0, picture.magnification) }
  }
}
