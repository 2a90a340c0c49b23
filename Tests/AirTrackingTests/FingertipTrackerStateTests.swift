import AirCapture
import AirGeometry
import AirTracking
import Testing

@Suite("When the tracker follows, lets go and comes back")
struct FingertipTrackerStateTests {
  static let start = ImagePoint(x: 120, y: 90)

  @Test(
    "a covered target is let go at once and taken up again where it reappears", arguments: [UInt64(5), 6, 7])
  func coveredTarget(seed: UInt64) throws {
    var scene = SyntheticScene(seed: seed)
    var tracker = try FingertipTracker()
    _ = try tracker.seed(at: .box(scene.box(at: Self.start)), in: scene.frame(0, target: Self.start))
    for index in 1...10 {
      let observation = try tracker.track(scene.frame(index, target: Self.start))
      #expect(observation.state == .tracking)
    }
    scene.showsTarget = false
    var reported = 0
    for index in 11...40 where try tracker.track(scene.frame(index, target: Self.start)).box != nil {
      reported += 1
    }
    #expect(reported <= 2, "seed \(seed)")
    scene.showsTarget = true
    let elsewhere = ImagePoint(x: 60, y: 60)
    var back: ImageBox?
    for index in 41...50 { back = try tracker.track(scene.frame(index, target: elsewhere)).box }
    let found = try #require(back, "seed \(seed)")
    #expect(found.center.distance(to: elsewhere) < 1, "seed \(seed)")
  }

  @Test(
    "a target that leaves the picture is lost, and its box is never reported from outside",
    arguments: [UInt64(5), 6, 7])
  func leavingTarget(seed: UInt64) throws {
    let scene = SyntheticScene(seed: seed)
    var tracker = try FingertipTracker()
    _ = try tracker.seed(at: .box(scene.box(at: Self.start)), in: scene.frame(0, target: Self.start))
    for index in 1...40 {
      let truth = Self.start.moved(dx: Double(index) * 5, dy: 0)
      let observation = try tracker.track(scene.frame(index, target: truth))
      if let box = observation.box { #expect(scene.size.contains(box.center), "seed \(seed) frame \(index)") }
      if truth.x > Double(scene.size.width) + scene.radius + 10 {
        #expect(observation.state == .lost, "seed \(seed) frame \(index)")
      }
    }
  }

  @Test("time stamps carry a moving target over dropped frames")
  func droppedFrames() throws {
    let scene = SyntheticScene(seed: 8)
    var tracker = try FingertipTracker()
    let origin = ImagePoint(x: 30, y: 90)
    _ = try tracker.seed(at: .box(scene.box(at: origin)), in: scene.frame(0, target: origin))
    for index in [1, 2, 3, 4, 7, 8, 11, 12, 13, 16] {
      let truth = origin.moved(dx: Double(index) * 10, dy: 0)
      let observation = try tracker.track(scene.frame(index, target: truth))
      let box = try #require(observation.box, "frame \(index)")
      #expect(box.center.distance(to: truth) < 1, "frame \(index)")
    }
  }

  @Test("time that stands still or runs back does no harm")
  func brokenClock() throws {
    let scene = SyntheticScene(seed: 8)
    var tracker = try FingertipTracker()
    _ = try tracker.seed(at: .box(scene.box(at: Self.start)), in: scene.frame(0, target: Self.start))
    for (index, time) in [0.0, 0.0, -5, .nan, .infinity, 1].enumerated() {
      let truth = Self.start.moved(dx: Double(index) * 2, dy: 0)
      let observation = try tracker.track(scene.frame(index + 1, target: truth, time: time))
      let box = try #require(observation.box)
      #expect(box.center.distance(to: truth) < 0.5)
    }
  }

  @Test(
    "the same frames give the same observations, and a copy goes its own way",
    arguments: TrackerOptions.Level.allCases)
  func repeatability(level: TrackerOptions.Level) throws {
    var scene = SyntheticScene(seed: 9)
    scene.noise = 6
    let frames = try (0..<12).map {
      try scene.frame($0, target: Self.start.moved(dx: Double($0 * $0) / 4, dy: Double($0)))
    }
    func start() throws -> FingertipTracker {
      var tracker = try FingertipTracker(options: TrackerOptions(level: level))
      _ = try tracker.seed(at: .box(scene.box(at: Self.start)), in: frames[0])
      return tracker
    }
    var first = try start()
    var second = try start()
    for frame in frames[1..<6] {
      let (one, other) = (try first.track(frame), try second.track(frame))
      #expect(one == other)
    }
    var copy = first
    // The copy sees other frames; the original must not notice.
    for frame in frames[1..<6].reversed() { _ = try copy.track(frame) }
    for frame in frames[6...] {
      let (one, other) = (try first.track(frame), try second.track(frame))
      #expect(one == other)
    }
  }

  @Test(
    "a tap a few pixels off gives nearly the same box",
    arguments: [(6.0, 0.0), (-6, 0), (0, 6), (0, -6), (5, 5)])
  func tapOffsets(offset: (dx: Double, dy: Double)) throws {
    // A light finger of 24 pixels' width from above, its round tip at y = 120, before a dark table.
    let size = ImageSize(width: 320, height: 240)
    var bytes = [UInt8](repeating: 50, count: size.width * size.height * 3)
    for y in 0..<120 {
      let rise = max(Double(y) - 108, 0)
      let half = (144 - rise * rise).squareRoot()
      for x in 0..<size.width where abs(Double(x) - 160) < half {
        for (channel, value) in [UInt8(120), 150, 200].enumerated() {
          bytes[(y * size.width + x) * 3 + channel] = value
        }
      }
    }
    let frame = try makeFrame(0, size: size, bytes: bytes)
    let nail = ImagePoint(x: 160, y: 108)
    var straight = try FingertipTracker()
    var shifted = try FingertipTracker()
    let expected = try #require(try straight.seed(at: .tap(nail), in: frame).box)
    let tap = nail.moved(dx: offset.dx, dy: offset.dy)
    let box = try #require(try shifted.seed(at: .tap(tap), in: frame).box)
    #expect(expected.center.distance(to: nail) < 6)
    #expect((24.0...72).contains(expected.width))
    #expect(box.intersectionOverUnion(with: expected) > 0.6)
  }
}
