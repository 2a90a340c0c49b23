import AirStroke

/// A mesh with what was found when it was checked.
public struct ExtrudedSolid: Hashable, Sendable {
  /// The mesh.
  public let mesh: Mesh
  /// What an exact check of the mesh found.
  public let report: MeshReport
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
  ///   - drawing: the strokes, in metres; their points' heights above the surface play no part.
  ///   - style: widths, height and tolerance.
  ///   - lattice: the grid of the vertices, which should fit the unit of the file to be written.
  /// - Throws: `ExtrusionError`.
  /// - Complexity: O((n + k) log n) for n points and k places where outlines come near each other.
  public static func solid(
    of drawing: Drawing, style: ExtrusionStyle, lattice: Lattice = .metres
  ) throws(ExtrusionError) -> ExtrudedSolid {
    try checked(mesh(of: drawing, style: style, lattice: lattice))
  }

  /// A mesh with its report, if it is a solid.
  static func checked(_ mesh: Mesh) throws(ExtrusionError) -> ExtrudedSolid {
    let report = MeshReport(of: mesh)
    let problems = report.problems
    guard problems.isEmpty else { throw .notASolid(problems) }
    return ExtrudedSolid(mesh: mesh, report: report)
  }

  /// The mesh of `solid(of:style:lattice:)` without the check.
  package static func mesh(
    of drawing: Drawing, style: ExtrusionStyle, lattice: Lattice
  ) throws(ExtrusionError) -> Mesh {
    try style.validate()
    let groups = try groups(of: drawing, style: style)
    if style.lift == .raised, !drawing.strokes.contains(where: { $0.heightInMetres != nil }) {
      throw .nothingRaised
    }
    let plan = StoreyPlan(style: style, lattice: lattice)
    // The last colour first: what was drawn later lies on top.
    var parts: [[Storey]] = []
    for group in groups.reversed() {
      var storeys = try plan.storeys(of: group.strokes)
      let others = parts.compactMap { $0.first?.region }
      if !others.isEmpty {
        for index in storeys.indices {
          storeys[index].region = try storeys[index].region.cutBack(from: others, gapInMetres: colorGapInMetres)
        }
      }
      parts.append(storeys.filter { $0.region.ringCount > 0 })
    }
    var mesh = Mesh(lattice: lattice, vertices: [], triangles: [], parts: [])
    for (group, storeys) in zip(groups, parts.reversed()) where !storeys.isEmpty {
      let name = groups.count == 1 ? "drawing" : "drawing " + group.color.hexadecimal
      try mesh.append(storeys, style: style, name: name, color: group.color)
    }
    return mesh
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
      for image in style.symmetry?.images(of: stroke) ?? [stroke] { groups[index].strokes.append(image, number) }
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
    if case .inflate(let inflate) = style.lift {
      try appendInflated(storeys.last?.region ?? .empty(lattice), inflate, style: style)
    } else if storeys.count == 1, style.bevel == nil {
      appendPrism(of: storeys[0].region, heightInSteps: storeys[0].height)
    } else {
      try append(ReliefBuilder(style, lattice: lattice).relief(of: storeys))
    }
  }
}
