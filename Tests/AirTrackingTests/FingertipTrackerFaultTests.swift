import AirCapture
import AirGeometry
import AirTestSupport
import AirTracking
import Testing

/// Faults that trackers are known for, each of which must be one clear error or a sane answer.
@Suite("What must never break the tracker")
struct FingertipTrackerFaultTests {
  static let scene = SyntheticScene(seed: 5)
  static let start = ImagePoint(x: 120, y: 90)

  /// Seeds with `box` and follows two frames; returns the last observation.
  private func follow(_ box: ImageBox) throws -> TrackObservation {
    var tracker = try FingertipTracker()
    _ = try tracker.seed(at: .box(box), in: Self.scene.frame(0, target: Self.start))
    _ = try tracker.track(Self.scene.frame(1, target: Self.start.moved(dx: 1, dy: 1)))
    return try tracker.track(Self.scene.frame(2, target: Self.start.moved(dx: 2, dy: 2)))
  }

  @Test(
    "thin, tiny, fractional and huge boxes are followed without a fault",
    arguments: [
      ImageBox(x: 118, y: 70, width: 1, height: 40), ImageBox(x: 100, y: 90, width: 40, height: 1),
      ImageBox(x: 120, y: 90, width: 1, height: 1), ImageBox(x: 118, y: 88, width: 4, height: 4),
      ImageBox(x: 100.37, y: 70.81, width: 39.3, height: 40.7),
      ImageBox(x: -100, y: -100, width: 440, height: 380),
      ImageBox(x: -1e6, y: -1e6, width: 2e6 + 240, height: 2e6 + 180),
      ImageBox(x: -39, y: 60, width: 80, height: 40), ImageBox(x: 239, y: 179, width: 1, height: 1),
    ])
  func oddBoxes(box: ImageBox) throws {
    let observation = try follow(box)
    #expect((0...1).contains(observation.confidence))
    if let found = observation.box {
      let isFinite = [found.x, found.y, found.width, found.height].allSatisfy { $0.isFinite }
      #expect(isFinite)
      #expect(found.width > 0 && found.height > 0)
      #expect(abs(found.width / found.height - box.width / box.height) < 1e-6 * box.width / box.height)
    }
  }

  @Test(
    "empty boxes, boxes beyond the picture and boxes of numbers that are none are refused",
    arguments: [
      ImageBox(x: 100, y: 90, width: 0, height: 40), ImageBox(x: 100, y: 90, width: 40, height: -3),
      ImageBox(x: 100, y: 90, width: 0.5, height: 0.5), ImageBox(x: .nan, y: 90, width: 40, height: 40),
      ImageBox(x: 100, y: 90, width: .infinity, height: 40), ImageBox(x: 300, y: 90, width: 40, height: 40),
      ImageBox(x: -60, y: -60, width: 40, height: 40),
    ])
  func refusedBoxes(box: ImageBox) throws {
    var tracker = try FingertipTracker()
    let frame = try Self.scene.frame(0, target: Self.start)
    #expect(throws: TrackingError.self) { _ = try tracker.seed(at: .box(box), in: frame) }
  }

  @Test(
    "taps outside the picture are refused",
    arguments: [ImagePoint(x: -1, y: 5), ImagePoint(x: 240, y: 5), ImagePoint(x: 5, y: .nan)])
  func refusedTaps(tap: ImagePoint) throws {
    var tracker = try FingertipTracker()
    let frame = try Self.scene.frame(0, target: Self.start)
    #expect(throws: TrackingError.self) { _ = try tracker.seed(at: .tap(tap), in: frame) }
  }

