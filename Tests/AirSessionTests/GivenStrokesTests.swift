import AirGeometry
import AirSession
import AirStroke
import AirSurface
import AirTestSupport
import Testing

/// Drawings that nobody filmed: strokes whose points are told.
@Suite struct GivenStrokesTests {
  private func session(_ events: [SessionEvent]) -> DrawingSession {
    var session = DrawingSession()
    for event in events { session.apply(event) }
    return session
  }

  private func randomDrawing(seed: UInt64, pointCounts: [Int]) -> Drawing {
    var random = SeededGenerator(seed: seed)
    var time = 0.0
    return Drawing(
      strokes: pointCounts.map { count in
        Stroke(
          nodes: (0..<count).map { _ in
            time += Double.random(in: -0.01...0.02, using: &random)
            return PointNode(
              point: SurfacePoint(
                u: .random(in: -1...1, using: &random), v: .random(in: -1...1, using: &random),
                height: Bool.random(using: &random) ? 0 : .random(in: 0...1, using: &random)),
              timestampInSeconds: time, confidence: .random(in: 0...1, using: &random),
              pressure: count == 77 || Bool.random(using: &random) ? .random(in: 0...1, using: &random) : nil)
          },
          color: StrokeColor(red: UInt8(count % 256), green: 2, blue: 3),
          widthInMetres: count.isMultiple(of: 2) ? nil : .random(in: 0.001...0.01, using: &random),
          heightInMetres: count.isMultiple(of: 3) ? 0.001 * Double(count) : nil)
      })
  }

  @Test(
    "a drawing told as events and written as a log comes back point by point and bit by bit", arguments: 1...5
  )
  func roundTrip(seed: Int) throws {
    let drawing = randomDrawing(seed: UInt64(seed), pointCounts: [1, 2, 77, 4096, 4097, 3, 10_000])
    let events = drawing.events(source: "a.svg", name: "a", scale: .known("its own size"))
    // Long strokes come in pieces: 1 + 1 + 1 + 1 + 2 + 1 + 3, after header, note and surface.
    #expect(events.count == 3 + 10, "seed \(seed)")
    let text = events.map { $0.json.text + "\n" }.joined()
    let log = try EventLog(bytes: Array(text.utf8), name: "a.airdraw")
    #expect(log.warnings.isEmpty && log.events == events, "seed \(seed)")
    let read = session(log.events)
    #expect(read.drawing(options: StrokeOptions()) == drawing, "seed \(seed)")
    #expect(read.surface?.scale == .known("its own size") && read.notes == ["a"])
    #expect(read.header == SessionHeader(imageSize: nil, source: "a.svg"))
  }

  @Test("the extent of the surface holds every point, and a drawing without scale says that it has none")
  func surface() {
    let drawing = randomDrawing(seed: 9, pointCounts: [50, 60])
    let read = session(drawing.events(source: "a", scale: .fileUnits))
    let points = drawing.strokes.flatMap { $0.nodes.map(\.point) }
    #expect(read.surface?.scale == .fileUnits && read.surface?.geometry == .unseen)
    #expect(
      read.surface?.extent.minU == points.map(\.u).min() && read.surface?.extent.maxV == points.map(\.v).max()
    )
    #expect(
      read.surface?.hitTest(ImagePoint(x: 1, y: 1), camera: nil) == nil, "what nobody saw can't be pointed at"
    )
    #expect(ScaleSource.fileUnits.description.contains("none"))
  }

  @Test("told strokes are smoothed and resampled only when that is asked for")
  func options() {
    let drawing = randomDrawing(seed: 3, pointCounts: [100])
    let read = session(drawing.events(source: "a", scale: .fileUnits))
    let asked = read.drawing(
      options: StrokeOptions(), givenOptions: StrokeOptions(filter: nil, resamplingInMetres: 0.001))
    #expect(read.drawing(options: StrokeOptions()) == drawing)
    #expect(asked.strokes[0].nodes.count > 1000)
  }

  @Test("told strokes are undone, erased and cleared like drawn ones, whole even where they came in pieces")
  func editing() {
    let drawing = randomDrawing(seed: 4, pointCounts: [5000, 2, 3])
    let events = drawing.events(source: "a", scale: .fileUnits)
    func strokes(after kinds: SessionEvent.Kind...) -> [Stroke] {
      session(events + kinds.map { SessionEvent(at: 100, $0) }).drawing(options: .unchanged).strokes
    }
    #expect(strokes(after: .undo) == Array(drawing.strokes.prefix(2)))
    #expect(strokes(after: .undo, .undo, .undo) == [])
    #expect(strokes(after: .undo, .undo, .undo, .redo) == [drawing.strokes[0]])
    #expect(strokes(after: .erase(stroke: 0)) == Array(drawing.strokes.suffix(2)))
    #expect(strokes(after: .clear) == [])
  }

  @Test("a stroke needs no surface, and one that goes on after nothing begins anew")
  func alone() {
    let stroke = randomDrawing(seed: 5, pointCounts: [2]).strokes[0]
    #expect(session([SessionEvent(at: 0, .stroke(stroke))]).drawing(options: .unchanged).strokes == [stroke])
    let twice = session([
      SessionEvent(at: 0, .stroke(stroke, goesOn: true)), SessionEvent(at: 0, .undo),
      SessionEvent(at: 0, .stroke(stroke, goesOn: true)),
    ])
    #expect(twice.drawing(options: .unchanged).strokes == [stroke])
  }
}
