import AirArguments
import AirDraw
import AirTrackScoring
import AirTracking

/// `airdraw-bench calibrate`: fits the confidence on some sequences and checks it on the others.
enum CalibrateBench {
  private static let folder = Argument(
    "SEQUENCES_FOLDER", .directory("SEQUENCES_FOLDER"),
    help: "A folder of folders with img and groundtruth.txt.")
  private static let fitted = Option(
    repeating: "fit", .text("NAME"),
    help: "Fit on this sequence; the 1st, 3rd, 5th, … by name unless given. The others check.")
  private static let output = Option("write", .file("swift"), help: "Write the weights as Swift source here.")

  static let command = Command(
    "calibrate",
    abstract: "Fit the tracker's confidence on one half of the sequences and check it on the other.",
    discussion: """
      The confidence is a logistic function of what the tracker saw: penalized maximum likelihood, all sequences \
      weighing the same, the evidence chosen by leaving out one fitted sequence after the other. It is fitted to tracks \
      that never say “lost”, to tracks as they are used, and to both; the one with the least log loss on the other \
      half, mean of both kinds of tracks, is taken. Tracks depend on the confidence in turn: build and run again to see \
      what comes of it.
      """,
    examples: [
      Example("airdraw-bench calibrate ../shared/data/sequences", "Show what would be fitted."),
      Example(
        "airdraw-bench calibrate ../shared/data/sequences --write Sources/AirTracking/TrackConfidence+Weights.swift",
        "Fit, and take it over into the next build."),
    ], arguments: [folder], options: [OptionGroup("Calibration", [fitted, SequenceRate.option, output])]
  ) { arguments in
    let sequences = try MeasuredSequence.all(
      in: [try arguments[folder]], frameRates: try arguments[SequenceRate.option])
    let names = sequences.map(\.name)
    let chosen = try arguments[fitted]
    try BenchError.check(chosen, among: names)
    let runs = try sequences.map { sequence in
      sayProgress(sequence.name)
      return try EvidenceRun(sequence)
    }
    let isFitted = names.enumerated().map { chosen.isEmpty ? $0 % 2 == 0 : chosen.contains($1) }
    let fitHalf = zip(runs, isFitted).filter { $0.1 }.map(\.0)
    let checkHalf = zip(runs, isFitted).filter { !$0.1 }.map(\.0)
    guard !checkHalf.isEmpty else {
      throw arguments.usageError("No sequence is left to check on: name fewer with --fit.")
    }
    sayProgress("fitting")
    let fits = [
      try ConfidenceFit("fitted to cutoff 0", [.zero], of: fitHalf),
      try ConfidenceFit("fitted to the usual cutoff", [.usual], of: fitHalf),
      try ConfidenceFit("fitted to both", EvidenceCutoff.allCases, of: fitHalf),
    ]
    func loss(_ fit: ConfidenceFit) -> Double {
      EvidenceCutoff.allCases.reduce(0) { $0 + ConfidenceCheck(fit.model, $1, of: checkHalf).logLoss }
    }
    guard let best = fits.min(by: { loss($0) < loss($1) }) else { return .failure }
    print("fitted on: \(fitHalf.map(\.name).joined(separator: ", "))")
    print("checked on: \(checkHalf.map(\.name).joined(separator: ", "))\n")
    let models = [("as built in", nil)] + fits.map { ($0.title, Optional($0.model)) }
    print(table(models, halves: [("fitted on", fitHalf), ("checked on", checkHalf)]), terminator: "\n\n")
    for fit in fits { print("\(fit.title): \(fit.formula)") }
    print("\nchosen: \(best.title)\n")
    print(table(of: best.model, runs), terminator: "\n\n")
    for (title, half) in [("fitted half", fitHalf), ("other half", checkHalf)] {
      let samples = ConfidenceCheck(best.model, .usual, of: half).samples
      print(Reliability(samples).table("\(title), usual cutoff"), terminator: "\n\n")
    }
    if let path = try arguments[output] {
      let check = ConfidenceCheck(best.model, .usual, of: checkHalf)
      try AtomicFile.write(best.source(fittedOn: fitHalf.map(\.name), check: check), to: path)
      print("wrote \(path)")
    }
    return .success
  }

  private static func table(
    _ models: [(title: String, model: LogisticModel?)], halves: [(title: String, runs: [EvidenceRun])]
  ) -> String {
    var table = TextTable([
      "confidence", "half", "tracks", "frames", "right", "area under ROC", "calibration error", "log loss",
    ])
    for model in models {
      for half in halves {
        for cutoff in EvidenceCutoff.allCases {
          let check = ConfidenceCheck(model.model, cutoff, of: half.runs)
          table.add([
            model.title, half.title, cutoff.rawValue, String(check.samples.count),
            String(check.samples.count { $0.isRight }), fixed(check.areaUnderROC),
            fixed(check.calibrationError), fixed(check.logLoss),
          ])
        }
      }
    }
    return table.text
  }

  /// How sure a model is of right and of wrong boxes, sequence by sequence.
  private static func table(of model: LogisticModel, _ runs: [EvidenceRun]) -> String {
    var table = TextTable([
      "sequence, usual cutoff", "right", "their mean confidence", "wrong", "their mean confidence",
    ])
    for run in runs {
      let samples = ConfidenceCheck(model, .usual, of: [run]).samples
      let cells = [true, false].flatMap { isRight in
        let confidences = samples.filter { $0.isRight == isRight }.map(\.confidence)
        return [String(confidences.count), fixed(mean(confidences))]
      }
      table.add([run.name] + cells)
    }
    return table.text
  }
}
