import AirCapture
import AirGeometry
import AirTracking

extension RecordingTracker {
  /// Looks for the fingertip ahead of all else where the recording can be read again: then it is followed back from there
  /// as from a tap.
  ///
  /// - Throws: `RecordingError.fingertipNotFound`, `TrackingError`.
  mutating func lookForFingertip(over source: some FrameSource) throws {
    guard case .automatic = plan.seed, targets.isEmpty else { return }
    let start = clock.now
    defer { times.lookingBack += clock.now - start }
    do {
      guard let frames = try source.framesAgain() else { return }
      var seen: (first: Double, last: Double)?
      while targets.isEmpty, let frame = try frames.nextFrame() {
        seen = (seen?.first ?? frame.timestampInSeconds, frame.timestampInSeconds)
        try lookForFingertip(in: frame)
      }
      guard targets.isEmpty, let seen else { return }
      throw RecordingError.fingertipNotFound(startInSeconds: seen.first, endInSeconds: seen.last)
    } catch is CaptureError {
      // Forward reading will tell what is wrong with the recording.
      detector = nil
    }
  }

  /// Lets the detector look at a frame and, once it is sure enough of a fingertip, plans the target.
  ///
  /// The point is rounded to tenths of a pixel, so that a tap that a person copies from a report does the same.
  mutating func lookForFingertip(in frame: Frame) throws {
    guard case .automatic(let search) = plan.seed else { return }
    var detector = detector ?? MovingFingertipDetector(size: frame.image.size)
    self.detector = nil
    guard var found = try detector.detect(in: frame).first, found.confidence >= search.leastConfidence else {
      self.detector = detector
      return
    }
    found.point = ImagePoint(x: (found.point.x * 10).rounded() / 10, y: (found.point.y * 10).rounded() / 10)
    detection = found
    targets = [PlannedTarget(number: 1, seed: TimedSeed(.tap(found.point), at: found.timestampInSeconds))]
  }
}
