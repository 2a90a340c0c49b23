import AirCapture
import AirGeometry

/// Follows a target through a recording in both directions: forward, and chunk by chunk back again from the last place
/// that was sure.
///
/// Where both ways agree, the place is confirmed: the mean of both, weighted by their confidences. Where they do not, the
/// way forward counts if it was sure, since it comes from the seed, and the way back is given up until the next place to
/// begin from; else the way back counts if it was sure; else the target is lost. Gaps before a return are filled by going
/// back from it, and left open again when that leads to another thing than was seen before the gap. (Tracking to and fro
/// as a check: Z. Kalal, K. Mikolajczyk, J. Matas, "Forward-Backward Error", ICPR 2010.)
///
/// Answers come a chunk late. The frames of a chunk are held in memory.
package struct TrackRefiner: Sendable {
  /// What is said of a frame, by its index.
  package typealias Answer = (index: Int, observation: TrackObservation)

  private struct Step: Sendable {
    let frame: Frame
    var observation: TrackObservation
    /// The tracker after this frame, where it is a place to go back from: the target was just found again, or it is a
    /// while since the last such place.
    var checkpoint: FingertipTracker?
  }

  private let chunkLength: Int
  private var tracker: FingertipTracker
  private var steps: [Step] = []
  /// The last of the steps whose place is sure, and the tracker after it.
  private var sure: (step: Int, tracker: FingertipTracker)?

  /// - Parameter chunkLength: how many frames are held.
  /// - Throws: `TrackingError.invalidOption`.
  package init(options: TrackerOptions, chunkLength: Int) throws {
    self.chunkLength = max(chunkLength, 2)
    tracker = try FingertipTracker(options: options)
  }

  /// Takes a target.
  ///
  /// - Throws: `TrackingError`.
  package mutating func seed(at seed: TrackSeed, in frame: Frame) throws {
    let observation = try tracker.seed(at: seed, in: frame)
    steps = [Step(frame: frame, observation: observation)]
    sure = (0, tracker)
  }

  /// Takes the next frame.
  ///
  /// - Returns: what is said of earlier frames, in their order.
  /// - Throws: `TrackingError`.
  package mutating func push(_ frame: Frame) throws -> [Answer] {
    let wasLost = steps.last.map { $0.observation.state == .lost } ?? false
    let observation = try tracker.track(frame)
    var step = Step(frame: frame, observation: observation)
    if observation.box != nil, observation.confidence >= tracker.options.returnCutoff {
      sure = (steps.count, tracker)
      if wasLost || steps.count % Self.checkpointInterval == 0 { step.checkpoint = tracker }
    }
    steps.append(step)
    return steps.count >= chunkLength ? try settle(isLast: false) : []
  }

  /// Says the rest.
  ///
  /// - Throws: `TrackingError`.
  package mutating func finish() throws -> [Answer] { try settle(isLast: true) }

  /// Goes back over what is held.
  private mutating func settle(isLast: Bool) throws -> [Answer] {
    let start = sure
    sure = nil
    guard let start else {
      // Nothing sure in the whole chunk: it is told as it was seen.
      let answers = steps.map { ($0.frame.index, $0.observation) }
      steps = []
      return answers
    }
    var answers: [Answer] = []
    var back = WayBack(from: start.tracker)
    for index in stride(from: start.step, through: 0, by: -1) {
      let step = steps[index]
      answers.append((step.frame.index, step.observation))
      if index < start.step, step.observation.state != .seeded {
        try back.judge(&answers, step.frame)
      }
      if !back.isUnderway, let checkpoint = step.checkpoint { back = WayBack(from: checkpoint) }
    }
    answers.reverse()
    // What came after the last sure place waits for a return, unless it fills the memory.
    var rest = Array(steps[(start.step + 1)...])
    if isLast || rest.count > chunkLength / 2 {
      answers += rest.map { ($0.frame.index, $0.observation) }
      rest = []
    }
    steps = rest
    return answers
  }

  /// So far apart are the places to go back from where the target is never lost.
  private static let checkpointInterval = 30
}

/// A tracker on its way back.
private struct WayBack {
  private var tracker: FingertipTracker?
  /// Places among the answers that it filled since it last agreed with the way forward, and what stood there.
  private var fills: [(place: Int, forward: TrackObservation)] = []

  /// Two centres nearer than this share of the target's side are one place.
  private static let agreement = 0.25

  init(from checkpoint: FingertipTracker) {
    tracker = checkpoint
    tracker?.turnBack()
  }

  var isUnderway: Bool { tracker != nil }

  /// Looks at the frame of the last answer, and changes the answer where it knows better.
  mutating func judge(_ answers: inout [TrackRefiner.Answer], _ frame: Frame) throws {
    guard let cutoff = tracker?.options.returnCutoff, let seen = try tracker?.track(frame.turned) else {
      return
    }
    let place = answers.count - 1
    let forward = answers[place].observation
    let isSure = seen.box != nil && seen.confidence >= cutoff
    guard let one = forward.box else {
      if isSure {
        fills.append((place, forward))
        answers[place].observation = seen
      } else if seen.box == nil {
        tracker = nil
      }
      return
    }
    guard let two = seen.box else {
      // The way back is lost where the way forward is not: a sure one stands.
      if forward.confidence < cutoff { answers[place].observation = seen }
      tracker = nil
      return
    }
    if one.center.distance(to: two.center) < Self.agreement * (one.width + one.height) / 2 {
      answers[place].observation = Self.mean(forward, seen, one, two)
      fills = []
    } else if forward.confidence >= cutoff {
      // It came from another thing.
      for fill in fills { answers[fill.place].observation = fill.forward }
      tracker = nil
    } else {
      answers[place].observation =
        isSure
        ? seen
        : TrackObservation(
          box: nil, confidence: min(forward.confidence, seen.confidence), state: .lost, lossReason: .unknown,
          match: forward.match)
    }
  }

  /// Both places by the weights of their confidences.
  private static func mean(
    _ forward: TrackObservation, _ back: TrackObservation, _ one: ImageBox, _ two: ImageBox
  ) -> TrackObservation {
    let share = back.confidence / max(forward.confidence + back.confidence, 1e-9)
    func mean(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    var observation = forward
    observation.box = ImageBox(
      x: mean(one.x, two.x), y: mean(one.y, two.y), width: mean(one.width, two.width),
      height: mean(one.height, two.height))
    observation.confidence = max(forward.confidence, back.confidence)
    return observation
  }
}

extension Frame {
  /// The frame as it comes when time runs back.
  package var turned: Frame { Frame(index: index, timestampInSeconds: -timestampInSeconds, image: image) }
}
