import AirGeometry

/// Whatever gives frames one after the other: a video file, a folder of images, a camera, buffers handed in.
public protocol FrameSource: Sendable {
  /// Size of the upright pictures.
  var imageSize: ImageSize { get }
  /// How many frames there will be, when the source knows or can estimate it.
  var estimatedFrameCount: Int? { get }
  /// What was wrong with the source but did not stop it, one sentence each; complete after the last frame.
  var warnings: [String] { get }
  /// The next frame, or nil after the last one.
  ///
  /// - Throws: `CaptureError` when the source breaks.
  func nextFrame() throws -> Frame?
}

extension FrameSource {
  /// No warnings.
  public var warnings: [String] { [] }
}
