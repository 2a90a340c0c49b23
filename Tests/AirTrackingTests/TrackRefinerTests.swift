import AirCapture
import AirGeometry
import AirTracking
import Testing

@Suite("Tracking to and fro")
struct TrackRefinerTests {
  private static func center(_ index: Int) -> ImagePoint {
    ImagePoint(x: 60 + 2 * Double(index), y: 80 + 0.5 * Double(index))
  }

  /// What is said of each frame, by its index, in the order in which it is said.
  private func refined(_ frames: [Frame], _ seed: TrackSeed, chunk: Int) throws -> [TrackRefiner.Answer] {
    var refiner = try TrackRefiner(options: TrackerOptions(), chunkLength: chunk)
    try refiner.seed(at: seed, in: frames[0])
    var answers: [TrackRefiner.Answer] = []
    for frame in frames.dropFirst() { answers += try refiner.push(frame) }
    return answers + (try refiner.finish())
  }

  @Test(
    "each frame is told once, in order, and no worse than by one way, whatever the chunks",
    arguments: [2, 7, 20, 100])
  func everyFrame(chunk: Int) throws {
    var scene = SyntheticScene(seed: 12)
    scene.noise = 4
    let frames = try (0..<45).map { try scene.frame($0, target: Self.center($0)) }
    let answers = try refined(frames, .box(scene.box(at: Self.center(0))), chunk: chunk)
    #expect(answers.map(\.index) == Array(0..<45))
    #expect(answers.first?.observation.state == .seeded)
    for answer in answers {
      let box = try #require(answer.observation.box, "frame \(answer.index)")
      #expect(box.center.distance(to: Self.center(answer.index)) < 0.6, "frame \(answer.index)")
    }
    let again = try refined(frames, .box(scene.box(at: Self.center(0))), chunk: chunk)
    #expect(again.map(\.observation) == answers.map(\.observation))
  }

  @Test(
    "a jump that loses the target is filled by going back from where it was found again", arguments: [12, 13])
  func jump(seed: UInt64) throws {
    let scene = SyntheticScene(seed: seed, radius: 12)
    func center(_ index: Int) -> ImagePoint {
      ImagePoint(x: index < 20 ? 40 + Double(index) : 190 - 0.5 * Double(index), y: index < 20 ? 40 : 140)
    }
    let frames = try (0..<50).map { try scene.frame($0, target: center($0)) }
    let box = TrackSeed.box(scene.box(at: center(0)))
    var tracker = try FingertipTracker()
    _ = try tracker.seed(at: box, in: frames[0])
    let forward = try frames.dropFirst().map { try tracker.track($0) }
    let missed = forward.count { $0.box == nil }
    #expect(missed > 0 && missed < 15)
    let answers = try refined(frames, box, chunk: 60)
    for answer in answers {
      let box = try #require(answer.observation.box, "frame \(answer.index)")
      #expect(box.center.distance(to: center(answer.index)) < 1.5, "frame \(answer.index)")
    }
  }

  @Test("a target that is hidden for a while stays lost there", arguments: [12, 13])
  func hidden(seed: UInt64) throws {
    var scene = SyntheticScene(seed: seed)
    let frames = try (0..<50).map { index in
      scene.showsTarget = !(20..<32).contains(index)
      return try scene.frame(index, target: Self.center(index))
    }
    let answers = try refined(frames, .box(scene.box(at: Self.center(0))), chunk: 30)
    for answer in answers {
      let box = answer.observation.box
      if (20..<32).contains(answer.index) {
        #expect(box == nil && answer.observation.lossReason != nil, "frame \(answer.index)")
      } else if let box {
        #expect(box.center.distance(to: Self.center(answer.index)) < 1.5, "frame \(answer.index)")
      }
    }
    #expect(answers.suffix(10).allSatisfy { $0.observation.box != nil })
  }
}
