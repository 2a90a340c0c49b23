import AirStroke

extension Outline {
  /// Edges of positive winding number just where the style's pen has been.
  static func penEdges(
    of strokes: [Stroke], numbered numbers: [Int]?, style: ExtrusionStyle, lattice: Lattice
  ) throws(ExtrusionError) -> [WeightedEdge] {
    var paths: [PenPath] = []
    for (index, stroke) in strokes.enumerated() where !stroke.nodes.isEmpty {
      let number = numbers?[index] ?? index + 1
      paths.append(try penPath(of: stroke, number: number, style: style, lattice: lattice))
    }
    var edges: [WeightedEdge] = []
    for path in paths { path.trace(into: &edges) }
    guard edges.count >= BrushUnion.smallestDivided, BrushUnion.isDense(edges) else { return edges }
    var parts: [[WeightedEdge]] = []
    for path in paths {
      path.traceInParts(stripsPerPart: BrushUnion.segmentsPerPart) { parts.append($0) }
    }
    return BrushUnion.united(parts[...])
  }

  private static func penPath(
    of stroke: Stroke, number: Int, style: ExtrusionStyle, lattice: Lattice
  ) throws(ExtrusionError) -> PenPath {
    let pen = style.pen
    let width = try width(of: stroke, number: number, style: style)
    // Places first: lengths and speeds need them finite.
    let places = try places(
      of: stroke, number: number, reachInMetres: pen.reachInWidths * width / 2, lattice: lattice)
    let widths = try pen.widths(of: stroke, number: number, width: width)
    let widest = widths.max() ?? width
    if widest > width {
      _ = try Self.places(
        of: stroke, number: number, reachInMetres: pen.reachInWidths * widest / 2, lattice: lattice)
    }
    var points = zip(places, widths).map { place, width in
      PenPoint(place: place, radius: width / 2 / lattice.stepInMetres)
    }
    if !pen.taper.isNone { points = pen.taper.tapered(points, stepInMetres: lattice.stepInMetres) }
    let tolerance = min(style.toleranceInMetres, (widths.min() ?? width) / 8) / lattice.stepInMetres
    return PenPath(
      points, pen: pen, tolerance: pathShare * tolerance, shortestStep: min(4, 0.2 * tolerance),
      arcTolerance: arcShare * tolerance)
  }
}

extension PenStyle {
  /// How far the outline reaches from its path in half widths: as far as the longest mitre or a square's corner.
  fileprivate var reachInWidths: Double {
    let ofCaps = cap == .round ? 1 : 2.0.squareRoot()
    if case .mitre(let limit) = join { return max(limit, ofCaps) }
    return ofCaps
  }
}
