import AirArguments
import AirDraw

/// How events become strokes and strokes a solid.
enum SolidOptions {
  static let width = Option(
    "width", short: "w", .decimal(unit: "mm", in: 0.02...1000), default: 3, help: "Width of the pen.")
  static let height = Option(
    "height", .decimal(unit: "mm", in: 0.02...1000), default: 5,
    help: "Height of the solid above the surface or its plate; a cookie cutter has 12 mm unless told.")
  static let tipHeight = Option(
    "tip-height", .decimal(unit: "mm", in: 0...200), default: 0,
    help: """
      Height of the tracked point above the surface: a fingernail is some 8 to 14 mm above the table, and seen \
      at a slant it lies about as much behind its place. Needs events that were tracked with --camera.
      """)
  static let filter = Option(
    "filter", .choice(FilterChoice.self), default: .oneEuro,
    help: "How the pen's path is smoothed; imported strokes only when this is given, as with the next two.")
  static let spacing = Option(
    "spacing", .decimal(unit: "mm", in: 0...100), default: 0.3,
    help: "Points nearer to one another than this are left out.")
  static let resample = Option(
    "resample", .decimal(unit: "mm", in: 0...100), default: 1,
    help: "Distance between the points of a finished stroke; 0 leaves them as they came.")

  static let group = OptionGroup(
    "Solid", [width, height, tipHeight, filter, spacing, resample])

  enum FilterChoice: String, CaseIterable, Sendable {
    case oneEuro = "one-euro"
    case none
  }

  static func strokes(_ arguments: ParsedArguments) throws -> StrokeOptions {
    let resampling = try arguments[resample] / 1000
    if resampling > 0, resampling < 0.00001 {
      throw arguments.usageError("--resample must be 0 or at least 0.01 mm: finer points only cost time.")
    }
    return StrokeOptions(
      filter: try arguments[filter] == .oneEuro ? StrokeOptions.defaultFilter : nil,
      minimumSpacingInMetres: try arguments[spacing] / 1000,
      resamplingInMetres: resampling > 0 ? resampling : nil)
  }

  /// How strokes whose points were told are worked over: not at all, unless the options are given.
  static func givenStrokes(_ arguments: ParsedArguments) throws -> StrokeOptions {
    let asked = try strokes(arguments)
    var options = StrokeOptions.unchanged
    if arguments.isGiven(filter) { options.filter = asked.filter }
    if arguments.isGiven(spacing) { options.minimumSpacingInMetres = asked.minimumSpacingInMetres }
    if arguments.isGiven(resample) { options.resamplingInMetres = asked.resamplingInMetres }
    return options
  }

  static func style(_ arguments: ParsedArguments) throws -> ExtrusionStyle {
    ExtrusionStyle(
      try LiftOptions.lift(arguments), widthInMetres: try arguments[width] / 1000,
      heightInMetres: try LiftOptions.height(arguments) / 1000, bevel: try LiftOptions.bevel(arguments),
      symmetry: try arguments[LiftOptions.symmetry]?.symmetry, pen: try PenOptions.pen(arguments))
  }
}
