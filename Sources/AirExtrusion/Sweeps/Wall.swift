import AirStroke

/// Lifts strokes to sheets that stand upright along them, as thick as the pen is wide.
///
/// A sheet reaches from the surface up to the style's height above its stroke's own height. Sheets with level tops are
/// united exactly, however they cross; others that meet are united on a grid.
public struct Wall: SpatialLift, Hashable, Sendable {
  /// Paths whose ends are this near, in metres, are closed to rings; as near as the style's first tolerance at first.
  public var closingDistanceInMetres: Double
  /// Edge length, in metres, of the grid on which sheets of changing heights that pass through themselves or others
  /// are united; nil takes what the style's tolerance needs.
  public var gridInMetres: Double?

  /// Makes options; lengths are in metres.
  public init(closingDistanceInMetres: Double = 20e-6, gridInMetres: Double? = nil) {
    self.closingDistanceInMetres = closingDistanceInMetres
    self.gridInMetres = gridInMetres
  }

  /// What is wrong with the options, each as a clause.
  var problems: [String] {
    SweepOptions.problems(closingDistanceInMetres, gridInMetres)
  }

  /// The sheets of strokes, with flat ends and mitred joints; a stroke of one point is a square post.
  ///
  /// Sheets that meet nothing, themselves included, are exact, and the others are united on a grid, as `Tube` does it.
  /// Nodes below the surface count as on it.
  ///
  /// - Throws: `ExtrusionError`.
  /// - Complexity: O(n log n) for n triangles; on grids they grow with the surface over the grid's square.
  package func mesh(
    of strokes: [Stroke], style: ExtrusionStyle, lattice: Lattice = .metres
  ) throws(ExtrusionError) -> SweptMesh {
    try ExtrusionStyle.refuse(problems)
    let paths = try SweepPath.paths(
      of: strokes, style: style, lattice: lattice, reachInMetres: style.heightInMetres,
      closingDistanceInMetres: closingDistanceInMetres)
    let walls = paths.map { WallPath($0, rise: style.heightInMetres / lattice.stepInMetres) }
    let swept = walls.map { wall in
      let sweep = WallSweep(wall)
      let least = wall.heights.reduce(wall.plan.halfWidth) { min($0, $1 / 2) }
      return SweptStroke(
        path: wall.plan, swept: sweep.shell, pieces: sweep.pieces, leastRadius: least, isRound: false)
    }
    return try SweptUnion.mesh(of: swept, lattice: lattice, gridInMetres: gridInMetres)
  }
}
