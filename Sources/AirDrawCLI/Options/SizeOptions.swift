import AirArguments
import AirDraw

/// How large the drawing is.
enum SizeOptions {
  static let size = Option(
    "size", .decimal(unit: "mm", in: 0.1...4000),
    help: """
      Length of the drawing's longer side, by the points of its lines; the pen's width is not scaled. For drawings that \
      have no scale, and for any other that should be larger or smaller; it then lies about the origin.
      """)

  static let group = OptionGroup("Size", [size])
}
