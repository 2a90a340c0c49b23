import AirCapture
import AirExport
import AirGeometry

/// A video in which a model turns once about the vertical, before a camera and a lamp that stand still.
public struct Turntable: Sendable {
  /// Draws the frames; its view is that of the first one.
  public var renderer: MeshRenderer
  /// How long the turn takes.
  public var durationInSeconds: Double
  /// Frames a second.
  public var framesPerSecond: Double

  /// Makes a turntable.
  public init(
    renderer: MeshRenderer = MeshRenderer(), durationInSeconds: Double = 6, framesPerSecond: Double = 30
  ) {
    self.renderer = renderer
    self.durationInSeconds = durationInSeconds
    self.framesPerSecond = framesPerSecond
  }

  /// The number of frames: at least one, at most a million. The frame after the last would be the first again.
  public var frameCount: Int {
    let count = durationInSeconds * framesPerSecond
    return count > 1 ? Int(min(count, 1e6).rounded()) : 1
  }

  /// Draws the frames in their order. All are framed alike, so that the model does not swell and shrink.
  ///
  /// - Parameter body: takes a frame's number and its picture.
  /// - Throws: `PreviewError.invalidPicture`, and what `body` throws.
  public func forEachFrame(of model: PreviewModel, _ body: (Int, PixelImage) throws -> Void) throws {
    guard renderer.isValid else { throw PreviewError.invalidPicture }
    let sky = GroundShadow.sky(of: model)
    let points = model.framedTurn
    var renderer = renderer
    for number in 0..<frameCount {
      renderer.view.azimuthInDegrees =
        self.renderer.view.azimuthInDegrees + 360 * Double(number) / Double(frameCount)
      try body(number, renderer.image(of: model, framing: points, sky: sky))
    }
  }

  /// Writes the video as H.264 in an MP4 file, whole or not at all; the same bytes for the same model.
  ///
  /// - Throws: `PreviewError`, `CaptureError` or `ExportError`; no new file is left then, and an older one is as it was.
  public func write(_ model: PreviewModel, to path: String) throws {
    try stage(model, for: path).publish()
  }

  /// Writes the video aside, all but giving it its place.
  ///
  /// - Parameter willDraw: is called with the number of each frame before it is drawn; what it throws ends the work.
  package func stage(
    _ model: PreviewModel, for path: String, willDraw: (Int) throws -> Void = { _ in }
  ) throws -> StagedFiles {
    let (file, place) = try AtomicFile.reserve(path)
    let format = VideoFileFormat(
      size: ImageSize(width: renderer.width, height: renderer.height), framesPerSecond: framesPerSecond)
    let writer = try VideoFileWriter(path: place, format: format, reportedPath: path)
    try willDraw(0)
    try forEachFrame(of: model) { number, image in
      try writer.append(image, timestampInSeconds: Double(number) / framesPerSecond)
      try willDraw(number + 1)
    }
    try writer.finish()
    return file
  }
}
