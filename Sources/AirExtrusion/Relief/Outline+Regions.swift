extension Outline {
  /// The places of positive winding among edges.
  ///
  /// - Throws: `ExtrusionError.outlineNotResolved`.
  init(enclosedBy edges: [WeightedEdge], lattice: Lattice) throws(ExtrusionError) {
    let (points, ringStarts) = try OutlineRings.united(edges)
    self.init(lattice: lattice, points: points, ringStarts: ringStarts)
  }

  /// The places that are in this outline or in another.
  func united(with other: Outline) throws(ExtrusionError) -> Outline {
    try Outline(enclosedBy: edges(weight: 1) + other.edges(weight: 1), lattice: lattice)
  }

  /// The places of this outline that are not in another.
  func subtracting(_ other: Outline) throws(ExtrusionError) -> Outline {
    try Outline(enclosedBy: edges(weight: 1) + other.edges(weight: -1), lattice: lattice)
  }

  /// The places that are in both outlines.
  func intersected(with other: Outline) throws(ExtrusionError) -> Outline {
    try subtracting(subtracting(other))
  }

  /// This outline widened on all sides, with round corners.
  ///
  /// - Parameters:
  ///   - distance: in lattice steps, at least 1.
  ///   - tolerance: how far arcs may stray from circles, in lattice steps.
  func widened(by distance: Double, tolerance: Double) throws(ExtrusionError) -> Outline {
    try Outline(
      enclosedBy: edges(weight: 1) + rimEdges(radius: distance, tolerance: tolerance), lattice: lattice)
  }

  /// The places of this outline that are farther than a distance from its rim.
  ///
  /// - Parameters:
  ///   - distance: in lattice steps, at least 1.
  ///   - tolerance: how far arcs may stray from circles, in lattice steps.
  func narrowed(by distance: Double, tolerance: Double) throws(ExtrusionError) -> Outline {
    try subtracting(
      Outline(enclosedBy: rimEdges(radius: distance, tolerance: tolerance), lattice: lattice))
  }

  /// The outline of a round pen that follows all rings.
  private func rimEdges(radius: Double, tolerance: Double) -> [WeightedEdge] {
    var edges: [WeightedEdge] = []
    var brush = BrushPolygon(radius: radius, arcTolerance: tolerance)
    for index in 0..<ringCount {
      let ring = ring(index).map { SIMD2<Double>($0) }
      brush.trace(ring + ring.prefix(1), into: &edges)
    }
    return edges
  }

  /// This outline without its holes.
  func withoutHoles() throws(ExtrusionError) -> Outline {
    let outer = (0..<ringCount).filter { twiceArea(ofRing: $0) > 0 }
    let edges = outer.flatMap { Self.edges(of: ring($0)) }
    return try Outline(enclosedBy: edges, lattice: lattice)
  }

  /// The edges of a closed polygon, each of a weight; those without length are left out.
  static func edges(of polygon: some Collection<LatticePoint>, weight: Int32 = 1) -> [WeightedEdge] {
    zip(polygon, Array(polygon.dropFirst()) + polygon.prefix(1)).compactMap {
      $0.0 == $0.1 ? nil : WeightedEdge(start: $0.0, end: $0.1, weight: weight)
    }
  }

  /// The corners of the smallest upright rectangle around all rings; zero for an outline without rings.
  var bounds: (lower: LatticePoint, upper: LatticePoint) {
    guard let first = points.first else { return (.zero, .zero) }
    return points.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
  }

  /// The edges around a rectangle with rounded corners.
  ///
  /// - Parameters:
  ///   - lower: the corner of the least coordinates.
  ///   - upper: the corner opposite.
  ///   - radius: of the corners in lattice steps; at most half of the shorter side is used.
  ///   - tolerance: how far arcs may stray from circles, in lattice steps.
  static func roundedRectangle(
    _ lower: SIMD2<Double>, _ upper: SIMD2<Double>, radius: Double, tolerance: Double
  ) -> [WeightedEdge] {
    let radius = min(radius, (upper - lower).min() / 2)
    let (low, high) = (lower + radius, upper - radius)
    let inner = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
    var edges = Self.edges(of: inner.map { LatticePoint(Int32($0.x.rounded()), Int32($0.y.rounded())) })
    guard radius >= 1 else { return edges }
    var path: [SIMD2<Double>] = []
    for corner in inner + [low] where path.last.map({ ((corner - $0) * (corner - $0)).sum() >= 1 }) ?? true {
      path.append(corner)
    }
    var brush = BrushPolygon(radius: radius, arcTolerance: min(tolerance, radius / 8))
    brush.trace(path, into: &edges)
    return edges
  }
}
