/// A confidence, and whether the box it speaks of was right.
package struct ConfidenceSample: Hashable, Sendable {
  /// The confidence, 0…1.
  package var confidence: Double
  /// Whether the box overlaps the true one by more than one half.
  package var isRight: Bool
  /// Whether a box was reported; a lost target's is never right.
  package var hasBox: Bool

  /// Makes a sample.
  package init(confidence: Double, isRight: Bool, hasBox: Bool = true) {
    self.confidence = confidence
    self.isRight = isRight
    self.hasBox = hasBox
  }
}

/// The chance that a right box has a higher confidence than a wrong one, ties counting one half: the area under the
/// receiver operating characteristic, as the Mann–Whitney statistic (J. Hanley, B. McNeil, Radiology 1982).
///
/// - Returns: nil when all are right or all are wrong.
/// - Complexity: O(n log n).
package func areaUnderROC(_ samples: [ConfidenceSample]) -> Double? {
  let sorted = samples.sorted { $0.confidence < $1.confidence }
  let rightCount = sorted.count { $0.isRight }
  let wrongCount = sorted.count - rightCount
  guard rightCount > 0, wrongCount > 0 else { return nil }
  var rankSum = 0.0
  var start = 0
  while start < sorted.count {
    var end = start
    while end < sorted.count, sorted[end].confidence == sorted[start].confidence { end += 1 }
    // Ties share the mean of their ranks, which run from 1.
    let rank = Double(start + end + 1) / 2
    rankSum += rank * Double(sorted[start..<end].count { $0.isRight })
    start = end
  }
  let right = Double(rightCount)
  return (rankSum - right * (right + 1) / 2) / (right * Double(wrongCount))
}

/// How far confidences are the shares of right boxes that they claim to be (M. Naeini, G. Cooper, M. Hauskrecht,
/// “Obtaining Well Calibrated Probabilities Using Bayesian Binning”, AAAI 2015).
package struct Reliability: Hashable, Sendable {
  /// The samples of one tenth of the confidences.
  package struct Bin: Hashable, Sendable {
    /// Number of samples.
    package var count: Int
    /// Their mean confidence; nil of none.
    package var meanConfidence: Double?
    /// The share of them that is right; nil of none.
    package var shareRight: Double?
  }

  /// Ten bins of equal width; the last one holds 1 too.
  package let bins: [Bin]
  /// The mean distance of a bin's share from its mean confidence, each bin weighing as much as it has samples; nil of
  /// none.
  package let expectedCalibrationError: Double?

  /// Sorts samples into bins.
  package init(_ samples: [ConfidenceSample]) {
    var sums = [(count: Int, confidence: Double, right: Int)](repeating: (0, 0, 0), count: 10)
    for sample in samples {
      let bin = Int(min(max(sample.confidence * 10, 0), 9))
      sums[bin].count += 1
      sums[bin].confidence += sample.confidence
      sums[bin].right += sample.isRight ? 1 : 0
    }
    bins = sums.map {
      let count = Double($0.count)
      return $0.count == 0
        ? Bin(count: 0)
        : Bin(
          count: $0.count, meanConfidence: $0.confidence / count, shareRight: Double($0.right) / count)
    }
    expectedCalibrationError =
      samples.isEmpty
      ? nil
      : sums.reduce(0) { $0 + abs($1.confidence - Double($1.right)) } / Double(samples.count)
  }
}
