import AirCapture
import AirGeometry

/// A place that a detector takes for a fingertip.
public struct FingertipCandidate: Hashable, Sendable {
  /// A point on the fingertip, about half the finger's width inside its outermost point: where one would tap.
  public var point: ImagePoint
  /// A box around the fingertip.
  public var box: ImageBox
  /// The chance, 0…1, that the point is on a fingertip.
  public var confidence: Double
  /// `Frame.index` of the frame it was seen in.
  public var frameIndex: Int
  /// Time of that frame in seconds.
  public var timestampInSeconds: Double

  /// Makes a candidate.
  public init(
    point: ImagePoint, box: ImageBox, confidence: Double, frameIndex: Int, timestampInSeconds: Double
  ) {
    self.point = point
    self.box = box
    self.confidence = confidence
    self.frameIndex = frameIndex
    self.timestampInSeconds = timestampInSeconds
  }
}

/// Whatever finds fingertips in the frames of a recording without being told where to look.
public protocol FingertipDetector: Sendable {
  /// Looks at the next frame of the recording.
  ///
  /// - Returns: the fingertips in this frame, the surest first; empty when there is none worth offering.
  /// - Throws: `TrackingError` when the frame does not fit to those before it.
  mutating func detect(in frame: Frame) throws -> [FingertipCandidate]
}
