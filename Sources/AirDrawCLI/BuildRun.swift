import AirArguments
import AirDraw

/// The second half of the work: what was drawn becomes a solid, and the solid files.
struct BuildRun {
  /// The strokes on their surface, in the size that was asked for.
  let drawing: Drawing
  /// The same in the size and at the place where they were drawn.
  let drawnDrawing: Drawing
  /// What gave the lengths; nil where nothing did.
  let scale: String?
  /// What was measured of the solid; nil when no solid was asked for.
  private(set) var meshReport: MeshReport?
  /// What was asked for and could not be had.
  private(set) var warnings: [String] = []
  /// What could only be united on a grid; nil where all is exact.
  private(set) var grid: GridUnion?
  /// The unit of the report's lengths.
  private(set) var unit: MeshUnit?
  /// How long each step took.
  private(set) var times = StepTimes()

  /// How long each step took.
  struct StepTimes {
    var strokes = Duration.zero
    var solid = Duration.zero
    var writing = Duration.zero
  }

  /// The solids that the outputs need.
  private(set) var solids: [Lattice: [ExtrudedSolid]] = [:]
  private let isSeparate: Bool
  private let style: ExtrusionStyle

  /// Makes strokes of a session, and of the strokes the solids that the outputs need.
  ///
  /// - Throws: `NothingDrawn` when there is no stroke.
  init(_ arguments: ParsedArguments, session: DrawingSession, outputs: [ModelOutput]) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let tipHeight = try arguments[SolidOptions.tipHeight] / 1000
    if tipHeight > 0, session.camera == nil {
      throw arguments.usageError(
        "A tip height needs to know from where the surface is seen: give --camera when tracking.")
    }
    let drawn = session.drawing(
      options: try SolidOptions.strokes(arguments), givenOptions: try SolidOptions.givenStrokes(arguments),
      tipHeightInMetres: tipHeight)
    guard !drawn.strokes.isEmpty else { throw NothingDrawn(session: session) }
    drawnDrawing = drawn
    if let side = try arguments[SizeOptions.size] {
      drawing = drawn.scaled(toSideInMetres: side / 1000)
      scale = "the longer side that was asked for, \(decimal(side, places: 3)) mm"
    } else {
      drawing = drawn
      scale = session.surface?.scale.nameOfKnown
    }
    times.strokes = clock.now - start

    style = try SolidOptions.style(arguments)
    warnings = Self.lackOfWidths(style.pen, drawing)
    isSeparate = try arguments[LiftOptions.separate]
    for lattice in outputs.compactMap(\.lattice) where solids[lattice] == nil {
      let begin = clock.now
      let built =
        isSeparate
        ? try Extruder.separateDots(of: drawing, style: style, lattice: lattice)
        : [
          try Extruder.solid(of: drawing, style: style, lattice: lattice)
            .divided(byStrokesOf: drawing, style: style)
        ]
      solids[lattice] = built
      times.solid += clock.now - begin
      if meshReport == nil {
        meshReport = MeshReport(summing: built.map(\.report))
        unit = MeshUnit(lattice)
        grid = built.first?.grid
      }
    }
  }

  /// Adds the files that are asked for.
  mutating func write(
    _ outputs: [ModelOutput], _ arguments: ParsedArguments, into files: inout OutputSet
  ) throws {
    let clock = ContinuousClock()
    let begin = clock.now
    defer { times.writing += clock.now - begin }
    var cache = ShadingCache()
    for output in outputs {
      let solids = output.lattice.flatMap { self.solids[$0] } ?? []
      let meshes = solids.map(\.mesh)
      switch output {
      case .plane(let path, let format):
        let plane = try PlaneScene(
          drawing, style: style, name: FilePath.stem(of: path), generator: "airdraw \(airDrawVersion)",
          scaleSource: scale)
        files.add(try plane.stage(for: path, format: format), at: path)
      case .model(let path, let format):
        var options = try OutputOptions.export(arguments)
        if format == .threeMF {
          options.thumbnail = try PreviewRun.thumbnail(of: cache.preview(of: meshes, on: format.lattice))
        }
        let needsTimes = format.isGLTF && (options.gltf.hasTimes || options.gltf.isAnimated)
        try files.add(
          try scene(of: solids, unit: MeshUnit(format.lattice), needsTimes: needsTimes), at: path,
          options: options,
          shading: format.holdsNormals ? cache.shading(of: meshes, on: format.lattice) : nil)
      case .preview(let path, let kind):
        let model = cache.preview(of: meshes, on: output.lattice ?? .metres)
        var run = PreviewRun(model: model, title: FilePath.stem(of: path))
        // Not before: to write a model is one step, which a signal may end.
        let interrupts = InterruptWatch()
        run.willDrawFrame = { _, _ in try interrupts.check() }
        try run.add(kind, at: path, to: &files)
      }
    }
    if let path = try arguments[OutputOptions.points] { try files.add(drawing.pointTable, at: path) }
    warnings += files.remarks
  }

  private func scene(
    of solids: [ExtrudedSolid], unit: MeshUnit, needsTimes: Bool
  ) throws(ExtrusionError) -> ExportScene {
    ExportScene(
      solids: try solids.map { (solid) throws(ExtrusionError) in
        ExportSolid(
          name: isSeparate ? solid.mesh.parts.first?.name ?? "dot" : "drawing", mesh: solid.mesh,
          extras: [JSONField("report", solid.report.json(unit: unit))],
          vertexTimesInSeconds: needsTimes
            ? try solid.timesInSeconds(ofVerticesDrawnIn: drawing, style: style) : nil)
      },
      generator: "airdraw \(airDrawVersion)", scaleSource: scale)
  }
}

extension BuildRun {
  /// What the pen's width should vary with and is not known.
  private static func lackOfWidths(_ pen: PenStyle, _ drawing: Drawing) -> [String] {
    let nodes = drawing.strokes.lazy.flatMap(\.nodes)
    switch pen.width {
    case .pressure where !nodes.contains { $0.pressure != nil }:
      return ["Nothing is known of the pen's pressure, so the width does not vary with it."]
    case .speed
    where !nodes.contains { $0.timestampInSeconds != drawing.strokes[0].nodes[0].timestampInSeconds }:
      return ["Nothing is known of the pen's speed, so the width does not vary with it."]
    default: return []
    }
  }
}

extension Drawing {
  /// Every point node: `stroke,time,u_mm,v_mm,height_mm,confidence`, strokes from 1.
  fileprivate var pointTable: String {
    var text = "stroke,time,u_mm,v_mm,height_mm,confidence\n"
    for (number, stroke) in zip(1..., strokes) {
      for node in stroke.nodes {
        let cells = [
          "\(number)", decimal(node.timestampInSeconds, places: 6), decimal(node.point.u * 1000, places: 4),
          decimal(node.point.v * 1000, places: 4), decimal(node.point.height * 1000, places: 4),
          decimal(node.confidence, places: 4),
        ]
        text += cells.joined(separator: ",") + "\n"
      }
    }
    return text
  }
}

extension ScaleSource {
  /// What gave the scale; nil where nothing did.
  fileprivate var nameOfKnown: String? {
    if case .known(let text) = self { text } else { nil }
  }
}
