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
  ///   - drawing: the strokes, in metres; their heights above the surface play no part.
  ///   - style: widths, height and tolerance.
  ///   - lattice: the grid of the vertices, which should fit the unit of the file to be written.
  /// - Throws: `ExtrusionError`.
  /// - Complexity: O((n + k) log n) for n points and k places where outlines come near each other.
  public static func solid(
    of drawing: Drawing, style: ExtrusionStyle, lattice: Lattice = .metres
  ) throws(ExtrusionError) -> ExtrudedSolid {
    let mesh = try mesh(of: drawing, style: style, lattice: lattice)
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
    let numbered = zip(drawing.strokes, 1...).filter { !$0.0.nodes.isEmpty }
    guard !numbered.isEmpty else { throw .emptyDrawing }
    var colors: [StrokeColor] = []
    var strokes: [StrokeColor: (strokes: [Stroke], numbers: [Int])] = [:]
    for (stroke, number) in numbered {
      if strokes[stroke.color] == nil { colors.append(stroke.color) }
      strokes[stroke.color, default: ([], [])].strokes.append(stroke)
      strokes[stroke.color, default: ([], [])].numbers.append(number)
    }
    // The last colour first: what was drawn later lies on top.
    var outlines: [Outline] = []
    for color in colors.reversed() {
      guard let group = strokes[color] else { continue }
      let whole = try Outline(of: group.strokes, numbered: group.numbers, style: style, lattice: lattice)
      outlines.append(
        outlines.isEmpty ? whole : try whole.cutBack(from: outlines, gapInMetres: colorGapInMetres))
    }
    var mesh = Mesh(lattice: lattice, vertices: [], triangles: [], parts: [])
    for (color, outline) in zip(colors, outlines.reversed()) where outline.ringCount > 0 {
      let start = mesh.triangles.count
      mesh.appendPrism(
        of: outline, heightInSteps: Int32((style.heightInMetres / lattice.stepInMetres).rounded()))
      mesh.parts.append(
        MeshPart(
          name: colors.count == 1 ? "drawing" : "drawing " + color.hexadecimal, color: color,
          triangleRange: start..<mesh.triangles.count))
    }
    return mesh
  }
}
