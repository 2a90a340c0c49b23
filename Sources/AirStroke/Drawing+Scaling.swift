import AirGeometry

extension Drawing {
  /// The drawing, enlarged or shrunk as a whole until the longer side of its points' bounding box has a length, with the
  /// box's middle at the origin. Widths of strokes stay; heights grow with the rest. A drawing of one place is only moved.
  ///
  /// - Parameter side: the length in metres.
  /// - Complexity: O(n) for n points.
  public func scaled(toSideInMetres side: Double) -> Drawing {
    let points = strokes.lazy.flatMap { $0.nodes.lazy.map(\.point) }
    guard let first = points.first else { return self }
    var (low, high) = (SIMD2(first.u, first.v), SIMD2(first.u, first.v))
    for point in points {
      low = pointwiseMin(low, SIMD2(point.u, point.v))
      high = pointwiseMax(high, SIMD2(point.u, point.v))
    }
    let extent = (high - low).max()
    let factor = extent > 0 ? side / extent : 1
    let middle = (low + high) / 2
    var drawing = self
    for stroke in drawing.strokes.indices {
      for node in drawing.strokes[stroke].nodes.indices {
        let point = drawing.strokes[stroke].nodes[node].point
        drawing.strokes[stroke].nodes[node].point = SurfacePoint(
          u: (point.u - middle.x) * factor, v: (point.v - middle.y) * factor, height: point.height * factor)
      }
    }
    return drawing
  }
}
