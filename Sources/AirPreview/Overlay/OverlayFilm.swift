import AirCapture
import AirGeometry
import AirTracking

/// Writes a video of a recording with what was made of it drawn in, and the solid rising from the table in the end.
///
/// ```swift
/// let film = try OverlayFilm(
///   path: "overlay.mp4", scene: scene, imageSize: source.imageSize, moments: moments, options: options)
/// for moment in moments {
///   if let frame = try source.nextFrame() { try film.append(frame.image, moment) }
/// }
/// try film.finish()
/// ```
///
/// One frame is held at a time, and the one on which the solid rises. The same frames give the same bytes.
public final class OverlayFilm {
  /// What the video shows beside what it always does.
  public struct Options: Hashable, Sendable {
    /// The recording's frame rate.
    public var framesPerSecond = 30.0
    /// Whether the hand lies in front of what is drawn on the table, where its colours tell it.
    public var isHandInFront = true
    /// Whether what the trackers see is shown in a corner; needs observations that tell their match.
    public var showsHelper = false
    /// Whether a tone sounds when a target is gained, and a lower one when it is lost.
    public var hasSound = true

    /// The usual options.
    public init() {}
  }

  /// How long the solid rises and then stands, in seconds.
  package static let rise = (growing: 2.2, standing: 0.8)
  /// A pane of the helper takes this share of the picture's width, and so many pixels at the least.
  private static let paneWidth = (share: 0.22, least: 200)
  /// The panes' distance from the picture's border in pixels.
  private static let paneMargin = 8

  private let options: Options
  private let painter: OverlayPainter
  private let writer: VideoFileWriter
  private var tones: ToneTrack?
  private var clock = FilmClock()
  /// The targets that were seen in the last frame.
  private var seen: Set<Int> = []
  private var console: HelperConsole?
  /// Where its upper left corner lies.
  private var consolePlace = (column: 0, row: 0)
  /// The last frame that shows the surface.
  private var backdrop: (image: PixelImage, moment: OverlayMoment)?

  /// Begins a video.
  ///
  /// - Parameters:
  ///   - path: where to write it.
  ///   - reportedPath: the path that errors name, where it is another.
  ///   - scene: what is drawn.
  ///   - imageSize: size of the recording's frames.
  ///   - moments: what was known of all its frames.
  ///   - options: what else is shown.
  /// - Throws: `CaptureError`.
  public init(
    path: String, reportedPath: String? = nil, scene: OverlayScene, imageSize: ImageSize,
    moments: [OverlayMoment], options: Options
  ) throws(CaptureError) {
    self.options = options
    painter = OverlayPainter(scene, imageSize: imageSize, isHandInFront: options.isHandInFront)
    tones = options.hasSound ? ToneTrack() : nil
    if options.showsHelper {
      let width = max(Self.paneWidth.least, Int(Self.paneWidth.share * Double(imageSize.width)))
      let console = HelperConsole(
        targets: moments.first?.targets.map(\.number) ?? [], paneWidth: min(width, imageSize.width))
      consolePlace = Self.emptiestCorner(for: console.size, in: imageSize, moments)
      self.console = console
    }
    writer = try VideoFileWriter(
      path: path,
      format: VideoFileFormat(
        size: imageSize, framesPerSecond: options.framesPerSecond,
        soundSampleRate: options.hasSound ? ToneTrack.sampleRate : nil),
      reportedPath: reportedPath)
  }

  /// Appends a frame with what was known of it.
  ///
  /// - Throws: `CaptureError`, `TrackingError.outOfMemory`.
  public func append(_ image: PixelImage, _ moment: OverlayMoment) throws {
    var canvas = try painter.draw(moment, on: image)
    console?.draw(moment, of: image, on: &canvas, column: consolePlace.column, row: consolePlace.row)
    if painter.projection(at: moment) != nil { backdrop = (image, moment) }
    guard let time = clock.time(of: moment.timestampInSeconds) else { return }
    try soundTones(moment, at: time)
    try append(canvas, at: time)
  }

  /// The corner in which the panes hide the fewest fingertips; the upper left one holds the words.
  private static func emptiestCorner(
    for size: ImageSize, in picture: ImageSize, _ moments: [OverlayMoment]
  ) -> (column: Int, row: Int) {
    let right = max(0, picture.width - size.width - paneMargin)
    let bottom = max(0, picture.height - size.height - paneMargin)
    var tips: [ImagePoint] = []
    for target in moments.lazy.flatMap(\.targets) {
      if let box = target.observation?.box { tips.append(box.center) }
    }
    func hiddenCount(_ column: Int, _ row: Int) -> Int {
      tips.count { tip in
        (column..<column + size.width).contains(Int(tip.x)) && (row..<row + size.height).contains(Int(tip.y))
      }
    }
    var best = (column: right, row: bottom, count: hiddenCount(right, bottom))
    for (column, row) in [(right, paneMargin), (paneMargin, bottom)] {
      let count = hiddenCount(column, row)
      if count < best.count { best = (column, row, count) }
    }
    return (best.column, best.row)
  }

  private func append(_ canvas: PixelCanvas, at time: Double) throws(CaptureError) {
    guard let picture = canvas.image else { return }
    try writer.append(picture, timestampInSeconds: time)
  }

  private func soundTones(_ moment: OverlayMoment, at time: Double) throws(CaptureError) {
    guard tones != nil else { return }
    try appendSound(until: time)
    var now: Set<Int> = []
    for target in moment.targets where target.observation?.box != nil { now.insert(target.number) }
    if !now.subtracting(seen).isEmpty { tones?.sound(.gained, at: time) }
    if !seen.subtracting(now).isEmpty { tones?.sound(.lost, at: time) }
    seen = now
  }

  private func appendSound(until time: Double) throws(CaptureError) {
    guard let samples = tones?.samples(until: time), !samples.isEmpty else { return }
    try writer.append(samples: samples)
  }

  /// Shows the solid rising, where there is one and a frame that shows the surface, and ends the video.
  ///
  /// - Throws: `CaptureError`, `TrackingError.outOfMemory`.
  public func finish() throws {
    let interval = 1 / min(60, max(10, options.framesPerSecond))
    var end = clock.last + interval
    if let backdrop, let projection = painter.projection(at: backdrop.moment),
      painter.canRise(seenBy: projection)
    {
      let count = Int(((Self.rise.growing + Self.rise.standing) / interval).rounded())
      for number in 0..<count {
        let share = min(1, Double(number) * interval / Self.rise.growing)
        // Slow at first and in the end (the smoothstep polynomial).
        let height = share * share * (3 - 2 * share)
        let canvas = try painter.drawSolid(atShare: height, backdrop.moment, on: backdrop.image)
        try append(canvas, at: end)
        end += interval
        try appendSound(until: end)
      }
    }
    try appendSound(until: end)
    try writer.finish()
  }
}
