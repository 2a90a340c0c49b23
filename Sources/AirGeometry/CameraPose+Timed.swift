/// Where a camera was for one frame of a recording.
public struct TimedCameraPose: Hashable, Sendable {
  /// Seconds from the recording's first pose; nil where the recording tells no time.
  public var timestampInSeconds: Double?
  /// The frame's number from 0, as the recording counts or by its order.
  public var frameIndex: Int
  /// The frame's picture, where the recording names it.
  public var imageName: String?
  /// The camera in a world with y up.
  public var pose: CameraPose
  /// The camera for this frame alone, where the recording tells one for each.
  public var camera: CameraModel?

  /// Makes a timed pose.
  public init(
    timestampInSeconds: Double?, frameIndex: Int, imageName: String? = nil, pose: CameraPose,
    camera: CameraModel? = nil
  ) {
    self.timestampInSeconds = timestampInSeconds
    self.frameIndex = frameIndex
    self.imageName = imageName
    self.pose = pose
    self.camera = camera
  }
}
