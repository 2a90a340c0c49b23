import AirGeometry
import AirJSON
import AirSession
import AirStroke
import AirSurface
import AirTestSupport
import AirTracking
import Foundation
import Testing

@Suite struct EventLogTests {
  private let header = #"{"kind":"header","t":0,"version":1,"image":[640,480],"source":"desk.mp4"}"#

  private func log(_ lines: String...) throws -> EventLog {
    try EventLog(bytes: Array((lines.joined(separator: "\n") + "\n").utf8), name: "test.airdraw")
  }

  /// One event of every kind, with numbers that need all their digits.
  private func everyKind() throws -> [SessionEvent] {
    let size = ImageSize(width: 640, height: 480)
    let camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 600.1, fy: 601.3, cx: 319.7, cy: 239.9),
        distortion: BrownConradyDistortion(openCVCoefficients: [-0.1, 0.02, 0.001, 0.002, 1.0 / 3]) ?? .none,
        imageSize: size))
    let transform = try #require(
      DisplayTransform(
        imageSize: size, viewSize: ViewSize(width: 375, height: 812), orientation: .portrait))
    let pose = Pose(
      rotation: Rotation(rotationVector: SIMD3(0.1, -0.7, 0.3)),
      origin: WorldPoint(x: 0.1, y: 0.5, z: 1.0 / 3))
    let homography = try #require(
      Homography(
        imageToSurface: Matrix3(rows: SIMD3(1e-3, 2e-4, 0.1), SIMD3(-1e-4, 2e-3, 0), SIMD3(1e-5, 0, 1))))
    let extent = SurfaceExtent(minU: 0, minV: 0, maxU: 0.28, maxV: 0.176)
    func anchor(_ id: String, _ geometry: SurfaceGeometry, _ scale: ScaleSource) -> PlaneAnchor {
      PlaneAnchor(
        id: id, geometry: geometry, extent: extent, residualInPixels: id == "b" ? 0.1 : nil, scale: scale)
    }
    let kinds: [SessionEvent.Kind] = [
      .header(SessionHeader(imageSize: size, source: "Tisch “1”.mp4")), .camera(camera),
      .view(SessionView(size: ViewSize(width: 375, height: 812), transform: transform)),
      .planeUpdated(
        anchor("a", .homography(homography, interior: ImagePoint(x: 1.5, y: 2)), .imagePixels)),
      .planeUpdated(anchor("b", .fixedCamera(CameraPose(pose)), .known("a card"))),
      .planeUpdated(anchor("c", .world(Plane(pose)), .known("a plane"))), .planeRemoved(id: "c"),
      .pose(CameraPose(pose)), .tap(.image(ImagePoint(x: 1.25, y: 0.1))), .tap(.view(ViewPoint(x: 3, y: 4))),
      .tap(.box(ImageBox(x: 1, y: 2, width: 48, height: 48.5))),
      .pen(SessionPen(isDown: true, color: StrokeColor(red: 1, green: 2, blue: 3), widthInMetres: 0.003)),
      .track(
        frame: 7,
        TrackObservation(
          box: ImageBox(x: 0.1, y: 0.2, width: 48, height: 48), confidence: 0.7, state: .tracking)),
      .track(frame: 8, TrackObservation(box: nil, confidence: 0.1, state: .lost)),
      .tap(.image(ImagePoint(x: 5, y: 6)), target: 2, goesOn: true),
      .track(
        frame: 8, TrackObservation(box: nil, confidence: 0.1, state: .lost, lossReason: .lightChanged),
        target: 2),
      .stroke(
        Stroke(
          nodes: [
            PointNode(
              point: SurfacePoint(u: 0.1, v: -1.0 / 3, height: 1e-9), timestampInSeconds: 0.25,
              confidence: 0.7),
            PointNode(point: SurfacePoint(u: 2e-17, v: 5), timestampInSeconds: 1.0 / 7, confidence: 1),
          ], color: StrokeColor(red: 1, green: 2, blue: 3), widthInMetres: 0.1 / 3)),
      .stroke(
        Stroke(nodes: [
          PointNode(point: SurfacePoint(u: 1, v: 2), timestampInSeconds: 0, confidence: 1)
        ]), goesOn: true),
      .planeUpdated(anchor("d", .unseen, .fileUnits)), .planeUpdated(anchor("e", .unseen, .known("itself"))),
      .pen(SessionPen(isDown: false)), .mode(.lift), .undo, .redo, .erase(stroke: 3), .clear,
      .mark(SurfacePoint(u: 0.1, v: 0.2, height: 0.3), surface: "a"), .note("halt\n\"ein\""),
    ]
    return kinds.enumerated().map { SessionEvent(at: Double($0.offset) / 30, $0.element) }
  }

  @Test("every kind of event reads back to what was written, bit for bit")
  func roundTrip() throws {
    let events = try everyKind()
    let text = events.map { $0.json.text + "\n" }.joined()
    let read = try EventLog(bytes: Array(text.utf8), name: "test.airdraw")
    #expect(read.events == events)
    #expect(read.warnings.isEmpty)
    #expect(read.events.map { $0.json.text + "\n" }.joined() == text)
  }

  @Test("a log cut anywhere reads up to its last whole line")
  func cut() throws {
    let lines = try everyKind().map { $0.json.text }
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    var ends: [Int] = []
    for (offset, byte) in bytes.enumerated() where byte == 0x0a { ends.append(offset) }
    for length in stride(from: ends[0] + 1, through: bytes.count, by: 7) {
      let read = try EventLog(bytes: Array(bytes[..<length]), name: "cut.airdraw")
      let whole = ends.count { $0 < length }
      // A last line without its end counts when nothing but the end is missing.
      #expect(read.events.count == whole || (read.events.count == whole + 1 && ends.contains(length)))
      #expect(read.warnings.count <= 1)
    }
  }

  @Test("what a newer version adds is kept and passed on, with a warning")
  func forwardCompatibility() throws {
    let new = #"{"kind":"sparkle","t":1,"amount":[1,2,{"deep":true}]}"#
    let extended = #"{"kind":"undo","t":2,"why":"oops"}"#
    let read = try log(header, new, extended)
    #expect(read.events.count == 3)
    #expect(read.events[1].json.text == new)
    #expect(read.events[2].json.text == extended)
    #expect(read.warnings.count == 1 && read.warnings[0].contains("sparkle"))
  }

  @Test("a log from before there were several targets and reasons is about the first target")
  func backwardCompatibility() throws {
    let tap = #"{"kind":"tap","t":0,"image":[1,2]}"#
    let lost = #"{"kind":"track","t":0,"frame":1,"box":null,"confidence":0,"state":"lost"}"#
    let read = try log(header, tap, lost)
    #expect(
      read.events.dropFirst().map(\.kind) == [
        .tap(.image(ImagePoint(x: 1, y: 2)), target: 1, goesOn: false),
        .track(frame: 1, TrackObservation(box: nil, confidence: 0, state: .lost), target: 1),
      ])
    #expect(read.events.dropFirst().map(\.json.text) == [tap, lost])
  }

  @Test(
    "a malformed log is refused with the line and the reason",
    arguments: [
      (["{\"kind\":\"undo\",\"t\":0}"], "Line 1", "header"),
      (["HEADER", "{\"kind\":\"undo\"}"], "Line 2", "\"t\" is missing"),
      (["HEADER", "{\"t\":0}"], "Line 2", "\"kind\" is missing"),
      (["HEADER", "nonsense", "{}"], "Line 2", "no JSON"),
      (["HEADER", "[1]"], "Line 2", "no JSON object"),
      (
        ["HEADER", "{\"kind\":\"undo\",\"t\":2}", "{\"kind\":\"undo\",\"t\":1}"], "Line 3", "before the last"
      ),
      (["HEADER", "{\"kind\":\"undo\",\"t\":-1}"], "Line 2", "before the start"),
      (["HEADER", "{\"kind\":\"undo\",\"t\":1e999}", "{}"], "Line 2", "no JSON"),
      (["HEADER", "HEADER"], "Line 2", "second header"),
      (
        [#"{"kind":"header","t":0,"version":2,"image":[640,480],"source":"a"}"#], "Line 1",
        "version 2"
      ),
      (
        [#"{"kind":"header","t":0,"version":1,"image":[0,480],"source":"a"}"#], "Line 1", "image size"
      ),
      (
        ["HEADER", #"{"kind":"track","t":0,"frame":1,"box":[1,2,0,4],"confidence":1,"state":"tracking"}"#],
        "Line 2", "positive width"
      ),
      (
        ["HEADER", #"{"kind":"track","t":0,"frame":1,"box":null,"confidence":2,"state":"lost"}"#], "Line 2",
        "between 0 and 1"
      ),
      (
        ["HEADER", #"{"kind":"track","t":0,"frame":1,"box":null,"confidence":0,"state":"dizzy"}"#], "Line 2",
        "one of seeded, tracking, lost"
      ),
      (
        ["HEADER", #"{"kind":"pose","t":0,"rotation":[1,0,0,0,1,0,0,0,2],"origin":[0,0,0]}"#], "Line 2",
        "rotation"
      ),
      (["HEADER", #"{"kind":"pen","t":0,"down":true,"color":"red"}"#], "Line 2", "#rrggbb"),
      (["HEADER", #"{"kind":"tap","t":0,"image":[1,2],"target":0}"#], "Line 2", "target must be 1"),
      (
        [
          "HEADER",
          #"{"kind":"track","t":0,"frame":1,"box":null,"confidence":0,"state":"lost","reason":"bored"}"#,
        ], "Line 2", "one of out_of_picture"
      ),
    ])
  func refusals(lines: [String], place: String, reason: String) throws {
    let text = lines.map { $0 == "HEADER" ? header : $0 }.joined(separator: "\n") + "\n"
    do {
      _ = try EventLog(bytes: Array(text.utf8), name: "bad.airdraw")
      Issue.record("the log was taken")
    } catch {
      let sentence = "\(error)"
      #expect(
        sentence.contains("bad.airdraw") && sentence.contains(place) && sentence.contains(reason),
        "\(sentence)")
    }
  }

  @Test(
    "a stroke whose columns do not fit together is refused with the line and the reason",
    arguments: [
      (#""u":[],"v":[]"#, "\"u\" must be a list of at least one number"),
      (#""u":[1,2],"v":[1]"#, "\"v\" must be a list of 2 numbers"),
      (#""u":[1],"v":["x"]"#, "\"v\" must be a list of 1 numbers"), (#""v":[1]"#, "\"u\" is missing"),
      (#""u":[1],"v":[1],"times":[1,2]"#, "\"times\" must be a list of 1 numbers"),
      (#""u":[1],"v":[1],"confidence":[2]"#, "between 0 and 1"),
      (#""u":[1],"v":[1],"width":0"#, "positive"), (#""u":[1],"v":[1],"raised":0"#, "positive"),
      (#""u":[1],"v":[1],"pressure":[1.5]"#, "between 0 and 1"),
      (#""u":[1,2],"v":[1,2],"pressure":[null]"#, "2 numbers"),
      (#""u":[1],"v":[1],"color":"ink""#, "#rrggbb"),
    ])
  func strokeRefusals(fields: String, reason: String) throws {
    let error = try #require(throws: SessionError.self) {
      try log(header, #"{"kind":"stroke","t":0,\#(fields)}"#)
    }
    #expect(error.description.contains("Line 2") && error.description.contains(reason), "\(error)")
  }

  @Test("a session without a camera has a header without a picture's size")
  func withoutPicture() throws {
    let read = try log(#"{"kind":"header","t":0,"version":1,"source":"cat.svg"}"#)
    #expect(read.events.map(\.kind) == [.header(SessionHeader(imageSize: nil, source: "cat.svg"))])
    #expect(read.events[0].json["image"] == nil)
  }

  @Test("limits of size are kept")
  func limits() throws {
    var limits = EventLog.Limits()
    limits.events = 2
    let text = [header, #"{"kind":"undo","t":0}"#, #"{"kind":"undo","t":0}"#].joined(separator: "\n")
    #expect(throws: SessionError.self) {
      try EventLog(bytes: Array(text.utf8), name: "a", limits: limits)
    }
    limits = EventLog.Limits()
    limits.bytesOfLine = 40
    #expect(throws: SessionError.self) {
      try EventLog(bytes: Array(text.utf8), name: "a", limits: limits)
    }
    #expect(throws: SessionError.self) { try EventLog(bytes: Array("\n \n".utf8), name: "a") }
  }

  @Test("events are in the file before the writer returns, and the finished file is what was written")
  func writer() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("log.airdraw").path
    let events = try everyKind()
    let writer = try EventLogWriter(path: path)
    for (index, event) in events.enumerated() {
      try writer.append(event)
      // What a crash at this moment would leave.
      #expect(try EventLog(contentsOf: path + ".part").events.count == index + 1)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    try writer.finish()
    #expect(try EventLog(contentsOf: path).events == events)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["log.airdraw"])

    let given = try EventLogWriter(path: folder.appendingPathComponent("b.airdraw").path)
    try given.append(events[0])
    given.discard()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["log.airdraw"])
    #expect(throws: SessionError.self) { try EventLogWriter(path: "/nowhere/log.airdraw") }
    #expect(throws: SessionError.self) { try EventLogWriter(path: folder.path) }
  }

  @Test("two writers never share a log, and what a killed one left may be written over")
  func concurrentWriters() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("log.airdraw")
    try Data("left over".utf8).write(to: URL(fileURLWithPath: path + ".part"))
    let events = try everyKind()
    let writer = try EventLogWriter(path: path)
    try writer.append(events[0])
    #expect(throws: SessionError.self) { try EventLogWriter(path: path) }
    try writer.finish()
    #expect(try EventLog(contentsOf: path).events == [events[0]])
  }
}
