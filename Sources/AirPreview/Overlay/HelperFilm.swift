import AirCapture
import AirGeometry

/// Writes a video of what the trackers see.
public final class HelperFilm {
  private let writer: VideoFileWriter
  private var console: HelperConsole
  private let size: ImageSize
  private var clock = FilmClock()

  private static let paneWidth = 480

  /// Begins a video.
  ///
  /// - Parameters:
  ///   - path: where to write it.
  ///   - reportedPath: the path that errors name.
  ///   - targets: the numbers of the targets; at least one.
  ///   - framesPerSecond: the recording's frame rate.
  /// - Throws: `CaptureError`.
  public init(
    path: String, reportedPath: String, targets: [Int], framesPerSecond: Double
  ) throws(CaptureError) {
    console = HelperConsole(targets: targets, paneWidth: Self.paneWidth)
    size = console.size
    writer = try VideoFileWriter(
      path: path, format: VideoFileFormat(size: size, framesPerSecond: framesPerSecond),
      reportedPath: reportedPath)
  }

  /// Appends what was seen in a frame.
  ///
  /// - Throws: `CaptureError`.
  public func append(_ image: PixelImage, _ moment: OverlayMoment) throws(CaptureError) {
    var canvas = PixelCanvas(size: size)
    console.draw(moment, of: image, on: &canvas)
    guard let time = clock.time(of: moment.timestampInSeconds), let picture = canvas.image else { return }
    try writer.append(picture, timestampInSeconds: time)
  }

  /// Ends the video.
  ///
  /// - Throws: `CaptureError`.
  public func finish() throws(CaptureError) { try writer.finish() }
}
