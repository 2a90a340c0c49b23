import AirArguments
import AirDraw

/// Drawings from files, written as events one by one. What fails is told and left out, the others go on.
struct ImportRun {
  private let options: ImportOptions
  private var files: [DrawingFile] = []
  private(set) var failedCount = 0
  private(set) var warnings: [String] = []
  private(set) var isInterrupted = false
  private var items: [JSONValue] = []
  private var paths: [String] = []
  private var folders: Set<String> = []

  init(options: ImportOptions) { self.options = options }

  /// How many drawings there are.
  var count: Int { files.reduce(0) { $0 + $1.count } }

  /// Opens a file and finds out how many drawings it holds.
  mutating func open(_ path: String) {
    do {
      files.append(try DrawingFile(contentsOf: path, options: options))
    } catch {
      fail(path, error)
    }
  }

  /// Writes the events of every drawing.
  ///
  /// - Parameter place: the path for a drawing, by its number from 1 and its name.
  mutating func write(to place: (Int, String) -> String) {
    let interrupts = InterruptWatch()
    defer { for folder in folders { StagedFiles.flush(folder: folder) } }
    var number = 0
    for file in files {
      for index in 0..<file.count {
        if interrupts.isInterrupted {
          isInterrupted = true
          return
        }
        number += 1
        do {
          let drawing = try file.drawing(index)
          try write(drawing, from: file.path, to: place(number, drawing.name))
        } catch {
          fail(file.path, error)
        }
      }
    }
  }

  private mutating func write(_ imported: ImportedDrawing, from source: String, to path: String) throws {
    let events = imported.drawing.events(
      source: FilePath.name(of: source), name: imported.name,
      scale: imported.scale.map { .known($0) } ?? .fileUnits)
    var output = OutputSet()
    try output.add(events.map { $0.json.text + "\n" }.joined(), at: path)
    try output.publish(flushesFolder: false)
    folders.insert(FilePath.folder(of: path))
    paths.append(path)
    for warning in imported.warnings { warnings.append("In \(source), \(warning).") }
    items.append([
      "file": .string(path), "from": .string(source), "name": .string(imported.name),
      "strokes": .integer(imported.drawing.strokes.count), "points": .integer(imported.pointCount),
      "scale": imported.scale.map { .string($0) } ?? .null,
    ])
  }

  private mutating func fail(_ path: String, _ error: any Error) {
    failedCount += 1
    items.append(["from": .string(path), "error": .string("\(error)")])
    Console.complain("\(error)")
  }

  var lines: [String] {
    let told = paths.count <= 20 ? paths : Array(paths.prefix(3)) + ["…"] + paths.suffix(1)
    return told.map { $0 == "…" ? $0 : "wrote \($0)" }
      + [
        "imported \(paths.count) \(paths.count == 1 ? "drawing" : "drawings")"
          + (failedCount > 0 ? ", \(failedCount) failed" : "")
      ]
  }

  var json: JSONValue {
    [
      "airdraw": .string(airDrawVersion), "imported": .integer(paths.count), "failed": .integer(failedCount),
      "items": .array(items), "warnings": .array(warnings.map { .string($0) }),
    ]
  }
}
