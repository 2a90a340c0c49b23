import AirArguments
import AirDraw
import Glibc

/// `airdraw-bench run`: the whole way from a recording to files, beside decoding alone.
enum RunBench {
  private static let recording = Argument("RECORDING", .file("mp4"), help: "A video.")
  private static let runs = Option("runs", .integer(in: 1...100), default: 5, help: "Counted runs of each.")
  private static let tap = Option(
    "tap", .text("X,Y@SECONDS"), default: "613,255@1.5", help: "As airdraw draw takes it.")
  private static let surface = Option(
    "surface", .text("SPEC"), default: "paper:a4", help: "As airdraw draw takes it.")
  private static let json = Flag("json", help: "Say the result as JSON.")

  static let command = Command(
    "run", abstract: "Time airdraw draw beside decoding the same file alone.",
    discussion: """
      Runs in turn, after one warm-up each: airdraw draw with GLB, OBJ and events; a bare read loop with OpenCV's \
      VideoCapture; a bare read loop of our own; and ffmpeg -f null with two threads. Medians of whole processes, \
      start-up included; ratios are medians of the ratios run by run.
      """, arguments: [recording],
    options: [OptionGroup("Work", [tap, surface]), OptionGroup("Bench", [runs, json])]
  ) { arguments in
    let path = try arguments[recording]
    guard let own = ChildProcess.ownPath else { return .failure }
    let folder = FilePath.folder(of: own)
    guard let output = FilePath.makeUniqueFolder(prefix: "/tmp/airdraw-bench-") else { return .failure }
    let files = ["x.glb", "x.obj", "x.mtl", "x.airdraw"].map { "\(output)/\($0)" }
    defer {
      for file in files { unlink(file) }
      rmdir(output)
    }
    let contenders: [(name: String, words: [String])] = [
      (
        "airdraw draw",
        [
          "\(folder)/airdraw", "draw", path, "--tap", try arguments[tap], "--surface", try arguments[surface],
          "-q",
          "-o", files[0], "-o", files[1], "--events", files[3],
        ]
      ), ("OpenCV read loop", [own, "read", path, "--reader", "opencv"]),
      ("own read loop", [own, "read", path, "--reader", "airdraw"]),
      ("ffmpeg -f null", ["ffmpeg", "-v", "error", "-threads", "2", "-i", path, "-f", "null", "-"]),
    ]
    var results = [[ChildProcess]](repeating: [], count: contenders.count)
    for round in 0...(try arguments[runs]) {
      for (index, contender) in contenders.enumerated() {
        guard let result = ChildProcess(contender.words), result.exitCode == 0 else {
          print("\(contender.name) did not run: \(contender.words.joined(separator: " "))")
          return .failure
        }
        if round > 0 { results[index].append(result) }
      }
    }
    show(contenders.map(\.name), results, isJSON: try arguments[json])
    return .success
  }

  private static func show(_ names: [String], _ results: [[ChildProcess]], isJSON: Bool) {
    let rows: [JSONValue] = zip(names, results).map { name, runs in
      let ratios = zip(results[0], runs).map { $0.wallSeconds / $1.wallSeconds }
      return [
        "name": .string(name), "wall_seconds": .number(median(runs.map(\.wallSeconds))),
        "cpu_seconds": .number(median(runs.map(\.cpuSeconds))),
        "peak_mebibytes": .number(median(runs.map(\.peakMebibytes))),
        "airdraw_draw_wall_ratio": .number(median(ratios)),
      ]
    }
    if isJSON {
      print(JSONValue.array(rows).indentedText, terminator: "")
      return
    }
    print("| process | wall s | CPU s | peak MiB | airdraw draw takes, times as long |")
    print("|---|---|---|---|---|")
    for row in rows {
      let cells = ["wall_seconds", "cpu_seconds", "peak_mebibytes", "airdraw_draw_wall_ratio"].map { name in
        let value = row[name]?.doubleValue ?? .nan
        return String(describing: (value * 1000).rounded() / 1000)
      }
      print("| \(row["name"]?.stringValue ?? "") | " + cells.joined(separator: " | ") + " |")
    }
  }
}
