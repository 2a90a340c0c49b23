import AirCapture
import AirGeometry
import AirTestSupport
import AirTracking
import Testing

@Suite("What a tracker tells of its work")
struct MatchViewTests {
  /// A target that goes its way, is hidden for a while and comes back elsewhere.
  private func frames(_ seed: UInt64) throws -> [Frame] {
    var scene = SyntheticScene(seed: seed)
    scene.noise = 3
    return try (0..<60).map { index in
      scene.showsTarget = !(20..<34).contains(index)
      let step = Double(min(index, 34))
      return try scene.frame(index, target: ImagePoint(x: 90 + 2 * step, y: 70 + step))
    }
  }

  @Test(
    "asking changes nothing else, and what is told is what decided", arguments: [UInt64(1), 2, 3])
  func decisions(seed: UInt64) throws {
    let frames = try frames(seed)
    var asked = try FingertipTracker(options: Self.asking)
    var plain = try FingertipTracker()
    let box = SyntheticScene(seed: seed).box(at: ImagePoint(x: 90, y: 70))
    #expect(try asked.seed(at: .box(box), in: frames[0]) == plain.seed(at: .box(box), in: frames[0]))
    var lostCount = 0
    for frame in frames.dropFirst() {
      var told = try asked.track(frame)
      let match = try #require(told.match, "seed \(seed) frame \(frame.index)")
      #expect(match.value == told.confidence)
      if let box = told.box {
        #expect(match.bestBox == box)
        #expect(match.value >= match.threshold, "seed \(seed) frame \(frame.index)")
      } else {
        lostCount += 1
      }
      #expect([asked.options.lostCutoff, asked.options.returnCutoff].contains(match.threshold))
      let searched = try #require(match.searchedRegion.intersection(match.bestBox))
      #expect(searched.area > 0, "seed \(seed) frame \(frame.index)")
      told.match = nil
      #expect(told == (try plain.track(frame)), "seed \(seed) frame \(frame.index)")
    }
    #expect((8..<30).contains(lostCount), "seed \(seed): lost in \(lostCount)")
  }

  @Test("the search begins around the target, and after a while a lost target is looked for everywhere")
  func regions() throws {
    let frames = try frames(4)
    var tracker = try FingertipTracker(options: Self.asking)
    let box = SyntheticScene(seed: 4).box(at: ImagePoint(x: 90, y: 70))
    _ = try tracker.seed(at: .box(box), in: frames[0])
    let regions = try frames.dropFirst().map { frame in
      let observation = try tracker.track(frame)
      return (observation.state, try #require(observation.match).searchedRegion)
    }
    let size = frames[0].image.size
    let whole = ImageBox(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    // 2.4 sides of margin around the box: `TrackerTuning.padding`.
    #expect(abs(regions[0].1.width - 3.4 * box.width) < 1)
    #expect(regions[0].1.center.distance(to: ImagePoint(x: 90, y: 70)) < 4)
    #expect(regions.contains { $0.0 == .lost && $0.1 == whole })
    #expect(!regions.contains { $0.0 == .tracking && $0.1 == whole && $0.1 == regions[0].1 })
  }

  @Test("targets in a set and refined tracks tell it too")
  func sets() throws {
    let frames = try frames(5)
    let box = SyntheticScene(seed: 5).box(at: ImagePoint(x: 90, y: 70))
    var set = try TargetSet(options: Self.asking)
    _ = try set.seed(1, at: .box(box), in: frames[0])
    var refiner = try TrackRefiner(options: Self.asking, chunkLength: 20)
    try refiner.seed(at: .box(box), in: frames[0])
    var refined: [TrackRefiner.Answer] = []
    for frame in frames.dropFirst() {
      #expect(try set.track(frame).allSatisfy { $0.observation.match != nil })
      refined += try refiner.push(frame)
    }
    refined += try refiner.finish()
    #expect(refined.count == frames.count)
    #expect(refined.allSatisfy { $0.observation.match != nil || $0.observation.state == .seeded })
  }

  private static var asking: TrackerOptions {
    var options = TrackerOptions()
    options.tellsMatches = true
    return options
  }
}

@Suite struct HandMaskTests {
  @Test(
    "the finger and its hand are told from the table by what the fingertip shows",
    arguments: [UInt64(1), 2, 3])
  func hand(seed: UInt64) throws {
    let table = SyntheticTable(color: SIMD3(200, 205, 210), contrast: 0.1, seed: seed)
    let skin = SIMD3(120.0, 150, 205)
    let mask = HandMask()
    for index in 0..<5 {
      let tip = Place(120 + 8 * Double(index), 110)
      let hand = tip + Place(70, 30)
      let frame = try table.frame(
        index,
        [
          SyntheticTable.Capsule(from: tip, to: hand, radius: 10, color: skin),
          SyntheticTable.Capsule(from: hand, to: hand + Place(120, 50), radius: 26, color: skin),
        ])
      let box = ImageBox(center: ImagePoint(x: tip.x, y: tip.y), width: 34, height: 34)
      let chances = try #require(try mask.chances(in: frame.image, fingertip: box), "seed \(seed)")
      let connected = chances.connected(to: box, above: 0.5)
      for place in [tip, tip + (hand - tip) * 0.5, hand] {
        let chance = connected.chance(x: Int(place.x), y: Int(place.y))
        #expect(chance > 0.75, "seed \(seed) frame \(index): \(chance) at \(place)")
      }
      for place in [tip - Place(40, 0), tip + Place(10, -50), tip + Place(20, 60)] {
        let chance = connected.chance(x: Int(place.x), y: Int(place.y))
        #expect(chance < 0.5, "seed \(seed) frame \(index): \(chance) at \(place)")
      }
      #expect(connected.share(above: 0.5) < 0.6)
    }
  }
}
