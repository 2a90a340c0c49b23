import AirStroke

/// Lifts strokes to sheets that stand upright along them, as thick as the pen is wide.
///
/// A sheet reaches from the surface up to the style's height above its stroke's own height.
public struct Wall: Hashable, Sendable {
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

  /// Checks all options at once.
  ///
  /// - Throws: `ExtrusionError.invalidStyle` with all that is wrong.
  public func validate() throws(ExtrusionError) {
    let problems = problems
    guard problems.isEmpty else { throw .invalidStyle(problems) }
  }

  /// What is wrong with the options, each as a clause.
  var problems: [String] {
    SweepOptions.problems(closingDistanceInMetres, gridInMetres)
  }

  /// The sheets of strokes, with flat ends and mitred joints; a stroke of one point is a square post.
  ///
  /// Where all tops are level and equally high, the sheets' plans are united exactly, however they cross. Otherwise
  /// sheets that meet nothing, themselves included, are exact, and the others are united on a grid, as `Tube` does it.
  /// Nodes below the surface count as on it.
  ///
  /// - Throws: `ExtrusionError`.
  /// - Complexity: O((n + k) log n) for n points and k places where sheets come near each other; on grids the work
  ///   grows with the surface over the grid's square.
  public func mesh(
    of strokes: [Stroke], style: ExtrusionStyle, lattice: Lattice = .metres
  ) throws(ExtrusionError) -> SweptMesh {
    try validate()
    let paths = try SweepPath.paths(
      of: strokes, style: style, lattice: lattice, reachInMetres: style.heightInMetres,
      closingDistanceInMetres: closingDistanceInMetres)
    let walls = paths.map { WallPath($0, rise: style.heightInMetres / lattice.stepInMetres) }
    if let height = walls.first?.heights[0], walls.allSatisfy({ $0.isLevel && $0.heights[0] == height }) {
      return try levelMesh(of: walls, heightInSteps: Int32(height), lattice: lattice)
    }
    let swept = walls.map { wall in
      let sweep = WallSweep(wall)
      let least = wall.heights.reduce(wall.plan.halfWidth) { min($0, $1 / 2) }
      return SweptStroke(
        path: wall.plan, swept: sweep.shell, pieces: sweep.pieces, leastRadius: least, isRound: false)
    }
    return try SweptUnion.mesh(of: swept, lattice: lattice, gridInMetres: gridInMetres)
  }

  /// Sheets of one height; later colours cut earlier ones back, as in flat drawings.
  private func levelMesh(
    of walls: [WallPath], heightInSteps: Int32, lattice: Lattice
  ) throws(ExtrusionError) -> SweptMesh {
    var colors: [StrokeColor] = []
    for wall in walls where !colors.contains(wall.plan.color) { colors.append(wall.plan.color) }
    var outlines: [Outline] = []
    for color in colors.reversed() {
      let own = try WallOutline.outline(of: walls.filter { $0.plan.color == color }, lattice: lattice)
      outlines.append(
        outlines.isEmpty ? own : try own.cutBack(from: outlines, gapInMetres: Extruder.colorGapInMetres))
    }
    var mesh = Mesh(lattice: lattice, vertices: [], triangles: [], parts: [])
    for (color, outline) in zip(colors, outlines.reversed()) where outline.ringCount > 0 {
      let start = mesh.triangles.count
      mesh.appendPrism(of: outline, heightInSteps: heightInSteps)
      mesh.parts.append(
        MeshPart(
          name: colors.count == 1 ? "drawing" : "drawing " + color.hexadecimal, color: color,
          triangleRange: start..<mesh.triangles.count))
    }
    return SweptMesh(mesh: mesh, unitedStrokes: [], gridInMetres: nil, gridErrorInMetres: 0)
  }
}
