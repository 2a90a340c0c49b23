import AirStroke

/// The paths of strokes over the surface, to ask which one passes a place most closely, and when.
struct StrokePaths {
  /// What passes a place.
  struct Passage {
    /// The stroke's number from 1.
    var stroke: Int
    /// When, in seconds from the session's start.
    var timestampInSeconds: Double
  }

  private struct Segment {
    var start: SIMD2<Double>
    var end: SIMD2<Double>
    var times: (start: Double, end: Double)
    var stroke: Int

    /// The square of the distance to a place, and where along the segment that is, 0…1.
    func approach(to place: SIMD2<Double>) -> (squaredDistance: Double, share: Double) {
      let (along, offset) = (end - start, place - start)
      let squaredLength = (along * along).sum()
      let share = squaredLength > 0 ? min(1, max(0, (offset * along).sum() / squaredLength)) : 0
      let rest = offset - along * share
      return ((rest * rest).sum(), share)
    }
  }

  private let segments: [Segment]
  private let tree: BoxTree
  /// How far around a place is searched first, in steps.
  private let reach: Double

  /// - Parameters:
  ///   - strokes: strokes with points, in metres.
  ///   - usualReachInMetres: how far from its stroke a place usually is.
  init(_ strokes: NumberedStrokes, usualReachInMetres: Double, lattice: Lattice) {
    var segments: [Segment] = []
    for (stroke, number) in strokes.pairs {
      let places = stroke.nodes.map { Self.place(of: $0, lattice: lattice) }
      for index in places.indices.dropFirst(places.count > 1 ? 1 : 0) {
        let before = max(0, index - 1)
        segments.append(
          Segment(
            start: places[before], end: places[index],
            times: (stroke.nodes[before].timestampInSeconds, stroke.nodes[index].timestampInSeconds),
            stroke: number))
      }
    }
    self.segments = segments
    tree = BoxTree(
      segments.map { LatticeBox.around(LatticePoint(rounding: $0.start), LatticePoint(rounding: $0.end)) })
    reach = max(1, usualReachInMetres / lattice.stepInMetres)
  }

  /// A point node's place in steps. Solids lie well within the bounds, so that what is beyond them belongs to none.
  static func place(of node: PointNode, lattice: Lattice) -> SIMD2<Double> {
    (SIMD2(node.point.u, node.point.v) / lattice.stepInMetres)
      .clamped(lowerBound: SIMD2(repeating: -0x1p27), upperBound: SIMD2(repeating: 0x1p27))
  }

  /// The passage that comes nearest to a place in lattice steps; of several the earliest drawn.
  func nearest(to place: LatticePoint) -> Passage? {
    guard !segments.isEmpty else { return nil }
    let centre = SIMD2<Double>(Double(place.x), Double(place.y))
    var best: (squaredDistance: Double, index: Int, share: Double)?
    // The coordinates of lattices and what is searched around them stay below 2³⁰.
    var reach = min(self.reach, 0x1p28)
    while true {
      tree.forEachItem(overlapping: LatticeBox.around(place, place).widened(by: Int32(reach.rounded(.up)))) {
        let approach = segments[$0].approach(to: centre)
        let known = best ?? (.infinity, .max, 0)
        if (approach.squaredDistance, $0) < (known.squaredDistance, known.index) {
          best = (approach.squaredDistance, $0, approach.share)
        }
      }
      // What lies outside of the box is farther away than the box reaches.
      if let best, best.squaredDistance <= reach * reach || reach >= 0x1p28 {
        let segment = segments[best.index]
        return Passage(
          stroke: segment.stroke,
          timestampInSeconds: segment.times.start + (segment.times.end - segment.times.start) * best.share)
      }
      // A whole step more, so that rounding does not leave what was found outside again.
      reach = min(best.map { $0.squaredDistance.squareRoot() + 1 } ?? 4 * reach, 0x1p28)
      best = nil
    }
  }
}
