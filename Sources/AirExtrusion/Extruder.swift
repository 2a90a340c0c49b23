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
  /// The solid of a drawing: closed, oriented outward and free of self-intersections, or an error that says why not.
  ///
  /// Strokes of one colour are united into one part. With several colours each becomes a closed part of its own, in
  /// the order of their first strokes; parts of different colours may overlap one another.
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
    var mesh = Mesh(lattice: lattice, vertices: [], triangles: [], parts: [])
    for color in colors {
      guard let group = strokes[color] else { continue }
      let outline = try Outline(
        of: group.strokes, numbered: group.numbers, style: style, lattice: lattice)
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

extension StrokeColor {
  /// The colour as on the web, such as #1f6feb.
  fileprivate var hexadecimal: String {
    let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
