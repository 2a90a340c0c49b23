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
}
