import AirGeometry
import AirSession
import AirStroke
import AirSurface
import AirTestSupport
import AirTracking
import Testing

@Suite struct DrawingSessionTests {
  private let options = StrokeOptions(filter: nil, minimumSpacingInMetres: 0, resamplingInMetres: nil)

  /// A flat surface on which a pixel is `metres` wide.
  private func flat(_ metres: Double) throws -> SessionEvent {
    let matrix = Matrix3(rows: SIMD3(metres, 0, 0), SIMD3(0, metres, 0), SIMD3(0, 0, 1))
    let homography = try #require(Homography(imageToSurface: matrix))
    return SessionEvent(
      at: 0,
      .planeUpdated(
        PlaneAnchor(
          id: "flat", geometry: .homography(homography, interior: ImagePoint(x: 0, y: 0)),
          extent: SurfaceExtent(minU: 0, minV: 0, maxU: 1, maxV: 1), residualInPixels: nil,
          scale: .imagePixels)))
  }

  private func track(_ x: Double, _ state: TrackState = .tracking, target: Int = 1) -> SessionEvent {
    let box = state == .lost ? nil : ImageBox(center: ImagePoint(x: x, y: 10), width: 48, height: 48)
    return SessionEvent(
      at: x / 30,
      .track(frame: Int(x), TrackObservation(box: box, confidence: 0.9, state: state), target: target))
  }

  private func pen(_ isDown: Bool) -> SessionEvent { SessionEvent(at: 0, .pen(SessionPen(isDown: isDown))) }

  private func session(_ events: [SessionEvent]) -> DrawingSession {
    var session = DrawingSession()
    for event in events { session.apply(event) }
    return session
  }

  private func columns(_ session: DrawingSession) -> [[Double]] {
    session.drawing(options: options).strokes.map { $0.nodes.map { ($0.point.u * 1000).rounded() } }
  }

  @Test("the pen draws while it is down and the target is tracked, and each gap ends a stroke")
  func strokes() throws {
    let drawn = session([
      try flat(0.001), track(1), pen(true), track(2), track(3), track(4, .lost), track(5), pen(false),
      track(6),
      pen(true), track(7), pen(true), track(8), SessionEvent(at: 1, .mode(.off)), track(9),
    ])
    #expect(columns(drawn) == [[2, 3], [5], [7], [8]])
    #expect(drawn.trackedFrameCount == 9 && drawn.lostFrameCount == 1)
  }

  @Test("each target draws strokes of its own, and only its own loss and tap end them")
  func targets() throws {
    let tap = SessionEvent(at: 0, .tap(.image(ImagePoint(x: 0, y: 0)), target: 2))
    let drawn = session([
      try flat(0.001), pen(true), track(1), track(11, target: 2), track(2), track(12, target: 2),
      track(3, .lost), track(13, target: 2), track(4), tap, track(14, target: 2), track(5), pen(true),
      track(6), track(15, target: 2),
    ])
    #expect(columns(drawn) == [[1, 2], [11, 12, 13], [4, 5], [14], [6], [15]])
    #expect(drawn.targets.map(\.trackedFrameCount) == [6, 5])
    #expect(drawn.targets.map(\.lostFrameCount) == [1, 0])
    #expect(drawn.targets[0].losses.map(\.timestampInSeconds) == [0.1])
  }

