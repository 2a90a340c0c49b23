import AirArguments
import AirDraw

/// What is written and what is said.
enum OutputOptions {
  static let output = Option(
    repeating: "output", short: "o",
    ValueFormat.file(
      "glb", "gltf", "obj", "stl", "ply", "3mf", "usdz", "dae", "x3d", "svg", "dxf", "png", "mp4", "html"
    )
    .map(
      ModelOutput.init(path:)),
    help: """
      Where to write; the ending chooses the format: .glb, .gltf, .obj, .stl, .ply, .3mf, .usdz, .dae, .x3d; \
      of the drawing itself .svg for its lines in true size, .dxf for their outline; to look at .png for a picture, .mp4 for \
      a video in which it turns once, .html for a page. Several are allowed.
      """)
  static let events = Option(
    "events", .file("airdraw"), help: "Write the events of the session here, as they happen.")
  static let csv = Option(
    "csv", .file("csv"), help: "Write the track here: frame,time,x,y,w,h,confidence,state,target,reason.")
  static let points = Option(
    "points", .file("csv"),
    help: "Write every point node here: stroke,time,u_mm,v_mm,height_mm,confidence.")
  static let report = Option(
    "report", .file("json"), help: "Write what was measured here, with the time of each step.")
  /// The path of a file that must have a certain ending.
  static func file(ending: String) -> ValueFormat<String> {
    ValueFormat.file(ending).map { path throws(InvalidValue) in
      guard path.lowercased().hasSuffix("." + ending) else {
        throw InvalidValue("its ending must be .\(ending)")
      }
      return path
    }
  }
  static let text = Flag("text", help: "STL and PLY as text that people can read, some five times as long.")
  static let vertexColors = Flag(
    "vertex-colors", help: "OBJ with the colours at its vertices too, as Blender and mesh tools read them.")
  static let times = Flag(
    "times", help: "GLB and glTF say when each vertex was drawn, as the attribute _TIME in seconds.")
  static let animate = Flag(
    "animate", help: "GLB and glTF grow as they were drawn, in the recorded time, when they are played.")
  static let manifold = Flag(
    "manifold", help: "GLB and glTF say by EXT_mesh_manifold how their surfaces are closed.")
  static let quantize = Flag(
    "quantize",
    help: """
      GLB and glTF with positions of 16 bits, two thirds as long: to look at, not to print, in what reads \
      KHR_mesh_quantization. The file says how far places are rounded.
      """)
  static let noVerify = Flag(
    "no-verify", help: "Do not read each model again to compare it with what was to be written.")
  static let quiet = Flag("quiet", short: "q", help: "Say nothing but errors.")
  static let json = Flag("json", help: "Say the result as JSON.")

  static let trackGroup = OptionGroup("Output", [events, csv, report, quiet, json])
  static let buildGroup = OptionGroup("Output", [output] + modelFlags + [points, report, quiet, json])
  static let drawGroup = OptionGroup(
    "Output", [output] + modelFlags + [events, points, csv, report, quiet, json])
  /// How a shape is written, whatever it comes from.
  static let shapeFlags = [text, vertexColors, manifold, quantize, noVerify]
  private static let modelFlags = [times, animate] + shapeFlags
}

extension OutputOptions {
  /// Checks, before any work is done, that something is asked for, that it could be written, and that no file is
  /// written twice or over what is read.
  ///
  /// - Parameters:
  ///   - models: the outputs of `-o`.
  ///   - paths: the other files, nil where they are not asked for.
  ///   - inputs: the files that are read.
  ///   - example: an option that would do, for the sentence when nothing is asked for.
  static func check(
    _ models: [ModelOutput], _ paths: [String?], inputs: [String?], _ arguments: ParsedArguments,
    example: String
  ) throws {
    let outputs = models.flatMap(\.paths) + paths.compactMap { $0 }
    guard !outputs.isEmpty else {
      throw arguments.usageError("No file is asked for: name at least one, for example \(example).")
    }
    let read = Set(inputs.compactMap { $0 }.map(FilePath.identity(of:)))
    let folders = inputs.compactMap { $0 }.filter { FileKind(path: $0) == .folder }.map(
      FilePath.identity(of:))
    var written: Set<String> = []
    for path in outputs {
      let identity = FilePath.identity(of: path)
      if read.contains(identity) {
        throw arguments.usageError(
          "\(path) is read by this command and can't be written by it too: name another file.")
      }
      if FileKind(path: path) != .nothing, let folder = folders.first(where: { identity.hasPrefix($0 + "/") })
      {
        throw arguments.usageError(
          "\(path) is there already, in the folder \(folder) that this command reads: name another place.")
      }
      guard written.insert(identity).inserted else {
        throw arguments.usageError("\(path) would be written twice: give each output a name of its own.")
      }
      try OutputSet.check(path)
    }
    try checkFlags(for: models, arguments)
    if models.contains(where: \.isPage) { try PreviewPage.checkLibrary() }
  }

  /// Checks that each flag that is for some formats alone has a file to work on.
  static func checkFlags(for models: [ModelOutput], _ arguments: ParsedArguments) throws {
    let formats = models.compactMap(\.format)
    let owners: [(flags: [Flag], formats: [ExportFormat])] = [
      ([times, animate, manifold, quantize], [.glb, .gltf]), ([text], [.stl, .ply]), ([vertexColors], [.obj]),
    ]
    for (flags, owners) in owners where !formats.contains(where: owners.contains) {
      for flag in flags where isSet(flag, arguments) {
        let endings = owners.map { ".\($0.ending)" }.joined(separator: " and ")
        throw arguments.usageError(
          "--\(flag.declaration.name) is for \(endings): ask for such a file, or leave it out.")
      }
    }
  }

  /// Whether a flag is set; one that the command does not have is not.
  private static func isSet(_ flag: Flag, _ arguments: ParsedArguments) -> Bool {
    (try? arguments[flag]) ?? false
  }

  /// What the models are to hold.
  static func export(_ arguments: ParsedArguments) throws -> ExportOptions {
    var options = ExportOptions()
    options.isText = try arguments[text]
    options.hasVertexColors = try arguments[vertexColors]
    options.isVerified = try !arguments[noVerify]
    options.gltf.hasTimes = isSet(times, arguments)
    options.gltf.isAnimated = isSet(animate, arguments)
    options.gltf.statesManifold = try arguments[manifold]
    options.gltf.isQuantized = try arguments[quantize]
    return options
  }

  /// Adds the track and the report, where they are asked for.
  static func add(
    _ track: TrackRun, _ runReport: RunReport, _ arguments: ParsedArguments, to files: inout OutputSet
  ) throws {
    if let path = try arguments[csv] { try files.add(track.table.text, at: path) }
    if let path = try arguments[report] { try files.add(runReport.json.indentedText, at: path) }
  }
}
