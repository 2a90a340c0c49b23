import AirDraw
import AirTrackScoring

/// All trackers on one sequence, several times.
struct SequenceRun {
  let name: String
  /// Scores of each tracker in the first run.
  let scores: [SequenceScores]
  /// Times of each tracker: for each run, milliseconds per frame.
  let milliseconds: [[[Double]]]

  init(
    _ sequence: MeasuredSequence, _ contenders: [Contender], runCount: Int, saving folder: TrackFolder
  ) throws {
    name = sequence.name
    let frames = try sequence.frames()
    let seed = TrackSeed.box(try sequence.seed)
    var scores = [SequenceScores?](repeating: nil, count: contenders.count)
    var milliseconds = [[[Double]]](repeating: [], count: contenders.count)
    for run in 0..<runCount {
      sayProgress("\(name): run \(run + 1) of \(runCount) over \(frames.count) frames")
      // Whoever comes first in one run comes later in the next.
      for place in contenders.indices {
        let index = (place + run) % contenders.count
        var track = try MeasuredTrack(contenders[index])
        for frame in frames { track.take(frame, seed: seed) }
        milliseconds[index].append(track.milliseconds)
        guard run == 0 else { continue }
        scores[index] = SequenceScores(track.answers, against: sequence.truth)
        try folder.save(track.answers, of: contenders[index], on: name)
      }
    }
    self.scores = scores.compactMap { $0 }
    self.milliseconds = milliseconds
  }
}

/// All trackers on one recording, from all its starts.
struct RecordingRun {
  let name: String
  let starts: [RecordingStart]
  /// For each start, the scores of each tracker.
  let scores: [[PointScores]]

  /// All tracks go through the recording side by side, so that it need not be kept in memory.
  init(_ seed: AnnotatedSeed, in folder: String, _ contenders: [Contender]) throws {
    name = seed.recording
    starts = seed.starts
    let path = "\(folder)/\(name).points.csv"
    let annotations = try PointAnnotation.table(parsing: try MeasuredSequence.text(of: path), file: path)
    let last = annotations.last?.frame ?? 0
    sayProgress("\(name): \(starts.count) starts")
    var tracks = try starts.map { _ in try contenders.map(MeasuredTrack.init) }
    let source = try PrefetchingFrameSource(openFrameSource(path: "\(folder)/\(name).mp4"))
    var count = 0
    while count <= last, let frame = try source.nextFrame() {
      count += 1
      guard count > seed.frame else { continue }
      for (row, start) in starts.enumerated() {
        for (column, contender) in contenders.enumerated() {
          tracks[row][column].take(frame, seed: contender.takesTaps ? start.seed : .box(start.box))
        }
      }
    }
    guard count > seed.frame + 1 else {
      throw BenchError.tooFewFrames(name: name, frames: count, needed: seed.frame + 2)
    }
    scores = tracks.map { row in
      row.map { PointScores($0.answers, startingAt: seed.frame, against: annotations) }
    }
  }
}
