import AirCapture
import AirGeometry
import Dispatch
import Synchronization

/// Follows several targets through the same frames, each known by a number, and sees to it that no two of them claim
/// the same thing.
///
/// ```swift
/// var targets = try TargetSet()
/// try targets.seed(1, at: .tap(index), in: firstFrame)
/// try targets.seed(2, at: .tap(thumb), in: firstFrame)
/// for (target, observation) in try targets.track(nextFrame) { … }
/// ```
///
/// The trackers may run side by side; the same frames give the same observations whether they do or not.
public struct TargetSet: Sendable {
  /// What is said of one target.
  public typealias Sighting = (target: Int, observation: TrackObservation)

  /// How each target is followed.
  public let options: TrackerOptions
  /// Targets in the order of their numbers.
  private var entries: [Entry] = []

  private struct Entry: Sendable {
    let target: Int
    var tracker: FingertipTracker
    var observation: TrackObservation
  }

  /// Makes a set without targets.
  ///
  /// - Throws: `TrackingError.invalidOption`.
  public init(options: TrackerOptions = TrackerOptions()) throws {
    try options.validate()
    self.options = options
  }

  /// The targets' numbers in order.
  public var targets: [Int] { entries.map(\.target) }

  /// Takes a target under a number, and forgets any earlier one of this number.
  ///
  /// - Throws: `TrackingError`, as `FingertipTracker.seed`.
  public mutating func seed(
    _ target: Int, at seed: TrackSeed, in frame: Frame
  ) throws -> TrackObservation {
    var tracker = try FingertipTracker(options: options)
    let observation = try tracker.seed(at: seed, in: frame)
    entries.removeAll { $0.target == target }
    let place = entries.firstIndex { $0.target > target } ?? entries.endIndex
    entries.insert(Entry(target: target, tracker: tracker, observation: observation), at: place)
    return observation
  }

  /// Says where each target is in the next frame, in the order of their numbers.
  ///
  /// Of two boxes on one thing, that of a target that was seen in the last frame stands against that of one that has
  /// just come back, else the more confident one against the other, else the lower number. The other target is lost,
  /// and its tracker learns nothing from the frame.
  ///
  /// - Throws: `TrackingError.frameSizeChanged`.
  /// - Complexity: as many times `FingertipTracker.track` as there are targets, and their square in comparisons.
  public mutating func track(_ frame: Frame) throws -> [Sighting] {
    let last = entries.map(\.observation)
    // A tracker that is kept costs a copy of its memory, so only those are that may have to be taken back.
    let kept = entries.indices.map { isEndangered($0) ? entries[$0].tracker : nil }
    let numbers = targets
    let jobs = entries.map { TrackingJob($0.tracker) }
    // From here on each job holds its tracker alone.
    entries = []
    if jobs.count > 1 {
      DispatchQueue.concurrentPerform(iterations: jobs.count) { jobs[$0].run(frame) }
    } else {
      jobs.first?.run(frame)
    }
    var failure: (any Error)?
    for (index, job) in jobs.enumerated() {
      let (tracker, result) = job.outcome
      var observation = last[index]
      do {
        observation = try result.get()
      } catch {
        failure = failure ?? error
      }
      entries.append(Entry(target: numbers[index], tracker: tracker, observation: observation))
    }
    if let failure { throw failure }
    for loser in Self.losers(among: entries.map(\.observation), last: last) {
      if let tracker = kept[loser] { entries[loser].tracker = tracker }
      entries[loser].tracker.letGo(because: .covered)
      entries[loser].observation = .displaced(entries[loser].observation)
    }
    return entries.map { ($0.target, $0.observation) }
  }

  /// Whether a target may claim in the next frame what another one claims: it is lost and may turn up anywhere, or the
  /// other one is near.
  private func isEndangered(_ index: Int) -> Bool {
    guard entries.count > 1 else { return false }
    guard let box = entries[index].observation.box else { return true }
    return entries.indices.contains { other in
      guard other != index, let near = entries[other].observation.box else { return false }
      let sides = (box.width + box.height + near.width + near.height) / 2
      return box.center.distance(to: near.center) < sides
    }
  }

  /// Which of several observations of one frame have to yield to others on the same thing.
  ///
  /// - Parameter last: what was said of the same targets in the frame before.
  package static func losers(
    among observations: [TrackObservation], last: [TrackObservation]
  ) -> [Int] {
    var losers: Set<Int> = []
    // The strongest claims first, so that what yields makes nothing else yield.
    let order = observations.indices.sorted { one, two in
      let (wasSeenOne, wasSeenTwo) = (last[one].state != .lost, last[two].state != .lost)
      if wasSeenOne != wasSeenTwo { return wasSeenOne }
      let (first, second) = (observations[one].confidence, observations[two].confidence)
      return first != second ? first > second : one < two
    }
    for (rank, index) in order.enumerated() {
      guard let box = observations[index].box else { continue }
      let isTaken = order[..<rank].contains { stronger in
        guard !losers.contains(stronger), let other = observations[stronger].box else { return false }
        return areOnOneThing(box, other)
      }
      if isTaken { losers.insert(index) }
    }
    return losers.sorted()
  }

  /// Boxes of which one covers most of the other's middle. Fingertips side by side are a width apart.
  private static func areOnOneThing(_ one: ImageBox, _ other: ImageBox) -> Bool {
    let side = min(one.width + one.height, other.width + other.height) / 2
    return one.intersectionOverUnion(with: other) > 0.5
      || one.center.distance(to: other.center) < 0.4 * side
  }
}

extension TrackObservation {
  /// An observation that had to yield to another target's.
  package static func displaced(_ observation: TrackObservation) -> TrackObservation {
    TrackObservation(
      box: nil, confidence: observation.confidence, state: .lost, lossReason: .covered,
      match: observation.match)
  }
}

/// One tracker's work on one frame, which may be done on another thread.
private final class TrackingJob: Sendable {
  private struct State {
    var tracker: FingertipTracker
    var result: Result<TrackObservation, any Error>
  }

  private let state: Mutex<State>

  init(_ tracker: FingertipTracker) {
    state = Mutex(State(tracker: tracker, result: .failure(TrackingError.notSeeded)))
  }

  func run(_ frame: Frame) {
    state.withLock { state in
      let result = Result { try state.tracker.track(frame) }
      state.result = result
    }
  }

  /// The tracker after its work, and what it said.
  var outcome: (FingertipTracker, Result<TrackObservation, any Error>) {
    state.withLock { ($0.tracker, $0.result) }
  }
}
