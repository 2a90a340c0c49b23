import AirStroke

/// Lifts strokes to flat bands along their paths in space, as wide as the pen.
public struct Ribbon: SpatialLift, Hashable, Sendable {
  /// The band's thickness in metres; 1 mm at first, within `ExtrusionStyle.measureRange`.
  public var thicknessInMetres: Double
  /// How the band is turned about its path: with its flat side up as far as it can, or as little as can be.
  public var frame: SweepFrame
  /// Paths whose ends are this near, in metres, are closed to rings; as near as the style's first tolerance at first.
  public var closingDistanceInMetres: Double
  /// Edge length, in metres, of the grid on which bands that pass through themselves or others are united; nil takes
  /// what the style's tolerance needs.
  public var gridInMetres: Double?

  /// Makes options; lengths are in metres.
  public init(
    thicknessInMetres: Double = 0.001, frame: SweepFrame = .upright, closingDistanceInMetres: Double = 20e-6,
    gridInMetres: Double? = nil
  ) {
    self.thicknessInMetres = thicknessInMetres
    self.frame = frame
    self.closingDistanceInMetres = closingDistanceInMetres
    self.gridInMetres = gridInMetres
  }

  /// What is wrong with the options, each as a clause.
  var problems: [String] {
    var problems = SweepOptions.problems(closingDistanceInMetres, gridInMetres)
    if let problem = ExtrusionStyle.problem(
      of: thicknessInMetres, named: "ribbon's thickness", in: ExtrusionStyle.measureRange)
    {
      problems.append(problem)
    }
    return problems
  }

  /// The bands of strokes, in the middle of which their paths run; a stroke of one point is a square plate.
  ///
  /// Bands that meet nothing, themselves included, are swept exactly with mitred joints; the others are united on a
  /// grid, as `Tube` does it.
  ///
  /// - Throws: `ExtrusionError`.
  /// - Complexity: O(n log n) for n triangles; on grids they grow with the surface over the grid's square.
  package func mesh(
    of strokes: [Stroke], style: ExtrusionStyle, lattice: Lattice = .metres
  ) throws(ExtrusionError) -> SweptMesh {
    try ExtrusionStyle.refuse(problems)
    let paths = try SweepPath.paths(
      of: strokes, style: style, lattice: lattice, reachInMetres: 2 * thicknessInMetres,
      closingDistanceInMetres: closingDistanceInMetres)
    let thickness = thicknessInMetres / lattice.stepInMetres
    let swept = paths.map { path in
      let path = path.drawnOut
      let section = SweepSection.rectangle(width: 2 * path.halfWidth, height: thickness)
      return SweptStroke(
        path: path, swept: SectionSweep.shell(along: path, section: section, frame: frame),
        pieces: ImplicitSweep.pieces(along: path, section: section, frame: frame),
        leastRadius: section.inradius, isRound: false)
    }
    return try SweptUnion.mesh(of: swept, lattice: lattice, gridInMetres: gridInMetres)
  }
}
