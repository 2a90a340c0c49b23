import Glibc

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

  /// The edges of a closed polygon, each of weight one.
  static func edges(of polygon: some Collection<LatticePoint>) -> [WeightedEdge] {
    zip(polygon, Array(polygon.dropFirst()) + polygon.prefix(1)).compactMap {
      $0.0 == $0.1 ? nil : WeightedEdge(start: $0.0, end: $0.1, weight: 1)
    }
  }

  /// The corners of the smallest upright rectangle around all rings; zero for an outline without rings.
  var bounds: (lower: LatticePoint, upper: LatticePoint) {
    guard let first = points.first else { return (.zero, .zero) }
    return points.reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
  }

  /// A rectangle with rounded corners, counter-clockwise.
  ///
  /// - Parameters:
  ///   - lower: the corner of the least coordinates.
  ///   - upper: the corner opposite.
  ///   - radius: of the corners in lattice steps; at most half of the shorter side is used.
  ///   - tolerance: how far arcs may stray from circles, in lattice steps.
  static func roundedRectangle(
    _ lower: SIMD2<Double>, _ upper: SIMD2<Double>, radius: Double, tolerance: Double
  ) -> [LatticePoint] {
    let size = upper - lower
    let radius = min(radius, size.x / 2, size.y / 2)
    // A chord's sagitta is r (1 − cos(angle / 2)).
    let angle = 2 * acos(max(0, 1 - tolerance / max(radius, tolerance)))
    let count = radius < 1 ? 0 : max(2, Int((.pi / 2 / angle).rounded(.up)))
    var polygon: [LatticePoint] = []
    for (quarter, side) in [SIMD2(1.0, 1.0), SIMD2(-1.0, 1.0), SIMD2(-1.0, -1.0), SIMD2(1.0, -1.0)].enumerated() {
      let corner = SIMD2(side.x > 0 ? upper.x : lower.x, side.y > 0 ? upper.y : lower.y)
      let centre = corner - side * radius
      for step in 0...count {
        let turn = Double.pi / 2 * (Double(quarter) + Double(step) / Double(max(count, 1)))
        let place = count == 0 ? corner : centre + SIMD2(cos(turn), sin(turn)) * radius
        polygon.append(LatticePoint(Int32(place.x.rounded()), Int32(place.y.rounded())))
      }
    }
    return polygon
  }
}
