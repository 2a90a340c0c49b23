import AirArguments
import AirDraw

/// `airdraw surface`: what a recording's surface is, where the camera stands, and how sure that is.
enum SurfaceCommand {
  private static let picture = Option(
    "picture", OutputOptions.file(ending: "png"),
    help: "Draw the surface's grid, extent and axes into a frame, and write it here."
  )

  static let command = Command(
    "surface", abstract: "Find the surface of a recording, and the camera's place above it.",
    discussion: """
      Looks at all frames for the known thing and says where its plane lies, how large a millimetre is and how \
      sure that is. In the picture u is red, v is blue and the normal is green.
      """,
    examples: [
      Example(
        "airdraw surface desk.mp4 --surface paper:a4 --fov 70 --picture surface.png",
        "Check with a look that the sheet was found."),
      Example(
        "airdraw surface desk.mp4 --surface auto --camera camera.json --json",
        "Take a marker, a card or a sheet, whichever is there, and tell all as JSON."),
    ],
    arguments: [RecordingOptions.recording],
    options: [
      OptionGroup("Surface", SurfaceOptions.all), RecordingOptions.group,
      OptionGroup("Output", [picture, OutputOptions.report, OutputOptions.quiet, OutputOptions.json]),
    ], subcommands: [SurfaceCheckCommand.command]
  ) { arguments in
    let console = try Console(arguments)
    let outputs = (picture: try arguments[picture], report: try arguments[OutputOptions.report])
    if outputs.picture != nil || outputs.report != nil {
      try OutputOptions.check(
        [], [outputs.picture, outputs.report],
        inputs: try SurfaceOptions.inputs(arguments), arguments,
        example: "--picture surface.png")
    }
    let run = try SurfaceRun(arguments, console: console)
    return try Interrupts.heldBack {
      var files = OutputSet()
      if let path = outputs.report { try files.add(run.json.indentedText, at: path) }
      var warnings = run.warnings
      if let path = outputs.picture {
        if let drawn = run.picture {
          try files.add(try drawn.pngBytes(), at: path)
        } else {
          warnings.append("No frame shows the surface, so \(path) was not written.")
        }
      }
      try files.publish()
      console.show(
        lines: run.lines + files.paths.map { "wrote \($0)" }, warnings: warnings, json: run.json)
      return .success
    }
  }
}
