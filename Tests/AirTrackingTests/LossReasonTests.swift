import AirCapture
import AirGeometry
import AirTestSupport
import AirTracking
import Testing

/// Random scenes in which a target is lost in a known way.
@Suite("Why a target was lost")
struct LossReasonTests {
  private static let trials = SweepDepth.count(10, timesWhenDeep: 10)
  private static let size = ImageSize(width: 240, height: 180)

  /// The reasons of the first losses in as many random scenes.
  ///
  /// - Parameter play: plays a scene, with random numbers of its own, and gives its frames.
  private func reasons(
    _ play: (SyntheticScene, inout SeededGenerator) throws -> [(Frame, ImagePoint)]
  ) throws -> [LossReason: Int] {
    var counts: [LossReason: Int] = [:]
    for seed in 1...UInt64(Self.trials) {
      var random = SeededGenerator(seed: seed)
      var scene = SyntheticScene(
        seed: seed &* 31, size: Self.size, radius: .random(in: 12...22, using: &random))
      scene.noise = .random(in: 0...5, using: &random)
      let frames = try play(scene, &random)
      var tracker = try FingertipTracker()
      _ = try tracker.seed(at: .box(scene.box(at: frames[0].1)), in: frames[0].0)
      for (frame, _) in frames.dropFirst() {
        let observation = try tracker.track(frame)
        #expect((observation.lossReason == nil) == (observation.state != .lost))
        guard let reason = observation.lossReason else { continue }
        counts[reason, default: 0] += 1
        break
      }
    }
    return counts
  }

  private func expect(_ reason: LossReason, in counts: [LossReason: Int]) {
    let lost = counts.values.reduce(0, +)
    let right = counts[reason] ?? 0
    #expect(lost >= Self.trials * 3 / 4, "lost in \(lost) of \(Self.trials): \(counts)")
    #expect(Double(right) >= 0.9 * Double(lost), "\(counts)")
  }

  /// A slow walk in the middle of the picture of so many frames.
  private func walk(_ count: Int, _ random: inout SeededGenerator) -> [ImagePoint] {
    var place = ImagePoint(
      x: .random(in: 90...150, using: &random), y: .random(in: 70...110, using: &random))
    let (dx, dy) = (Double.random(in: -1.5...1.5, using: &random), Double.random(in: -1...1, using: &random))
    return (0..<count).map { _ in
      place = place.moved(dx: dx, dy: dy)
      return place
    }
  }

  @Test("a target that moves over the border is out of the picture")
  func leaving() throws {
    let counts = try reasons { scene, random in
      let speed = Double.random(in: 3...14, using: &random)
      let side = Int.random(in: 0..<4, using: &random)
      let direction = [(1.0, 0.2), (-1, -0.2), (0.2, 1), (-0.2, -1)][side]
      return try (0..<70).map { index in
        let travelled = speed * Double(max(index - 5, 0))
        let place = ImagePoint(x: 120 + direction.0 * travelled, y: 90 + direction.1 * travelled)
        return (try scene.frame(index, target: place), place)
      }
    }
    expect(.outOfPicture, in: counts)
  }

  @Test("a target behind another thing is covered")
  func covering() throws {
    let counts = try reasons { scene, random in
      let places = walk(40, &random)
      let cover = WaveTexture(seed: UInt64.random(in: 1...9999, using: &random), shortest: 9)
      let isSmooth = Bool.random(using: &random)
      let step = Double.random(in: 4...40, using: &random)
      return try places.enumerated().map { index, place in
        let frame = try scene.frame(index, target: place)
        guard index > 12 else { return (frame, place) }
        // A broad thing comes in from the left.
        let front = min(Double(index - 12) * step, place.x + 2 * scene.radius)
        let covered = frame.image.mapped { x, y, color in
          guard Double(x) < front, abs(Double(y) - place.y) < 1.6 * scene.radius else { return color }
          if isSmooth { return SIMD3(110, 140, 190) }
          let shade = cover.color(x: Double(x) - front, y: Double(y))
          return SIMD3(shade[0], shade[1], shade[2])
        }
        return (try frame.showing(covered), place)
      }
    }
    expect(.covered, in: counts)
  }

  @Test("a target that vanishes before its background is covered by it")
  func vanishing() throws {
    let counts = try reasons { scene, random in
      var empty = scene
      empty.showsTarget = false
      return try walk(30, &random).enumerated().map { index, place in
        (try (index < 12 ? scene : empty).frame(index, target: place), place)
      }
    }
    expect(.covered, in: counts)
  }

  @Test("a picture out of focus is blurred")
  func defocus() throws {
    let counts = try reasons { scene, random in
      let radius = Int.random(in: 10...18, using: &random)
      return try walk(30, &random).enumerated().map { index, place in
        let frame = try scene.frame(index, target: place)
        guard index > 12 else { return (frame, place) }
        return (try frame.showing(frame.image.smeared(horizontally: radius, vertically: radius)), place)
      }
    }
    expect(.blurred, in: counts)
  }

