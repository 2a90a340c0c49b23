import AirArguments
import AirDraw

/// The first half of the work: a recording becomes events.
struct TrackRun {
  /// The session after the last event.
  let session: DrawingSession
  /// The track, a line a frame.
  let table: TrackTable
  /// How long each step took.
  let times: RecordingTracker.StepTimes
  /// The fingertip that was found, where it was looked for.
  let detection: FingertipCandidate?
  /// What was unusual.
  let warnings: [String]

  /// Opens the recording, follows the fingertip and feeds a session, event by event.
  ///
  /// - Parameters:
  ///   - log: takes each event before the session does: what is drawn is on disc before it acts.
  ///   - tellsMatches: whether each observation tells how it came about.
  ///   - watch: is told of each frame.
  init(
    _ arguments: ParsedArguments, console: Console, log: EventLogWriter?, tellsMatches: Bool = false,
    watch: (RecordingTracker.FrameResult) -> Void = { _ in }
  ) throws {
    let path = try arguments[RecordingOptions.recording]
    let seeds = try TrackingOptions.seeds(arguments)
    let source = try RecordingOptions.source(arguments)
    let camera = try RecordingOptions.camera(arguments, for: source.imageSize)
    var plan = RecordingPlan(
      seed: seeds.first, surface: try arguments[SurfaceOptions.surface],
      camera: camera?.camera,
      penRanges: try arguments[TrackingOptions.pen]?.ranges,
      color: try arguments[TrackingOptions.color] ?? .ink,
      tracker: try TrackingOptions.tracker(arguments))
    plan.tracker.tellsMatches = tellsMatches
    plan.otherSeeds = seeds.others
    plan.surfaceOptions = try SurfaceOptions.options(arguments)
    plan.recordedPoses = camera?.poses ?? []
    plan.followsBackward = try arguments[TrackingOptions.backward]
    plan.refines = try arguments[TrackingOptions.refine]
    var tracker = try RecordingTracker(plan: plan)
    var session = DrawingSession()
    var table = TrackTable(targetCount: 1 + seeds.others.count)
    var progress = Progress(frameCount: source.estimatedFrameCount, isShown: console.showsProgress)
    defer { progress.finish() }
    try tracker.run(
      try PrefetchingFrameSource(source), name: FilePath.name(of: path),
      emit: { event in
        try log?.append(event)
        session.apply(event)
      },
      progress: { result in
        table.append(result)
        watch(result)
        progress.update(result)
      },
      lookingBack: { progress.look(back: $0) })
    self.session = session
    self.table = table
    times = tracker.times
    detection = tracker.detection
    warnings = (camera?.notes ?? []) + source.warnings + tracker.warnings
  }
}

/// The track as a table: `frame,time,x,y,w,h,confidence,state,target,reason`, frames from 1, pixels of the upright
/// picture; a line for each target in each frame, the box empty where the target is lost or did not come yet, the reason
/// of its loss where it is lost.
struct TrackTable {
  /// The table's text.
  private(set) var text = "frame,time,x,y,w,h,confidence,state,target,reason\n"
  /// How many frames it holds.
  private(set) var frameCount = 0
  private let targetCount: Int

  /// Makes a table of so many targets.
  init(targetCount: Int) { self.targetCount = targetCount }

  /// Adds a frame.
  mutating func append(_ result: RecordingTracker.FrameResult) {
    for target in 1...targetCount {
      let observation = result.sightings.first { $0.target == target }?.observation
      let box = observation?.box.map { [$0.x, $0.y, $0.width, $0.height] }
      var cells = ["\(result.number)", decimal(result.timestampInSeconds, places: 6)]
      cells += box?.map { decimal($0, places: 3) } ?? ["", "", "", ""]
      cells.append(decimal(observation?.confidence ?? 0, places: 4))
      cells.append(observation?.state.rawValue ?? "waiting")
      cells.append("\(target)")
      cells.append(observation?.lossReason?.rawValue ?? "")
      text += cells.joined(separator: ",") + "\n"
    }
    frameCount += 1
  }
}
