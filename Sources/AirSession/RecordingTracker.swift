import AirCapture
import AirGeometry
import AirSurface
import AirTracking

/// Turns a recording into events: finds the surface, takes the seed, follows the target and moves the pen.
public struct RecordingTracker {
  /// What was seen of one frame.
  public struct FrameResult: Sendable {
    /// Number of the frame, from 1.
    public var number: Int
    /// Its time in seconds.
    public var timestampInSeconds: Double
    /// What the tracker said; nil before the seed.
    public var observation: TrackObservation?
  }

  /// How long each step took, all frames together.
  public struct StepTimes: Sendable {
    /// Waiting for the next frame: decoding that did not keep up.
    public var waiting = Duration.zero
    /// Looking for the surface.
    public var surface = Duration.zero
    /// Following the target.
    public var tracking = Duration.zero
  }

  /// What is to be made of the recording.
  public let plan: RecordingPlan
  /// How long each step took so far.
  public private(set) var times = StepTimes()
  /// What is unusual about the result. One sentence each.
  public private(set) var warnings: [String] = []
  /// The fingertip that was found, where it was looked for.
  public private(set) var detection: FingertipCandidate?

  private var finder: SurfaceFinder
  private var tracker: FingertipTracker
  private var penSchedule: PenSchedule
  /// What looks for the fingertip, until it is found.
  var detector: (any FingertipDetector)?
  private var isSeeded = false
  private var lastEventTime = 0.0
  private var lastFrameTime: Double?
  private let clock = ContinuousClock()

  /// A move of the surface's corners by more than this is no noise of seeing them.
  private static let noticeableMoveInPixels = 3.0
  /// Corners read off by hand and a fair calibration agree better than this.
  private static let largestUsualResidualInPixels = 5.0

  /// Makes a tracker for one recording.
  ///
  /// - Throws: `SurfaceError` when the surface can't be what the plan says, `TrackingError` when the tracker's options
  ///   are out of their ranges.
  public init(plan: RecordingPlan) throws {
    self.plan = plan
    finder = try SurfaceFinder(specification: plan.surface, camera: plan.camera)
    tracker = try FingertipTracker(options: plan.tracker)
    penSchedule = PenSchedule(ranges: plan.penRanges ?? [], color: plan.color)
  }

  /// Goes through the whole recording.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - name: its name for the header.
  ///   - emit: takes each event as it happens, for writing and for a session.
  ///   - progress: is told of each frame.
  /// - Throws: `RecordingError`, `SurfaceError`, `TrackingError`, what the source throws, and what `emit` throws.
  public mutating func run(
    _ source: some FrameSource, name: String, emit: (SessionEvent) throws -> Void,
    progress: (FrameResult) -> Void = { _ in }
  ) throws {
    try emit(
      SessionEvent(at: 0, .header(SessionHeader(imageSize: source.imageSize, source: name))))
    if let camera = plan.camera { try emit(SessionEvent(at: 0, .camera(camera))) }
    if let anchor = finder.anchor { try emit(SessionEvent(at: 0, .planeUpdated(anchor))) }
    guard var frame = try next(source) else { throw RecordingError.noFrames }
    let startTime = frame.timestampInSeconds
    while true {
      let following = try next(source)
      let observation = try look(at: frame, followedBy: following, emit)
      progress(
        FrameResult(
          number: frame.index + 1, timestampInSeconds: frame.timestampInSeconds,
          observation: observation))
      guard let following else { break }
      lastFrameTime = frame.timestampInSeconds
      frame = following
    }
    guard isSeeded else {
      throw RecordingError.fingertipNotFound(
        startInSeconds: startTime, endInSeconds: frame.timestampInSeconds)
    }
    if let anchor = try finder.finish() { try send(.planeUpdated(anchor), at: lastEventTime, emit) }
    if let residual = finder.anchor?.residualInPixels, residual > Self.largestUsualResidualInPixels {
      warnings.append(
        "No place of the camera explains well how \(plan.surface.summary) is seen: its corners are off by "
          + "\(Int(residual.rounded())) pixels; check the camera, the corners and the size.")
    }
    if finder.largestMoveInPixels > Self.noticeableMoveInPixels {
      warnings.append(
        "In the picture, \(plan.surface.summary) moved by \(Int(finder.largestMoveInPixels.rounded())) pixels during the recording, "
          + "but the camera is taken to stand still; places drawn while it moved are off by about as much.")
    }
  }

