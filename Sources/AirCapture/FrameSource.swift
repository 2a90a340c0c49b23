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
  /// The same frames from the last to the first, read beside this source: from the first one at `seconds` or later, or
  /// from the last one where there is none, down to the first one.
  ///
  /// - Parameter seconds: a time of the source.
  /// - Returns: nil where frames that have passed are gone, as a camera's.
  /// - Throws: `CaptureError` when the source can't be read a second time.
  func framesBackward(from seconds: Double) throws -> (any FrameSource)?
  /// The same frames from the first one on, read beside this source; nil where frames that have passed are gone.
  ///
  /// - Throws: `CaptureError` when the source can't be read a second time.
  func framesAgain() throws -> (any FrameSource)?
}

extension FrameSource {
  /// No warnings.
  public var warnings: [String] { [] }
  /// Frames that have passed are gone.
  public func framesBackward(from seconds: Double) throws -> (any FrameSource)? { nil }
  /// Frames that have passed are gone.
  public func framesAgain() throws -> (any FrameSource)? { nil }
}
