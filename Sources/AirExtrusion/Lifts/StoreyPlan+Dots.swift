import AirStroke

extension StoreyPlan {
  /// Boxes at those point nodes that are farther than half a box's diagonal from every earlier box.
  ///
  /// - Throws: `ExtrusionError`.
  func boxes(_ strokes: NumberedStrokes, _ dots: DotStyle) throws(ExtrusionError) -> Outline {
    var edges: [WeightedEdge] = []
    for centre in try centres(strokes, dots) { edges += box(around: centre, dots) }
    return try Outline(enclosedBy: edges, lattice: lattice)
  }

  /// The boxes' centres in lattice steps, in the order of time.
  ///
  /// - Complexity: O(n) for n nodes, since few boxes are near any place.
  func centres(_ strokes: NumberedStrokes, _ dots: DotStyle) throws(ExtrusionError) -> [SIMD2<Double>] {
    let spacing = steps(dots.sideInMetres) * 0.5.squareRoot()
    var centres: [SIMD2<Double>] = []
    // Cells as wide as the spacing: all centres nearer than it are in the cell of a place or those around it.
    var cells: [SIMD2<Int32>: [Int]] = [:]
    for (stroke, number) in strokes.pairs {
      for place in try Outline.places(
        of: stroke, number: number, reachInMetres: dots.sideInMetres, lattice: lattice)
      {
        let cell = SIMD2(Int32((place.x / spacing).rounded(.down)), Int32((place.y / spacing).rounded(.down)))
        let isFree = (-1...1).allSatisfy { (x: Int32) in
          (-1...1).allSatisfy { (y: Int32) in
            (cells[cell &+ SIMD2(x, y)] ?? []).allSatisfy { index in
              let offset = centres[index] - place
              return (offset * offset).sum() > spacing * spacing
            }
          }
        }
        if isFree {
          cells[cell, default: []].append(centres.count)
          centres.append(place)
        }
      }
    }
    return centres
  }

  /// The edges around a box.
  func box(around centre: SIMD2<Double>, _ dots: DotStyle) -> [WeightedEdge] {
    let reach = SIMD2(repeating: steps(dots.sideInMetres) / 2)
    return Outline.roundedRectangle(
      centre - reach, centre + reach, radius: steps(dots.cornerRadiusInMetres), tolerance: arcTolerance)
  }
}
