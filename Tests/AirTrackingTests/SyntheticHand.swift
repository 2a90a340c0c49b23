import AirCapture
import AirGeometry
import AirTestSupport
import Glibc

/// A place or a direction in a synthetic picture, in pixels.
typealias Place = SIMD2<Double>

/// A table on which things lie that are drawn as capsules: all is seeded, and where everything is is known.
struct SyntheticTable {
  /// A thick line with round ends.
  struct Capsule {
    var from: Place
    var to: Place
    var radius: Double
    /// Blue, green, red.
    var color: SIMD3<Double>

    func distance(to point: Place) -> Double {
      let along = to - from
      let length = (along * along).sum()
      let t = length > 0 ? min(max(((point - from) * along).sum() / length, 0), 1) : 0
      let off = point - (from + along * t)
      return (off * off).sum().squareRoot() - radius
    }
  }

  let size: ImageSize
  /// Greatest error of a pixel, in grey levels.
  var noise = 2.0
  /// All light, as a share.
  var light = 1.0
  /// Blue, green, red of the empty table, row by row.
  private let empty: [SIMD3<Double>]

  /// Light that a shadow leaves.
  private static let shadow = 0.75
  /// From a thing to its shadow.
  private static let toShadow = Place(5, 4)
  private static let shadowBlur = 6.0

  /// - Parameters:
  ///   - color: blue, green, red.
  ///   - contrast: how strongly the table is grained, 0 for a plain one.
  ///   - shift: how far the camera has moved over it.
  init(
    color: SIMD3<Double>, contrast: Double = 0, seed: UInt64,
    size: ImageSize = ImageSize(width: 320, height: 240),
    shift: Place = .zero
  ) {
    self.size = size
    let texture = WaveTexture(seed: seed, shortest: 5)
    var pixels = [SIMD3<Double>](repeating: color, count: size.width * size.height)
    if contrast > 0 {
      for index in pixels.indices {
        // One grain for all colours, as on wood.
        let grain = texture.color(
          x: Double(index % size.width) + shift.x, y: Double(index / size.width) + shift.y)[0]
        pixels[index] *= 1 + contrast * (grain - 128) / 128
      }
    }
    empty = pixels
  }

  /// Frame `index` of 30 a second with things on the table and their shadows beside them.
  func frame(_ index: Int, _ things: [Capsule], format: PixelImage.Format = .bgr8) throws -> Frame {
    var pixels = empty
    var shades = [Double](repeating: 0, count: things.isEmpty ? 0 : pixels.count)
    for thing in things {
      forEachPixel(near: thing, shiftedBy: Self.toShadow, margin: Self.shadowBlur) { pixel, distance in
        shades[pixel] = max(shades[pixel], min(max(0.5 - distance / Self.shadowBlur, 0), 1))
      }
    }
    for pixel in shades.indices where shades[pixel] > 0 {
      pixels[pixel] *= 1 - (1 - Self.shadow) * shades[pixel]
    }
    for thing in things {
      forEachPixel(near: thing, shiftedBy: .zero, margin: 1) { pixel, distance in
        // A thing is a little darker towards its edges.
        let shade = 1 - 0.25 * min(max(1 + distance / thing.radius, 0), 1)
        pixels[pixel] += (thing.color * shade - pixels[pixel]) * min(max(0.5 - distance, 0), 1)
      }
    }
    var random = SeededGenerator(seed: UInt64(index) &* 7919 &+ 5)
    let errors = (0..<4099).map { _ in noise > 0 ? Double.random(in: -noise...noise, using: &random) : 0 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * format.bytesPerPixel)
    func append(_ value: Double) {
      let error = errors[bytes.count % errors.count]
      bytes.append(UInt8(min(max((value * light + error).rounded(), 0), 255)))
    }
    for color in pixels {
      switch format {
      case .bgr8: for channel in 0..<3 { append(color[channel]) }
      case .grey8: append(color.sum() / 3)
      }
    }
    return try makeFrame(index, size: size, format: format, bytes: bytes)
  }

