import AirGeometry

/// Where four corners of a known thing were seen, and how well that is known.
package struct CornerObservation: Hashable, Sendable {
  /// The corners' places on the surface.
  package var points: [SurfacePoint]
  /// Where they are on the ideal image.
  package var places: [SIMD2<Double>]
  /// The inverse covariance of the eight coordinates x0, y0 … y3, 8 × 8 by rows, in 1/px²; a corner that is not seen
  /// has zeros, or what the edges that lead to it tell.
  package var information: [Double]

  /// Takes corners whose coordinates are known equally well, to a standard deviation in pixels.
  package init(points: [SurfacePoint], places: [SIMD2<Double>], deviationInPixels: Double) {
    self.points = points
    self.places = places
    information = (0..<64).map { $0 % 9 == 0 ? 1 / (deviationInPixels * deviationInPixels) : 0 }
  }

  /// Takes corners and their inverse covariance.
  package init(points: [SurfacePoint], places: [SIMD2<Double>], information: [Double]) {
    self.points = points
    self.places = places
    self.information = information
  }
}
