import AirCapture
import AirGeometry
import AirTestSupport
import AirTracking
import Glibc
import Testing

/// Everything that a detector offers with at least this confidence counts as an offer.
private let leastConfidence = 0.6

@Suite("Finding the fingertip")
struct MovingFingertipDetectorTests {
  /// Colours are blue, green, red.
  private static let tables: [(name: String, color: SIMD3<Double>, contrast: Double)] = [
    ("white", SIMD3(225, 228, 230), 0), ("grey", SIMD3(128, 126, 124), 0.05),
    ("black", SIMD3(35, 32, 30), 0.1),
    ("green", SIMD3(90, 140, 80), 0.1), ("wood", SIMD3(62, 90, 122), 0.2),
  ]

  @Test(
    "a finger that comes in over the border of a plain or grained table is found within its width in three seconds",
    arguments: 0..<UInt64(SweepDepth.count(10, timesWhenDeep: 20)))
  func findsFinger(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let table = Self.tables[Int(seed) % Self.tables.count]
    // A hand of the table's own colour is seen by nobody.
    let skins = SyntheticHand.skins.filter { abs(($0 - table.color).sum()) > 100 }
    let skin = skins[Int.random(in: 0..<skins.count, using: &random)]
    let angle = Double.random(in: 0..<2 * .pi, using: &random)
    let hand = SyntheticHand(
      width: Double.random(in: 9...20, using: &random), direction: Place(cos(angle), sin(angle)), skin: skin,
      center: Place(160, 120), reach: 28)
    var scene = SyntheticTable(color: table.color, contrast: table.contrast, seed: seed)
    scene.noise = Double.random(in: 0...8, using: &random)
    let found = try #require(
      try firstOffer(scene, until: 90) { hand.capsules($0) },
      "seed \(seed), \(table.name) table, skin \(skin), width \(hand.width)")
    let error = distance(found, hand.tapPlace(found.frameIndex))
    #expect(
      error <= 0.5 * hand.width + 1,
      "seed \(seed): off by \(error) px at frame \(found.frameIndex), \(table.name) table, width \(hand.width)"
    )
  }

  @Test("a hand that is there from the start is found by its motion", arguments: 0..<UInt64(5))
  func findsHandFromStart(seed: UInt64) throws {
    let hand = SyntheticHand(
      width: 14, direction: Place(cos(1.2 * Double(seed)), sin(1.2 * Double(seed))),
      skin: SyntheticHand.skins[Int(seed)],
      center: Place(160, 120), reach: 30)
    let scene = SyntheticTable(color: SIMD3(215, 220, 222), seed: seed)
    let found = try #require(
      try firstOffer(scene, until: 90) { hand.capsules($0, isThereFromStart: true) }, "seed \(seed)")
    #expect(distance(found, hand.tapPlace(found.frameIndex, isThereFromStart: true)) <= 8, "seed \(seed)")
  }

  @Test("the tip of a pen is found in the hand that holds it")
  func findsPen() throws {
    let hand = SyntheticHand(
      width: 16, direction: Place(-0.6, -0.8), skin: SyntheticHand.skins[1], center: Place(150, 110),
      reach: 28,
      penLengthInWidths: 3)
    let scene = SyntheticTable(color: SIMD3(225, 228, 230), seed: 3)
    let found = try #require(try firstOffer(scene, until: 90) { hand.capsules($0) })
    #expect(distance(found, hand.tapPlace(found.frameIndex)) <= 8)
  }

  @Test("grey pictures do")
  func findsInGrey() throws {
    let hand = SyntheticHand(
      width: 13, direction: Place(0.8, 0.6), skin: SyntheticHand.skins[2], center: Place(160, 120), reach: 28)
    let scene = SyntheticTable(color: SIMD3(225, 228, 230), seed: 3)
    let found = try #require(try firstOffer(scene, until: 90, format: .grey8) { hand.capsules($0) })
    #expect(distance(found, hand.tapPlace(found.frameIndex)) <= 8)
  }

  @Test("a light that is switched does not hide the hand that comes after")
  func findsAfterSwitch() throws {
    let hand = SyntheticHand(
      width: 13, direction: Place(0, 1), skin: SyntheticHand.skins[1], center: Place(160, 120), reach: 28)
    var detector = MovingFingertipDetector(size: ImageSize(width: 320, height: 240))
    var scene = SyntheticTable(color: SIMD3(140, 150, 150), seed: 8)
    var offers: [FingertipCandidate] = []
    for index in 0..<110 {
      scene.light = index < 15 ? 0.4 : 1
      let things = index < 20 ? [] : hand.capsules(index - 20)
      offers += try detector.detect(in: try scene.frame(index, things)).filter {
        $0.confidence >= leastConfidence
      }
    }
    let first = try #require(offers.first)
    #expect(distance(first, hand.tapPlace(first.frameIndex - 20)) <= 8)
  }

  @Test("the same frames give the same offers")
  func repeats() throws {
    let hand = SyntheticHand(
      width: 13, direction: Place(1, 0), skin: SyntheticHand.skins[1], center: Place(160, 120), reach: 28)
    let scene = SyntheticTable(color: SIMD3(215, 220, 222), seed: 1)
    let frames = try (0..<50).map { try scene.frame($0, hand.capsules($0)) }
    let runs = try (0..<2).map { _ in
      var detector = MovingFingertipDetector(size: scene.size)
      return try frames.map { try detector.detect(in: $0) }
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0].contains { !$0.isEmpty })
  }

  @Test("frames of another size are refused")
  func refusesOtherSize() throws {
    var detector = MovingFingertipDetector(size: ImageSize(width: 640, height: 480))
    let frame = try SyntheticTable(color: SIMD3(215, 220, 222), seed: 1).frame(0, [])
    #expect(
      throws: TrackingError.frameSizeChanged(from: ImageSize(width: 640, height: 480), to: frame.image.size)
    ) {
      try detector.detect(in: frame)
    }
  }
}

