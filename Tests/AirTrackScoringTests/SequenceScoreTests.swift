import AirGeometry
import AirTrackScoring
import Testing

@Suite("Scores of a sequence")
struct SequenceScoreTests {
  /// The overlaps of the frames 2, 3, 5, 6 and 7 are 1, 1/3, none, 0 and 0.6; frame 4 is not annotated.
  static let truthText = """
    0,0,10,10
    0,0,10,10
    10,10,10,10
    nan,nan,nan,nan
    20,20,10,10
    30,30,10,10
    40,40,10,20
    """
  static let answers = [
    answer(0, 0, 10, 10, 1), answer(0, 0, 10, 10, 0.9), answer(15, 10, 10, 10, 0.4), answer(0, 0, 5, 5, 0.8),
    TrackAnswer(box: nil, confidence: 0.2), answer(60, 30, 10, 10, 0.9), answer(40, 40, 10, 12, 0.7),
  ]

  static func answer(_ x: Double, _ y: Double, _ w: Double, _ h: Double, _ confidence: Double) -> TrackAnswer
  {
    TrackAnswer(box: ImageBox(x: x, y: y, width: w, height: h), confidence: confidence)
  }

  @Test("a hand-made sequence scores what its overlaps and distances say")
  func handMadeSequence() throws {
    let truth = try GroundTruth(parsing: Self.truthText, file: "groundtruth.txt")
    let scores = SequenceScores(Self.answers, against: truth)
    #expect(scores.frameCount == 5)
    // Of the 21 thresholds 0, 0.05, … 1 there lie 20 below an overlap of 1, 7 below 1/3 and 12 below 0.6.
    #expect(abs(scores.areaUnderSuccess - (20 + 7 + 12) / (21.0 * 5)) < 1e-12)
    // The centres are 0, 5, 30 and 4 pixels off.
    #expect(abs(scores.precisionAt20Pixels - 3.0 / 5) < 1e-12)
    #expect(abs(try #require(scores.medianCentreErrorInPixels) - 4.5) < 1e-12)
    #expect(abs(scores.silentFailureShare - 1.0 / 5) < 1e-12)
    #expect(scores.lostCount == 1)
    #expect(scores.exceptionCount == 0)
    // Right are 0.9 and 0.7, wrong 0.4, 0.2 and 0.9: of the six pairs four and a tie are in order.
    #expect(abs(try #require(areaUnderROC(scores.confidences)) - 4.5 / 6) < 1e-12)
  }

  @Test("an overlap that equals a threshold does not lie above it")
  func overlapOnThreshold() {
    let box = ImageBox(x: 0, y: 0, width: 10, height: 10)
    let truth = GroundTruth(boxes: [box, box])
    let half = SequenceScores(
      [TrackAnswer(box: box, confidence: 1), Self.answer(0, 0, 10, 5, 1)], against: truth)
    #expect(abs(half.areaUnderSuccess - 10.0 / 21) < 1e-12)
    #expect(half.confidences == [ConfidenceSample(confidence: 1, isRight: false)])
    // A perfect track misses the threshold 1 alone.
    let full = SequenceScores(
      [TrackAnswer](repeating: Self.answer(0, 0, 10, 10, 1), count: 2), against: truth)
    #expect(abs(full.areaUnderSuccess - 20.0 / 21) < 1e-12)
  }

  @Test("exceptions, boxes of numbers that are none and frames beyond the track's end count as lost")
  func waysToBeLost() {
    let box = ImageBox(x: 0, y: 0, width: 10, height: 10)
    let truth = GroundTruth(boxes: [box, box, box, box])
    let scores = SequenceScores(
      [TrackAnswer(box: box, confidence: 1), .exception, Self.answer(.nan, 0, 10, 10, 1)], against: truth)
    #expect(scores.lostCount == 3)
    #expect(scores.exceptionCount == 1)
    #expect(scores.areaUnderSuccess == 0)
    #expect(scores.silentFailureShare == 0)
    #expect(scores.medianCentreErrorInPixels == nil)
  }

  @Test("a track is written as frame,x,y,w,h,confidence with an empty x where it was lost")
  func boxTable() {
    let answers = [
      Self.answer(1, 2.25, 3, 4, 1), TrackAnswer(box: nil, confidence: 0.125), .exception,
      TrackAnswer(box: ImageBox(x: 5, y: 6, width: 7, height: 8), confidence: nil),
    ]
    #expect(
      answers.boxTable == """
        frame,x,y,w,h,confidence
        1,1.0,2.25,3.0,4.0,1.0
        2,,,,,0.125
        3,,,,,0.0
        4,5.0,6.0,7.0,8.0,

        """)
  }

  @Test(
    "a line of truth that is no box is refused with its number",
    arguments: ["0,0,10,10\n1,2,3\n", "0,0,10,10\n1,2,x,4\n"])
  func badTruth(text: String) throws {
    let error = try #require(throws: ScoringError.self) { try GroundTruth(parsing: text, file: "truth.txt") }
    #expect(error.description == "Line 2 of “truth.txt” must be x,y,width,height in pixels.")
  }
}
