import AirCapture
import AirGeometry
import AirSession
import AirStroke
import AirTestSupport
import AirTracking
import Foundation
import Synchronization
import Testing

/// Frames in memory: discs with a texture of their own, each on a path, before a background.
private final class DiscRecording: FrameSource {
  let imageSize = ImageSize(width: 240, height: 180)
  let estimatedFrameCount: Int?
  private let frames: [Frame]
  private let position = Mutex(0)
  private let isReversible: Bool

  /// - Parameter paths: the discs' centres by frame; nil while a disc is not there.
  init(count: Int, isReversible: Bool = true, paths: [(Int) -> ImagePoint?]) throws {
    estimatedFrameCount = count
    self.isReversible = isReversible
    var random = SeededGenerator(seed: 9)
    let texture = (0..<240 * 180).map { _ in Double.random(in: -9...9, using: &random) }
    frames = try (0..<count).map { index in
      let centers = paths.map { $0(index) }
      var bytes: [UInt8] = []
      for y in 0..<180 {
        for x in 0..<240 {
          var color = [70 + texture[y * 240 + x], 80 + 0.1 * Double(x), 75 + 0.1 * Double(y)]
          for (disc, center) in centers.enumerated() {
            guard let center else { continue }
            let (dx, dy) = (Double(x) - center.x, Double(y) - center.y)
            guard dx * dx + dy * dy < 225 else { continue }
            let wave = 40 * sin(0.5 * dx + Double(disc)) + 30 * cos(0.4 * dy + 0.3 * dx)
            color = disc == 0 ? [60 + wave, 120, 190 + wave] : [190, 110 + wave, 70 - wave]
          }
          bytes += color.map { UInt8(min(max($0.rounded(), 0), 255)) }
        }
      }
      let size = ImageSize(width: 240, height: 180)
      let image = try #require(PixelImage(size: size, format: .bgr8, bytesPerRow: 720, bytes: bytes))
      return Frame(index: index, timestampInSeconds: Double(index) / 30, image: image)
    }
  }

  private init(frames: [Frame]) {
    self.frames = frames
    estimatedFrameCount = frames.count
    isReversible = false
  }

  func nextFrame() throws -> Frame? {
    position.withLock { position in
      defer { position += 1 }
      return position < frames.count ? frames[position] : nil
    }
  }

  func framesAgain() throws -> (any FrameSource)? {
    isReversible ? DiscRecording(frames: frames) : nil
  }

  func framesBackward(from seconds: Double) throws -> (any FrameSource)? {
    guard isReversible else { return nil }
    let end = frames.firstIndex { $0.timestampInSeconds >= seconds } ?? frames.count - 1
    return DiscRecording(frames: frames[...end].reversed())
  }
}

@Suite("Recordings become events")
struct RecordingTrackerTests {
  private static func first(_ index: Int) -> ImagePoint? {
    index < 8 ? nil : ImagePoint(x: 40 + 2.5 * Double(index), y: 60 + 20 * sin(Double(index) / 9))
  }

  private static func second(_ index: Int) -> ImagePoint? {
    ImagePoint(x: 200 - 2.2 * Double(index), y: 130 - 12 * cos(Double(index) / 7))
  }

  private func events(
    _ source: some FrameSource, _ seeds: [TimedSeed], change: (inout RecordingPlan) -> Void = { _ in }
  ) throws -> [SessionEvent] {
    var plan = RecordingPlan(seed: .timed(seeds[0]), surface: .none)
    plan.otherSeeds = Array(seeds.dropFirst())
    change(&plan)
    var tracker = try RecordingTracker(plan: plan)
    var events: [SessionEvent] = []
    try tracker.run(source, name: "discs") { events.append($0) }
    for (event, next) in zip(events, events.dropFirst()) {
      #expect(event.timestampInSeconds <= next.timestampInSeconds)
    }
    return events
  }

  private func boxes(_ events: [SessionEvent], of target: Int) -> [Int: ImageBox] {
    var boxes: [Int: ImageBox] = [:]
    for case .track(let frame, let observation, target) in events.map(\.kind) {
      boxes[frame - 1] = observation.box
    }
    return boxes
  }

  private func seed(_ path: (Int) -> ImagePoint?, at index: Int) throws -> TimedSeed {
    let center = try #require(path(index))
    return TimedSeed(
      .box(ImageBox(center: center, width: 30, height: 30)), at: Double(index) / 30)
  }

