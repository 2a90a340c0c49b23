import AirStroke

/// The united outline of strokes: closed rings on the lattice that neither cross nor touch.
///
/// Outer rings turn counter-clockwise (u to the right, v up) and holes clockwise, so that the solid is on the left of
/// every edge.
public struct Outline: Hashable, Sendable {
  /// The lattice of the points.
  public let lattice: Lattice
  /// The rings' points, ring after ring, in lattice steps: x along u, y along v.
  public let points: [SIMD2<Int32>]
  /// Where each ring starts in `points`, and at the end the number of points.
  public let ringStarts: [Int]

  /// Number of rings.
  public var ringCount: Int { ringStarts.count - 1 }

  /// The points of a ring.
  public func ring(_ index: Int) -> ArraySlice<SIMD2<Int32>> {
    points[ringStarts[index]..<ringStarts[index + 1]]
  }

  /// Twice the area that a ring encloses in squared lattice steps; negative for holes. Exact.
  public func twiceArea(ofRing index: Int) -> Int64 {
    let ring = ring(index)
    guard let first = ring.first else { return 0 }
    return zip(ring, ring.dropFirst()).reduce(0) { $0 + orientation(first, $1.0, $1.1) }
  }

  /// The area in square metres.
  public var areaInSquareMetres: Double {
    let twice = (0..<ringCount).reduce(Int128(0)) { $0 + Int128(twiceArea(ofRing: $1)) }
    return Double(twice) / 2 * lattice.stepInMetres * lattice.stepInMetres
  }

  /// The outline of strokes drawn with the style's pen.
  ///
  /// Strokes that name no width are as wide as the style says. A stroke of one point is a dot; repeated points,
  /// strokes without length, sharp turns and strokes drawn over one another are as good as any.
  ///
  /// - Parameter strokeNumbers: the strokes' numbers from 1 for messages, where they are a choice from a drawing.
  /// - Throws: `ExtrusionError` for an invalid style, no points, and points or widths that cannot be built.
  /// - Complexity: O((n + k) log n) for n points and k places where outlines come near each other.
  public init(
    of strokes: [Stroke], numbered strokeNumbers: [Int]? = nil, style: ExtrusionStyle, lattice: Lattice
  ) throws(ExtrusionError) {
    try style.validate()
    guard strokes.contains(where: { !$0.nodes.isEmpty }) else { throw .emptyDrawing }
    if style.pen.isDisc && style.pen.isConstant {
      let drawn = try Self.brushEdges(of: strokes, numbered: strokeNumbers, style: style, lattice: lattice)
      (points, ringStarts) = try OutlineRings.united(drawn.edges, patches: drawn.patches)
    } else {
      let edges = try Self.penEdges(of: strokes, numbered: strokeNumbers, style: style, lattice: lattice)
      (points, ringStarts) = try OutlineRings.united(edges)
    }
    self.lattice = lattice
  }

  /// An outline without rings.
  static func empty(_ lattice: Lattice) -> Outline { Outline(lattice: lattice, points: [], ringStarts: [0]) }

  init(lattice: Lattice, points: [SIMD2<Int32>], ringStarts: [Int]) {
    self.lattice = lattice
    self.points = points
    self.ringStarts = ringStarts
  }

  /// The rings' edges, each of a weight.
  func edges(weight: Int32) -> [WeightedEdge] {
    (0..<ringCount).flatMap { Self.edges(of: ring($0), weight: weight) }
  }

  /// The shares of the style's tolerance for leaving out points and for arcs. What is left, a twentieth and at least
  /// 0.5 µm, covers rounding to the lattice and the removal of slivers.
  static let pathShare = 0.60
  static let arcShare = 0.35

  /// Edges of positive winding number just where a round pen of constant width has been, and what draws them anew
  /// where that is not true enough.
  private static func brushEdges(
    of strokes: [Stroke], numbered numbers: [Int]?, style: ExtrusionStyle, lattice: Lattice
  ) throws(ExtrusionError) -> (edges: [WeightedEdge], patches: OutlinePatches) {
    var paths: [BrushPath] = []
    var sources: [OutlinePatches.Source] = []
    var leastTolerance = Double.infinity
    for (index, stroke) in strokes.enumerated() where !stroke.nodes.isEmpty {
      let number = numbers?[index] ?? index + 1
      let width = try width(of: stroke, number: number, style: style)
      let radius = width / 2 / lattice.stepInMetres
      let places = try places(of: stroke, number: number, reachInMetres: width / 2, lattice: lattice)
      let tolerance = min(style.toleranceInMetres, width / 8) / lattice.stepInMetres
      leastTolerance = min(leastTolerance, tolerance)
      let simplification = PathSimplification(
        tolerance: pathShare * tolerance, shortestStep: min(4, 0.2 * tolerance))
      paths.append(
        BrushPath(
          points: simplification(places),
          brush: BrushPolygon(radius: radius, arcTolerance: arcShare * tolerance)))
      sources.append(OutlinePatches.Source(points: places, radius: radius))
    }
    return (BrushUnion.edges(of: paths), OutlinePatches(sources: sources, tolerance: leastTolerance))
  }

  /// The width in metres that a stroke has without variation.
  static func width(
    of stroke: Stroke, number: Int, style: ExtrusionStyle
  ) throws(ExtrusionError) -> Double {
    let width = stroke.widthInMetres ?? style.widthInMetres
    if let problem = ExtrusionStyle.problem(of: width, named: "width", in: ExtrusionStyle.measureRange) {
      throw .invalidStroke(stroke: number, problem: problem)
    }
    return width
  }

  /// The stroke's points in lattice steps, not rounded.
  ///
  /// - Parameter reachInMetres: how far from its points what is made of the stroke reaches.
  static func places(
    of stroke: Stroke, number: Int, reachInMetres: Double, lattice: Lattice
  ) throws(ExtrusionError) -> [SIMD2<Double>] {
    // A few steps short of the lattice's end, since arcs reach past the circle.
    let limit = (Double(Lattice.largestCoordinate) - 1024) * lattice.stepInMetres
    let stepsPerMetre = 1 / lattice.stepInMetres
    var places: [SIMD2<Double>] = []
    places.reserveCapacity(stroke.nodes.count)
    for (index, node) in stroke.nodes.enumerated() {
      let place = SIMD2(node.point.u, node.point.v)
      let reach = max(abs(place.x), abs(place.y)) + reachInMetres
      // A maximum need not be NaN where one of its numbers is.
      guard reach <= limit, place.sum().isFinite else {
        guard place.sum().isFinite else { throw .pointNotFinite(stroke: number, point: index + 1) }
        throw .pointOutOfReach(stroke: number, point: index + 1, limitInMetres: 4)
      }
      places.append(place * stepsPerMetre)
    }
    return places
  }
}
