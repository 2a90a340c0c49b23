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
  private static let runs = Option(
    "runs", .integer(in: 1...100), default: 3, help: "Runs over the sequences; accuracy is that of the first."
  )
  private static let save = Option(
    "save", .directory("FOLDER"), help: "Write each track here as TRACKER/SEQUENCE.csv.")
  private static let json = Flag("json", help: "Say the result as JSON.")

  static let command = Command(
    "track", abstract: "Measure the tracker beside OpenCV's on the same frames.",
    discussion: """
      Sequences give the accuracy of one-pass evaluation, the time of one processor per frame, and what the confidence is \
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
      OptionGroup("What is measured", [recordings, seeds, trackers, names, SequenceRate.option]),
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
    let seedsFile = try arguments[seeds]
    let allSequences = try MeasuredSequence.all(in: folders, frameRates: try arguments[SequenceRate.option])
    let allSeeds =
      recordingsFolder == nil
      ? [] : try AnnotatedSeed.table(parsing: try MeasuredSequence.text(of: seedsFile), file: seedsFile)
    let names = try arguments[names]
    try BenchError.check(names, among: allSequences.map(\.name) + allSeeds.map(\.recording))
    func isChosen(_ name: String) -> Bool { names.isEmpty || names.contains(name) }

    let saving = try TrackFolder(try arguments[save], contenders)
    let runCount = try arguments[runs]
    var report = TrackReport(contenders: contenders)
    report.sequences = try allSequences.filter { isChosen($0.name) }.map {
      try SequenceRun($0, contenders, runCount: runCount, saving: saving)
    }
    if let recordingsFolder {
      report.recordings = try allSeeds.filter { isChosen($0.recording) }.map {
        try RecordingRun($0, in: recordingsFolder, contenders)
      }
    }
    print(try arguments[json] ? report.json.indentedText : report.text, terminator: "")
    return .success
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
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw BenchError.notWritable(path: folder) }
    }
  }

  func save(_ answers: [TrackAnswer], of contender: Contender, on sequence: String) throws {
    guard let path else { return }
    try AtomicFile.write(answers.boxTable, to: "\(path)/\(contender.rawValue)/\(sequence).csv")
  }
}
