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
    /// The camera's pose in the world, where it moves and is known in this frame.
    public var cameraPose: CameraPose?
    /// What was said of each target, in the order of their numbers; none of those that did not come yet.
    public var sightings: [TargetSet.Sighting]
    /// What was said of the first of them.
    public var observation: TrackObservation? { sightings.first?.observation }
  }

  /// How long each step took, all frames together.
  public struct StepTimes: Sendable {
    /// Waiting for the next frame: decoding that did not keep up.
    public var waiting = Duration.zero
    /// Looking for the surface.
    public var surface = Duration.zero
    /// Following the targets.
    public var tracking = Duration.zero
    /// Following them back from their seeds, reading included.
    public var lookingBack = Duration.zero
  }

  /// What is to be made of the recording.
  public let plan: RecordingPlan
  /// How long each step took so far.
  public internal(set) var times = StepTimes()
  /// What is unusual about the result. One sentence each.
  public internal(set) var warnings: [String] = []
  /// The fingertip that was found, where it was looked for.
  public internal(set) var detection: FingertipCandidate?

  private var surfaces: SurfaceWatch
  /// Whether the camera's pose was known in the last frame.
  private var isPoseKnown = false
  private var tracker: TargetSet
  var targets: [PlannedTarget]
  private var penSchedule: PenSchedule
  /// What looks for the fingertip, until it is found.
  var detector: (any FingertipDetector)?
  private var isPenTold = false
  private var lastEventTime = 0.0
  private var lastFrameTime: Double?
  let clock = ContinuousClock()

  /// Makes a tracker for one recording.
  ///
  /// - Throws: `SurfaceError` when the surface can't be what the plan says, `TrackingError` when the tracker's options
  ///   are out of their ranges.
  public init(plan: RecordingPlan) throws {
    self.plan = plan
    surfaces = try SurfaceWatch(
      specification: plan.surface, camera: plan.camera, recordedPoses: plan.recordedPoses,
      options: plan.surfaceOptions)
    tracker = try TargetSet(options: plan.tracker)
    if case .timed(let seed) = plan.seed {
      targets = zip(1..., [seed] + plan.otherSeeds).map { PlannedTarget(number: $0, seed: $1) }
    } else {
      targets = []
    }
    penSchedule = PenSchedule(ranges: plan.penRanges ?? [], color: plan.color)
  }

  /// Goes through the whole recording.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - name: its name for the header.
  ///   - emit: takes each event as it happens, for writing and for a session.
  ///   - progress: is told of each frame.
  ///   - lookingBack: is told of each frame when the targets are followed back from it, before any of the above.
  /// - Throws: `RecordingError`, `SurfaceError`, `TrackingError`, what the source throws, and what `emit` throws.
  public mutating func run(
    _ source: some FrameSource, name: String, emit: (SessionEvent) throws -> Void,
    progress: (FrameResult) -> Void = { _ in }, lookingBack: (FrameResult) -> Void = { _ in }
  ) throws {
    try emit(
      SessionEvent(at: 0, .header(SessionHeader(imageSize: source.imageSize, source: name))))
    if let camera = plan.camera { try emit(SessionEvent(at: 0, .camera(camera))) }
    try surveyMotion(over: source)
    for anchor in surfaces.anchors { try emit(SessionEvent(at: 0, .planeUpdated(anchor))) }
    try lookForFingertip(over: source)
    try lookBack(over: source, lookingBack)
    guard var frame = try next(source) else { throw RecordingError.noFrames }
    let startTime = frame.timestampInSeconds
    while true {
      let following = try next(source)
      progress(try look(at: frame, followedBy: following, emit))
      guard let following else { break }
      lastFrameTime = frame.timestampInSeconds
      frame = following
    }
    guard !targets.isEmpty else {
      throw RecordingError.fingertipNotFound(
        startInSeconds: startTime, endInSeconds: frame.timestampInSeconds)
    }
    for change in try surfaces.finish() { try tell(change, at: lastEventTime, emit) }
    warnings += surfaces.doubts
  }

  /// Looks at the whole recording for what its camera's motion tells, where that is asked for.
  private mutating func surveyMotion(over source: some FrameSource) throws {
    guard surfaces.needsSurvey else { return }
    let start = clock.now
    defer { times.surface += clock.now - start }
    guard let frames = try source.framesAgain() else { throw RecordingError.motionOfCamera }
    try surfaces.survey(frames)
  }

  private mutating func next(_ source: some FrameSource) throws -> Frame? {
    let start = clock.now
    defer { times.waiting += clock.now - start }
    return try source.nextFrame()
  }

  private mutating func look(
    at frame: Frame, followedBy following: Frame?, _ emit: (SessionEvent) throws -> Void
  ) throws -> FrameResult {
    let time = frame.timestampInSeconds
    let start = clock.now
    let glimpse = try surfaces.observe(frame)
    let found = clock.now
    times.surface += found - start
    for event in penSchedule.due(before: time) {
      try send(event.kind, at: event.timestampInSeconds, emit)
    }
    for change in glimpse.changes { try tell(change, at: time, emit) }
    if glimpse.cameraPose != nil || isPoseKnown { try send(.pose(glimpse.cameraPose), at: time, emit) }
    isPoseKnown = glimpse.cameraPose != nil
    let sightings = try observe(frame, followedBy: following)
    times.tracking += clock.now - found
    for sighting in sightings { try tell(sighting, in: frame, emit) }
    return FrameResult(frame, sightings, cameraPose: glimpse.cameraPose)
  }

  /// Tells what changed of the surfaces.
  private mutating func tell(
    _ change: AnchorChange, at time: Double, _ emit: (SessionEvent) throws -> Void
  ) throws {
    switch change {
    case .added(let anchor), .updated(let anchor): try send(.planeUpdated(anchor), at: time, emit)
    case .removed(let id, _): try send(.planeRemoved(id: id), at: time, emit)
    }
  }

  /// Follows the targets that were named, names those whose moment it is, and recalls of the others what was seen when
  /// they were followed back.
  private mutating func observe(
    _ frame: Frame, followedBy following: Frame?
  ) throws -> [TargetSet.Sighting] {
    var sightings = try tracker.track(frame)
    if targets.isEmpty { try lookForFingertip(in: frame) }
    for index in targets.indices where !targets[index].isSeeded {
      let (number, seed) = (targets[index].number, targets[index].seed)
      if let known = targets[index].earlier[frame.index] {
        sightings.append((number, known))
      } else if try isSeedFrame(frame, of: seed, followedBy: following) {
        targets[index].isSeeded = true
        sightings.append((number, try tracker.seed(number, at: seed.seed, in: frame)))
      }
    }
    sightings.sort { $0.target < $1.target }
    settle(&sightings)
    return sightings
  }

  /// Lets those yield that were followed back onto what another target claims.
  private mutating func settle(_ sightings: inout [TargetSet.Sighting]) {
    let last = sightings.map { sighting in
      targets[sighting.target - 1].last ?? TrackObservation(box: nil, confidence: 0, state: .lost)
    }
    for loser in TargetSet.losers(among: sightings.map(\.observation), last: last)
    where sightings[loser].observation.state != .seeded {
      sightings[loser].observation = .displaced(sightings[loser].observation)
    }
  }

  /// Tells what was seen of a target: that it was named, in its first frame that the pen is down, and where it is.
  private mutating func tell(
    _ sighting: TargetSet.Sighting, in frame: Frame, _ emit: (SessionEvent) throws -> Void
  ) throws {
    let (number, observation) = sighting
    let time = frame.timestampInSeconds
    let target = targets[number - 1]
    if observation.state == .seeded {
      let tap: SessionTap =
        switch target.seed.seed {
        case .tap(let point): .image(point)
        case .box(let box): .box(box)
        }
      try send(.tap(tap, target: number, goesOn: target.last?.box != nil), at: time, emit)
    }
    if plan.penRanges == nil, !isPenTold {
      isPenTold = true
      try send(.pen(SessionPen(isDown: true, color: plan.color)), at: time, emit)
    }
    targets[number - 1].last = observation
    try send(.track(frame: frame.index + 1, observation, target: number), at: time, emit)
  }

  /// True for the frame that is nearest in time to a seed.
  private func isSeedFrame(
    _ frame: Frame, of seed: TimedSeed, followedBy following: Frame?
  ) throws -> Bool {
    let wanted = seed.timestampInSeconds
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

  /// Emits an event; one that was due between two frames never goes back behind what was told already.
  private mutating func send(
    _ kind: SessionEvent.Kind, at time: Double, _ emit: (SessionEvent) throws -> Void
  ) throws {
    lastEventTime = max(lastEventTime, time)
    try emit(SessionEvent(at: lastEventTime, kind))
  }
}
