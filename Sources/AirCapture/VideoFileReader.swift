import AirGeometry
import CMedia
import Synchronization

/// Reads a video file, an animated GIF or a single image, whatever its name is: the content decides.
///
/// - Pictures are turned upright as the file's display matrix or EXIF tag says, mirrored ones too.
/// - Pixels are made square by stretching or shrinking the width; the height stays as it is stored (as QuickTime and
///   ffplay show such recordings).
/// - Each frame has its own time stamp, so variable frame rates keep their timing. A missing stamp is the last one plus
///   a frame's length.
/// - Colours follow the stream's tags (BT.601, BT.709, BT.2020, limited or full range); without a tag BT.601 with
///   limited range is taken. Transparency is ignored.
/// - A frame that the decoder reports as damaged is left out, with a warning at the end, and the good ones go on.
///   Frames that were predicted from it come as decoded.
/// - A frame of another resolution but the first one's shape is scaled to it; another shape is an error.
public final class VideoFileReader: FrameSource {
  /// Size of the upright pictures.
  public let imageSize: ImageSize
  /// What the file claims of the selected frames, if that makes sense: a damaged file may hold fewer.
  public let estimatedFrameCount: Int?
  /// Frames a second on average, if the file says so.
  public let averageFrameRate: Double?
  /// FFmpeg's short name of the codec, for example `h264`.
  public let codecName: String

  fileprivate struct State: ~Copyable {
    let file: MediaFile
    var selector: FrameSelector
    var nextIndex: Int
    /// What the file claims of all its frames; nil where it claims nothing.
    let claimedFrameCount: Int?
    var lastTimestampInSeconds = 0.0
    var isFinished = false
    /// True when the file ended before the wanted range did.
    var isExhausted = false
  }

  private let state: Mutex<State>
  private let path: String
  private let selection: FrameSelection
  private let decodingThreads: Int

  /// Opens a file and decodes its first picture.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - selection: which frames are wanted. Of H.264 and HEVC in MP4, MOV or Matroska, the groups of pictures before the
  ///     range are not decoded, so damage there is not noticed; other frames that are skipped are decoded but not
  ///     converted. Numbers, times and pictures are the same either way.
  ///   - decodingThreads: how many threads decode H.264, HEVC, VP9 or AV1; cheaper codecs take one. With more than
  ///     one, what is made of the damaged places of a recording may differ from run to run: FFmpeg's threads patch
  ///     them with what the others have decoded by then.
  /// - Throws: `CaptureError`, one case for each way a file can be unfit.
  public init(
    path: String, selection: FrameSelection = .all, decodingThreads: Int = 1
  ) throws(CaptureError) {
    let file = try MediaFile(
      path: path, decodingThreads: decodingThreads,
      startInSeconds: selection.fromInSeconds - FrameSelection.toleranceInSeconds)
    self.path = path
    self.selection = selection
    self.decodingThreads = decodingThreads
    var properties = file.properties
    let frameRate = properties.frame_rate > 0 ? properties.frame_rate : nil
    let claimed = properties.estimated_frame_count
    imageSize = file.size
    averageFrameRate = frameRate
    codecName = decodedText(&properties.codec)
    estimatedFrameCount =
      claimed < 0 ? nil : selection.estimatedCount(of: Int(claimed), frameRate: frameRate ?? 0)
    state = Mutex(
      State(
        file: file, selector: FrameSelector(selection), nextIndex: Int(properties.skipped_frame_count),
        claimedFrameCount: claimed > 0 ? Int(claimed) : nil))
  }

  /// Damage found so far; complete after the last frame.
  public var warnings: [String] { state.withLock { $0.warnings } }

  /// The next selected frame, or nil after the last one.
  public func nextFrame() throws(CaptureError) -> Frame? {
    try state.withLock { (state) throws(CaptureError) in try state.nextFrame(size: imageSize) }
  }

  /// The selected frames from the last to the first; see `ReversedVideoReader`.
  public func framesBackward(from seconds: Double) throws(CaptureError) -> (any FrameSource)? {
    try ReversedVideoReader(
      path: path, selection: selection, decodingThreads: decodingThreads, from: seconds)
  }

  /// The selected frames once more.
  public func framesAgain() throws(CaptureError) -> (any FrameSource)? {
    try VideoFileReader(path: path, selection: selection, decodingThreads: decodingThreads)
  }
}

extension VideoFileReader.State {
  /// Damage found so far, and, where the file ended early, how much of it came. Containers count a frame or two more
  /// than there are now and then; a recording that was cut lacks many.
  fileprivate var warnings: [String] {
    let damage = file.warnings()
    guard isExhausted, let claimedFrameCount, nextIndex < claimedFrameCount * 95 / 100 else { return damage }
    return damage + [
      "“\(file.path)” was cut: only \(nextIndex) of its \(claimedFrameCount) frames are there."
    ]
  }

  fileprivate mutating func nextFrame(size: ImageSize) throws(CaptureError) -> Frame? {
    while !isFinished {
      guard let time = try file.advance(after: lastTimestampInSeconds) else {
        isFinished = true
        isExhausted = true
        try selector.finish(source: file.path)
        return nil
      }
      lastTimestampInSeconds = time
      let index = nextIndex
      nextIndex += 1
      switch selector.judge(timestampInSeconds: time) {
      case .take:
        return Frame(index: index, timestampInSeconds: time, image: try file.picture(size: size))
      case .skip:
        continue
      case .end:
        isFinished = true
        try selector.finish(source: file.path)
      }
    }
    return nil
  }
}
