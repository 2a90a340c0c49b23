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
      "FILE|fov:DEGREES", completion: .file(extensions: ["json", "yml", "yaml", "xml"]),
      CameraSource.init(parsing:)),
    help:
      "The camera's calibration (our JSON, or OpenCV's YAML, XML or JSON), or its horizontal field of view.")

  static let group = OptionGroup("Recording", [from, to, every, rate, preset, camera])
}

/// Where the camera's numbers come from.
enum CameraSource: Sendable {
  case file(String)
  case fieldOfView(degrees: Double)

  init(parsing text: String) throws(InvalidValue) {
    guard text.hasPrefix("fov:") else {
      self = .file(text)
      return
    }
    guard let degrees = Double(text.dropFirst(4)), (1...179).contains(degrees) else {
      throw InvalidValue("a field of view is fov:DEGREES with 1 to 179 degrees")
    }
    self = .fieldOfView(degrees: degrees)
  }

  /// The file, where there is one.
  var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// The camera for pictures of a size.
  func model(for imageSize: ImageSize) throws -> CameraModel? {
    switch self {
    case .file(let path): try CameraModel(contentsOf: path, imageSize: imageSize)
    case .fieldOfView(let degrees):
      CameraModel(horizontalFieldOfViewInDegrees: degrees, imageSize: imageSize)
    }
  }
}

extension RecordingOptions {
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
