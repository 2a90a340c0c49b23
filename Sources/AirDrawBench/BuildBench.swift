import AirArguments
import AirDraw

/// `airdraw-bench build`: strokes to GLB bytes in memory, beside others on the same drawings.
enum BuildBench {
  private static let drawings = Option(
    "drawings", .file("ndjson"), help: "Build each drawing of this file, 100 mm long, with a 3 mm pen.")
  private static let pages = Option(
    repeating: "page", .file("json"), help: "Build this page of strokes in metres with a 1 mm pen.")
  private static let repeats = Option(
    "repeat", .integer(in: 1...100), default: 3, help: "Runs over everything; each drawing's median counts.")
  private static let peers = Option(
    "peers", .directory("FOLDER"), help: "Run peers.py of this folder on the drawings in turn with us.")
  private static let peerCount = Option(
    "peer-drawings", .integer(in: 1...100_000), default: 200,
    help: "How many drawings, chosen at random, the peers build; what they make is checked, which takes long."
  )
  private static let growth = Flag(
    "growth", help: "Show how the time of one stroke grows from 1,000 to 1,000,000 points.")
  private static let fidelity = Flag(
    "fidelity", help: "Measure every tenth drawing's outline and volume against a perfectly round pen.")
  private static let stroke = Option(
    "stroke", .text("KIND:POINTS"), help: "Build one long stroke and nothing else.")
  private static let json = Flag("json", help: "Say the result as JSON.")

  static let command = Command(
    "build", abstract: "Time strokes to the bytes of a GLB file in memory.",
    discussion: """
      One thread: outline, triangulation, prism of 5 mm, the whole report with its exact check for intersections, and \
      the file's bytes. Times are those of the processor; the peers tell their own elapsed times.
      """,
    examples: [
      Example(
        "airdraw-bench build --drawings quickdraw.ndjson --page page200.json --peers ../shared/tools/peers",
        "Drawings and a page beside other ways."),
      Example("airdraw-bench build --growth", "The growth table alone."),
    ],
    options: [
      OptionGroup("What is built", [drawings, pages, growth, fidelity, stroke]),
      OptionGroup("Beside others", [peers, peerCount]),
      OptionGroup("Bench", [repeats, json]),
    ]
  ) { arguments in
    let isJSON = try arguments[json]
    if let stroke = try arguments[stroke] {
      let point = try growthPoint(stroke)
      print(isJSON ? point.json.text : BuildReport.text(of: [point]))
      return .success
    }
    let set = try arguments[drawings]
    let pagePaths = try arguments[pages]
    let wantsGrowth = try arguments[growth]
    guard set != nil || !pagePaths.isEmpty || wantsGrowth else {
      throw arguments.usageError("Nothing to build: name --drawings FILE, --page FILE or --growth.")
    }
    var report = BuildReport()
    let rounds = try arguments[repeats]
    var works: [(name: String, samples: [BenchDrawing])] = []
    if let set { works.append((FilePath.name(of: set), try DrawingFiles.set(set))) }
    for path in pagePaths { works.append((FilePath.name(of: path), [try DrawingFiles.page(path)])) }
    report.works = works.map { BuildReport.Work(name: $0.name, drawingCount: $0.samples.count) }

    var tools: PeerTools?
    if let folder = try arguments[peers] {
      if set == nil {
        throw arguments.usageError("The peers build the drawings of --drawings FILE: name one.")
      }
      do throws(BenchError) {
        tools = try PeerTools(folder: folder)
      } catch {
        report.notes.append(error.description)
      }
    }
    let peerNames = tools == nil ? [] : PeerTools.names
    // A round of ours before each of the peers, so that both meet the same machine.
    for round in 0..<max(rounds, peerNames.count) {
      for (index, work) in works.enumerated() {
        try report.works[index].add(work.samples.map { try SolidTiming($0) })
      }
      if let tools, let set, round < peerNames.count {
        sayProgress("Running \(peerNames[round]).")
        if let result = tools.run(peerNames[round], set: set, count: try arguments[peerCount]) {
          report.peers.append(result)
        } else {
          report.notes.append("\(peerNames[round]) did not run; try it by itself to see why.")
        }
      }
    }
    report.peakMebibytes = peakMebibytes()
    if try arguments[fidelity] {
      for work in works where work.samples.count > 1 {
        sayProgress("Measuring outlines of \(work.name).")
        for (index, sample) in work.samples.enumerated() where index % 10 == 0 {
          report.fidelities.append(try OutlineFidelity(sample))
        }
      }
    }
    if wantsGrowth { report.growth = try growthTable() }
    print(isJSON ? report.json.indentedText : report.text, terminator: "")
    return .success
  }

  private static func growthPoint(_ text: String) throws -> GrowthPoint {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let kind = LongStroke(rawValue: String(parts[0])), let count = Int(parts[1]),
      (2...10_000_000).contains(count)
    else { throw BenchError.unknownStroke(text) }
    return try GrowthPoint(kind, pointCount: count)
  }

  private static func growthTable() throws -> [GrowthPoint] {
    guard let program = ChildProcess.ownPath else { throw BenchError.unreadable(path: "/proc/self/exe") }
    var points: [GrowthPoint] = []
    for kind in LongStroke.allCases {
      for count in [1000, 10_000, 100_000, 1_000_000] {
        sayProgress("Building a \(kind.rawValue) of \(count) points.")
        guard let point = GrowthPoint(kind, pointCount: count, program: program) else {
          throw BenchError.unreadable(path: program)
        }
        points.append(point)
      }
    }
    return points
  }
}
