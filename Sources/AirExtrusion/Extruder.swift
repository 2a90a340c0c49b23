import AirStroke

/// A mesh with what was found when it was checked.
public struct ExtrudedSolid: Hashable, Sendable {
  /// The mesh.
  public let mesh: Mesh
  /// What an exact check of the mesh found.
  public let report: MeshReport
  /// What was united on a grid, and how true it is; nil where all is exact.
  public let grid: GridUnion?

  init(mesh: Mesh, report: MeshReport, grid: GridUnion? = nil) {
    (self.mesh, self.report, self.grid) = (mesh, report, grid)
  }
}

/// What could only be united on a grid: strokes whose swept solids pass through themselves or others in space.
public struct GridUnion: Hashable, Sendable {
  /// The strokes' numbers from 1.
  public let strokes: [Int]
  /// Length in metres of the edges of the coarsest grid that was used.
  public let spacingInMetres: Double
  /// The largest distance in metres from the true surface that was found on the grid's triangles.
  public let errorInMetres: Double
}

/// Turns drawings into solids.
///
/// ```swift
/// let solid = try Extruder.solid(of: drawing, style: ExtrusionStyle(heightInMetres: 0.005), lattice: .metres)
/// print(solid.report.triangleCount, solid.report.volume)
/// ```
public enum Extruder {
  /// The distance between parts of different colours where they would touch: 20 µm.
  public static let colorGapInMetres = 20e-6

  /// The solid of a drawing: closed, oriented outward and free of self-intersections, or an error that says why not.
  ///
  /// Strokes of one colour are united into one part. With several colours each becomes a closed part of its own, in
  /// the order of their first strokes. Where colours cross, the one that began later lies on top and cuts the other
  /// back to `colorGapInMetres`: no two parts share a place, and no printer or eye sees the gap.
  ///
  /// - Parameters:
  ///   - drawing: the strokes, in metres; their points' heights above the surface count in tubes, ribbons and walls.
  ///   - style: widths, height and tolerance.
  ///   - lattice: the grid of the vertices, which should fit the unit of the file to be written.
  /// - Throws: `ExtrusionError`.
  /// - Complexity: O((n + k) log n) for n points and k places where outlines come near each other.
  public static func solid(
    of drawing: Drawing, style: ExtrusionStyle, lattice: Lattice = .metres
  ) throws(ExtrusionError) -> ExtrudedSolid {
    try style.validate()
    let groups = try groups(of: drawing, style: style)
    if style.lift == .raised, !drawing.strokes.contains(where: { $0.heightInMetres != nil }) {
      throw .nothingRaised
    }
    let plan = StoreyPlan(style: style, lattice: lattice)
    if case .lathe(let lathe, _) = style.lift, let group = groups.first {
      let profile = try plan.region(of: group.strokes)
      return try lathe.solid(
        of: profile, toleranceInMetres: style.toleranceInMetres, color: group.color)
    }
    let reliefs = try plan.reliefs(of: groups)
    if reliefs == nil, let spatial = style.lift.spatial { return try swept(groups, spatial, style, lattice) }
    var mesh = Mesh(lattice: lattice, vertices: [], triangles: [], parts: [])
    for (group, storeys) in zip(groups, reliefs ?? []) where !storeys.isEmpty {
      let name = groups.count == 1 ? "drawing" : "drawing " + group.color.hexadecimal
      try mesh.append(storeys, style: style, name: name, color: group.color)
    }
    return try checked(mesh)
  }

  /// A mesh with its report, if it is a solid.
  static func checked(_ mesh: Mesh, grid: GridUnion? = nil) throws(ExtrusionError) -> ExtrudedSolid {
    let report = MeshReport(of: mesh)
    let problems = report.problems
    guard problems.isEmpty else { throw .notASolid(problems) }
    return ExtrudedSolid(mesh: mesh, report: report, grid: grid)
  }

  /// Strokes swept along their paths in space, in the order of drawing.
  private static func swept(
    _ groups: [Group], _ lift: any SpatialLift, _ style: ExtrusionStyle, _ lattice: Lattice
  ) throws(ExtrusionError) -> ExtrudedSolid {
    let pairs = groups.flatMap(\.strokes.pairs).enumerated().sorted { ($0.1.1, $0.0) < ($1.1.1, $1.0) }
    let (strokes, numbers) = (pairs.map { $0.1.0 }, pairs.map { $0.1.1 })
    let swept = try lift.mesh(of: strokes, style: style, lattice: lattice)
    let grid = swept.gridInMetres.map { spacing in
      GridUnion(
        strokes: Set(swept.unitedStrokes.map { numbers[$0 - 1] }).sorted(), spacingInMetres: spacing,
        errorInMetres: swept.gridErrorInMetres)
    }
    return try checked(swept.mesh, grid: grid)
  }

  /// The strokes that become one part.
  struct Group {
    var color: StrokeColor
    var strokes = NumberedStrokes()
  }

  /// The strokes of each colour with their images, in the order of the colours' first strokes; all strokes together
  /// where the lift makes one piece.
  static func groups(of drawing: Drawing, style: ExtrusionStyle) throws(ExtrusionError) -> [Group] {
    var groups: [Group] = []
    for (stroke, number) in zip(drawing.strokes, 1...) where !stroke.nodes.isEmpty {
      let isOfGroup = { (group: Group) in !style.lift.isOnePerColor || group.color == stroke.color }
      if !groups.contains(where: isOfGroup) { groups.append(Group(color: stroke.color)) }
      guard let index = groups.firstIndex(where: isOfGroup) else { continue }
      for image in style.symmetry?.images(of: stroke) ?? [stroke] {
        groups[index].strokes.append(image, number)
      }
    }
    guard !groups.isEmpty else { throw .emptyDrawing }
    return groups
  }
}

extension Mesh {
  /// Appends the solid of storeys that a style asks for as a part.
  mutating func append(
    _ storeys: [Storey], style: ExtrusionStyle, name: String, color: StrokeColor
  ) throws(ExtrusionError) {
    let start = triangles.count
    try append(storeys, style: style)
    parts.append(MeshPart(name: name, color: color, triangleRange: start..<triangles.count))
  }

  private mutating func append(_ storeys: [Storey], style: ExtrusionStyle) throws(ExtrusionError) {
    switch style.lift {
    case .inflate(let inflate):
      try appendInflated(storeys.last?.region ?? .empty(lattice), inflate, style: style)
    case .tube, .ribbon:
      try append(Relief.mirrored(storeys))
    default:
      if storeys.count == 1, style.bevel == nil {
        appendPrism(of: storeys[0].region, heightInSteps: storeys[0].height)
      } else {
        try append(ReliefBuilder(style, lattice: lattice).relief(of: storeys))
      }
    }
  }
}
