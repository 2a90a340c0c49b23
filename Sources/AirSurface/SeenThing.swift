import AirGeometry

/// A known thing as one frame shows it.
package struct SeenThing: Hashable, Sendable {
  /// Tells the thing from others of its kind: a marker's identifier; for a sheet, how it lies.
  package var key: Int
  /// The corners in the thing's own frame and their places on the ideal image.
  package var observation: CornerObservation
  /// The pixels at which the corners are, or would be.
  package var pixels: [ImagePoint]
  /// Root mean square distance of the thing's edges from where they were fitted, in pixels.
  package var residualInPixels: Double

  /// Takes edges that were fitted to a pattern; nil where the lens model shows no corners.
  init?(key: Int, _ fitted: EdgeAlignment.Result, points: [SurfacePoint], ideal: IdealImage) {
    let pixels = fitted.corners.compactMap(ideal.pixel(of:))
    guard pixels.count == 4 else { return nil }
    self.key = key
    self.pixels = pixels
    observation = CornerObservation(
      points: points, places: fitted.corners, information: fitted.information)
    residualInPixels = fitted.residualInPixels
  }

  /// Takes a printed picture's corners, which its patches all over it tell; nil where the lens model shows none.
  init?(key: Int, _ sighting: PictureSighting, ideal: IdealImage) {
    let places = sighting.corners.compactMap(ideal.point(of:))
    guard places.count == 4 else { return nil }
    self.key = key
    pixels = sighting.corners
    let residual = max(sighting.anchor.residualInPixels ?? 1, 0.1)
    // A corner is told by patches all around the picture's middle: about four of its noise over their number's root.
    let deviation = 4 * residual / Double(max(sighting.patchCount, 1)).squareRoot()
    observation = CornerObservation(
      points: sighting.anchor.extent.corners, places: places, deviationInPixels: deviation)
    residualInPixels = residual
  }
}

extension ImageBox {
  /// The box around points, larger by a margin in pixels on each side; nil without points.
  init?(around points: [ImagePoint], margin: Double) {
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      left.isFinite, right.isFinite, top.isFinite, bottom.isFinite
    else { return nil }
    self.init(
      x: left - margin, y: top - margin, width: right - left + 1 + 2 * margin,
      height: bottom - top + 1 + 2 * margin)
  }
}