@Suite("Nothing to find")
struct NoFingertipTests {
  private static let wood = SIMD3<Double>(62, 90, 122)
  private static let skin = SyntheticHand.skins[1]

  @Test("noise alone is no fingertip", arguments: [2.0, 10, 25])
  func noise(level: Double) throws {
    var scene = SyntheticTable(color: Self.wood, contrast: 0.2, seed: 4)
    scene.noise = level
    #expect(try firstOffer(scene, until: 60) { _ in [] } == nil)
  }

  @Test("a change of light is no fingertip")
  func light() throws {
    var detector = MovingFingertipDetector(size: ImageSize(width: 320, height: 240))
    for index in 0..<60 {
      var scene = SyntheticTable(color: Self.wood, contrast: 0.2, seed: 4)
      scene.light = 1 + 0.4 * sin(Double(index) / 8) - (index > 40 ? 0.3 : 0)
      #expect(try detector.detect(in: try scene.frame(index, [])).isEmpty, "frame \(index)")
    }
  }

  @Test("a rolling ball is no fingertip, whatever its size", arguments: [4.0, 8, 16, 40])
  func ball(radius: Double) throws {
    let scene = SyntheticTable(color: SIMD3(215, 220, 222), seed: 4)
    let found = try firstOffer(scene, until: 90) { index in
      let place = Place(-40 + 4.5 * Double(index), 60 + 1.5 * Double(index))
      return [.init(from: place, to: place, radius: radius, color: Self.skin)]
    }
    #expect(found == nil)
  }

  @Test("a fist and a forearm are no fingertip", arguments: 0..<UInt64(6))
  func fist(seed: UInt64) throws {
    let angle = 1.05 * Double(seed) + 0.3
    let hand = SyntheticHand(
      width: 13, direction: Place(cos(angle), sin(angle)), skin: Self.skin, center: Place(160, 120), reach: 28
    )
    let scene = SyntheticTable(color: SIMD3(215, 220, 222), seed: seed)
    let found = try firstOffer(scene, until: 90) { index in
      let tip = hand.tip(index)
      let wrist = tip - hand.direction * 50
      return [
        .init(from: wrist, to: tip - hand.direction * 800, radius: 17, color: Self.skin),
        .init(from: wrist, to: tip - hand.direction * 26, radius: seed < 3 ? 26 : 17, color: Self.skin),
      ]
    }
    #expect(found == nil, "seed \(seed)")
  }

  @Test("a sheet that is pushed in is no fingertip", arguments: 0..<UInt64(4))
  func sheet(seed: UInt64) throws {
    let angle = 1.6 * Double(seed) + 0.3
    let (along, across) = (Place(cos(angle), sin(angle)), Place(-sin(angle), cos(angle)))
    let scene = SyntheticTable(color: Self.wood, contrast: 0.1, seed: seed)
    let found = try firstOffer(scene, until: 80) { index in
      let front = Place(160, 120) - along * max(200 - 4 * Double(index), 20 * sin(Double(index) / 9))
      // Many thin lines side by side are a sheet with straight sides.
      return (-20...20).map { line in
        let start = front + across * 2 * Double(line)
        return .init(from: start, to: start - along * 500, radius: 2, color: SIMD3(225, 230, 235))
      }
    }
    #expect(found == nil, "seed \(seed)")
  }

  @Test("a hand that never moves is not offered")
  func stillHand() throws {
    let hand = SyntheticHand(
      width: 13, direction: Place(1, 0), skin: Self.skin, center: Place(160, 120), reach: 28)
    let scene = SyntheticTable(color: SIMD3(215, 220, 222), seed: 2)
    #expect(try firstOffer(scene, until: 60) { _ in hand.capsules(40) } == nil)
  }

  @Test("a camera that moves over a table is no fingertip", arguments: 0..<UInt64(4))
  func movingCamera(seed: UInt64) throws {
    var detector = MovingFingertipDetector(size: ImageSize(width: 320, height: 240))
    for index in 0..<45 {
      let time = Double(index) / 30
      let shift = Place(60 * sin(2 * time), Double(seed) * 20 * time)
      let scene = SyntheticTable(color: Self.wood, contrast: 0.4, seed: seed, shift: shift)
      let offers = try detector.detect(in: try scene.frame(index, []))
      #expect(offers.allSatisfy { $0.confidence < leastConfidence }, "seed \(seed), frame \(index)")
    }
  }
}

/// The first offer in a scene, or nil.
private func firstOffer(
  _ scene: SyntheticTable, until end: Int, format: PixelImage.Format = .bgr8,
  _ things: (Int) -> [SyntheticTable.Capsule]
) throws -> FingertipCandidate? {
  var detector = MovingFingertipDetector(size: scene.size)
  // The detector looks at one frame in two.
  for index in stride(from: 0, to: end, by: 2) {
    let candidates = try detector.detect(in: try scene.frame(index, things(index), format: format))
    if let found = candidates.first, found.confidence >= leastConfidence { return found }
  }
  return nil
}

private func distance(_ candidate: FingertipCandidate, _ place: Place) -> Double {
  candidate.point.distance(to: ImagePoint(x: place.x, y: place.y))
}
