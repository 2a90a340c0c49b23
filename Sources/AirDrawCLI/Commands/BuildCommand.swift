import AirArguments
import AirDraw

/// `airdraw build`: events become a solid.
enum BuildCommand {
  private static let events = Argument(
    "EVENTS", .file("airdraw"), help: "The events of a session, as track writes them.")

  static let command = Command(
    "build", abstract: "Build a solid of the events of a session.",
    examples: [
      Example(
        "airdraw build desk.airdraw --width 3 --height 5 -o drawing.glb -o drawing.png",
        "A pen of 3 mm raised by 5 mm, as a model and as a picture.")
    ], arguments: [events], options: [SolidOptions.group, PenOptions.group, LiftOptions.group, OutputOptions.buildGroup]
  ) { arguments in
    let console = try Console(arguments)
    let outputs = try arguments[OutputOptions.output]
    try OutputOptions.check(
      outputs, [arguments[OutputOptions.points], arguments[OutputOptions.report]],
      inputs: [arguments[events]], arguments, example: "-o drawing.glb")
    let log = try EventLog(contentsOf: try arguments[events])
    var session = DrawingSession()
    for event in log.events { session.apply(event) }
    return try Interrupts.heldBack {
      var files = OutputSet()
      let build = try BuildRun(arguments, session: session, outputs: outputs, into: &files)
      let report = RunReport(session: session, track: nil, build: build, warnings: log.warnings)
      if let path = try arguments[OutputOptions.report] {
        try files.add(report.json.indentedText, at: path)
      }
      try files.publish()
      console.show(report, files: files.paths)
      return .success
    }
  }
}