  /// Goes through the pixels up to `margin` away from a thing.
  private func forEachPixel(
    near thing: Capsule, shiftedBy shift: Place, margin: Double, _ body: (Int, Double) -> Void
  ) {
    let reach = thing.radius + margin
    let low = pointwiseMin(thing.from, thing.to) + shift - reach
    let high = pointwiseMax(thing.from, thing.to) + shift + reach
    let top = max(Int(low.y), 0)
    let left = max(Int(low.x), 0)
    for y in top..<max(min(Int(high.y) + 1, size.height), top) {
      for x in left..<max(min(Int(high.x) + 1, size.width), left) {
        let distance = thing.distance(to: Place(Double(x), Double(y)) - shift)
        if distance < margin { body(y * size.width + x, distance) }
      }
    }
  }
}

/// A hand with its index finger stretched out, and a path for it.
struct SyntheticHand {
  /// Width of the finger in pixels.
  var width: Double
  /// Where it points to.
  var direction: Place
  /// Blue, green, red.
  var skin: SIMD3<Double>
  /// Where the fingertip goes around.
  var center: Place
  /// How far around.
  var reach: Double
  /// Length of a pen that the hand holds instead of pointing, in widths of the finger.
  var penLengthInWidths: Double?

  /// Blue, green, red of skin from light to dark.
  static let skins: [SIMD3<Double>] = [
    SIMD3(170, 195, 235), SIMD3(125, 160, 210), SIMD3(95, 130, 185), SIMD3(65, 95, 145), SIMD3(40, 60, 95),
  ]

  /// Where the outermost point of the finger is in frame `index`: it comes in during half a second and then draws.
  func tip(_ index: Int, isThereFromStart: Bool = false) -> Place {
    let time = Double(index) / 30
    let angle = 2.4 * time
    let drawn = center + reach * Place(cos(angle), 0.7 * sin(1.3 * angle))
    let away = isThereFromStart ? 0 : max(0.8 - time, 0) / 0.5
    return drawn - direction * away * 250
  }

  /// Where one would tap: as far inside as half the finger is wide.
  func tapPlace(_ index: Int, isThereFromStart: Bool = false) -> Place {
    tip(index, isThereFromStart: isThereFromStart) - direction * (0.5 * endWidth)
  }

  /// Width of what ends the hand.
  var endWidth: Double { penLengthInWidths == nil ? width : 0.5 * width }

  /// The capsules of the hand in frame `index`.
  func capsules(_ index: Int, isThereFromStart: Bool = false) -> [SyntheticTable.Capsule] {
    let tip = tip(index, isThereFromStart: isThereFromStart)
    let side = Place(-direction.y, direction.x)
    let length = (penLengthInWidths ?? 3.8) * width
    let knuckle = tip - direction * length
    func part(_ from: Place, _ to: Place, _ radius: Double, _ color: SIMD3<Double>? = nil)
      -> SyntheticTable.Capsule
    {
      SyntheticTable.Capsule(from: from, to: to, radius: radius, color: color ?? skin)
    }
    var parts = [
      part(knuckle - direction * 4 * width, knuckle - direction * 60 * width, 1.3 * width),
      part(
        knuckle - direction * 1.4 * width + side * 0.6 * width,
        knuckle - direction * 3 * width + side * 0.3 * width,
        1.5 * width),
    ]
    for finger in 1...3 {
      let place = knuckle + side * Double(finger) * 0.9 * width - direction * 0.3 * Double(finger) * width
      parts.append(part(place, place - direction * width, 0.5 * width))
    }
    let end = tip - direction * (0.5 * endWidth)
    if penLengthInWidths != nil {
      parts.append(part(end, knuckle - direction * width, 0.5 * endWidth, SIMD3(150, 60, 40)))
    } else {
      parts.append(part(end, knuckle - direction * width, 0.5 * width))
    }
    return parts
  }
}
