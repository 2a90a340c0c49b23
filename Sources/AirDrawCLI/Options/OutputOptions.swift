import AirArguments
import AirDraw

/// What is written and what is said.
enum OutputOptions {
  static let output = Option(
    repeating: "output", short: "o",
    ValueFormat.file("glb", "gltf", "obj", "stl", "ply", "3mf", "usdz", "dae", "x3d", "png", "mp4", "html")
      .map(
        ModelOutput.init(path:)),
    help: """
      Where to write; the ending chooses the format: .glb, .gltf, .obj, .stl, .ply, .3mf, .usdz, .dae, .x3d, or to look at .png for a picture, .mp4 for a \
      video in which it turns once, .html for a page. Several are allowed.
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
  static let noVerify = Flag(
    "no-verify", help: "Do not read each model again to compare it with what was to be written.")
  static let quiet = Flag("quiet", short: "q", help: "Say nothing but errors.")
  static let json = Flag("json", help: "Say the result as JSON.")

  static let trackGroup = OptionGroup("Output", [events, csv, report, quiet, json])
  static let buildGroup = OptionGroup("Output", [output, text, noVerify, points, report, quiet, json])
  static let drawGroup = OptionGroup(
    "Output", [output, text, noVerify, events, points, csv, report, quiet, json])
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
    if models.contains(where: \.isPage) { try PreviewPage.checkLibrary() }
  }

  /// What the models are to hold.
  static func export(_ arguments: ParsedArguments) throws -> ExportOptions {
    var options = ExportOptions()
    options.isText = try arguments[text]
    options.isVerified = try !arguments[noVerify]
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
