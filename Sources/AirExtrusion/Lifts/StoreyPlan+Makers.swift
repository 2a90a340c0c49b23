extension StoreyPlan {
  /// A plate and what stands on it.
  func storeys(on plate: PlateStyle, of drawing: Outline) throws(ExtrusionError) -> [Storey] {
    let thickness = height(plate.thicknessInMetres)
    return [
      Storey(region: try self.plate(plate, under: drawing), height: thickness),
      Storey(region: drawing, height: thickness + height(style.heightInMetres)),
    ]
  }

  /// A plate with a hole in the middle of its upper edge, and the drawing on it.
  ///
  /// The hole's centre lies on the plate's edge, or as far outside as keeps a collar free of the drawing's margin.
  func storeys(of keychain: KeychainStyle, under drawing: Outline) throws(ExtrusionError) -> [Storey] {
    var storeys = try storeys(on: keychain.plate, of: drawing)
    let bounds = storeys[0].region.bounds
    let hole = steps(keychain.holeInMetres) / 2
    let outward = max(0, hole + steps(keychain.collarInMetres) / 2 - steps(keychain.plate.marginInMetres))
    // Seen from above v runs downward, so the upper edge is that of the least v.
    let centre = SIMD2(
      (Double(bounds.lower.x) + Double(bounds.upper.x)) / 2, Double(bounds.lower.y) - outward)
    let collar = try disc(centre, radius: hole + steps(keychain.collarInMetres))
    let whole = try storeys[0].region.united(with: collar)
    storeys[0].region = try withinReach(whole).subtracting(disc(centre, radius: hole))
    return storeys
  }

  /// A plate without the drawing; bridges hold what the drawing's rings would cut out.
  func region(of stencil: StencilStyle, around drawing: Outline) throws(ExtrusionError) -> Outline {
    let plate = try plate(stencil.plate, under: drawing)
    guard let bridge = stencil.bridgeInMetres else { return try plate.subtracting(drawing) }
    var edges: [WeightedEdge] = []
    var brush = BrushPolygon(radius: steps(bridge) / 2, arcTolerance: min(arcTolerance, steps(bridge) / 16))
    for (from, to) in drawing.shortestWaysOutOfHoles() {
      let (a, b) = (SIMD2<Double>(from), SIMD2<Double>(to))
      brush.trace([a, b], into: &edges)
    }
    let bridges = try Outline(enclosedBy: edges, lattice: lattice)
    return try plate.subtracting(drawing.subtracting(bridges))
  }

  /// A wall along the drawing's outer outline, on a flange.
  func storeys(of cutter: CookieCutterStyle, around drawing: Outline) throws(ExtrusionError) -> [Storey] {
    guard cutter.flangeHeightInMetres < style.heightInMetres else {
      throw .invalidStyle([
        "the flange's height of \(ExtrusionStyle.millimetres(cutter.flangeHeightInMetres)) must be less than the cutter's height of "
          + "\(ExtrusionStyle.millimetres(style.heightInMetres))"
      ])
    }
    let shape = try drawing.withoutHoles()
    let flange = try withinReach(
      shape.widened(by: steps(cutter.flangeInMetres), tolerance: arcTolerance))
    let wall = try shape.widened(by: steps(cutter.wallInMetres), tolerance: arcTolerance)
    return [
      Storey(region: try flange.subtracting(shape), height: height(cutter.flangeHeightInMetres)),
      Storey(region: try wall.subtracting(shape), height: height(style.heightInMetres)),
    ]
  }

  private func plate(_ plate: PlateStyle, under drawing: Outline) throws(ExtrusionError) -> Outline {
    let bounds = drawing.bounds
    let margin = SIMD2(repeating: steps(plate.marginInMetres))
    let edges = Outline.roundedRectangle(
      SIMD2<Double>(bounds.lower) - margin, SIMD2<Double>(bounds.upper) + margin,
      radius: steps(plate.cornerRadiusInMetres), tolerance: arcTolerance)
    return try withinReach(Outline(enclosedBy: edges, lattice: lattice))
  }

  /// An outline, if its points are not farther out than the lattice holds exactly.
  private func withinReach(_ outline: Outline) throws(ExtrusionError) -> Outline {
    let (lower, upper) = outline.bounds
    guard max(-lower.min(), upper.max()) <= Lattice.largestCoordinate else {
      throw .liftOutOfReach(limitInMetres: Double(Lattice.largestCoordinate) * lattice.stepInMetres)
    }
    return outline
  }

  private func disc(_ centre: SIMD2<Double>, radius: Double) throws(ExtrusionError) -> Outline {
    var edges: [WeightedEdge] = []
    var brush = BrushPolygon(radius: radius, arcTolerance: min(arcTolerance, radius / 8))
    brush.trace([centre], into: &edges)
    return try Outline(enclosedBy: edges, lattice: lattice)
  }
}

extension Outline {
  /// This outline as seen in a mirror that stands upright through its middle: u is turned around.
  func mirrored() -> Outline {
    let sum = bounds.lower.x &+ bounds.upper.x
    var mirrored: [SIMD2<Int32>] = []
    for index in 0..<ringCount { mirrored += ring(index).reversed().map { SIMD2(sum &- $0.x, $0.y) } }
    return Outline(lattice: lattice, points: mirrored, ringStarts: ringStarts)
  }

  /// For every hole the nearest two points of its ring and of the ring that encloses the part it is in.
  ///
  /// - Complexity: O(n²) for n points of a part.
  func shortestWaysOutOfHoles() -> [(from: LatticePoint, to: LatticePoint)] {
    let outer = (0..<ringCount).filter { twiceArea(ofRing: $0) > 0 }
    return (0..<ringCount).filter { twiceArea(ofRing: $0) < 0 }.compactMap { hole in
      guard let point = ring(hole).first else { return nil }
      // The part's own outer ring is the smallest of those that enclose the hole.
      let enclosing = outer.filter { encloses(ring: $0, point) }
        .min { twiceArea(ofRing: $0) < twiceArea(ofRing: $1) }
      guard let enclosing else { return nil }
      var shortest = (distance: Int64.max, from: point, to: point)
      for from in ring(hole) {
        for to in ring(enclosing) {
          let offset = to &- from
          let distance = Int64(offset.x) * Int64(offset.x) + Int64(offset.y) * Int64(offset.y)
          if distance < shortest.distance { shortest = (distance, from, to) }
        }
      }
      return (shortest.from, shortest.to)
    }
  }

  /// Whether a ring winds around a point that is not on it: an upward ray crosses it an odd number of times.
  private func encloses(ring index: Int, _ point: LatticePoint) -> Bool {
    let ring = ring(index)
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.x > point.x) != (b.x > point.x) {
      let isAbove = a.x < b.x ? orientation(a, b, point) < 0 : orientation(b, a, point) < 0
      if isAbove { isInside.toggle() }
    }
    return isInside
  }
}
