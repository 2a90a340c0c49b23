import AirArguments
import AirDraw

/// How a model is shown.
enum PreviewOptions {
  static let output = Option(
    repeating: "output", short: "o",
    ValueFormat.file("png", "mp4", "html").map(PreviewOutput.Target.init(path:)),
    help: """
      Where to write; the ending chooses: .png for a picture, .mp4 for a video in which the model turns once, .html for a \
      page. Several are allowed.
      """)
  static let open = Flag("open", help: "Show the page in a window of the browser.")
  static let view = Option(
    "view", .choice(ViewChoice.self), default: .perspective,
    help: "From where: front and top are without perspective; all is a picture of the three side by side.")
  static let azimuth = Option(
    "azimuth", .decimal("DEGREES", unit: "degrees", in: -360...360),
    help: "Turn of the view about the vertical: 0 from the front, 90 from the right.")
  static let elevation = Option(
    "elevation", .decimal("DEGREES", unit: "degrees", in: 0...90),
    help: "How far above the horizon the camera stands.")
  static let size = Option(
    "size", .custom("WIDTHxHEIGHT", PictureSize.init(parsing:)),
    default: PictureSize(width: 1280, height: 720),
    help: "Width and height of pictures and videos in pixels.")
  static let duration = Option(
    "seconds", .decimal("SECONDS", unit: "s", in: 0.1...600), default: 6, help: "How long a video takes.")
  static let rate = Option(
    "rate", .decimal("FPS", unit: "frames a second", in: 1...120), default: 30,
    help: "Frame rate of a video.")
  static let unit = Option(
    "unit", .choice(LengthUnit.self),
    help: """
      The unit of the model's lengths: unless told metres for glTF, USDZ, COLLADA and X3D, and millimetres for the others, which \
      don't say.
      """)
  static let upAxis = Option(
    "up", .choice(ModelConvention.UpAxis.self, placeholder: "AXIS"),
    help: "The model's axis that points up: unless told z for STL, PLY, 3MF and AMF, and y for the others.")

  static let groups = [
    OptionGroup("Output", [output, open, OutputOptions.quiet, OutputOptions.json]),
    OptionGroup("Look", [view, azimuth, elevation, size, duration, rate]),
    OptionGroup("Model", [unit, upAxis]),
  ]

  /// The views that are asked for.
  static func views(_ arguments: ParsedArguments) throws -> [PreviewView] {
    var first: PreviewView
    let choice = try arguments[view]
    switch choice {
    case .perspective, .all: first = .perspective
    case .front: first = .front
    case .top: first = .top
    }
    first.azimuthInDegrees = try arguments[azimuth] ?? first.azimuthInDegrees
    first.elevationInDegrees = try arguments[elevation] ?? first.elevationInDegrees
    return choice == .all ? [first, .front, .top] : [first]
  }

  /// What the numbers of a model file mean.
  static func convention(_ arguments: ParsedArguments, of path: String) throws -> ModelConvention {
    var convention = ModelConvention(path: path)
    if let unit = try arguments[unit] { convention.millimetresPerUnit = unit.millimetres }
    if let axis = try arguments[upAxis] { convention.upAxis = axis }
    return convention
  }
}

/// The views that have a name.
enum ViewChoice: String, CaseIterable, Sendable {
  case perspective, front, top, all
}

/// A unit of length.
enum LengthUnit: String, CaseIterable, Sendable {
  case millimetre = "mm"
  case centimetre = "cm"
  case metre = "m"
  case inch = "in"

  /// How long it is.
  var millimetres: Double {
    switch self {
    case .millimetre: 1
    case .centimetre: 10
    case .metre: 1000
    // Exactly, by the international yard and pound agreement of 1959.
    case .inch: 25.4
    }
  }
}

/// A picture's size in pixels.
struct PictureSize: CustomStringConvertible, Sendable {
  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads `1280x720`.
  init(parsing text: String) throws(InvalidValue) {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      MeshRenderer.sizes.contains(width), MeshRenderer.sizes.contains(height)
    else {
      throw InvalidValue(
        "it must be two whole numbers from \(MeshRenderer.sizes.lowerBound) to \(MeshRenderer.sizes.upperBound), "
          + "such as 1280x720")
    }
    self.init(width: width, height: height)
  }

  var description: String { "\(width)x\(height)" }
}
