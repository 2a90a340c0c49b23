import AirArguments
import AirDraw
import FoundationEssentials

/// `airdraw-bench surface`: how truly cameras, surfaces and pictures are found, on photos and in scenes with a known
/// truth, beside what it should be.
enum SurfaceBench {
  /// What is measured together.
  private enum Part: String, CaseIterable, Sendable {
    case cameras
    case calibration
    case planes
    case pictures
    case motion

    /// Measures on the data.
    ///
    /// - Parameter folder: the folder with the `surface` data.
    func rows(_ folder: String) throws -> [SurfaceRow] {
      switch self {
      case .cameras: try CameraRows.measure(folder: "\(folder)/surface")
      case .calibration: try CalibrationRows.measure(in: "\(folder)/surface")
      case .planes: try PlaneRows.rows(data: "\(folder)/surface")
      case .pictures: try PictureRows.rows(in: URL(filePath: folder))
      case .motion: try MotionRows.rows(dataFolder: "\(folder)/surface")
      }
    }
  }

  private static let data = Argument(
    "DATA_FOLDER", .directory("DATA_FOLDER"), help: "The folder that holds the data for surfaces as surface.")
  private static let parts = Option(
    repeating: "part", .choice(Part.self), help: "Measure this part; all of them unless given.")
  private static let scores = Flag(
    "scores",
    help:
      "Instead, relate the scores of pictures to how often they are found in synthetic views: takes minutes.")
  private static let json = Flag("json", help: "Say the result as JSON.")

  static let command = Command(
    "surface", abstract: "Measure cameras, surfaces and pictures against known truths.",
    examples: [
      Example("airdraw-bench surface ../shared/data", "All rows."),
      Example(
        "airdraw-bench surface ../shared/data --part planes --json", "Markers, sheets and poses as JSON."),
    ], arguments: [data],
    options: [OptionGroup("What is measured", [parts, scores]), OptionGroup("Bench", [json])]
  ) { arguments in
    let folder = try arguments[data]
    if try arguments[scores] {
      print(scoreTable(try PictureScoreRelation.trials(in: URL(filePath: folder))).text)
      return .success
    }
    let chosen = try arguments[parts]
    var rows: [SurfaceRow] = []
    for part in Part.allCases where chosen.isEmpty || chosen.contains(part) {
      sayProgress("measuring \(part.rawValue)")
      rows += try part.rows(folder)
    }
    if try arguments[json] {
      print(JSONValue.array(rows.map(Self.json(of:))).indentedText, terminator: "")
    } else {
      print(table(of: rows).text)
    }
    return .success
  }

  private static func scoreTable(_ trials: [PictureScoreRelation.Trial]) -> TextTable {
    var table = TextTable(["score", "pictures", "views", "found"])
    for band in PictureScoreRelation.bands(trials) {
      table.add([
        "\(band.scores.lowerBound)–\(band.scores.upperBound)", "\(band.pictureCount)", "\(band.viewCount)",
        percent(band.viewCount > 0 ? Double(band.foundCount) / Double(band.viewCount) : nil),
      ])
    }
    return table
  }

  private static func table(of rows: [SurfaceRow]) -> TextTable {
    var table = TextTable(["", "measured", "wanted", "reached"])
    for row in rows {
      table.add([
        row.name, "\(text(row.value)) \(row.unit)",
        "\(row.isAtMost ? "≤" : "≥") \(text(row.target)) \(row.unit)",
        row.isReached ? "yes" : "no",
      ])
    }
    return table
  }

  /// Three significant decimals, or powers of ten for what is very small.
  private static func text(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    if value == value.rounded(), abs(value) < 1e6 { return "\(Int(value))" }
    return abs(value) < 1e-3 ? "\(value)" : fixed(value, 4)
  }

  private static func json(of row: SurfaceRow) -> JSONValue {
    [
      "name": .string(row.name), "value": .number(row.value), "target": .number(row.target),
      "unit": .string(row.unit), "at_most": .boolean(row.isAtMost), "reached": .boolean(row.isReached),
    ]
  }
}