  @Test("a late seed also gives the track before it, from the target's first sight, as one stroke")
  func lateSeed() throws {
    let source = try DiscRecording(count: 60, paths: [Self.first])
    let events = try self.events(source, [try seed(Self.first, at: 40)])
    let boxes = self.boxes(events, of: 1)
    for index in 9..<60 {
      let truth = try #require(Self.first(index))
      #expect(boxes[index].map { $0.center.distance(to: truth) < 1.5 } == true, "frame \(index)")
    }
    #expect(boxes.keys.allSatisfy { $0 >= 8 })
    var session = DrawingSession()
    for event in events { session.apply(event) }
    #expect(session.trackedFrameCount == boxes.count && session.lostFrameCount == 0)
    #expect(session.drawing(options: StrokeOptions()).strokes.count == 1)
    // The pen is down before the first of them.
    let penDown = try #require(events.firstIndex { if case .pen = $0.kind { true } else { false } })
    let track = try #require(events.firstIndex { if case .track = $0.kind { true } else { false } })
    #expect(penDown < track)
  }

  @Test("without going backward, and with a source whose frames are gone, tracking begins at the seed")
  func forwardOnly() throws {
    let late = try seed(Self.first, at: 40)
    let told = try self.events(DiscRecording(count: 60, paths: [Self.first]), [late]) {
      $0.followsBackward = false
    }
    #expect(boxes(told, of: 1).keys.min() == 40)
    let live = try self.events(DiscRecording(count: 60, isReversible: false, paths: [Self.first]), [late])
    #expect(live == told)
  }

  @Test("the pen's times hold for what was drawn before the seed too")
  func schedule() throws {
    let source = try DiscRecording(count: 60, paths: [Self.first])
    let range = try #require(PenRange(startInSeconds: 0.5, endInSeconds: 1))
    let events = try self.events(source, [try seed(Self.first, at: 45)]) { $0.penRanges = [range] }
    var session = DrawingSession()
    for event in events { session.apply(event) }
    let strokes = session.drawing(options: StrokeOptions(filter: nil, resamplingInMetres: nil)).strokes
    #expect(strokes.count == 1)
    let times = strokes.flatMap { $0.nodes.map(\.timestampInSeconds) }
    #expect(times.min().map { $0 >= 0.5 } == true && times.max().map { $0 <= 1 } == true)
  }

  @Test(
    "two targets named at different times are followed over the whole recording, each with its own strokes")
  func twoTargets() throws {
    func run() throws -> [SessionEvent] {
      try self.events(
        DiscRecording(count: 60, paths: [Self.first, Self.second]),
        [try seed(Self.first, at: 50), try seed(Self.second, at: 20)])
    }
    let events = try run()
    for (target, path, start) in [(1, Self.first, 9), (2, Self.second, 0)] {
      let boxes = self.boxes(events, of: target)
      for index in start..<60 {
        let truth = try #require(path(index))
        #expect(
          boxes[index].map { $0.center.distance(to: truth) < 1.5 } == true, "target \(target) frame \(index)")
      }
    }
    var session = DrawingSession()
    for event in events { session.apply(event) }
    #expect(session.targets.map(\.number) == [1, 2])
    #expect(session.drawing(options: StrokeOptions()).strokes.count == 2)
    #expect(try run() == events)
  }

  @Test("to and fro, the same targets are told in the same order of time, their seeds included")
  func refined() throws {
    let seeds = [try seed(Self.first, at: 50), try seed(Self.second, at: 20)]
    let source = { try DiscRecording(count: 60, paths: [Self.first, Self.second]) }
    let events = try self.events(source(), seeds) { $0.refines = true }
    for (target, path, start) in [(1, Self.first, 10), (2, Self.second, 0)] {
      let boxes = self.boxes(events, of: target)
      for index in start..<60 {
        let truth = try #require(path(index))
        #expect(
          boxes[index].map { $0.center.distance(to: truth) < 1.5 } == true, "target \(target) frame \(index)")
      }
    }
    let taps = events.filter { if case .tap = $0.kind { true } else { false } }
    #expect(taps.map { ($0.timestampInSeconds * 30).rounded() } == [20, 50])
    // What can't be read again is tracked forward all the same.
    let live = try DiscRecording(count: 60, isReversible: false, paths: [Self.first, Self.second])
    let told = try self.events(live, seeds) { $0.refines = true }
    #expect(boxes(told, of: 2).keys.min() == 20)
  }
}
