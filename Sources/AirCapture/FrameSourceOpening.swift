import Glibc

/// How a source is opened.
public struct FrameSourceOptions: Hashable, Sendable {
  /// Which frames are wanted.
  public var selection: FrameSelection
  /// The rate of images in a folder, in frames a second.
  public var imageFrameRate: Double
  /// The size that is asked of a camera.
  public var preset: CapturePreset
  /// How many threads decode a video; only with one is a damaged recording the same on every run.
  public var decodingThreads: Int

  /// Makes options; what is not given has its usual value.
  public init(
    selection: FrameSelection = .all, imageFrameRate: Double = ImageFolderReader.defaultFrameRate,
    preset: CapturePreset = .hd1280x720, decodingThreads: Int = 1
  ) {
    self.selection = selection
    self.imageFrameRate = imageFrameRate
    self.preset = preset
    self.decodingThreads = decodingThreads
  }
}

/// Opens a folder of images, a camera or a file, whichever lies at `path`: its kind decides, not its name.
///
/// - Throws: `CaptureError` with one sentence that says what is wrong.
public func openFrameSource(
  path: String, options: FrameSourceOptions = FrameSourceOptions()
) throws(CaptureError) -> any FrameSource {
  var details = stat()
  let exists = stat(path, &details) == 0
  switch exists ? details.st_mode & S_IFMT : 0 {
  case S_IFDIR:
    return try ImageFolderReader(
      folder: path, frameRate: options.imageFrameRate, selection: options.selection)
  case S_IFCHR:
    return try CameraReader(path: path, preset: options.preset, selection: options.selection)
  case S_IFIFO, S_IFSOCK:
    throw .unreadable(path: path, reason: "it is a pipe, which may never end; name a file")
  default:
    // A camera that is not there should be answered with the list of those that are.
    if !exists, path.hasPrefix("/dev/video") {
      return try CameraReader(path: path, preset: options.preset, selection: options.selection)
    }
    return try VideoFileReader(
      path: path, selection: options.selection, decodingThreads: options.decodingThreads)
  }
}
