import AirStroke

extension ExtrusionStyle {
  /// How wide the pen is at the points of a stroke in metres, tapered ends included.
  ///
  /// - Returns: the stroke's or the style's own width everywhere where what should vary it makes no sense, which building
  ///   the solid tells.
  /// - Complexity: O(n) for n points.
  package func penWidths(of stroke: Stroke) -> [Double] {
    let width = stroke.widthInMetres ?? widthInMetres
    guard let widths = try? pen.widths(of: stroke, number: 1, width: width) else {
      return [Double](repeating: width, count: stroke.nodes.count)
    }
    guard !pen.taper.isNone else { return widths }
    let points = zip(stroke.nodes, widths).map { node, width in
      PenPoint(place: SIMD2(node.point.u, node.point.v), radius: width / 2)
    }
    // Tapering adds points where it ends, and leaves the others where and in the order in which they are.
    var tapered = pen.taper.tapered(points, stepInMetres: 1)[...]
    return points.map { point in
      while let next = tapered.first, next.place != point.place { tapered.removeFirst() }
      return 2 * (tapered.popFirst()?.radius ?? point.radius)
    }
  }
}
