import AirCapture
import AirGeometry
import AirTracking

extension RecordingTracker {
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