  @Test("a frame before any seed, and a frame of another size, are errors that leave the tracker usable")
  func wrongFrames() throws {
    var tracker = try FingertipTracker()
    let first = try Self.scene.frame(0, target: Self.start)
    #expect(throws: TrackingError.notSeeded) { _ = try tracker.track(first) }
    _ = try tracker.seed(at: .box(Self.scene.box(at: Self.start)), in: first)
    let small = try makeFrame(
      1, size: ImageSize(width: 64, height: 48), bytes: [UInt8](repeating: 9, count: 64 * 48 * 3))
    #expect(
      throws: TrackingError.frameSizeChanged(
        from: ImageSize(width: 240, height: 180), to: ImageSize(width: 64, height: 48))
    ) { _ = try tracker.track(small) }
    let observation = try tracker.track(Self.scene.frame(2, target: Self.start))
    #expect(observation.state == .tracking)
  }

  @Test("a picture too small for tracking is refused in one sentence that says how large it must be")
  func tinyPicture() throws {
    var tracker = try FingertipTracker()
    let size = ImageSize(width: 8, height: 8)
    let frame = try makeFrame(0, size: size, bytes: [UInt8](repeating: 9, count: 8 * 8 * 3))
    let error = #expect(throws: TrackingError.self) {
      _ = try tracker.seed(at: .tap(ImagePoint(x: 4, y: 4)), in: frame)
    }
    #expect(error?.description.contains("8×8") == true && error?.description.contains("16") == true)
  }

  @Test("seeding twice forgets the first target altogether")
  func seededTwice() throws {
    let box = Self.scene.box(at: Self.start)
    let frames = try (0..<6).map {
      try Self.scene.frame($0, target: Self.start.moved(dx: Double($0), dy: 0))
    }
    var fresh = try FingertipTracker()
    var used = try FingertipTracker()
    _ = try used.seed(at: .box(ImageBox(x: 10, y: 10, width: 30, height: 50)), in: frames[0])
    _ = try used.track(frames[1])
    _ = try used.seed(at: .box(box), in: frames[0])
    _ = try fresh.seed(at: .box(box), in: frames[0])
    for frame in frames.dropFirst() {
      let (expected, found) = (try fresh.track(frame), try used.track(frame))
      #expect(found == expected)
    }
  }

  @Test("grey frames are followed as colour ones are")
  func greyFrames() throws {
    var tracker = try FingertipTracker()
    let first = try Self.scene.frame(0, target: Self.start, format: .grey8)
    _ = try tracker.seed(at: .box(Self.scene.box(at: Self.start)), in: first)
    for index in 1...20 {
      let truth = Self.start.moved(dx: Double(index) * 1.5, dy: Double(index))
      let observation = try tracker.track(Self.scene.frame(index, target: truth, format: .grey8))
      let box = try #require(observation.box)
      #expect(box.center.distance(to: truth) < 0.5)
    }
  }

  @Test("flat, black and random frames give finite answers and no confident box", arguments: [0, 1, 2])
  func emptyFrames(kind: Int) throws {
    var tracker = try FingertipTracker()
    let first = try Self.scene.frame(0, target: Self.start)
    _ = try tracker.seed(at: .box(Self.scene.box(at: Self.start)), in: first)
    var random = SeededGenerator(seed: 40)
    let count = first.image.bytes.count
    for index in 1...12 {
      let bytes = (0..<count).map { _ in
        kind == 0 ? UInt8(0) : kind == 1 ? 200 : UInt8.random(in: 0...255, using: &random)
      }
      let observation = try tracker.track(makeFrame(index, size: first.image.size, bytes: bytes))
      #expect(observation.confidence.isFinite)
      #expect(observation.box == nil, "frame \(index)")
    }
  }

  @Test("a seed on a flat picture gives finite answers")
  func flatSeed() throws {
    let size = ImageSize(width: 160, height: 120)
    var tracker = try FingertipTracker()
    for index in 0..<4 {
      let frame = try makeFrame(
        index, size: size, bytes: [UInt8](repeating: 90, count: size.width * size.height * 3))
      let observation =
        index == 0
        ? try tracker.seed(at: .tap(ImagePoint(x: 80, y: 60)), in: frame) : try tracker.track(frame)
      #expect((0...1).contains(observation.confidence))
    }
  }

  @Test("options out of range are refused by name")
  func options() throws {
    for cutoff in [-0.1, 1.5, .nan] {
      let error = #expect(throws: TrackingError.self) {
        _ = try FingertipTracker(options: TrackerOptions(lostCutoff: cutoff))
      }
      #expect(error?.description.contains("lostCutoff") == true)
    }
    #expect(throws: TrackingError.self) {
      _ = try FingertipTracker(options: TrackerOptions(lostCutoff: 0.6, returnCutoff: 0.5))
    }
  }

  @Test("a target at rest keeps its box still and its size")
  func noJitter() throws {
    var scene = Self.scene
    scene.noise = 2
    var tracker = try FingertipTracker()
    let seed = scene.box(at: Self.start)
    _ = try tracker.seed(at: .box(seed), in: scene.frame(0, target: Self.start))
    for index in 1...60 {
      let box = try #require(try tracker.track(scene.frame(index, target: Self.start)).box)
      #expect(box.center.distance(to: Self.start) < 0.5, "frame \(index)")
      #expect(abs(box.width / seed.width - 1) < 0.05, "frame \(index)")
    }
  }
}