  @Test("a target that is smeared by a fast move is blurred")
  func motionBlur() throws {
    let counts = try reasons { scene, random in
      let direction = Double(Bool.random(using: &random) ? 1 : -1)
      var x = 120 - direction * 80
      var speed = 2.0
      let most = Double.random(in: 26...44, using: &random)
      var empty = scene
      empty.showsTarget = false
      let background = try empty.frame(0, target: ImagePoint(x: 0, y: 0)).image
      return try (0..<24).map { index in
        speed = index < 8 ? 3 : min(speed * 1.9, most)
        x += direction * speed
        let place = ImagePoint(x: x, y: 90)
        // The shutter is open all the time.
        let frame = try scene.frame(index, target: place)
        let smeared = frame.image.smeared(horizontally: Int(speed / 2), before: background)
        return (try frame.showing(smeared), place)
      }.filter { $0.1.x > 30 && $0.1.x < 210 }
    }
    expect(.blurred, in: counts)
  }

  @Test("a lamp that goes off or on, and a lens that is overexposed, are changes of light")
  func light() throws {
    let counts = try reasons { scene, random in
      let kind = Int.random(in: 0..<3, using: &random)
      let frames = Int.random(in: 1...4, using: &random)
      return try walk(40, &random).enumerated().map { index, place in
        let frame = try scene.frame(index, target: place)
        guard index > 15 else { return (frame, place) }
        let share = min(Double(index - 15) / Double(frames), 1)
        let changed = frame.image.mapped { _, _, color in
          switch kind {
          case 0: color * (1 - share)
          case 1: color + (SIMD3(repeating: 255) - color) * share
          default: color * (1 + 8 * share) + 140 * share
          }
        }
        return (try frame.showing(changed), place)
      }
    }
    expect(.lightChanged, in: counts)
  }

  @Test("the reason stays while the target is lost, and goes when it returns")
  func whileLost() throws {
    var scene = SyntheticScene(seed: 5)
    let place = ImagePoint(x: 120, y: 90)
    var tracker = try FingertipTracker()
    _ = try tracker.seed(at: .box(scene.box(at: place)), in: scene.frame(0, target: place))
    for index in 1...10 { _ = try tracker.track(scene.frame(index, target: place)) }
    scene.showsTarget = false
    var reasons: Set<LossReason?> = []
    for index in 11...40 { reasons.insert(try tracker.track(scene.frame(index, target: place)).lossReason) }
    #expect(reasons.subtracting([nil]) == [.covered])
    scene.showsTarget = true
    var last: TrackObservation?
    for index in 41...50 { last = try tracker.track(scene.frame(index, target: place)) }
    #expect(last?.state == .tracking && last?.lossReason == nil)
  }
}

extension Frame {
  /// The frame with another picture.
  fileprivate func showing(_ image: PixelImage) throws -> Frame {
    Frame(index: index, timestampInSeconds: timestampInSeconds, image: image)
  }
}

extension PixelImage {
  private func replacing(_ bytes: [UInt8]) -> PixelImage {
    PixelImage(size: size, format: format, bytesPerRow: bytesPerRow, bytes: bytes) ?? self
  }

  /// Each pixel's blue, green and red through a function.
  fileprivate func mapped(_ change: (Int, Int, SIMD3<Double>) -> SIMD3<Double>) -> PixelImage {
    var bytes = bytes
    for y in 0..<size.height {
      for x in 0..<size.width {
        let start = y * bytesPerRow + 3 * x
        let color = SIMD3(Double(bytes[start]), Double(bytes[start + 1]), Double(bytes[start + 2]))
        let changed = change(x, y, color).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
        for channel in 0..<3 { bytes[start + channel] = UInt8(changed[channel].rounded()) }
      }
    }
    return replacing(bytes)
  }

  /// The mean over a rectangle around each pixel.
  fileprivate func smeared(horizontally: Int, vertically: Int) -> PixelImage {
    var result = bytes
    // One direction after the other, by running sums; borders are repeated.
    for (reach, isRow) in [(horizontally, true), (vertically, false)] where reach > 0 {
      let source = result
      let (lines, length) = isRow ? (size.height, size.width) : (size.width, size.height)
      for line in 0..<lines {
        for channel in 0..<3 {
          func value(_ index: Int) -> Int {
            let along = min(max(index, 0), length - 1)
            let (x, y) = isRow ? (along, line) : (line, along)
            return Int(source[y * bytesPerRow + 3 * x + channel])
          }
          var sum = (-reach...reach).reduce(0) { $0 + value($1) }
          for index in 0..<length {
            let (x, y) = isRow ? (index, line) : (line, index)
            result[y * bytesPerRow + 3 * x + channel] = UInt8(sum / (2 * reach + 1))
            sum += value(index + reach + 1) - value(index - reach)
          }
        }
      }
    }
    return replacing(result)
  }

  /// What stands out from a background is smeared along the rows, the background itself is not.
  fileprivate func smeared(horizontally reach: Int, before background: PixelImage) -> PixelImage {
    var result = bytes
    for y in 0..<size.height {
      for channel in 0..<3 {
        func difference(_ x: Int) -> Int {
          let start = y * bytesPerRow + 3 * min(max(x, 0), size.width - 1) + channel
          return Int(bytes[start]) - Int(background.bytes[start])
        }
        var sum = (-reach...reach).reduce(0) { $0 + difference($1) }
        for x in 0..<size.width {
          let start = y * bytesPerRow + 3 * x + channel
          let value = Int(background.bytes[start]) + sum / (2 * reach + 1)
          result[start] = UInt8(min(max(value, 0), 255))
          sum += difference(x + reach + 1) - difference(x - reach)
        }
      }
    }
    return replacing(result)
  }
}
