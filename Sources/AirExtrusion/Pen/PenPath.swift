import AirStroke

/// A stroke's path with the pen's radius at each point, simplified, and the pen that follows it; in lattice steps.
struct PenPath {
  private(set) var chains: [PenChain] = []
  /// Points that no strip touches.
  private(set) var dots: [PenPoint] = []
  private let polygon: PenPolygon

  /// - Parameters:
  ///   - points: the path, which has points.
  ///   - pen: how the pen draws.
  ///   - tolerance: the path's share of the tolerance in steps.
  ///   - shortestStep: stretches shorter than this have no direction.
  ///   - arcTolerance: the arcs' share of the tolerance.
  init(_ points: [PenPoint], pen: PenStyle, tolerance: Double, shortestStep: Double, arcTolerance: Double) {
    polygon = PenPolygon(cap: pen.cap, join: pen.join, arcTolerance: arcTolerance)
    let simplified = Self.simplified(points, tolerance: tolerance, shortestStep: shortestStep)
    if pen.isDisc {
      gatherDiscs(simplified)
    } else if let widest = Self.dot(of: points, within: tolerance) {
      gatherNibs([widest])
    } else {
      // Simplification may end a step short of the end, but closed paths have to end where they began.
      let end = points[points.count - 1]
      let isClosed = pen.taper.isNone && points[0].place == end.place
      gatherNibs(Self.parted(simplified, to: end, by: shortestStep), isClosed: isClosed)
    }
  }

  /// Appends the outline to `edges`.
  func trace(into edges: inout [WeightedEdge]) {
    var polygon = polygon
    for chain in chains { polygon.trace(chain, into: &edges) }
    for dot in dots { polygon.traceDot(at: dot, into: &edges) }
  }

  /// Calls `body` with the outlines of short stretches, which together are the outline of the whole.
  func traceInParts(stripsPerPart: Int, _ body: ([WeightedEdge]) -> Void) {
    var polygon = polygon
    for part in chains.flatMap({ $0.parts(stripsPerPart: stripsPerPart) }) {
      var edges: [WeightedEdge] = []
      polygon.trace(part, into: &edges)
      body(edges)
    }
    for dot in dots {
      var edges: [WeightedEdge] = []
      polygon.traceDot(at: dot, into: &edges)
      body(edges)
    }
  }

  private static func simplified(
    _ points: [PenPoint], tolerance: Double, shortestStep: Double
  ) -> [PenPoint] {
    let radius = points[0].radius
    guard points.allSatisfy({ $0.radius == radius }) else {
      return PenSimplification(tolerance: tolerance)(points)
    }
    let simplification = PathSimplification(tolerance: tolerance, shortestStep: shortestStep)
    return simplification(points.map(\.place)).map { PenPoint(place: $0, radius: radius) }
  }

  /// Strips between discs. Where a disc contains the next one, or the other way round, nothing lies between them: one
  /// chain ends and the next one begins.
  private mutating func gatherDiscs(_ points: [PenPoint]) {
    var strips: [PenStrip] = []
    for (index, point) in points.enumerated() {
      if index + 1 < points.count, let strip = PenStrip(discFrom: point, to: points[index + 1]) {
        strips.append(strip)
      } else if !strips.isEmpty {
        chains.append(PenChain(strips: strips))
        strips = []
      } else {
        let isInNext = index + 1 < points.count && points[index + 1].contains(point)
        // Of two equal discs the later one is kept.
        let isInLast = index > 0 && points[index - 1] != point && points[index - 1].contains(point)
        if !isInNext, !isInLast { dots.append(point) }
      }
    }
  }

  /// The widest point of a path that never goes farther from its start than a distance; nil of any other. A nib that
  /// has hardly moved has no direction to be held across.
  private static func dot(of points: [PenPoint], within distance: Double) -> PenPoint? {
    guard points.allSatisfy({ $0.distance(to: points[0]) <= distance }) else { return nil }
    return points.max { $0.radius < $1.radius }
  }

  /// Strips in a row, or a dot where there is one point only.
  private mutating func gatherNibs(_ points: [PenPoint], isClosed: Bool = false) {
    guard points.count > 1 else {
      dots = points
      return
    }
    var points = points
    if isClosed {
      let last = points.count - 1
      let radius = (points[0].radius + points[last].radius) / 2
      points[0].radius = radius
      points[last].radius = radius
    }
    let strips = zip(points, points.dropFirst()).map { PenStrip(nibFrom: $0, to: $1) }
    chains = [PenChain(strips: strips, isClosed: isClosed)]
  }

  /// The path to the end without points nearer than a step to one another; those that are kept are as wide as the
  /// widest of those that are not.
  private static func parted(_ points: [PenPoint], to end: PenPoint, by step: Double) -> [PenPoint] {
    var kept = [points[0]]
    for point in points.dropFirst() {
      if point.distance(to: kept[kept.count - 1]) >= step {
        kept.append(point)
      } else {
        kept[kept.count - 1].radius = max(kept[kept.count - 1].radius, point.radius)
      }
    }
    var end = end
    while let last = kept.last, kept.count > 1, end.distance(to: last) < step {
      end.radius = max(end.radius, last.radius)
      kept.removeLast()
    }
    if end.distance(to: kept[kept.count - 1]) >= step { kept.append(end) }
    return kept
  }
}
