import AirCapture
import AirGeometry
import Glibc

/// A frame with the surface drawn in: its grid, its extent and its axes, so that a look tells whether it lies where the
/// table does.
///
/// u is red, v is blue, the normal is green, as 3D programs colour x, z and y.
public struct SurfacePicture {
  private let anchor: PlaneAnchor
  private let camera: CameraModel?
  private let cameraPose: CameraPose?

  /// How far apart the grid's lines are, in metres: a 1, 2 or 5 and zeros.
  public let gridSpacingInMetres: Double

  private let shown: SurfaceExtent

  /// Grid lines across the shorter side of the shown part, at the least.
  private static let fewestLines = 6.0
  /// Grid lines across the longer side, at the most about twice as many.
  private static let mostLines = 60.0
  /// A line is drawn in so many pieces, since lenses bend it.
  private static let pieceCount = 48

  /// - Parameters:
  ///   - anchor: the surface.
  ///   - size: size of the frame.
  ///   - camera: the camera, where it is known.
  ///   - cameraPose: its pose in the world, for surfaces of the world.
  /// - Returns: nil where the frame shows nothing of the surface.
  public init?(of anchor: PlaneAnchor, in size: ImageSize, camera: CameraModel?, cameraPose: CameraPose?) {
    (self.anchor, self.camera, self.cameraPose) = (anchor, camera, cameraPose)
    let extent = anchor.extent
    if extent.maxU > extent.minU, extent.maxV > extent.minV {
      shown = extent
    } else if let visible = anchor.visibleExtent(in: size, camera: camera, cameraPose: cameraPose) {
      shown = visible
    } else {
      return nil
    }
    let sides = [shown.maxU - shown.minU, shown.maxV - shown.minV].sorted()
    guard sides[0] > 0, sides[1].isFinite else { return nil }
    let wanted = max(sides[0] / Self.fewestLines, sides[1] / Self.mostLines)
    let decade = pow(10, log10(wanted).rounded(.down))
    gridSpacingInMetres = [5, 2, 1].map { $0 * decade }.first { $0 <= wanted * 1.000_001 } ?? decade
  }

  /// The frame with the surface drawn in.
  public func drawn(on image: PixelImage) -> PixelImage? {
    var canvas = PixelCanvas(image)
    // As thick on large frames as on small ones, as a share of them.
    let unit = max(1, Double(max(image.size.width, image.size.height)) / 800)
    drawGrid(on: &canvas, unit)
    let corners = shown.corners
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      line(a, b, width: 2.5 * unit, colour: SIMD3(1, 0.85, 0), on: &canvas)
    }
    drawAxes(on: &canvas, unit)
    return canvas.image
  }

  private func drawGrid(on canvas: inout PixelCanvas, _ unit: Double) {
    let white = SIMD3(1.0, 1, 1)
    for u in multiples(between: shown.minU, shown.maxU) {
      line(
        SurfacePoint(u: u, v: shown.minV), SurfacePoint(u: u, v: shown.maxV), width: 0.8 * unit,
        colour: white, on: &canvas)
    }
    for v in multiples(between: shown.minV, shown.maxV) {
      line(
        SurfacePoint(u: shown.minU, v: v), SurfacePoint(u: shown.maxU, v: v), width: 0.8 * unit,
        colour: white, on: &canvas)
    }
  }

  private func drawAxes(on canvas: inout PixelCanvas, _ unit: Double) {
    let length = 0.4 * min(shown.maxU - shown.minU, shown.maxV - shown.minV)
    let origin = SurfacePoint(u: 0, v: 0)
    let ends = [
      (SurfacePoint(u: length, v: 0), SIMD3(0.9, 0.1, 0.1)),
      (SurfacePoint(u: 0, v: length), SIMD3(0.1, 0.3, 1)),
      (SurfacePoint(u: 0, v: 0, height: length), SIMD3(0.1, 0.75, 0.2)),
    ]
    for (end, colour) in ends { line(origin, end, width: 4 * unit, colour: colour, on: &canvas) }
  }

  private func multiples(between lower: Double, _ upper: Double) -> [Double] {
    let first = (lower / gridSpacingInMetres).rounded(.up)
    let last = (upper / gridSpacingInMetres).rounded(.down)
    guard last >= first else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * gridSpacingInMetres }
  }

  private func line(
    _ a: SurfacePoint, _ b: SurfacePoint, width: Double, colour: SIMD3<Double>,
    on canvas: inout PixelCanvas
  ) {
    var last: ImagePoint?
    for step in 0...Self.pieceCount {
      let share = Double(step) / Double(Self.pieceCount)
      let point = SurfacePoint(
        u: a.u + (b.u - a.u) * share, v: a.v + (b.v - a.v) * share,
        height: a.height + (b.height - a.height) * share)
      let pixel = anchor.imagePoint(of: point, camera: camera, cameraPose: cameraPose)
      if let last, let pixel {
        canvas.line(
          from: SIMD2(last.x, last.y), to: SIMD2(pixel.x, pixel.y), width: width, colour: colour)
      }
      last = pixel
    }
  }
}
