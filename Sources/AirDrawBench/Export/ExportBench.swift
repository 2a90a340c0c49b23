import AirArguments
import AirDraw
import Glibc

/// `airdraw-bench export`: a large mesh to files, beside a plain write of as many bytes and beside Assimp.
enum ExportBench {
  private static let formats = Option(
    repeating: "format", .choice(ExportFormat.self), help: "Measure this format; all of them unless given.")
  private static let triangles = Option(
    "triangles", .integer(in: 1000...10_000_000), default: 1_000_000, help: "Triangles of the mesh.")
  private static let repeats = Option("repeat", .integer(in: 1...100), default: 5, help: "Counted rounds.")
  private static let folders = Option(
    repeating: "folder", .directory("FOLDER"),
    help: "A folder that is written to; \(defaultFolders.joined(separator: " and ")) unless given.")
  private static let memory = Option(
    "memory", .text("FORMAT:WAY"),
    help: "Only say how many MiB a way (\(ExportWay.allCases.map(\.rawValue).joined(separator: ", "))) needs."
  )
  /// One in memory, where the writers alone count, and one on a disc, for which everybody waits.
  private static let defaultFolders = ["/dev/shm", "/tmp"]
  private static let json = Flag("json", help: "Say the result as JSON.")

  static let command = Command(
    "export", abstract: "Time writing a large mesh beside a plain write and beside Assimp.",
    discussion: """
      The mesh is a bumpy torus with a normal at every vertex, in six parts of different colours. In each round everybody \
      writes it once, one after the other, after a round that does not count: one write(2) of as many bytes; we from a \
      mesh whose normals are ready, with and without reading the file again; ExportScene.write, which shades and reads \
      again; and Assimp from a scene that is ready. All files and their folder are flushed to the disc within the time. \
      Times are elapsed ones; medians are given, of ratios those of the ratios round by round. Memory is the rise of the \
      largest resident memory above what the ready meshes take, each way in a process of its own.
      """,
    examples: [
      Example("airdraw-bench export", "All formats."),
      Example(
        "airdraw-bench export --format glb --folder /dev/shm", "In memory, where no disc is waited for."),
    ],
    options: [
      OptionGroup("What is written", [formats, triangles, folders]),
      OptionGroup("Bench", [repeats, memory, json]),
    ]
  ) { arguments in
    let named = try arguments[folders]
    let folders = named.isEmpty ? defaultFolders.filter { FileKind(path: $0) == .folder } : named
    guard let first = folders.first else { throw BenchError.notWritable(path: defaultFolders[0]) }
    let triangleCount = try arguments[triangles]
    if let memory = try arguments[memory] {
      print(fixed(try rise(memory, triangleCount: triangleCount, in: first), 2))
      return .success
    }
    guard let program = ChildProcess.ownPath else { throw BenchError.unreadable(path: "/proc/self/exe") }
    let chosen = try arguments[formats]
    var rows: [ExportRow] = []
    for format in ExportFormat.allCases where chosen.isEmpty || chosen.contains(format) {
      for folder in folders {
        sayProgress("Writing \(format.name) in \(folder).")
        var row = try ExportRow(
          format, triangleCount: triangleCount, rounds: try arguments[repeats], folder: folder)
        if folder == first {
          for way in ExportWay.allCases where way != .plain && row.seconds[way] != nil {
            row.mebibytes[way] = ExportMemory.rise(
              of: way, format: format, triangleCount: triangleCount, folder: folder, program: program)
          }
        }
        rows.append(row)
      }
    }
    print(
      try arguments[json] ? JSONValue.array(rows.map(\.json)).indentedText : ExportRow.text(of: rows),
      terminator: "")
    return .success
  }

  /// Makes an empty folder for the files.
  static func makeFolder(in parent: String) throws -> String {
    guard let folder = FilePath.makeUniqueFolder(prefix: "\(parent)/airdraw-bench-") else {
      throw BenchError.notWritable(path: parent)
    }
    return folder
  }

  /// The rise of memory by one way, in this process.
  private static func rise(_ text: String, triangleCount: Int, in parent: String) throws -> Double? {
    let words = text.split(separator: ":").map(String.init)
    guard words.count == 2, let format = ExportFormat.allCases.first(where: { $0.ending == words[0] }) else {
      throw BenchError.unknownName(text, available: ExportFormat.allCases.map { "\($0.ending):ready" })
    }
    guard let way = ExportWay(rawValue: words[1]) else {
      throw BenchError.unknownName(words[1], available: ExportWay.allCases.map(\.rawValue))
    }
    let folder = try makeFolder(in: parent)
    defer { rmdir(folder) }
    let work = ExportWork(format, triangleCount: triangleCount, folder: folder, ways: [way])
    defer { work.clear() }
    let memory = ExportMemory()
    _ = try work.seconds(way)
    return memory?.rise
  }
}
