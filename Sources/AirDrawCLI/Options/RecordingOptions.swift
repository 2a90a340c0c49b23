import AirArguments
import AirDraw

/// Which recording, which part of it, and what is known of the camera.
enum RecordingOptions {
  static let recording = Argument(
    "RECORDING", .file("mp4", "mov", "mkv", "avi", "webm", "gif", placeholder: "RECORDING"),
    help: "A video, a GIF, a folder of images, or a camera such as /dev/video0.")
  static let from = Option(
    "from", .decimal("SECONDS", unit: "s", in: 0...1e6), help: "Begin at this time of the recording.")
  static let to = Option(
    "to", .decimal("SECONDS", unit: "s", in: 0...1e6), help: "End at this time of the recording.")
  static let every = Option(
    "every", .integer(in: 1...1000), default: 1, help: "Look at every n-th frame only.")
  static let rate = Option(
    "rate", .decimal("FPS", unit: "frames a second", in: 0.1...1000), default: 30,
    help: "Frame rate of a folder of images.")
  static let preset = Option(
    "preset", .choice(CapturePreset.self), default: .hd1280x720,
    help: "Picture size of a camera.")
  static let camera = Option(
    "camera",
    .custom(
      "FILE|fov:DEGREES",
      completion: .file(extensions: ["json", "yml", "yaml", "xml", "txt", "csv"]), CameraSource.init(parsing:)
    ),
    help: """
      The camera's calibration: our JSON, OpenCV's YAML, XML or JSON, ROS CameraInfo, Kalibr, COLMAP, transforms.json, \
      Stray Scanner, Record3D, NeRFCapture or Polycam, a file or its folder; told by its content.
      """)
  static let cameraNumber = Option(
    "camera-number", .integer(in: 1...10_000),
    help: "Which camera of a file that holds several, such as both of a stereo pair.")
  static let cameraCrop = Option(
    "camera-crop",
    .custom("none|centered|X,Y,W,H", completion: .words(["none", "centered"]), CameraCrop.init(parsing:)),
    help: """
      What part of the calibrated picture the recording shows: all of it, the largest part of its shape around the \
      middle, or these pixels. Without it a camera of another shape is refused.
      """)
  static let fieldOfView = Option(
    "fov", .custom("[horizontal:|vertical:|diagonal:]DEGREES", FieldOfView.init(parsing:)),
    help: "The camera's field of view, horizontal unless told, in place of a calibration.")

  static let group = OptionGroup(
    "Recording", [from, to, every, rate, preset, camera, cameraNumber, cameraCrop, fieldOfView])
}

/// Where the camera's numbers come from.
enum CameraSource: Sendable {
  case file(String)
  case fieldOfView(FieldOfView)

  init(parsing text: String) throws(InvalidValue) {
    self =
      text.hasPrefix("fov:") ? .fieldOfView(try FieldOfView(parsing: String(text.dropFirst(4)))) : .file(text)
  }

  /// The file, where there is one.
  var path: String? {
    if case .file(let path) = self { path } else { nil }
  }
}

extension FieldOfView {
  /// Reads `70`, `vertical:43` or `diagonal:78`.
  init(parsing text: String) throws(InvalidValue) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let degrees = parts.last.flatMap({ Double($0) }), (1...179).contains(degrees)
    else {
      throw InvalidValue("a field of view is 1 to 179 degrees, such as 70 or diagonal:78")
    }
    switch parts.count == 2 ? parts[0] : "horizontal" {
    case "horizontal": self = .horizontal(degrees: degrees)
    case "vertical": self = .vertical(degrees: degrees)
    case "diagonal": self = .diagonal(degrees: degrees)
    default: throw InvalidValue("a field of view is horizontal, vertical or diagonal, such as diagonal:78")
    }
  }
}

extension CameraCrop {
  /// Reads `none`, `centered` or `X,Y,W,H`.
  init(parsing text: String) throws(InvalidValue) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    switch text {
    case "none": self = .none
    case "centered": self = .centered
    default:
      guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
        let height = numbers[3], x >= 0, y >= 0, width > 0, height > 0
      else { throw InvalidValue("it must be none, centered, or X,Y,W,H in pixels of the calibrated picture") }
      self = .pixels(x: x, y: y, ImageSize(width: width, height: height))
    }
  }
}

extension RecordingOptions {
  /// The camera that the arguments tell for pictures of a size; nil where they tell none.
  static func camera(_ arguments: ParsedArguments, for imageSize: ImageSize) throws -> FittedCamera? {
    let given = try arguments[camera]
    let field = try arguments[fieldOfView]
    let number = try arguments[cameraNumber]
    let crop = try arguments[cameraCrop]
    guard given == nil || field == nil else {
      throw arguments.usageError("Give either --camera or --fov, not both.")
    }
    switch given ?? field.map({ .fieldOfView($0) }) {
    case .file(let path):
      return try CameraFile(contentsOf: path, imageSize: imageSize)
        .camera(number, for: imageSize, crop: crop ?? .none)
    case .fieldOfView(let field):
      guard number == nil, crop == nil else {
        throw arguments.usageError(
          "--camera-number and --camera-crop go with a --camera file, not a field of view.")
      }
      return CameraModel(fieldOfView: field, imageSize: imageSize).map { FittedCamera(camera: $0) }
    case nil:
      guard number == nil, crop == nil else {
        throw arguments.usageError("--camera-number and --camera-crop need a --camera file.")
      }
      return nil
    }
  }

  /// Opens the recording that the arguments name.
  static func source(_ arguments: ParsedArguments) throws -> any FrameSource {
    let selection = try FrameSelection(
      from: try arguments[from] ?? 0, to: try arguments[to], every: try arguments[every])
    return try openFrameSource(
      path: try arguments[recording],
      options: FrameSourceOptions(
        selection: selection, imageFrameRate: try arguments[rate], preset: try arguments[preset]))
  }
}
