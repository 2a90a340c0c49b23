import AirTestSupport
import AirTrackScoring
import Testing

@Suite("Scores of a confidence")
struct ConfidenceScoreTests {
  @Test("the area under ROC counts pairs in order, ties as one half", arguments: [UInt64(1), 2, 3, 4])
  func pairs(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let samples = (0..<60).map { _ in
      ConfidenceSample(
        confidence: Double(Int.random(in: 0...9, using: &random)) / 9, isRight: Bool.random(using: &random))
    }
    let right = samples.filter(\.isRight).map(\.confidence)
    let wrong = samples.filter { !$0.isRight }.map(\.confidence)
    var sum = 0.0
    for r in right { for w in wrong { sum += r > w ? 1 : r == w ? 0.5 : 0 } }
    let area = try #require(areaUnderROC(samples), "seed \(seed)")
    #expect(abs(area - sum / Double(right.count * wrong.count)) < 1e-12, "seed \(seed)")
  }

  @Test("there is no area under ROC where all are right")
  func oneClass() {
    #expect(areaUnderROC([ConfidenceSample(confidence: 0.5, isRight: true)]) == nil)
    #expect(areaUnderROC([]) == nil)
  }

  @Test("the calibration error is the mean distance of claimed and right shares")
  func calibrationError() throws {
    // Ten at 0.85 of which 6 are right, 30 at 0.2 of which 6 are right, and one at 1.
    let samples =
      (0..<10).map { ConfidenceSample(confidence: 0.85, isRight: $0 < 6) }
      + (0..<30).map { ConfidenceSample(confidence: 0.2, isRight: $0 < 6) }
      + [ConfidenceSample(confidence: 1, isRight: true)]
    let reliability = Reliability(samples)
    #expect(reliability.bins.map(\.count) == [0, 0, 30, 0, 0, 0, 0, 0, 10, 1])
    #expect(abs(try #require(reliability.bins[8].shareRight) - 0.6) < 1e-12)
    #expect(abs(try #require(reliability.bins[8].meanConfidence) - 0.85) < 1e-12)
    #expect(abs(try #require(reliability.expectedCalibrationError) - 10 * 0.25 / 41) < 1e-12)
  }

  @Test("quantiles lie between the values in proportion")
  func quantiles() {
    #expect(quantile(0.5, of: [4, 1, 3, 2]) == 2.5)
    #expect(quantile(0.95, of: (0...100).map(Double.init)) == 95)
    #expect(quantile(1, of: [7]) == 7)
    #expect(quantile(0.5, of: []) == nil)
  }

  @Test("times are compared within each run, so that a slow run changes no ratio")
  func ratios() throws {
    let own = TimeScores(runs: [[1, 2, 3], [10, 20, 30], [1, 2, 3]])
    let other = TimeScores(runs: [[4, 8, 12], [40, 80, 120], [2, 4, 6]])
    #expect(own.ratio(0.5, to: other) == 0.25)
    #expect(own.quantile(0.5) == 2)
    #expect(TimeScores(runs: []).ratio(0.5, to: other) == nil)
  }
}
