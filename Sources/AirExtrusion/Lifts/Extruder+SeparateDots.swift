import AirStroke

extension Extruder {
  /// The boxes of a drawing of dots, each as a solid of its own; boxes that are near may overlap.
  ///
  /// - Parameters:
  ///   - drawing: the strokes, in metres.
  ///   - style: a style whose lift is `Lift.dots`; of any other the drawing is one solid.
  ///   - lattice: the grid of the vertices.
  /// - Returns: the boxes in the order of drawing.
  /// - Throws: `ExtrusionError`.
  public static func separateDots(
    of drawing: Drawing, style: ExtrusionStyle, lattice: Lattice = .metres
  ) throws(ExtrusionError) -> [ExtrudedSolid] {
    guard case .dots(let dots) = style.lift else {
      return [try solid(of: drawing, style: style, lattice: lattice)]
    }
    try style.validate()
    let plan = StoreyPlan(style: style, lattice: lattice)
    var solids: [ExtrudedSolid] = []
    for group in try groups(of: drawing, style: style) {
      for centre in try plan.centres(group.strokes, dots) {
        let box = try Outline(enclosedBy: plan.box(around: centre, dots), lattice: lattice)
        let storey = Storey(region: box, height: plan.height(style.heightInMetres))
        var mesh = Mesh(lattice: lattice, vertices: [], triangles: [], parts: [])
        try mesh.append([storey], style: style, name: "dot \(solids.count + 1)", color: group.color)
        solids.append(try checked(mesh))
      }
    }
    return solids
  }
}
