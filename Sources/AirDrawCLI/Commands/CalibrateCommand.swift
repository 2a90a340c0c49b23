import AirArguments
import AirDraw

/// `airdraw calibrate`: pictures of a board become a camera file.
enum CalibrateCommand {
  private static let pictures = Argument(
    repeating: "PICTURES", .file("jpg", "jpeg", "png", "mp4", "mov", placeholder: "PICTURES"),
    help: "Photos, folders of photos, or one video.")
  private static let board = Option(
    required: "board",
    .custom(
      "BOARD",
      completion: .words(["chessboard:", "charuco:", "circles:", "asymmetric-circles:"]), parseBoard),
    help: "What is printed on the board, and its sizes in mm; see above.")
  private static let lens = Option(
    "lens", .choice(CalibrationLens.self), default: .five,
    help: "How many coefficients the lens has, or fisheye for fields of view beyond 110 degrees.")
  private static let views = Option(
    "views", .integer(in: CameraCalibrator.fewestViews...500), default: BoardSearch.usualViewLimit,
    help: "Use so many views at most: of more, those that are sharp and most different.")
  private static let output = Option(
    "output", short: "o",
    ValueFormat.file("json", "yml", "yaml", placeholder: "CAMERA").map(CameraOutput.init(path:)),
    help: "Where to write the camera; the ending chooses our JSON (.json) or OpenCV's YAML (.yml, .yaml).")
  private static let picture = Option(
    "picture", OutputOptions.file(ending: "png"),
    help: "Draw here where the board was seen, each view in its colour, with magnified residuals.")
  private static let report = Option(
    "report", .file("json"),
    help: "Write the rms, each number's standard deviation and every view's rms here.")

  static let command = Command(
    "calibrate", abstract: "Calibrate a camera from photos or a video of a board.",
    discussion: """
      A board is one of
      chessboard:COLSxROWS:SQUARE_MM, whose columns and rows count inner corners, where four squares meet
      charuco:COLSxROWS:SQUARE_MM:MARKER_MM:DICT, which counts squares
      circles:COLSxROWS:SPACING_MM
      asymmetric-circles:COLSxROWS:SPACING_MM, whose spacing is half the distance of two circles in a row

      Print a board, glue it onto something flat, and take 10 to 20 pictures that fill the whole view between them, most \
      with the board at a slant of 20 to 45 degrees. Focus and zoom must stay as they are in the recordings that the camera \
      file is for, and so must the size of the pictures.

      All corners of all used views count in the rms. A view is left out, and named, when its own rms is over 3 times \
      the views' median and over 0.4 px. Of a video, the sharpest frame of each quarter of a second is looked at; \
      blurred frames and those like others are left out. Photos that were taken with the camera turned (EXIF) are turned back, \
      so that all are as most of them.
      """,
    examples: [
      Example(
        "airdraw calibrate photos --board chessboard:9x6:25 -o camera.json --report report.json",
        "A chessboard with 9 × 6 inner corners and squares of 25 mm."),
      Example(
        "airdraw calibrate board.mp4 --board charuco:5x7:40:20:6X6_250 -o camera.yml --picture coverage.png",
        "A ChArUco board of 5 × 7 squares, 40 mm wide, with markers of 20 mm, as OpenCV's YAML."),
    ], arguments: [pictures],
    options: [
      OptionGroup("Calibration", [board, lens, views]),
      OptionGroup("Output", [output, report, picture, OutputOptions.quiet, OutputOptions.json]),
    ]
  ) { arguments in
    let console = try Console(arguments)
    let paths = try arguments[pictures]
    let camera = try arguments[output]
    let outputs = (report: try arguments[report], picture: try arguments[picture])
    try OutputOptions.check(
      [], [camera?.path, outputs.report, outputs.picture], inputs: paths, arguments, example: "-o camera.json"
    )
    let input = try CalibrationInput(paths, arguments)
    let run = try CalibrateRun(
      input, board: try arguments[board], lens: try arguments[lens], viewLimit: try arguments[views],
      showsProgress: console.showsProgress)
    return try Interrupts.heldBack {
      var files = OutputSet()
      if let camera {
        let calibration = run.calibration
        try files.add(
          calibration.camera.fileText(camera.format, uncertainty: calibration.uncertainty), at: camera.path)
      }
      if let path = outputs.report { try files.add(run.json.indentedText, at: path) }
      var lines = run.lines
      if let path = outputs.picture, let drawn = run.calibration.coveragePicture() {
        try files.add(try drawn.image.pngBytes(), at: path)
        lines.append(
          "picture   arrows are \(decimal(drawn.magnification, places: 0)) times as long as what is off")
      }
      try files.publish()
      console.show(
        lines: lines + files.paths.map { "wrote \($0)" }, warnings: run.warnings, json: run.json)
      return .success
    }
  }

  @Sendable
  private static func parseBoard(_ text: String) throws(InvalidValue) -> CalibrationBoard {
    do throws(CalibrationError) {
      return try CalibrationBoard(parsing: text)
    } catch .board(let reason) {
      throw InvalidValue(reason)
    } catch {
      throw InvalidValue(error.description)
    }
  }
}

/// A camera file, whose ending tells its form.
struct CameraOutput: Sendable {
  let path: String
  let format: CameraOutputFormat

  init(path: String) throws(InvalidValue) {
    guard [".json", ".yml", ".yaml"].contains(where: path.lowercased().hasSuffix) else {
      throw InvalidValue("its ending must be one of .json, .yml, .yaml")
    }
    self.path = path
    format = CameraOutputFormat(path: path)
  }
}
