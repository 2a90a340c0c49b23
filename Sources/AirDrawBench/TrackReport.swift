import AirDraw
import AirTrackScoring

/// What was measured of all trackers.
struct TrackReport {
  let contenders: [Contender]
  var sequences: [SequenceRun] = []
  var recordings: [RecordingRun] = []

  /// What one tracker did on all sequences.
  struct Summary {
    let contender: Contender
    let meanAreaUnderSuccess: Double?
    let meanPrecisionAt20Pixels: Double?
    let meanSilentFailureShare: Double?
    let lostCount: Int
    let exceptionCount: Int
    let times: TimeScores
    /// All scored frames with a confidence.
    let confidences: [ConfidenceSample]

    /// Those of them with a box.
    var boxConfidences: [ConfidenceSample] { confidences.filter(\.hasBox) }
  }

  var summaries: [Summary] {
    contenders.enumerated().map { index, contender in
      let scores = sequences.map { $0.scores[index] }
      let runCount = sequences.first?.milliseconds[index].count ?? 0
      let runs = (0..<runCount).map { run in sequences.flatMap { $0.milliseconds[index][run] } }
      return Summary(
        contender: contender, meanAreaUnderSuccess: mean(scores.map(\.areaUnderSuccess)),
        meanPrecisionAt20Pixels: mean(scores.map(\.precisionAt20Pixels)),
        meanSilentFailureShare: mean(scores.map(\.silentFailureShare)),
        lostCount: scores.reduce(0) { $0 + $1.lostCount },
        exceptionCount: scores.reduce(0) { $0 + $1.exceptionCount }, times: TimeScores(runs: runs),
        confidences: scores.flatMap(\.confidences))
    }
  }

  /// The trackers that times are compared with, where they were measured.
  func references(_ summaries: [Summary]) -> [Summary] {
    summaries.filter { $0.contender == .csrt || $0.contender == .kcfT0 }
  }
}

extension TrackReport {
  /// The tables.
  var text: String {
    var parts: [String] = []
    if !sequences.isEmpty {
      let all = summaries
      parts += [accuracyTable(all), timeTable(all), confidenceTable(all)]
      parts += all.filter { $0.contender.takesTaps }.map(reliabilityTable)
    }
    parts += recordings.map(recordingTable)
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func accuracyTable(_ all: [Summary]) -> String {
    var table = TextTable(["area under the success curve", "frames"] + contenders.map(\.title))
    for sequence in sequences {
      table.add(
        [sequence.name, String(sequence.scores.first?.frameCount ?? 0)]
          + sequence.scores.map { fixed($0.areaUnderSuccess) })
    }
    func add(_ name: String, _ value: (Summary) -> String) { table.add([name, ""] + all.map(value)) }
    add("mean") { fixed($0.meanAreaUnderSuccess) }
    add("mean precision at 20 px") { fixed($0.meanPrecisionAt20Pixels) }
    add("silent failures (IoU < 0.1 with a box), mean") { fixed($0.meanSilentFailureShare) }
    add("frames said to be lost") { String($0.lostCount) }
    add("of them threw") { String($0.exceptionCount) }
    for sequence in sequences {
      table.add(
        ["median error in px / lost, \(sequence.name)", ""]
          + sequence.scores.map { "\(fixed($0.medianCentreErrorInPixels, 1)) / \($0.lostCount)" })
    }
    return table.text
  }

  private func timeTable(_ all: [Summary]) -> String {
    let references = references(all)
    let headings = references.flatMap { reference in
      ["median", "p95"].map { "\($0) against \(reference.contender.title)" }
    }
    var table = TextTable(["ms of one processor per frame", "median", "p95"] + headings)
    for summary in all {
      let ratios = references.flatMap { reference in
        [0.5, 0.95].map { fixed(summary.times.ratio($0, to: reference.times)) }
      }
      table.add(
        [summary.contender.title] + [0.5, 0.95].map { fixed(summary.times.quantile($0)) } + ratios)
    }
    return table.text
  }

  private func confidenceTable(_ all: [Summary]) -> String {
    var table = TextTable([
      "confidence for IoU > 0.5", "area under ROC, all frames", "frames with a box",
      "calibration error, all frames", "frames with a box",
    ])
    for summary in all {
      let sets = [summary.confidences, summary.boxConfidences]
      table.add(
        [summary.contender.title] + sets.map { fixed(areaUnderROC($0)) }
          + sets.map { fixed(Reliability($0).expectedCalibrationError) })
    }
    return table.text
  }

  private func reliabilityTable(_ summary: Summary) -> String {
    Reliability(summary.boxConfidences).table(
      "\(summary.contender.title): confidence of a box")
  }

  private func recordingTable(_ recording: RecordingRun) -> String {
    var table = TextTable([
      "\(recording.name), start", "tracker", "within 20 px", "by the centre alone", "lost", "wrong",
      "visible",
      "longest wrong run, frames", "boxes while hidden", "threw",
    ])
    for (start, row) in zip(recording.starts, recording.scores) {
      for (contender, scores) in zip(contenders, row) {
        table.add([
          start.name, contender.title, percent(scores.closeShare),
          percent(
            scores.visibleCount > 0 ? Double(scores.closeCentreCount) / Double(scores.visibleCount) : nil),
          String(scores.lostCount), String(scores.wrongCount), String(scores.visibleCount),
          String(scores.longestWrongRun), "\(scores.boxesWhileHidden) of \(scores.hiddenCount)",
          String(scores.exceptionCount),
        ])
      }
    }
    return table.text
  }
}

extension Reliability {
  /// The reliability diagram as a table, with its error below.
  func table(_ title: String) -> String {
    var table = TextTable([title, "frames", "mean confidence", "share right", "right (#), claimed (!)"])
    for (index, bin) in bins.enumerated() {
      table.add([
        "\(fixed(Double(index) / 10, 1))–\(fixed(Double(index + 1) / 10, 1))", String(bin.count),
        fixed(bin.meanConfidence), fixed(bin.shareRight), bin.bar,
      ])
    }
    return table.text + "\n\nexpected calibration error \(fixed(expectedCalibrationError))"
  }
}

extension Reliability.Bin {
  /// A bar of the share that was right, with a mark at the share that was claimed.
  fileprivate var bar: String {
    guard let shareRight, let meanConfidence else { return "" }
    let length = 40.0
    let (right, claimed) = (Int((shareRight * length).rounded()), Int((meanConfidence * length).rounded()))
    return String(
      (0...Int(length)).map { $0 == claimed ? "!" : $0 < right ? "#" : "." as Character })
  }
}
