import AirStroke

extension StoreyPlan {
  /// What strokes enclose, and the lines that the pen leaves.
  ///
  /// A stroke encloses the loops in which it comes back to a place where it has been, or to its start; what leads to
  /// a loop and away from it stays a line.
  ///
  /// - Throws: `ExtrusionError`.
  func filled(_ strokes: NumberedStrokes, _ fill: FillStyle) throws(ExtrusionError) -> Outline {
    // All strokes are checked by being drawn, whether their lines are wanted or not.
    var lines = try lines(strokes)
    if !fill.isOutlined {
      let open = strokes.filter { stroke, _ in !StrokeLoops.isClosed(stroke, fill) }
      lines = open.strokes.isEmpty ? .empty(lattice) : try self.lines(open)
    }
    var loops: [WeightedEdge] = []
    for stroke in strokes.strokes {
      loops += StrokeLoops.edges(of: stroke, fill, style: style, lattice: lattice)
    }
    let region = WindingSweep.boundary(of: loops) { winding in
      switch fill.rule {
      case .evenOdd: winding & 1 != 0
      case .nonZero: winding != 0
      }
    }
    return try Outline(enclosedBy: region + lines.edges(weight: 1), lattice: lattice)
  }
}

/// Finds the loops of a stroke.
private enum StrokeLoops {
  /// The edges of all loops, as they were drawn.
  ///
  /// Places must have been checked to lie within the lattice's reach.
  static func edges(
    of stroke: Stroke, _ fill: FillStyle, style: ExtrusionStyle, lattice: Lattice
  ) -> [WeightedEdge] {
    var path = stroke.nodes.map { SIMD2($0.point.u, $0.point.v) / lattice.stepInMetres }
    guard path.count > 2, let first = path.first else { return [] }
    if isClosed(stroke, fill) { path.append(first) }
    let tolerance = style.toleranceInMetres / lattice.stepInMetres
    let simplified = PathSimplification(tolerance: tolerance / 2, shortestStep: min(4, 0.1 * tolerance))(path)
    let corners = simplified.map { LatticePoint(Int32($0.x.rounded()), Int32($0.y.rounded())) }
    let sides = zip(corners, corners.dropFirst()).map { WeightedEdge(start: $0.0, end: $0.1, weight: 1) }
    // Pieces come in the order of the path, cut wherever it crosses or touches itself.
    return loops(along: SnapRounding.pieces(of: sides))
  }

  /// Whether a stroke of three points or more ends where it began, or near there.
  static func isClosed(_ stroke: Stroke, _ fill: FillStyle) -> Bool {
    guard stroke.nodes.count > 2, let first = stroke.nodes.first?.point, let last = stroke.nodes.last?.point
    else {
      return false
    }
    let gap = SIMD2(last.u - first.u, last.v - first.v)
    return (gap * gap).sum().squareRoot() <= fill.closingDistanceInMetres
  }

  private static func loops(along pieces: [WeightedEdge]) -> [WeightedEdge] {
    guard let start = pieces.first?.start else { return [] }
    var loops: [WeightedEdge] = []
    var trail = [start]
    var places = [start: 0]
    for piece in pieces {
      guard let place = places[piece.end] else {
        places[piece.end] = trail.count
        trail.append(piece.end)
        continue
      }
      for (from, to) in zip(trail[place...], trail[(place + 1)...] + [piece.end]) {
        loops.append(WeightedEdge(start: from, end: to, weight: 1))
      }
      for point in trail[(place + 1)...] { places[point] = nil }
      trail.removeSubrange((place + 1)...)
    }
    return loops
  }
}
