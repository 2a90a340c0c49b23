import AirArguments
import AirDraw
import Glibc

/// What the command says: results to standard output, progress and errors to standard error.
struct Console: Sendable {
  private let isQuiet: Bool
  private let isJSON: Bool

  /// Makes a console as talkative as the arguments ask for.
  init(_ arguments: ParsedArguments) throws {
    isQuiet = try arguments[OutputOptions.quiet]
    isJSON = try arguments[OutputOptions.json]
  }

  /// True where progress is worth showing.
  var showsProgress: Bool { !isQuiet && !isJSON }

  /// Says what came of a run.
  func show(_ report: RunReport, files: [String]) {
    for warning in report.warnings where !isQuiet { Self.complain("Warning: \(warning)") }
    if isJSON {
      print(report.json.indentedText, terminator: "")
    } else if !isQuiet {
      for line in report.lines + files.map({ "wrote \($0)" }) { print(line) }
    }
  }

  /// Says what came of one of many.
  func show(_ outcome: BatchOutcome) {
    switch outcome.result {
    case .success: if !isQuiet, !isJSON { print(outcome.line) }
    case .failure(let error): Self.complain(error.description)
    }
  }

  /// Says what came of a run as lines for people or as JSON for programs.
  func show(lines: [String], warnings: [String], json: @autoclosure () -> JSONValue) {
    for warning in warnings where !isQuiet { Self.complain("Warning: \(warning)") }
    if isJSON {
      print(json().indentedText, terminator: "")
    } else if !isQuiet {
      for line in lines { print(Self.printable(line)) }
    }
  }

  /// Says what a model file holds.
  func show(_ report: MeshReport, of path: String, unit: MeshUnit?, partNames: [String]) {
    if isJSON {
      let json: JSONValue = [
        "file": .string(path), "parts": .array(partNames.map { .string($0) }),
        "mesh": report.json(unit: unit),
      ]
      print(json.indentedText, terminator: "")
    } else if !isQuiet {
      print("\(path): \(partNames.count) \(partNames.count == 1 ? "part" : "parts")")
      for line in report.lines(unit: unit) { print(line) }
    }
  }

  /// Says why the command failed.
  static func complain(_ text: String) {
    writeToStandardError("airdraw: \(printable(text))\n")
  }

  /// A text without what would steer a terminal: names come from files of others.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          scalar.properties.generalCategory == .control && scalar != "\n" ? "\u{FFFD}" : scalar
        }))
  }

  /// Writes at once and unbuffered; where standard error is closed, what would be said is lost.
  static func writeToStandardError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The terminal's width in columns, or 80 where there is none.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20 else { return 80 }
    return Int(size.ws_col)
  }
}
