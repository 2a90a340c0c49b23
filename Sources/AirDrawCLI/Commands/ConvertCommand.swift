import AirArguments
import AirDraw

/// `airdraw convert`: a model of any format in the formats that are written.
enum ConvertCommand {
  private static let model = Argument(
    "MODEL", .file("glb", "gltf", "obj", "stl", "ply", "3mf", "usdz", "dae", "x3d"),
    help: "A model as 3MF, as USDZ of text, or in any format that Assimp reads.")
  private static let size = Option(
    "size", .decimal(unit: "mm", in: 0.1...4000),
    help: "How long the model's longest side becomes; it is scaled from the origin.")

  static let command = Command(
    "convert", abstract: "Write a model in another format.",
    discussion: """
      All nodes are put in their places and become the parts of one solid, with their names and colours; lengths are rounded \
      to a quarter of a micrometre. Textures, animations and curves stay behind. What is no closed solid is told and \
      written all the same.
      """,
    examples: [
      Example("airdraw convert vase.obj --unit cm -o vase.3mf", "An OBJ in centimetres for a slicer."),
      Example("airdraw convert drawing.glb -o drawing.stl -o drawing.png", "Two files of one model."),
    ], arguments: [model],
    options: [
      OptionGroup(
        "Output",
        [OutputOptions.output] + OutputOptions.shapeFlags + [OutputOptions.quiet, OutputOptions.json]),
      OptionGroup("Model", [size, PreviewOptions.unit, PreviewOptions.upAxis]),
    ]
  ) { arguments in
    let console = try Console(arguments)
    let path = try arguments[model]
    let outputs = try arguments[OutputOptions.output]
    try OutputOptions.check(
      outputs, [], inputs: [path] + ReferencedFiles.paths(namedIn: path), arguments, example: "-o model.3mf")
    let lattices = outputs.compactMap(\.lattice)
    guard lattices.count == outputs.count else {
      throw arguments.usageError(
        "SVG and DXF hold the lines of a drawing, which a model does not have: make them of its session with build."
      )
    }

    _ = try InspectCommand.check(path)
    let imported = try ImportedScene(path: path)
    let convention = try PreviewOptions.convention(arguments, of: path)
    var models: [Lattice: ConvertedModel] = [:]
    for lattice in lattices where models[lattice] == nil {
      models[lattice] = try imported.converted(
        to: lattice, convention: convention, longestSideInMillimetres: try arguments[size], path: path)
    }
    var files = OutputSet()
    var options = try OutputOptions.export(arguments)
    var cache = ShadingCache()
    for output in outputs {
      guard let lattice = output.lattice, let model = models[lattice] else { continue }
      switch output {
      case .model(let target, let format):
        if format == .threeMF {
          options.thumbnail = try PreviewRun.thumbnail(of: cache.preview(of: [model.mesh], on: lattice))
        }
        let scene = ExportScene(
          solids: [ExportSolid(name: FilePath.stem(of: path), mesh: model.mesh)],
          generator: "airdraw \(airDrawVersion)", scaleSource: "lengths of \(FilePath.name(of: path))")
        try files.add(
          scene, at: target, options: options,
          shading: format.holdsNormals ? cache.shading(of: [model.mesh], on: lattice) : nil)
      case .preview(let target, let kind):
        var run = PreviewRun(
          model: cache.preview(of: [model.mesh], on: lattice), title: FilePath.stem(of: target))
        // Not before: to write a model is one step, which a signal may end.
        let interrupts = InterruptWatch()
        run.willDrawFrame = { _, _ in try interrupts.check() }
        try run.add(kind, at: target, to: &files)
      case .plane: continue
      }
    }
    try files.publish()
    guard let lattice = lattices.first, let model = models[lattice] else { return .failure }
    let facts = Facts(path: path, model: model, unit: MeshUnit(lattice), files: files)
    console.show(lines: facts.lines, warnings: facts.warnings, json: facts.json)
    return .success
  }

  /// What is said in the end.
  private struct Facts {
    let path: String
    let model: ConvertedModel
    let unit: MeshUnit
    let files: OutputSet
    private let report: MeshReport

    init(path: String, model: ConvertedModel, unit: MeshUnit, files: OutputSet) {
      (self.path, self.model, self.unit, self.files) = (path, model, unit, files)
      report = MeshReport(of: model.mesh)
    }

    var warnings: [String] {
      var warnings = files.remarks
      let problems = report.problems
      if !problems.isEmpty { warnings.append("\(path) is no solid: \(problems.joined(separator: "; ")).") }
      let count = model.collapsedTriangleCount
      if count > 0 {
        warnings.append(
          "\(count) \(count == 1 ? "triangle" : "triangles") thinner than a quarter of a micrometre "
            + "\(count == 1 ? "was" : "were") left out.")
      }
      return warnings
    }

    var lines: [String] {
      let parts = model.mesh.parts.count
      return ["\(path): \(parts) \(parts == 1 ? "part" : "parts")"] + report.lines(unit: unit)
        + files.paths.map { "wrote \($0)" }
    }

    var json: JSONValue {
      [
        "file": .string(path), "parts": .array(model.mesh.parts.map { .string($0.name) }),
        "mesh": report.json(unit: unit), "collapsedTriangles": .integer(model.collapsedTriangleCount),
        "files": .array(files.paths.map { .string($0) }),
        "warnings": .array(warnings.map { .string($0) }),
      ]
    }
  }
}
