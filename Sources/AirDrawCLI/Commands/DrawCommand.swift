import AirArguments
import AirDraw

/// `airdraw draw`: a recording becomes a solid.
enum DrawCommand {
  static let command = Command(
    "draw", abstract: "Track a fingertip in a recording and build a solid of what it draws.",
    discussion: "The same as track and build in a row.",
    examples: [
      Example(
        "airdraw draw desk.mp4 --tap 640,360@0.5 --surface paper:a4 -o drawing.glb -o drawing.obj",
        "On a sheet of A4 paper that is wholly in view for a moment."),
      Example(
        "airdraw draw desk.mp4 --auto --surface paper:a4 -o drawing.glb",
        "The fingertip is found without being told."),
      Example(
        "airdraw draw desk.mp4 --box 549,350,48,48@0.667 --surface "
          + "quad:186,335,637,343,680,627,152,619:280x176 --pen 0.8-4.7 -o drawing.glb",
        "On a pad of 280 × 176 mm whose corners were read off the picture."),
      Example(
        "airdraw draw desk.mp4 --auto --surface paper:a4 -o drawing.glb --overlay overlay.mp4 --helper-pane",
        "Beside the solid, the recording with all that was seen and drawn in it, and what the tracker saw."),
    ], arguments: [RecordingOptions.recording],
    options: [
      TrackingOptions.group, RecordingOptions.group, SolidOptions.group, PenOptions.group, LiftOptions.group,
      SizeOptions.group, OverlayOptions.group,
      OutputOptions.drawGroup,
    ]
  ) { arguments in
    let console = try Console(arguments)
    let outputs = try arguments[OutputOptions.output]
    var overlay = try OverlayRun(arguments)
    try OutputOptions.check(
      outputs,
      [
        arguments[OutputOptions.events], arguments[OutputOptions.points], arguments[OutputOptions.csv],
        arguments[OutputOptions.report], overlay.overlayPath, overlay.helperPath,
      ], inputs: try SurfaceOptions.inputs(arguments), arguments,
      example: "-o drawing.glb")
    let log = try EventLogOutput(path: try arguments[OutputOptions.events])
    return try log.keeping { writer in
      let track = try TrackRun(
        arguments, console: console, log: writer, tellsMatches: overlay.needsMatches,
        watch: { overlay.note($0) })
      var build = try BuildRun(arguments, session: track.session, outputs: outputs)
      // From here on files lie beside their places, which an interrupt must not leave there.
      let interrupts = InterruptWatch()
      var files = OutputSet()
      let isWhole = try overlay.write(
        track.session, build, into: &files, console: console, interrupts: interrupts)
      guard isWhole else { return .interrupted }
      return try withExtendedLifetime(interrupts) {
        try Interrupts.heldBack {
          try build.write(outputs, arguments, into: &files)
          let report = RunReport(session: track.session, track: track, build: build)
          try OutputOptions.add(track, report, arguments, to: &files)
          try files.publish()
          console.show(report, files: log.paths + files.paths)
          return .success
        }
      }
    }
  }
}
