import AirArguments
import AirDraw

/// `airdraw track`: a recording becomes events.
enum TrackCommand {
  static let command = Command(
    "track", abstract: "Track a fingertip in a recording and write the events of the session.",
    examples: [
      Example(
        "airdraw track desk.mp4 --tap 640,360@0.5 --surface paper:a4 --events desk.airdraw",
        "Everything that a later build needs."),
      Example(
        "airdraw track desk.mp4 --box 600,320,48,48 --surface none --csv track.csv",
        "Only the fingertip's box in every frame."),
    ], arguments: [RecordingOptions.recording],
    options: [TrackingOptions.group, RecordingOptions.group, OutputOptions.trackGroup]
  ) { arguments in
    let console = try Console(arguments)
    try OutputOptions.check(
      [],
      [arguments[OutputOptions.events], arguments[OutputOptions.csv], arguments[OutputOptions.report]],
      inputs: try SurfaceOptions.inputs(arguments), arguments,
      example: "--events drawing.airdraw")
    let log = try EventLogOutput(path: try arguments[OutputOptions.events])
    return try log.keeping { writer in
      let track = try TrackRun(arguments, console: console, log: writer)
      var files = OutputSet()
      let report = RunReport(session: track.session, track: track, build: nil)
      try OutputOptions.add(track, report, arguments, to: &files)
      try files.publish()
      console.show(report, files: log.paths + files.paths)
      return .success
    }
  }
}
