import AirArguments
import AirDraw

/// The last part of the work, where it is asked for: the recording is read again and films are made of what was seen.
struct OverlayRun {
  /// The overlay's path.
  let overlayPath: String?
  /// The helper console's path.
  let helperPath: String?
  private let arguments: ParsedArguments
  private var moments: [OverlayMoment] = []
  private var targetCount = 1

  /// Finds out what is asked for, before any work is done.
  ///
  /// - Throws: a `UsageError` when what is asked for can't be had.
  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    overlayPath = try arguments[OverlayOptions.overlay]
    helperPath = try arguments[OverlayOptions.helper]
    for (flag, name) in [(OverlayOptions.helperPane, "--helper-pane"), (OverlayOptions.mute, "--mute")]
    where try overlayPath == nil && arguments[flag] {
      throw arguments.usageError(
        "\(name) goes with --overlay: name a file for it, such as --overlay out.mp4.")
    }
    guard isWanted else { return }
    if FileKind(path: try arguments[RecordingOptions.recording]) == .stream {
      throw arguments.usageError(
        "A camera's frames can't be seen twice, which --overlay and --helper need: record a video first.")
    }
    let seeds = try TrackingOptions.seeds(arguments)
    targetCount = 1 + seeds.others.count
  }

  private var targets: [Int] { Array(1...targetCount) }

  /// Whether anything is to be done.
  var isWanted: Bool { overlayPath != nil || helperPath != nil }

  /// Whether observations have to tell how they came about.
  var needsMatches: Bool {
    get throws { try helperPath != nil || arguments[OverlayOptions.helperPane] }
  }

  /// Takes in what was seen of a frame.
  mutating func note(_ result: RecordingTracker.FrameResult) {
    guard isWanted else { return }
    moments.append(
      OverlayMoment(
        frameNumber: result.number, timestampInSeconds: result.timestampInSeconds,
        targets: (1...targetCount).map { number in
          (number, result.sightings.first { $0.target == number }?.observation)
        }, cameraPose: result.cameraPose))
  }

  /// Makes the films, aside from their places.
  ///
  /// - Parameters:
  ///   - session: the session after its last event.
  ///   - build: the drawing and its solids.
  ///   - files: takes the films.
  ///   - interrupts: ends the work early.
  /// - Returns: false when it was interrupted.
  func write(
    _ session: DrawingSession, _ build: BuildRun, into files: inout OutputSet, console: Console,
    interrupts: InterruptWatch
  ) throws -> Bool {
    guard isWanted else { return true }
    let source = try RecordingOptions.source(arguments)
    let overlay = try overlayPath.map { path in
      try OverlayFilm(
        path: files.reserve(path), reportedPath: path, scene: scene(session, build),
        imageSize: source.imageSize, moments: moments, options: options)
    }
    let helper = try helperPath.map { path in
      try HelperFilm(
        path: files.reserve(path), reportedPath: path, targets: targets, framesPerSecond: frameRate)
    }
    var progress = Progress(frameCount: moments.count, isShown: console.showsProgress)
    defer { progress.finish() }
    let frames = try PrefetchingFrameSource(source)
    for moment in moments {
      guard !interrupts.isInterrupted else { return false }
      guard let frame = try frames.nextFrame(), frame.index + 1 == moment.frameNumber else {
        throw CaptureError.changedWhileRead(path: try arguments[RecordingOptions.recording])
      }
      try overlay?.append(frame.image, moment)
      try helper?.append(frame.image, moment)
      progress.update("drawing frame \(moment.frameNumber) of \(moments.count)")
    }
    try overlay?.finish()
    try helper?.finish()
    return true
  }

  private var options: OverlayFilm.Options {
    get throws {
      var options = OverlayFilm.Options()
      options.framesPerSecond = frameRate
      options.isHandInFront = try arguments[OverlayOptions.handInFront]
      options.showsHelper = try arguments[OverlayOptions.helperPane]
      options.hasSound = try !arguments[OverlayOptions.mute]
      return options
    }
  }

  /// Frames a second on average.
  private var frameRate: Double {
    guard let first = moments.first, let last = moments.last, moments.count > 1 else { return 30 }
    let seconds = last.timestampInSeconds - first.timestampInSeconds
    return seconds > 0 ? min(240, max(0.1, Double(moments.count - 1) / seconds)) : 30
  }

  /// The drawing where it was drawn, in its true size, and its solid.
  private func scene(_ session: DrawingSession, _ build: BuildRun) throws -> OverlayScene {
    let style = try SolidOptions.style(arguments)
    let isScaled = try arguments[SizeOptions.size] != nil
    let built = isScaled ? nil : build.solids[.metres] ?? build.solids[.millimetres]
    let solids =
      try built?.map(\.mesh)
      ?? [Extruder.solid(of: build.drawnDrawing, style: style, lattice: .metres).mesh]
    return OverlayScene(
      surface: session.surface, camera: session.camera, drawing: build.drawnDrawing, style: style,
      solids: solids, tipHeightInMetres: try arguments[SolidOptions.tipHeight] / 1000)
  }
}