  private mutating func next(_ source: some FrameSource) throws -> Frame? {
    let start = clock.now
    defer { times.waiting += clock.now - start }
    return try source.nextFrame()
  }

  private mutating func look(
    at frame: Frame, followedBy following: Frame?, _ emit: (SessionEvent) throws -> Void
  ) throws -> TrackObservation? {
    let time = frame.timestampInSeconds
    let start = clock.now
    let anchor = try finder.observe(frame)
    let found = clock.now
    times.surface += found - start
    for event in penSchedule.due(before: time) {
      try send(event.kind, at: event.timestampInSeconds, emit)
    }
    if let anchor { try send(.planeUpdated(anchor), at: time, emit) }
    defer { times.tracking += clock.now - found }
    let observation: TrackObservation
    if isSeeded {
      observation = try tracker.track(frame)
    } else {
      guard let seed = try seed(for: frame, followedBy: following) else { return nil }
      observation = try take(seed, in: frame, emit)
    }
    try send(.track(frame: frame.index + 1, observation), at: time, emit)
    return observation
  }

  /// The seed, if this is its frame.
  private mutating func seed(for frame: Frame, followedBy following: Frame?) throws -> TrackSeed? {
    switch plan.seed {
    case .timed(let timed):
      return try isNearest(frame, followedBy: following, to: timed.timestampInSeconds) ? timed.seed : nil
    case .automatic(let search):
      detection = try detectedFingertip(in: frame, search)
      return detection.map { .tap($0.point) }
    }
  }

  /// True for the frame that is nearest in time to `wanted`.
  private func isNearest(_ frame: Frame, followedBy following: Frame?, to wanted: Double) throws -> Bool {
    let time = frame.timestampInSeconds
    let isNearest = following.map { abs(time - wanted) <= abs($0.timestampInSeconds - wanted) } ?? true
    guard isNearest else { return false }
    // A frame stands for the moment it is shown: until the next one, or as long as the one before.
    let shown = following.map { $0.timestampInSeconds - time } ?? time - (lastFrameTime ?? time - 0.1)
    guard wanted <= time + shown else {
      throw RecordingError.seedAfterEnd(seedInSeconds: wanted, endInSeconds: time)
    }
    guard wanted >= time - shown else {
      throw RecordingError.seedBeforeStart(seedInSeconds: wanted, startInSeconds: time)
    }
    return true
  }

  private mutating func take(
    _ seed: TrackSeed, in frame: Frame, _ emit: (SessionEvent) throws -> Void
  ) throws -> TrackObservation {
    let observation = try tracker.seed(at: seed, in: frame)
    isSeeded = true
    let time = frame.timestampInSeconds
    switch seed {
    case .tap(let point): try send(.tap(.image(point)), at: time, emit)
    case .box(let box): try send(.tap(.box(box)), at: time, emit)
    }
    if plan.penRanges == nil {
      try send(.pen(SessionPen(isDown: true, color: plan.color)), at: time, emit)
    }
    return observation
  }

  /// Emits an event; one that was due between two frames never goes back behind what was told already.
  private mutating func send(
    _ kind: SessionEvent.Kind, at time: Double, _ emit: (SessionEvent) throws -> Void
  ) throws {
    lastEventTime = max(lastEventTime, time)
    try emit(SessionEvent(at: lastEventTime, kind))
  }
}
