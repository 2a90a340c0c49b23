import AirArguments
import AirDraw
import FoundationEssentials

/// Many sessions, each built into files of its own. What fails is told and left out, the others go on.
struct BatchBuild {
  private let arguments: ParsedArguments
  private let items: [BatchItem]
  private let folder: String
  private let console: Console
  private let outputFolder: OutputFolder

  /// Finds out what is to be built and where, before any work is done.
  ///
  /// - Throws: a `UsageError` when two sessions would be written to the same place, or an error when the folder can't be
  ///   made.
  init(_ arguments: ParsedArguments, inputs: [String], folder: String) throws {
    self.arguments = arguments
    self.folder = folder
    console = try Console(arguments)
    guard try arguments[OutputOptions.output].isEmpty, try arguments[OutputOptions.points] == nil else {
      throw arguments.usageError(
        "-o and --points are for one session: leave them out, or leave --out-dir out.")
    }
    let endings = try arguments[BatchOptions.format].names
    items = try inputs.flatMap(Self.sessions).map { path in
      BatchItem(
        path: path,
        outputs: try endings.map { try ModelOutput(path: "\(folder)/\(FilePath.stem(of: path)).\($0)") })
    }
    guard !items.isEmpty else {
      throw InputError(
        description: "There is no .airdraw file in \(inputs.joined(separator: ", ")): name others.")
    }
    try OutputOptions.checkFlags(for: items[0].outputs, arguments)
    var firstWithName: [String: String] = [:]
    for item in items {
      let name = FilePath.stem(of: item.path)
      if let first = firstWithName.updateValue(item.path, forKey: name) {
        throw arguments.usageError(
          "\(first) and \(item.path) would be written to the same files: rename one or build them into two folders."
        )
      }
    }
    outputFolder = try OutputFolder(folder)
    try checkPlaces()
  }

  /// Checks that nothing is written over what is read or over what is no file. All goes to one folder, so that it is tried
  /// once whether files can be made there.
  private func checkPlaces() throws {
    let inputs = items.map(\.path)
    let read = Set(inputs.map(FilePath.identity(of:)))
    let place = FilePath.identity(of: folder)
    let report = try arguments[OutputOptions.report]
    let reportPlace = report.map(FilePath.identity(of:))
    for path in items.flatMap({ $0.outputs.flatMap(\.paths) }) {
      let identity = "\(place)/\(FilePath.name(of: path))"
      if read.contains(identity) {
        throw arguments.usageError(
          "\(path) is read by this command and can't be written by it too: name another folder.")
      }
      if identity == reportPlace {
        throw arguments.usageError("\(path) would be written twice: give the report a name of its own.")
      }
      guard FileKind(path: path).isReplaceable else { throw ExportError.notAFile(path: path) }
    }
    try OutputSet.check("\(folder)/\(FilePath.stem(of: items[0].path))")
    if let report {
      try OutputOptions.check([], [report], inputs: inputs, arguments, example: "--report report.json")
    }
  }

  /// The file itself, or all sessions in a folder by their names.
  private static func sessions(at path: String) throws -> [String] {
    guard FileKind(path: path) == .folder else { return [path] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw InputError(description: "The folder \(path) can't be read: check that you may read it.")
    }
    // Sorted by bytes: the same order on every machine.
    return names.filter { $0.hasSuffix(".airdraw") && !$0.hasPrefix(".") }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
  }

  /// Builds all, several at the same time; what is said comes in the order of the sessions.
  func run() async throws -> ExitCode {
    defer { outputFolder.removeIfUnused() }
    let interrupts = InterruptWatch()
    var summary = BatchSummary(count: items.count)
    let jobs = min(try BatchOptions.jobCount(arguments), items.count)
    await withTaskGroup(of: (Int, BatchOutcome).self) { group in
      var waiting = items.indices[...]
      var done: [Int: BatchOutcome] = [:]
      var told = 0
      func beginNext() {
        guard !interrupts.isInterrupted, let index = waiting.popFirst() else { return }
        let (item, arguments) = (items[index], arguments)
        group.addTask { (index, item.build(arguments)) }
      }
      for _ in 0..<jobs { beginNext() }
      while let (index, outcome) = await group.next() {
        beginNext()
        done[index] = outcome
        while let outcome = done.removeValue(forKey: told) {
          summary.add(outcome)
          console.show(outcome)
          told += 1
        }
      }
    }
    StagedFiles.flush(folder: folder)
    if let path = try arguments[OutputOptions.report] {
      var files = OutputSet()
      try files.add(summary.json.indentedText, at: path)
      try files.publish()
    }
    console.show(lines: summary.lines, warnings: summary.warnings, json: summary.json)
    guard !interrupts.isInterrupted else { return .interrupted }
    return summary.failedCount == 0 ? .success : .failure
  }
}

/// One session of many.
struct BatchItem: Sendable {
  let path: String
  let outputs: [ModelOutput]

  /// Builds the session and puts its files in their places: all of them or none.
  func build(_ arguments: ParsedArguments) -> BatchOutcome {
    do {
      let log = try EventLog(contentsOf: path)
      var session = DrawingSession()
      for event in log.events { session.apply(event) }
      var files = OutputSet()
      var build = try BuildRun(arguments, session: session, outputs: outputs)
      try build.write(outputs, arguments, into: &files)
      let report = RunReport(session: session, track: nil, build: build, warnings: log.warnings)
      try files.publish(flushesFolder: false)
      var json = report.json
      json["files"] = .array(files.paths.map { .string($0) })
      return BatchOutcome(
        path: path, result: .success(json), warnings: report.warnings,
        line: report.shortLine(named: FilePath.stem(of: path)))
    } catch {
      return BatchOutcome(path: path, result: .failure(InputError(error, in: path)))
    }
  }
}

/// What came of one session of many.
struct BatchOutcome: Sendable {
  let path: String
  let result: Result<JSONValue, InputError>
  var warnings: [String] = []
  var line = ""
}

/// What came of all of them.
struct BatchSummary {
  private let count: Int
  private(set) var failedCount = 0
  private var items: [JSONValue] = []
  private var warningCounts: [(text: String, count: Int)] = []

  init(count: Int) { self.count = count }

  mutating func add(_ outcome: BatchOutcome) {
    switch outcome.result {
    case .success(let json):
      items.append(.object([JSONField("events", .string(outcome.path))] + (json.objectValue ?? [])))
    case .failure(let error):
      failedCount += 1
      items.append(["events": .string(outcome.path), "error": .string(error.description)])
    }
    for warning in outcome.warnings {
      if let place = warningCounts.firstIndex(where: { $0.text == warning }) {
        warningCounts[place].count += 1
      } else {
        warningCounts.append((warning, 1))
      }
    }
  }

  /// Each warning once.
  var warnings: [String] { warningCounts.map { $0.count > 1 ? "\($0.text) (\($0.count) times)" : $0.text } }

  private var builtCount: Int { items.count - failedCount }

  var lines: [String] {
    let rest = count - items.count
    return [
      "built \(builtCount) of \(count)" + (failedCount > 0 ? ", \(failedCount) failed" : "")
        + (rest > 0 ? ", \(rest) not begun" : "")
    ]
  }

  var json: JSONValue {
    [
      "airdraw": .string(airDrawVersion), "built": .integer(builtCount), "failed": .integer(failedCount),
      "items": .array(items),
    ]
  }
}
