import AirCapture
import AirGeometry
import AirTracking
import Testing

@Suite("Several targets at once")
struct TargetSetTests {
  private static let size = ImageSize(width: 240, height: 180)

  /// Two scenes side by side, each with its own target.
  private func frame(
    _ index: Int, _ left: SyntheticScene, _ first: ImagePoint, _ right: SyntheticScene, _ second: ImagePoint
  ) throws -> Frame {
    let one = try left.frame(index, target: first).image
    let two = try right.frame(index, target: second).image
    var bytes: [UInt8] = []
    for row in 0..<Self.size.height {
      let start = row * one.bytesPerRow
      bytes += one.bytes[start..<start + one.bytesPerRow] + two.bytes[start..<start + two.bytesPerRow]
    }
    return try makeFrame(
      index, size: ImageSize(width: 2 * Self.size.width, height: Self.size.height), bytes: bytes)
  }

  @Test("each is followed as a tracker of its own follows it, bit for bit")
  func sameAsAlone() throws {
    let (left, right) = (SyntheticScene(seed: 3), SyntheticScene(seed: 4))
    let frames = try (0..<15).map { index in
      let step = Double(index)
      return try frame(
        index, left, ImagePoint(x: 90 + 4 * step, y: 80), right, ImagePoint(x: 120, y: 70 + 3 * step))
    }
    let seeds: [(target: Int, seed: TrackSeed)] = [
      (1, .box(left.box(at: ImagePoint(x: 90, y: 80)))),
      (5, .box(right.box(at: ImagePoint(x: 360, y: 70)))),
    ]
    var set = try TargetSet()
    var alone: [FingertipTracker] = []
    // In any order: they come by their numbers.
    for (target, seed) in seeds.reversed() { _ = try set.seed(target, at: seed, in: frames[0]) }
    for (_, seed) in seeds {
      var tracker = try FingertipTracker()
      _ = try tracker.seed(at: seed, in: frames[0])
      alone.append(tracker)
    }
    #expect(set.targets == [1, 5])
    for frame in frames.dropFirst() {
      let sightings = try set.track(frame)
      let expected = try alone.indices.map { try alone[$0].track(frame) }
      #expect(sightings.map(\.observation) == expected)
      #expect(expected.allSatisfy { $0.state == .tracking })
    }
  }

  @Test(
    "of two targets on one thing the second is lost, until its own thing is seen again", arguments: [3, 4, 5])
  func oneThing(seed: UInt64) throws {
    let scene = SyntheticScene(seed: seed)
    let place = ImagePoint(x: 120, y: 90)
    var set = try TargetSet()
    let first = try scene.frame(0, target: place)
    _ = try set.seed(1, at: .box(scene.box(at: place)), in: first)
    _ = try set.seed(
      2, at: .box(ImageBox(center: place.moved(dx: 2, dy: 1), width: 34, height: 34)), in: first)
    for index in 1...12 {
      let sightings = try set.track(scene.frame(index, target: place.moved(dx: Double(index), dy: 0)))
      let boxes = sightings.compactMap(\.observation.box)
      #expect(boxes.count == 1, "frame \(index)")
      let lost = try #require(sightings.first { $0.observation.state == .lost })
      #expect(lost.observation.lossReason == .covered)
    }
  }

  @Test("a target that another one hides comes back as itself when they part", arguments: [3, 4, 5])
  func crossing(seed: UInt64) throws {
    // The second thing stands still; the first one passes before it.
    let still = SyntheticScene(seed: seed, radius: 16)
    let passing = SyntheticScene(seed: seed + 50, radius: 18)
    let place = ImagePoint(x: 120, y: 90)
    func frame(_ index: Int) throws -> (Frame, ImagePoint) {
      let center = ImagePoint(x: 40 + 4 * Double(index), y: 92)
      let below = try still.frame(index, target: place).image
      let above = try passing.frame(index, target: center).image
      var bytes = below.bytes
      for y in 0..<below.size.height {
        for x in 0..<below.size.width
        where center.distance(to: ImagePoint(x: Double(x), y: Double(y))) < passing.radius {
          for channel in 0..<3 {
            let position = y * below.bytesPerRow + 3 * x + channel
            bytes[position] = above.bytes[position]
          }
        }
      }
      return (try makeFrame(index, size: below.size, bytes: bytes), center)
    }
    var set = try TargetSet()
    let (start, center) = try frame(0)
    _ = try set.seed(1, at: .box(passing.box(at: center)), in: start)
    _ = try set.seed(2, at: .box(still.box(at: place)), in: start)
    var last: [TargetSet.Sighting] = []
    var wasHidden = false
    for index in 1...44 {
      let (frame, center) = try frame(index)
      last = try set.track(frame)
      let boxes = last.map(\.observation.box)
      if let box = boxes[0] { #expect(box.center.distance(to: center) < 6, "frame \(index)") }
      if boxes[1] == nil { wasHidden = true }
    }
    #expect(wasHidden)
    let back = try #require(last[1].observation.box)
    #expect(back.center.distance(to: place) < 3)
  }
}
