import AirGeometry
import AirTrackScoring
import AirTracking
import Testing

@Suite("Scores of a recording")
struct PointScoreTests {
  /// An annotation every second frame from 10 on, at x = 100 and hidden in frame 18.
  static let annotations = stride(from: 10, through: 24, by: 2).map {
    PointAnnotation(frame: $0, point: ImagePoint(x: 100, y: 50), isVisible: $0 != 18)
  }

  /// A box of 11 pixels with its centre so far to the right of the point.
  static func answer(_ distance: Double) -> TrackAnswer {
    let center = ImagePoint(x: 100 + distance, y: 50)
    return TrackAnswer(box: ImageBox(center: center, width: 11, height: 11), confidence: 1)
  }

  @Test("close, lost and wrong frames add up, and the longest wrong run spans its annotated frames")
  func counts() {
    let lost = TrackAnswer(box: nil, confidence: 0)
    // The frames 10, 11, … 24.
    let answers =
      [0, 0, 20, 0, 21].map(Self.answer) + [lost, Self.answer(40), lost, Self.answer(0), lost, lost, lost]
      + [TrackAnswer.exception, lost, Self.answer(30)]
    let scores = PointScores(answers, startingAt: 10, against: Self.annotations)
    #expect(scores.visibleCount == 6)
    #expect(scores.closeCount == 1)  // 12
    #expect(scores.wrongCount == 3)  // 14, 16, 24
    #expect(scores.lostCount == 2)  // 20, 22
    #expect(scores.exceptionCount == 1)
    #expect(scores.longestWrongRun == 3)  // 14…16
    #expect(scores.hiddenCount == 1)
    #expect(scores.boxesWhileHidden == 1)
  }

  @Test("the spot of the box that was on the point at the start may be followed instead of its centre")
  func offsetAtStart() {
    let answers = [Self.answer(15), Self.answer(15), Self.answer(33), Self.answer(33), Self.answer(36)]
    let scores = PointScores(answers, startingAt: 10, against: Self.annotations)
    #expect(scores.visibleCount == 2)
    #expect(scores.closeCount == 1)
    #expect(scores.closeCentreCount == 0)
    #expect(scores.closeShare == 0.5)
  }

  @Test("annotations are read with their frames in order")
  func annotations() throws {
    let text = "frame,x,y,visible\n5,1.5,2,1\n0,-1.0,-1.0,0\n"
    let rows = try PointAnnotation.table(parsing: text, file: "points.csv")
    #expect(rows.map(\.frame) == [0, 5])
    #expect(rows.map(\.isVisible) == [false, true])
    #expect(rows[1].point == ImagePoint(x: 1.5, y: 2))
    #expect(throws: ScoringError.self) {
      try PointAnnotation.table(parsing: "frame,x,y,visible\n-1,0,0,1\n", file: "points.csv")
    }
  }

  @Test(
    "a varied seed is started from seven sizes around one centre and from nine taps at most 10 pixels off")
  func variedStarts() throws {
    let text = "recording,frame,x,y,w,h,varied\ndesk,20,549,350,48,48,1\nwall,45,175,277,72,72,0\n"
    let seeds = try AnnotatedSeed.table(parsing: text, file: "seeds.csv")
    let center = ImagePoint(x: 572.5, y: 373.5)
    let starts = seeds[0].starts
    #expect(starts.count == 16)
    #expect(Set(starts.map(\.name)).count == 16)
    for start in starts {
      switch start.seed {
      case .box(let box):
        #expect(box.center == center)
        #expect(start.box == box)
      case .tap(let tap):
        #expect(tap.distance(to: center) <= 10)
        #expect(start.box.center == tap)
        #expect(start.box.width == 48)
      }
    }
    #expect(seeds[1].starts.map(\.name) == ["box", "tap"])
    #expect(throws: ScoringError.self) {
      try AnnotatedSeed.table(parsing: "recording,frame,x,y,w,h\nd,1,2,3,4,5\n", file: "seeds.csv")
    }
  }
}
