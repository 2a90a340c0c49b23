import AirCapture
import AirGeometry
import AirTestSupport
import Glibc

/// A smooth random texture, known at every real coordinate: a sum of plane waves.
struct WaveTexture {
  private var waves: [(kx: Double, ky: Double, phase: Double, amplitude: [Double])] = []

  /// Waves of wavelengths between `shortest` and four times that, in pixels.
  init(seed: UInt64, shortest: Double = 6, count: Int = 24) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<count {
      let length = shortest * Double.random(in: 1...4, using: &random)
      let angle = Double.random(in: 0..<(2 * .pi), using: &random)
      waves.append(
        (
          kx: 2 * .pi * cos(angle) / length, ky: 2 * .pi * sin(angle) / length,
          phase: Double.random(in: 0..<(2 * .pi), using: &random),
          amplitude: (0..<3).map { _ in Double.random(in: 4...16, using: &random) }
        ))
    }
  }

  /// Blue, green and red at a real coordinate, around 128.
  func color(x: Double, y: Double) -> [Double] {
    var sum = [128.0, 128.0, 128.0]
    for wave in waves {
      let value = sin(wave.kx * x + wave.ky * y + wave.phase)
      for channel in 0..<3 { sum[channel] += wave.amplitude[channel] * value }
    }
    return sum
  }
}

/// A textured disc before a darker textured background, drawn at any real position.
struct SyntheticScene {
  let size: ImageSize
  let radius: Double
  /// Greatest error of a pixel, in grey levels.
  var noise = 0.0
  /// Without it the target is covered by what is behind it.
  var showsTarget = true
  private let target: WaveTexture
  /// Blue, green and red of the scene without its disc.
  private let empty: [Double]

  init(seed: UInt64, size: ImageSize = ImageSize(width: 240, height: 180), radius: Double = 20) {
    self.size = size
    self.radius = radius
    target = WaveTexture(seed: seed, shortest: 7)
    let background = WaveTexture(seed: seed &+ 1_000, shortest: 11)
    var pixels: [Double] = []
    pixels.reserveCapacity(size.width * size.height * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        pixels += background.color(x: Double(x), y: Double(y)).map { 0.5 * ($0 + 40) }
      }
    }
    empty = pixels
  }

  /// The disc's bounding box around `center`.
  func box(at center: ImagePoint) -> ImageBox {
    ImageBox(center: center, width: 2 * radius, height: 2 * radius)
  }

  /// The scene with its disc at `center`, as frame `index` of 30 a second unless a time is given.
  func frame(
    _ index: Int, target center: ImagePoint, time: Double? = nil, format: PixelImage.Format = .bgr8
  ) throws -> Frame {
    var pixels = empty
    if showsTarget { draw(at: center, into: &pixels) }
    var random = SeededGenerator(seed: UInt64(index) &+ 77)
    if noise > 0 {
      for position in pixels.indices { pixels[position] += Double.random(in: -noise...noise, using: &random) }
    }
    let bytes: [UInt8] =
      switch format {
      case .bgr8: pixels.map(Self.byte)
      case .grey8:
        stride(from: 0, to: pixels.count, by: 3).map {
          Self.byte((pixels[$0] + pixels[$0 + 1] + pixels[$0 + 2]) / 3)
        }
      }
    return try makeFrame(index, size: size, format: format, bytes: bytes, time: time)
  }

  private func draw(at center: ImagePoint, into pixels: inout [Double]) {
    let reach = radius + 1
    let rows = (0..<size.height).clamped(to: Int(center.y - reach)..<Int(center.y + reach) + 2)
    let columns = (0..<size.width).clamped(to: Int(center.x - reach)..<Int(center.x + reach) + 2)
    for y in rows {
      for x in columns {
        let dx = Double(x) - center.x
        let dy = Double(y) - center.y
        let cover = min(max(radius + 0.5 - (dx * dx + dy * dy).squareRoot(), 0), 1)
        guard cover > 0 else { continue }
        let color = target.color(x: dx, y: dy)
        for channel in 0..<3 {
          let position = (y * size.width + x) * 3 + channel
          pixels[position] += (color[channel] - pixels[position]) * cover
        }
      }
    }
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
}

/// Wraps bytes as a frame of 30 frames a second.
func makeFrame(
  _ index: Int, size: ImageSize, format: PixelImage.Format = .bgr8, bytes: [UInt8], time: Double? = nil
) throws -> Frame {
  guard
    let image = PixelImage(
      size: size, format: format, bytesPerRow: size.width * format.bytesPerPixel, bytes: bytes)
  else { throw SceneError.badSize }
  return Frame(index: index, timestampInSeconds: time ?? Double(index) / 30, image: image)
}

enum SceneError: Error { case badSize }
