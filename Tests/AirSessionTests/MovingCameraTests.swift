import AirGeometry
import AirSession
import AirStroke
import AirSurface
import AirTestSupport
import AirTracking
import Testing

@Suite("A session with a camera that moves")
struct MovingCameraTests {
  private let camera = CameraModel(
    intrinsics: CameraIntrinsics(fx: 500, fy: 500, cx: 319.5, cy: 239.5),
    imageSize: ImageSize(width: 640, height: 480))

  /// A camera half a metre above the table that looks straight down from over (x, 0).
  private func pose(x: Double) throws -> CameraPose {
    let rows = Matrix3(rows: SIMD3(1, 0, 0), SIMD3(0, 0, -1), SIMD3(0, 1, 0))
    return CameraPose(
      Pose(rotation: try #require(Rotation(rows)), origin: WorldPoint(x: x, y: 0.5, z: 0)))
  }

  private func track(_ frame: Int, _ x: Double) -> SessionEvent {
    let box = ImageBox(center: ImagePoint(x: x, y: 239.5), width: 20, height: 20)
    return SessionEvent(
      at: Double(frame) / 30,
      .track(frame: frame, TrackObservation(box: box, confidence: 0.9, state: .tracking)))
  }

  private func session(_ events: [SessionEvent]) throws -> DrawingSession {
    var session = DrawingSession()
    let anchor = PlaneAnchor(
      id: "table", geometry: .world(.ground),
      extent: SurfaceExtent(minU: -1, minV: -1, maxU: 1, maxV: 1), residualInPixels: nil,
      scale: .known("a test"))
    let start: [SessionEvent.Kind] = [
      .header(SessionHeader(imageSize: ImageSize(width: 640, height: 480), source: "a.mp4")),
      .camera(try #require(camera)), .planeUpdated(anchor), .pen(SessionPen(isDown: true)),
    ]
    for event in start.map({ SessionEvent(at: 0, $0) }) + events { session.apply(event) }
    return session
  }

  @Test("a finger that stays in the picture's middle draws the camera's own way")
  func ownWay() throws {
    var events: [SessionEvent] = []
    for frame in 0..<11 {
      events.append(SessionEvent(at: Double(frame) / 30, .pose(try pose(x: 0.02 * Double(frame)))))
      events.append(track(frame, 319.5))
    }
    let drawing = try session(events).drawing(options: .unchanged)
    #expect(drawing.strokes.count == 1)
    #expect(abs(drawing.lengthInMetres - 0.2) < 1e-9)
  }

  @Test(
    "where the camera's place is not known the stroke ends, and a new one begins when it is known again"
  )
  func unknownPlace() throws {
    var events: [SessionEvent] = []
    for frame in 0..<9 {
      let isKnown = !(3..<6).contains(frame)
      events.append(SessionEvent(at: Double(frame) / 30, .pose(isKnown ? try pose(x: 0) : nil)))
      events.append(track(frame, 300 + 5 * Double(frame)))
    }
    let drawing = try session(events).drawing(options: .unchanged)
    #expect(drawing.strokes.map(\.nodes.count) == [3, 3])
  }

  @Test("poses, known and not, come back from their lines")
  func lines() throws {
    let header = #"{"kind":"header","t":0,"version":1,"image":[640,480],"source":"desk.mp4"}"#
    for pose in [try pose(x: 1.0 / 3), nil] {
      let event = SessionEvent(at: 0.5, .pose(pose))
      let log = try EventLog(
        bytes: Array("\(header)\n\(event.json.text)\n".utf8), name: "test.airdraw")
      #expect(log.events.last == event, "\(event.json.text)")
    }
  }
}
