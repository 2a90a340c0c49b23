import AirArguments
import AirDraw

/// What is drawn on, and whether the camera that sees it moves.
enum SurfaceOptions {
  static let surface = Option(
    required: "surface",
    .custom(
      "SPEC",
      completion: .words([
        "auto", "paper:a4", "card", "marker:4X4_50:40", "board:", "chessboard:", "quad:", "plane:", "none",
      ])
    ) { text in
      do throws(SurfaceError) {
        return try SurfaceSpecification(parsing: text)
      } catch .specification(let reason) {
        throw InvalidValue(reason)
      }
    },
    help: """
      What is drawn on, sizes in mm: \(SurfaceSpecification.spellings.joined(separator: ", ")). With none, a \
      millimetre stands for a pixel of the flat image.
      """)
  static let movingCamera = Flag(
    "moving-camera", help: "The camera moves: find its place in each frame. Needs --camera or --fov.")
  static let picturesAtOnce = Option(
    "pictures-at-once", .integer(in: 1...100), default: 4,
    help: "Follow so many pictures of a data set at once, at the most.")

  static let all: [any ArgumentKey] = [surface, movingCamera, picturesAtOnce]

  /// All that is read for a recording and its surface.
  static func inputs(_ arguments: ParsedArguments) throws -> [String?] {
    [try arguments[RecordingOptions.recording], try arguments[RecordingOptions.camera]?.path]
      + (try arguments[surface]).files
  }

  /// How surfaces are looked for.
  static func options(_ arguments: ParsedArguments) throws -> SurfaceWatch.Options {
    var options = SurfaceWatch.Options()
    options.isCameraStill = try !arguments[movingCamera]
    options.maximumPictureCount = try arguments[picturesAtOnce]
    return options
  }
}
