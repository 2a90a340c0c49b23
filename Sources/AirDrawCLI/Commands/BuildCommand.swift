import AirArguments
import AirDraw

/// `airdraw build`: events become a solid, or many sessions one each.
enum BuildCommand {
  private static let events = Argument(
    repeating: "EVENTS", .file("airdraw"),
    help:
      "The events of a session, as track and import write them; with --out-dir several, or folders of them.")

  static let command = Command(
    "build", abstract: "Build a solid of the events of a session, or of many sessions at once.",
    discussion: """
      Files are in the unit that their readers expect: GLB, USDZ, COLLADA and X3D in metres, y up; OBJ in millimetres, y \
      up; STL, PLY and 3MF in millimetres, z up, as slicers have it. COLLADA and X3D are written by Assimp. \
      Its other formats are not offered: its binary FBX cannot be read again and its text FBX takes the decimal comma of \
      the locale, X loses the colours, 3DS ends at 65,535 vertices, STEP makes a surface of every triangle, and PBRT and \
      ASSBIN are read by few.

      --extrude prism raises the lines straight up, fill closed strokes as regions, lift each stroke as high as it was \
      raised in lift mode; dots puts small boxes along the strokes; inflate puffs regions up; tube, ribbon and wall \
      follow the path in space; lathe turns the drawing about an axis; plate, stamp and keychain put it on a plate, \
      stencil cuts it out of one, and cookie-cutter makes a wall around it.
      """,
    examples: [
      Example(
        "airdraw build desk.airdraw --width 3 --height 5 -o drawing.glb -o drawing.png",
        "A pen of 3 mm raised by 5 mm, as a model and as a picture."),
      Example(
        "airdraw build vase.airdraw --extrude lathe --axis u:0 -o vase.stl",
        "The drawing turned about the line u = 0, as a potter does."),
      Example(
        "airdraw build cat.airdraw --extrude keychain --filled --bevel round:0.5 -o cat.stl",
        "The closed strokes as regions with rounded edges, on a plate with a hole."),
      Example(
        "airdraw build cats --size 100 --out-dir solids --format glb,stl",
        "A GLB and an STL of every .airdraw file in the folder cats, each 100 mm long or wide."),
    ], arguments: [events],
    options: [
      SolidOptions.group, PenOptions.group, LiftOptions.group, SizeOptions.group, OutputOptions.buildGroup,
      BatchOptions.group,
    ]
  ) { arguments in
    if let folder = try arguments[BatchOptions.folder] {
      return try await BatchBuild(arguments, inputs: try arguments[events], folder: folder).run()
    }
    return try buildOne(arguments, events: try BatchOptions.onlyInput(arguments, try arguments[events]))
  }

  private static func buildOne(_ arguments: ParsedArguments, events: String) throws -> ExitCode {
    let console = try Console(arguments)
    let outputs = try arguments[OutputOptions.output]
    try Interrupts.heldBack {
      try OutputOptions.check(
        outputs, [arguments[OutputOptions.points], arguments[OutputOptions.report]],
        inputs: [events], arguments, example: "-o drawing.glb")
    }
    let log = try EventLog(contentsOf: events)
    var session = DrawingSession()
    for event in log.events { session.apply(event) }
    var build: BuildRun
    do {
      build = try BuildRun(arguments, session: session, outputs: outputs)
    } catch let error as ExtrusionError {
      throw InputError(error, in: events)
    }
    return try Interrupts.heldBack {
      var files = OutputSet()
      try build.write(outputs, arguments, into: &files)
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
