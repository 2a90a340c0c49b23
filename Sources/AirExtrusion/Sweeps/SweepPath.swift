import AirGeometry
import AirStroke

/// A stroke's path in space, simplified, in lattice steps: x along u, y up, z along v.
struct SweepPath {
  /// Points with no two neighbours at the same place; those of a closed path go round once.
  let points: [SIMD3<Double>]
  /// Whether the last point is joined to the first.
  let isClosed: Bool
  /// Half the pen's width in lattice steps.
  let halfWidth: Double
  /// How far, in lattice steps, the surface may stray.
  let tolerance: Double
  /// Colour of the stroke.
  let color: StrokeColor
  /// The stroke's number from 1, for messages.
  let strokeNumber: Int

  /// The shares of the tolerance for leaving out points and for the chords of round sections; what is left covers
  /// rounding to the lattice.
  private static let pathShare = 0.6
  static let arcShare = 0.35

  /// Number of segments.
  var segmentCount: Int { isClosed ? points.count : points.count - 1 }

  /// The point after another one, going round on closed paths.
  func point(after index: Int) -> SIMD3<Double> { points[index + 1 == points.count ? 0 : index + 1] }

  /// Takes a stroke's path.
  ///
  /// - Parameters:
  ///   - reachInMetres: how far the solid may reach from the path, beside the pen's width.
  ///   - closingDistanceInMetres: a path whose ends are this near is closed.
  /// - Throws: `ExtrusionError` for points and widths that cannot be built.
  init(
    of stroke: Stroke, number: Int, style: ExtrusionStyle, lattice: Lattice, reachInMetres: Double,
    closingDistanceInMetres: Double
  ) throws(ExtrusionError) {
    let width = stroke.widthInMetres ?? style.widthInMetres
    if let problem = ExtrusionStyle.problem(of: width, named: "width", in: ExtrusionStyle.measureRange) {
      throw .invalidStroke(stroke: number, problem: problem)
    }
    let step = lattice.stepInMetres
    let limit = (Double(Lattice.largestCoordinate) - 1024) * step
    var places: [SIMD3<Double>] = []
    places.reserveCapacity(stroke.nodes.count)
    for (index, node) in stroke.nodes.enumerated() {
      let place = SIMD3(node.point.u, node.point.height, node.point.v)
      // Mitred joints reach twice as far as the pen's radius.
      let reach = max(abs(place.x), abs(place.y), abs(place.z)) + width + reachInMetres
      // A maximum need not be NaN where one of its numbers is.
      guard reach <= limit, place.sum().isFinite else {
        guard place.sum().isFinite else { throw .pointNotFinite(stroke: number, point: index + 1) }
        throw .pointOutOfReach(stroke: number, point: index + 1, limitInMetres: 4)
      }
      places.append(place / step)
    }
    let tolerance = min(style.toleranceInMetres, width / 8) / step
    let simplification = SpatialSimplification(
      tolerance: Self.pathShare * tolerance, shortestStep: min(4, 0.2 * tolerance))
    var points = simplification(places)
    let closingDistance = closingDistanceInMetres / step
    var isClosed = false
    if points.count > 3, let first = points.first, let last = points.last,
      length(last - first) <= closingDistance
    {
      // The joint is where the ends are, halfway.
      points.removeLast()
      points[0] = (first + last) / 2
      isClosed = true
    }
    self.init(
      points: points, isClosed: isClosed, halfWidth: width / 2 / step, tolerance: tolerance,
      color: stroke.color, strokeNumber: number)
  }

  private init(
    points: [SIMD3<Double>], isClosed: Bool, halfWidth: Double, tolerance: Double, color: StrokeColor,
    strokeNumber: Int
  ) {
    (self.points, self.isClosed, self.halfWidth) = (points, isClosed, halfWidth)
    (self.tolerance, self.color, self.strokeNumber) = (tolerance, color, strokeNumber)
  }

  /// The same path with other points.
  func replacing(points: [SIMD3<Double>], isClosed: Bool = false) -> SweepPath {
    SweepPath(
      points: points, isClosed: isClosed, halfWidth: halfWidth, tolerance: tolerance, color: color,
      strokeNumber: strokeNumber)
  }

  /// A path of one point as a line along u that is as long as the pen is wide; others as they are.
  var drawnOut: SweepPath {
    guard points.count == 1 else { return self }
    let reach = SIMD3(halfWidth, 0, 0)
    return replacing(points: [points[0] - reach, points[0] + reach])
  }

  /// The paths of all strokes that have points.
  ///
  /// - Throws: `ExtrusionError` for an invalid style, no points, and points or widths that cannot be built.
  static func paths(
    of strokes: [Stroke], style: ExtrusionStyle, lattice: Lattice, reachInMetres: Double,
    closingDistanceInMetres: Double
  ) throws(ExtrusionError) -> [SweepPath] {
    try style.validate()
    var paths: [SweepPath] = []
    for (index, stroke) in strokes.enumerated() where !stroke.nodes.isEmpty {
      paths.append(
        try SweepPath(
          of: stroke, number: index + 1, style: style, lattice: lattice, reachInMetres: reachInMetres,
          closingDistanceInMetres: closingDistanceInMetres))
    }
    guard !paths.isEmpty else { throw .emptyDrawing }
    return paths
  }
}
