import AirCapture
import AirGeometry
import AirTracking

/// A target of a recording, and what is known of it.
struct PlannedTarget: Sendable {
  let number: Int
  let seed: TimedSeed
  var isSeeded = false
  /// What was said of it ahead of its turn, by the frame's index: when it was followed back from its seed, and to and fro
  /// from there on.
  var earlier: [Int: TrackObservation] = [:]
  /// What was told of it last.
  var last: TrackObservation?

  /// Forgets the frames before its first sight: it was not lost there, it had not come yet.
  mutating func forgetBeforeFirstSight() {
    let first = earlier.filter { $0.value.box != nil }.keys.min()
    earlier = earlier.filter { index, _ in first.map { index >= $0 } ?? false }
  }
}

extension RecordingTracker.FrameResult {
  init(_ frame: Frame, _ sightings: [TargetSet.Sighting], cameraPose: CameraPose? = nil) {
    self.init(
      number: frame.index + 1, timestampInSeconds: frame.timestampInSeconds, cameraPose: cameraPose,
      sightings: sightings)
  }
}

extension RecordingTracker {
  /// Follows each target from its seed back to the recording's start and keeps what was seen for its turn: events come in
  /// the order of time.
  ///
  /// - Parameters:
  ///   - source: the recording, of which nothing was read yet; nothing happens where it can't be read backward.
  ///   - told: is told of each frame.
  /// - Throws: `TrackingError` when a seed does not fit into its frame.
  mutating func lookBack(over source: some FrameSource, _ told: (FrameResult) -> Void) throws {
    let latest = targets.map(\.seed.timestampInSeconds).max() ?? 0
    let start = clock.now
    defer { times.lookingBack += clock.now - start }
    do {
      if plan.followsBackward, latest > 0, let frames = try source.framesBackward(from: latest) {
        try lookBack(over: frames, told)
      }
      if plan.refines, let frames = try source.framesAgain() { try refine(frames, told) }
    } catch let error as CaptureError {
      // What was seen up to there is true all the same, and forward reading will tell what is wrong with the recording.
      warnings.append("The targets were not followed back to the recording's start: \(error)")
    }
    for index in targets.indices { targets[index].forgetBeforeFirstSight() }
  }

  private mutating func lookBack(over frames: any FrameSource, _ told: (FrameResult) -> Void) throws {
    var tracker = try OfflineTracker(plan, pictureSize: frames.imageSize)
    var waiting = targets.indices.filter { targets[$0].seed.timestampInSeconds > 0 }
    var later: Frame?
    var next = try frames.nextFrame()
    while let frame = next {
      next = try frames.nextFrame()
      note(try tracker.track(frame.turned))
      for index in waiting where isNearest(frame, to: targets[index].seed, before: next) {
        waiting.removeAll { $0 == index }
        guard isShown(frame, at: targets[index].seed, before: next, after: later) else { continue }
        try tracker.seed(targets[index].number, at: targets[index].seed.seed, in: frame.turned)
      }
      told(FrameResult(frame, []))
      later = frame
    }
    note(try tracker.finish())
    // Seeds are told when their frame comes, by forward tracking.
    for index in targets.indices {
      targets[index].earlier = targets[index].earlier.filter { $0.value.state != .seeded }
    }
  }

  /// Tracks the recording once more, to and fro, from the seeds on.
  private mutating func refine(_ frames: any FrameSource, _ told: (FrameResult) -> Void) throws {
    var tracker = try OfflineTracker(plan, pictureSize: frames.imageSize)
    var waiting = Array(targets.indices)
    var before: Frame?
    var next = try frames.nextFrame()
    while let frame = next {
      next = try frames.nextFrame()
      note(try tracker.track(frame))
      for index in waiting where isFirstNearest(frame, to: targets[index].seed, before: next) {
        waiting.removeAll { $0 == index }
        guard isShown(frame, at: targets[index].seed, before: before, after: next) else { continue }
        try tracker.seed(targets[index].number, at: targets[index].seed.seed, in: frame)
      }
      told(FrameResult(frame, []))
      before = frame
    }
    note(try tracker.finish())
  }

  private mutating func note(_ answers: [OfflineTracker.Answer]) {
    for answer in answers { targets[answer.target - 1].earlier[answer.frameIndex] = answer.observation }
  }

  /// Whether a frame is as near in time to a seed as the next one, or nearer.
  private func isFirstNearest(_ frame: Frame, to seed: TimedSeed, before next: Frame?) -> Bool {
    guard let next else { return true }
    let wanted = seed.timestampInSeconds
    return abs(frame.timestampInSeconds - wanted) <= abs(next.timestampInSeconds - wanted)
  }

  /// Whether a frame is nearer in time to a seed than the one before it; forward tracking takes the earlier one of two
  /// that are equally near.
  private func isNearest(_ frame: Frame, to seed: TimedSeed, before earlier: Frame?) -> Bool {
    guard let earlier else { return true }
    let wanted = seed.timestampInSeconds
    return abs(frame.timestampInSeconds - wanted) < abs(earlier.timestampInSeconds - wanted)
  }

  /// Whether a frame stands for a seed's moment at all.
  private func isShown(
    _ frame: Frame, at seed: TimedSeed, before earlier: Frame?, after later: Frame?
  ) -> Bool {
    let time = frame.timestampInSeconds
    let shown =
      later.map { $0.timestampInSeconds - time } ?? earlier.map { time - $0.timestampInSeconds } ?? 0.1
    return abs(seed.timestampInSeconds - time) <= shown
  }
}
