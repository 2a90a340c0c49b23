import AirGeometry

/// How well a tracker did on a sequence, by the measures of one-pass evaluation (Y. Wu, J. Lim, M.-H. Yang, “Online
/// Object Tracking: A Benchmark”, CVPR 2013). The first frame seeds and is not scored; neither is a frame without an
/// annotation.
package struct SequenceScores: Hashable, Sendable {
  /// Number of scored frames.
  package let frameCount: Int
  /// Area under the success curve: the mean, over the thresholds 0, 0.05, … 1, of the share of frames whose
  /// intersection over union lies above the threshold.
  package let areaUnderSuccess: Double
  /// Share of frames whose centre lies at most 20 pixels from the true one.
  package let precisionAt20Pixels: Double
  /// Median distance of the centres in pixels over the frames with a box; nil when there is none.
  package let medianCentreErrorInPixels: Double?
  /// Share of frames with a box whose intersection over union is below 0.1: failures that are not said.
  package let silentFailureShare: Double
  /// Number of frames in which the target was said to be lost, exceptions among them.
  package let lostCount: Int
  /// Number of frames answered by an exception.
  package let exceptionCount: Int
  /// What each scored frame with a confidence says about that confidence.
  package let confidences: [ConfidenceSample]

  /// Scores a track; frames beyond its end count as lost.
  package init(_ answers: [TrackAnswer], against truth: GroundTruth) {
    var overlaps: [Double] = []
    var errors: [Double] = []
    var confidences: [ConfidenceSample] = []
    var (closeCount, silentCount, lostCount, exceptionCount) = (0, 0, 0, 0)
    for (index, trueBox) in truth.boxes.enumerated().dropFirst() {
      guard let trueBox else { continue }
      let answer = index < answers.count ? answers[index] : TrackAnswer(box: nil, confidence: nil)
      let overlap = answer.box?.intersectionOverUnion(with: trueBox) ?? 0
      overlaps.append(overlap)
      if let box = answer.box {
        let error = box.center.distance(to: trueBox.center)
        errors.append(error)
        if error <= 20 { closeCount += 1 }
        if overlap < 0.1 { silentCount += 1 }
      } else {
        lostCount += 1
      }
      if answer.isException { exceptionCount += 1 }
      if let confidence = answer.confidence {
        confidences.append(
          ConfidenceSample(
            confidence: confidence, isRight: overlap > rightOverlap, hasBox: answer.box != nil))
      }
    }
    let count = Double(overlaps.count)
    let shares = (0...20).map { step in
      Double(overlaps.count { $0 > Double(step) * 0.05 }) / count
    }
    frameCount = overlaps.count
    areaUnderSuccess = shares.reduce(0, +) / Double(shares.count)
    precisionAt20Pixels = Double(closeCount) / count
    medianCentreErrorInPixels = quantile(0.5, of: errors)
    silentFailureShare = Double(silentCount) / count
    self.lostCount = lostCount
    self.exceptionCount = exceptionCount
    self.confidences = confidences
  }
}

/// A box is right when its intersection over union with the true one lies above this.
package let rightOverlap = 0.5

/// The quantile of some values, between two of them by linear interpolation (R. Hyndman, Y. Fan, “Sample Quantiles in
/// Statistical Packages”, 1996, type 7); nil of none.
package func quantile(_ share: Double, of values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let place = share * Double(sorted.count - 1)
  let below = Int(place)
  let above = min(below + 1, sorted.count - 1)
  return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
}

/// The mean of those values that are numbers; nil of none.
package func mean(_ values: [Double]) -> Double? {
  let numbers = values.filter { !$0.isNaN }
  return numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
}
