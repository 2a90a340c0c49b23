import AirCapture
import AirTracking

/// A target of a recording, and what is known of it.
struct PlannedTarget: Sendable {
  let number: Int
  let seed: TimedSeed
  var isSeeded = false
  /// What was said of it when it was followed back from its seed, by the frame's index.
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
  init(_ frame: Frame, _ sightings: [TargetSet.Sighting]) {
    self.init(
      number: frame.index + 1, timestampInSeconds: frame.timestampInSeconds, sightings: sightings)
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
    guard plan.followsBackward, latest > 0 else { return }
    let start = clock.now
    defer { times.lookingBack += clock.now - start }
    do {
      guard let frames = try source.framesBackward(from: latest) else { return }
      try lookBack(over: frames, told)
    } catch let error as CaptureError {
      // What was seen up to there is true all the same, and forward reading will tell what is wrong with the recording.
      warnings.append("The targets were not followed back to the recording's start: \(error)")
    }
    for index in targets.indices { targets[index].forgetBeforeFirstSight() }
  }

  private mutating func lookBack(over frames: any FrameSource, _ told: (FrameResult) -> Void) throws {
    var tracker = try TargetSet(options: plan.tracker)
    var waiting = targets.indices.filter { targets[$0].seed.timestampInSeconds > 0 }
    var later: Frame?
    var next = try frames.nextFrame()
    while let frame = next {
      next = try frames.nextFrame()
      let turned = Frame(
        index: frame.index, timestampInSeconds: -frame.timestampInSeconds, image: frame.image)
      let sightings = try tracker.track(turned)
      for sighting in sightings {
        targets[sighting.target - 1].earlier[frame.index] = sighting.observation
      }
      for index in waiting where isNearest(frame, to: targets[index].seed, before: next) {
        waiting.removeAll { $0 == index }
        guard isShown(frame, at: targets[index].seed, before: next, after: later) else { continue }
        _ = try tracker.seed(targets[index].number, at: targets[index].seed.seed, in: turned)
      }
      told(FrameResult(frame, sightings))
      later = frame
    }
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
