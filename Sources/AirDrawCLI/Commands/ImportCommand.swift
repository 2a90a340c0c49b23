import AirArguments
import AirDraw

/// `airdraw import`: drawings of others become events.
enum ImportCommand {
  private static let files = Argument(
    repeating: "FILE", .file("svg", "ndjson", "json", "csv", "txt"),
    help: "Files of drawings; several may be named.")
  private static let output = Option(
    required: "output", short: "o", .directory("DIRECTORY|FILE.airdraw"),
    help: "The folder for a file of events a drawing, made if it is not there; or one file for one drawing.")
  private static let tolerance = Option(
    "tolerance", .decimal(unit: "mm", in: 0.0001...10), default: 0.01,
    help: "How far the points and lines of a flattened curve may lie from the curve.")

  static let command = Command(
    "import", abstract: "Make events of drawings from other programs, for build.",
    discussion: """
      What a file holds tells its kind: SVG (lines and curves of all shapes), Quick, Draw! NDJSON (raw or simplified), \
      Omniglot's strokes, JSON lists of strokes of [x, y] in metres, or a table of points as CSV, such as build --points \
      writes, with columns u_mm,v_mm[,height_mm][,time][,stroke][,width_mm][,color][,pressure][,confidence], or just x,y. \
      Quick, Draw!, Omniglot and tables without a unit have no scale: give build a --size for them.
      """,
    examples: [
      Example(
        "airdraw import cat.ndjson -o cats", "Every drawing of the file as cats/0001-cat.airdraw and so on."),
      Example("airdraw import logo.svg -o logo.airdraw", "One drawing, in the size that the SVG says."),
    ], arguments: [files],
    options: [
      OptionGroup("Import", [output, tolerance]),
      OptionGroup("Output", [OutputOptions.quiet, OutputOptions.json]),
    ]
  ) { arguments in
    var options = ImportOptions()
    options.curveToleranceInMetres = try arguments[tolerance] / 1000
    var run = ImportRun(options: options)
    for path in try arguments[files] { run.open(path) }
    let target = try arguments[output]
    if target.lowercased().hasSuffix(".airdraw") {
      guard run.count <= 1 else {
        throw arguments.usageError(
          "\(target) can hold one drawing, and there are \(run.count): name a folder.")
      }
      try OutputOptions.check(
        [], [target], inputs: try arguments[files], arguments, example: "-o drawing.airdraw")
      run.write { _, _ in target }
    } else {
      let folder = try OutputFolder(target)
      defer { folder.removeIfUnused() }
      let digits = max(4, String(run.count).count)
      run.write { number, name in
        let zeros = String(repeating: "0", count: digits - String(number).count)
        return "\(target)/\(zeros)\(number)-\(FileNames.safe(name)).airdraw"
      }
    }
    try Console(arguments).show(lines: run.lines, warnings: run.warnings, json: run.json)
    if run.isInterrupted { return .interrupted }
    return run.failedCount == 0 ? .success : .failure
  }
}

/// Names of files that every system takes.
enum FileNames {
  /// The name in small letters of ASCII, digits and single hyphens, at most 60 of them.
  static func safe(_ name: String) -> String {
    var safe = ""
    for letter in name.lowercased() where safe.count < 60 {
      if letter.isASCII, letter.isLetter || letter.isNumber {
        safe.append(letter)
      } else if safe.last != "-", !safe.isEmpty {
        safe.append("-")
      }
    }
    while safe.last == "-" { safe.removeLast() }
    return safe.isEmpty ? "drawing" : safe
  }
}
