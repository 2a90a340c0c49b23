import AirStroke

/// Lifts strokes to tubes along their paths in space.
///
/// Round tubes along paths in one plane are united exactly, however they cross; others that meet are united on a grid.
///
/// ```swift
/// let style = ExtrusionStyle(.tube(Tube(cap: .flat)), widthInMetres: 0.004)
/// let solid = try Extruder.solid(of: drawing, style: style)
/// print(solid.report.volume, solid.grid?.strokes ?? [])
/// ```
public struct Tube: SpatialLift, Hashable, Sendable {
  /// How a tube's open ends are closed.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    /// By a dome as high as the tube's radius.
    case dome
    /// By a plane across the path.
    case flat
  }

  /// Number of the section's sides, its corners at the pen's radius; nil for a round tube, which has as many as the
  /// style's tolerance needs.
  public var sides: Int?
  /// How open ends are closed.
  public var cap: Cap
  /// Paths whose ends are this near, in metres, are closed to rings; as near as the style's first tolerance at first.
  public var closingDistanceInMetres: Double
  /// Edge length, in metres, of the grid on which tubes that pass through themselves or others are united; nil takes
  /// what the style's tolerance needs.
  public var gridInMetres: Double?

  /// Numbers of sides that can be built.
  public static let sideRange = 3...128
  /// Closing distances that can be asked for, in metres.
  public static let closingDistanceRange: ClosedRange<Double> = 0...0.1
  /// Grids that can be asked for, in metres: from eight lattice steps.
  public static let gridRange: ClosedRange<Double> = 2e-6...0.1

  /// Makes options; lengths are in metres.
  public init(
    sides: Int? = nil, cap: Cap = .dome, closingDistanceInMetres: Double = 20e-6, gridInMetres: Double? = nil
  ) {
    self.sides = sides
    self.cap = cap
    self.closingDistanceInMetres = closingDistanceInMetres
    self.gridInMetres = gridInMetres
  }

  /// What is wrong with the options, each as a clause.
  var problems: [String] {
    var problems = SweepOptions.problems(closingDistanceInMetres, gridInMetres)
    if let sides, !Self.sideRange.contains(sides) {
      problems.append(
        "the tube's \(sides) sides must be \(Self.sideRange.lowerBound) to \(Self.sideRange.upperBound)")
    }
    return problems
  }

  /// The tubes of strokes, whose heights above the surface are those of their nodes.
  ///
  /// A stroke's width is its tube's diameter. Tubes pass bends in mitred joints and keep their section from twisting;
  /// on closed paths what is left of a turn is spread over the length. Tubes that meet nothing, themselves included,
  /// are swept exactly. The others are united as the true round bodies around their paths, on a grid, and vertices
  /// that the tolerance can spare are taken out. With several colours each becomes closed parts of its own; where
  /// colours meet, the one that began later cuts the other back.
  ///
  /// - Throws: `ExtrusionError`.
  /// - Complexity: O(n log n) for n triangles; on grids they grow with the surface over the grid's square.
  package func mesh(
    of strokes: [Stroke], style: ExtrusionStyle, lattice: Lattice = .metres
  ) throws(ExtrusionError) -> SweptMesh {
    try ExtrusionStyle.refuse(problems)
    let paths = try SweepPath.paths(
      of: strokes, style: style, lattice: lattice, reachInMetres: 0,
      closingDistanceInMetres: closingDistanceInMetres)
    let swept = paths.map { path in
      let section = section(of: path)
      return SweptStroke(
        path: path, swept: SectionSweep.shell(along: path, section: section, frame: .rotationMinimising),
        pieces: ImplicitSweep.pieces(along: path, section: section, frame: .rotationMinimising),
        leastRadius: section.isRound ? path.halfWidth : section.inradius, isRound: section.isRound)
    }
    return try SweptUnion.mesh(of: swept, lattice: lattice, gridInMetres: gridInMetres)
  }

  private func section(of path: SweepPath) -> SweepSection {
    let tolerance = SweepPath.arcShare * path.tolerance
    // A tube without length has no ends to be flat.
    let isDomed = cap == .dome || path.points.count == 1
    guard let sides else {
      return .circle(radius: path.halfWidth, tolerance: tolerance, isDomed: isDomed)
    }
    return .polygon(sides: sides, radius: path.halfWidth, tolerance: tolerance, isDomed: isDomed)
  }
}
