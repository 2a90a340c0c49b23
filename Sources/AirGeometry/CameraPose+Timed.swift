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

extension [TimedCameraPose] {
  /// The camera's pose at a moment between two poses of known time: the position on the line between theirs, the rotation
  /// on the shortest turn between theirs (K. Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985).
  ///
  /// - Parameters:
  ///   - timestampInSeconds: the moment, in the poses' own time; they must be in the order of time.
  ///   - largestGapInSeconds: two poses that are farther apart say nothing of what is between them.
  /// - Returns: nil before the first and after the last pose, within a gap, and where poses have no time.
  /// - Complexity: logarithmic in the number of poses.
  public func pose(at timestampInSeconds: Double, largestGapInSeconds: Double = 0.5) -> CameraPose? {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      guard let time = self[middle].timestampInSeconds else { return nil }
      if time < timestampInSeconds { low = middle + 1 } else { high = middle }
    }
    guard low < endIndex, let end = self[low].timestampInSeconds else { return nil }
    if end == timestampInSeconds { return self[low].pose }
    guard low > startIndex, let start = self[low - 1].timestampInSeconds, end - start <= largestGapInSeconds
    else {
      return nil
    }
    let share = (timestampInSeconds - start) / (end - start)
    let (first, second) = (self[low - 1].pose.pose, self[low].pose.pose)
    let turn = first.rotation.inverse * second.rotation
    let q = turn.quaternion
    let axis = SIMD3(q.x, q.y, q.z)
    let sine = length(axis)
    let part = sine > 0 ? axis * (share * turn.angle(to: .identity) / sine) : SIMD3()
    let position = first.origin.position + (second.origin.position - first.origin.position) * share
    return CameraPose(
      Pose(rotation: first.rotation * Rotation(rotationVector: part), origin: WorldPoint(position)))
  }
}
