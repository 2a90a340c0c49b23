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
      var times: (first: Double, last: Double)?
      while targets.isEmpty, let frame = try frames.nextFrame() {
        times = (times?.first ?? frame.timestampInSeconds, frame.timestampInSeconds)
        try lookForFingertip(in: frame)
      }
      guard targets.isEmpty, let times else { return }
      throw RecordingError.fingertipNotFound(startInSeconds: times.first, endInSeconds: times.last)
    } catch is CaptureError {
      // Forward reading will tell what is wrong with the recording.
      detector = nil
    }
  }

  /// Lets the detector look at a frame, and plans the target that it finds.
  mutating func lookForFingertip(in frame: Frame) throws {
    guard case .automatic(let search) = plan.seed,
      let found = try detectedFingertip(in: frame, search)
    else { return }
    detection = found
    targets = [PlannedTarget(number: 1, seed: TimedSeed(.tap(found.point), at: found.timestampInSeconds))]
  }

  /// Lets the detector look at a frame: the fingertip, once it is sure enough of one.
  ///
  /// Its point is rounded to tenths of a pixel, so that a tap that a person copies from a report does the same.
  mutating func detectedFingertip(in frame: Frame, _ search: FingertipSearch) throws -> FingertipCandidate? {
    var detector = detector ?? MovingFingertipDetector(size: frame.image.size)
    self.detector = nil
    let candidates = try detector.detect(in: frame)
    guard var found = candidates.first, found.confidence >= search.leastConfidence else {
      self.detector = detector
      return nil
    }
    found.point = ImagePoint(x: (found.point.x * 10).rounded() / 10, y: (found.point.y * 10).rounded() / 10)
    return found
  }
}
