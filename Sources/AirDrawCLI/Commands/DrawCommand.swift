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
    ], arguments: [RecordingOptions.recording],
    options: [
      TrackingOptions.group, RecordingOptions.group, SolidOptions.group, PenOptions.group, LiftOptions.group,
      SizeOptions.group,
      OutputOptions.drawGroup,
    ]
  ) { arguments in
    let console = try Console(arguments)
    let outputs = try arguments[OutputOptions.output]
    try OutputOptions.check(
      outputs,
      [
        arguments[OutputOptions.events], arguments[OutputOptions.points], arguments[OutputOptions.csv],
        arguments[OutputOptions.report],
      ], inputs: try SurfaceOptions.inputs(arguments), arguments,
      example: "-o drawing.glb")
    let log = try EventLogOutput(path: try arguments[OutputOptions.events])
    return try log.keeping { writer in
      let track = try TrackRun(arguments, console: console, log: writer)
      var build = try BuildRun(arguments, session: track.session, outputs: outputs)
      return try Interrupts.heldBack {
        var files = OutputSet()
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
