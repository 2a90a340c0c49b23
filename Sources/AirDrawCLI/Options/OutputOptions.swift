import AirArguments
import AirDraw

/// What is written and what is said.
enum OutputOptions {
  static let output = Option(
    repeating: "output", short: "o", .file("glb", "obj", "png"),
    help:
      "Where to write; the ending chooses the format: .glb, .obj, or .png for a picture. Several are allowed."
  )
  static let events = Option(
    "events", .file("airdraw"), help: "Write the events of the session here, as they happen.")
  static let csv = Option(
    "csv", .file("csv"), help: "Write the track here: frame,time,x,y,w,h,confidence,state.")
  static let points = Option(
    "points", .file("csv"),
    help: "Write every point node here: stroke,time,u_mm,v_mm,height_mm,confidence.")
  static let report = Option(
    "report", .file("json"), help: "Write what was measured here, with the time of each step.")
  static let quiet = Flag("quiet", short: "q", help: "Say nothing but errors.")
  static let json = Flag("json", help: "Say the result as JSON.")

  static let trackGroup = OptionGroup("Output", [events, csv, report, quiet, json])
  static let buildGroup = OptionGroup("Output", [output, points, report, quiet, json])
  static let drawGroup = OptionGroup("Output", [output, events, points, csv, report, quiet, json])
}

extension OutputOptions {
  /// Checks, before any work is done, that something is asked for and that it could be written.
  ///
  /// - Parameters:
  ///   - models: the outputs of `-o`.
  ///   - paths: the other files, nil where they are not asked for.
  ///   - example: an option that would do, for the sentence when nothing is asked for.
  static func check(
    _ models: [ModelOutput], _ paths: [String?], _ arguments: ParsedArguments, example: String
  ) throws {
    guard !models.isEmpty || paths.contains(where: { $0 != nil }) else {
      throw arguments.usageError("No file is asked for: name at least one, for example \(example).")
    }
    for path in paths.compactMap({ $0 }) { try OutputSet.check(path) }
  }

  /// Adds the track and the report, where they are asked for.
  static func add(
    _ track: TrackRun, _ runReport: RunReport, _ arguments: ParsedArguments, to files: inout OutputSet
  ) throws {
    if let path = try arguments[csv] { try files.add(track.table.text, at: path) }
    if let path = try arguments[report] { try files.add(runReport.json.indentedText, at: path) }
  }
}