  @Test("a tap from which the target was also followed back does not cut its stroke")
  func tapInside() throws {
    func tap(_ goesOn: Bool) -> SessionEvent {
      SessionEvent(at: 0, .tap(.image(ImagePoint(x: 0, y: 0)), goesOn: goesOn))
    }
    #expect(
      columns(session([try flat(0.001), pen(true), track(1), tap(true), track(2), tap(false), track(3)]))
        == [[1, 2], [3]])
  }

  @Test(
    "in lift mode the finger's way up raises all that is drawn by 0.4 m a view height, never below the surface"
  )
  func lifting() throws {
    let header = SessionEvent(
      at: 0, .header(SessionHeader(imageSize: ImageSize(width: 640, height: 480), source: "test")))
    func finger(_ x: Double, y: Double) -> SessionEvent {
      let box = ImageBox(center: ImagePoint(x: x, y: y), width: 48, height: 48)
      return SessionEvent(
        at: 1, .track(frame: 1, TrackObservation(box: box, confidence: 0.9, state: .tracking)))
    }
    func mode(_ mode: DrawingMode) -> SessionEvent { SessionEvent(at: 1, .mode(mode)) }
    var events = [header, try flat(0.001), pen(true), finger(10, y: 100), finger(20, y: 100)]
    func heights() -> [Double?] {
      session(events).drawing(options: options).strokes.map { stroke in
        stroke.heightInMetres.map { ($0 * 1e6).rounded() / 1e6 }
      }
    }
    #expect(heights() == [nil])
    // 48 pixels are a tenth of the picture's height.
    events += [mode(.lift), finger(20, y: 400), finger(20, y: 352)]
    #expect(heights() == [0.04])
    // What is drawn afterwards stays on the surface until the next lift, which begins where the finger then is.
    events += [mode(.draw), finger(30, y: 200), finger(40, y: 200)]
    #expect(heights() == [0.04, nil])
    events += [mode(.lift), finger(40, y: 300), finger(40, y: 288)]
    #expect(heights() == [0.05, 0.01])
    events += [finger(40, y: 330)]
    #expect(heights() == [0.015, nil])
    events += [finger(40, y: 450), mode(.off), finger(40, y: 10)]
    #expect(heights() == [nil, nil])
  }

  @Test("in lift mode the view's height counts where the view is known")
  func liftingInAView() throws {
    // A portrait picture fills a view of half its aspect: half of its width is cut off, its height is the view's.
    let size = ImageSize(width: 480, height: 640)
    let view = ViewSize(width: 100, height: 400)
    let transform = try #require(
      DisplayTransform(imageSize: size, viewSize: view, orientation: .landscapeRight))
    func finger(y: Double) -> SessionEvent {
      let box = ImageBox(center: ImagePoint(x: 240, y: y), width: 48, height: 48)
      return SessionEvent(
        at: 1, .track(frame: 1, TrackObservation(box: box, confidence: 0.9, state: .tracking)))
    }
    let drawn = session([
      SessionEvent(at: 0, .header(SessionHeader(imageSize: size, source: "test"))), try flat(0.001),
      SessionEvent(at: 0, .view(SessionView(size: view, transform: transform))), pen(true), finger(y: 500),
      SessionEvent(at: 1, .mode(.lift)), finger(y: 500), finger(y: 340),
    ])
    let height = try #require(drawn.drawing(options: options).strokes.first?.heightInMetres)
    #expect(abs(height - 0.1) < 1e-9)
  }

  @Test("a surface that is found more exactly moves what was drawn on it before")
  func refinedSurface() throws {
    let drawn = session([try flat(0.001), pen(true), track(2), track(3), try flat(0.002), track(4)])
    #expect(columns(drawn) == [[4, 6, 8]])
  }

  @Test("strokes wait for a surface that is found after they were drawn")
  func lateSurface() throws {
    #expect(columns(session([pen(true), track(2), track(3)])).isEmpty)
    #expect(columns(session([pen(true), track(2), track(3), try flat(0.001)])) == [[2, 3]])
  }

  @Test("undo, redo, erase and clear take strokes away and bring them back in their places")
  func edits() throws {
    let three = [
      try flat(0.001), pen(true), track(1), pen(true), track(2), pen(true), track(3), pen(false),
    ]
    func after(_ edits: SessionEvent.Kind...) -> [[Double]] {
      columns(session(three + edits.map { SessionEvent(at: 1, $0) }))
    }
    #expect(after() == [[1], [2], [3]])
    #expect(after(.undo) == [[1], [2]])
    #expect(after(.undo, .undo, .redo) == [[1], [2]])
    #expect(after(.redo, .undo, .undo, .undo, .undo, .redo) == [[1]])
    #expect(after(.erase(stroke: 1)) == [[1], [3]])
    #expect(after(.erase(stroke: 1), .undo) == [[1], [2], [3]])
    #expect(after(.erase(stroke: 9), .undo) == [[1], [2]])
    #expect(after(.clear) == [])
    #expect(after(.clear, .undo) == [[1], [2], [3]])
    #expect(after(.clear, .undo, .redo) == [])
    #expect(after(.erase(stroke: 0), .clear, .undo, .undo) == [[1], [2], [3]])
  }

  @Test("taking back the stroke that is being drawn begins a new one with the next sample")
  func undoWhileDrawing() throws {
    let drawn = session([
      try flat(0.001), pen(true), track(1), track(2), SessionEvent(at: 0.1, .undo), track(4), track(5),
    ])
    #expect(columns(drawn) == [[4, 5]])
  }

  @Test("random events in random order never break the session's invariants", arguments: 1...20)
  func randomEvents(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var session = DrawingSession()
    var drawnStrokes = 0
    for step in 0..<2000 {
      let event: SessionEvent
      switch Int.random(in: 0..<12, using: &random) {
      case 0: event = try flat(.random(in: 0.0005...0.002, using: &random))
      case 1: event = pen(.random(using: &random))
      case 2: event = SessionEvent(at: 0, .undo)
      case 3: event = SessionEvent(at: 0, .redo)
      case 4: event = SessionEvent(at: 0, .erase(stroke: .random(in: -2...50, using: &random)))
      case 5: event = SessionEvent(at: 0, step.isMultiple(of: 5) ? .clear : .note("n"))
      case 6: event = SessionEvent(at: 0, .planeRemoved(id: "flat"))
      case 7: event = SessionEvent(at: 0, .mode(DrawingMode.allCases.randomElement(using: &random) ?? .draw))
      default: event = track(Double(step), Bool.random(using: &random) ? .tracking : .lost)
      }
      session.apply(event)
      drawnStrokes += 1
      #expect(session.lostFrameCount <= session.trackedFrameCount)
    }
    let strokes = session.drawing(options: options).strokes
    #expect(strokes.count <= drawnStrokes && strokes.allSatisfy { !$0.nodes.isEmpty }, "seed \(seed)")
    // A stroke is seen once only, whatever was taken back and made again.
    let firsts = strokes.compactMap { $0.nodes.first?.timestampInSeconds }
    #expect(Set(firsts).count == firsts.count, "seed \(seed)")
  }
}
