import AirArguments
import AirDraw
import AirTrackScoring
import CRivals
import Glibc

/// `airdraw-bench track`: our tracker and OpenCV's on the same frames in one process.
enum TrackBench {
  private static let sequences = Argument(
    repeating: "SEQUENCES_FOLDER", .directory("SEQUENCES_FOLDER"), atLeastOne: false,
    help: "A folder with img and groundtruth.txt, or a folder of such folders.")
  private static let recordings = Option(
    "recordings", .directory("FOLDER"),
    help: "Measure on the recordings here that have a NAME.points.csv too.")
  private static let seeds = Option(
    "seeds", .file("csv"), default: "Samples/track-seeds.csv",
    help: "Where the recordings' targets are: recording,frame,x,y,w,h,varied.")
  private static let trackers = Option(
    repeating: "tracker", .choice(Contender.self), help: "Measure this one; all of them unless given.")
  private static let names = Option(
    repeating: "sequence", .text("NAME"),
    help: "Measure on this sequence or recording; all of them unless given.")
  private static let rates = Option(
    repeating: "rate", .custom("NAME=FPS", rate(of:)),
    help: "Frames a second of a sequence; 30 unless given. Only ours heeds it.")
  private static let runs = Option(
    "runs", .integer(in: 1...100), default: 3, help: "Runs over the sequences; accuracy is that of the first."
  )
  private static let save = Option(
    "save", .directory("FOLDER"), help: "Write each track here as TRACKER/SEQUENCE.csv.")
  private static let json = Flag("json", help: "Say the result as JSON.")

  static let command = Command(
    "track", abstract: "Measure the tracker beside OpenCV's on the same frames.",
    discussion: """
      Sequences give the accuracy of one-pass evaluation, the time per frame on one thread, and what the confidence is \
      worth. The trackers take turns at each sequence, in another order in each run, and times are compared within a \
      run. Recordings give how well a tracker keeps to an annotated fingertip from boxes of several sizes and taps \
      that are off; OpenCV's trackers, which take no taps, get a box of the seed's size around the tap.
      """,
    examples: [
      Example("airdraw-bench track ../shared/data/sequences", "All trackers on all sequences."),
      Example(
        "airdraw-bench track --recordings ../shared/data/recordings --tracker accurate --tracker csrt",
        "Two of them on the recordings."),
    ], arguments: [sequences],
    options: [
      OptionGroup("What is measured", [recordings, seeds, trackers, names, rates]),
      OptionGroup("Bench", [runs, save, json]),
    ]
  ) { arguments in
    let folders = try arguments[sequences]
    let recordingsFolder = try arguments[recordings]
    guard !folders.isEmpty || recordingsFolder != nil else {
      throw arguments.usageError("Nothing to measure on: name a folder of sequences, or --recordings FOLDER.")
    }
    airrivals_use_one_thread()
    let chosen = try arguments[trackers]
    let contenders = Contender.allCases.filter { chosen.isEmpty || chosen.contains($0) }
    let names = try arguments[names]
    let saving = try TrackFolder(try arguments[save], contenders)
    var report = TrackReport(contenders: contenders)
    if !folders.isEmpty {
      let measured = try MeasuredSequence.all(in: folders, chosen: names, frameRates: try arguments[rates])
      report.sequences = try measured.map {
        try SequenceRun($0, contenders, runCount: try arguments[runs], saving: saving)
      }
    }
    if let recordingsFolder {
      let seeds = try arguments[seeds]
      let all = try RecordingSeed.table(parsing: try MeasuredSequence.text(of: seeds), file: seeds)
      // Names of sequences are checked where sequences are read.
      for name in names where folders.isEmpty && !all.contains(where: { $0.recording == name }) {
        throw BenchError.unknownName(name, available: all.map(\.recording))
      }
      report.recordings = try all.filter { names.isEmpty || names.contains($0.recording) }.map {
        try RecordingRun($0, in: recordingsFolder, contenders)
      }
    }
    print(try arguments[json] ? report.json.indentedText : report.text, terminator: "")
    return .success
  }

  private static func rate(of text: String) throws -> (name: String, framesPerSecond: Double) {
    let parts = text.split(separator: "=")
    guard parts.count == 2, let rate = Double(parts[1]), rate > 0, rate.isFinite else {
      throw InvalidValue("it must be a sequence's name and its rate, such as finger=10")
    }
    return (String(parts[0]), rate)
  }
}

/// Where tracks are saved, a folder for each tracker.
struct TrackFolder {
  private let path: String?

  /// Makes the folders, if a path is given.
  init(_ path: String?, _ contenders: [Contender]) throws {
    self.path = path
    guard let path else { return }
    for folder in [path] + contenders.map({ "\(path)/\($0.rawValue)" }) {
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw BenchError.unreadable(path: folder) }
    }
  }

  func save(_ answers: [TrackAnswer], of contender: Contender, on sequence: String) throws {
    guard let path else { return }
    try AtomicFile.write(answers.boxTable, to: "\(path)/\(contender.rawValue)/\(sequence).csv")
  }
}
