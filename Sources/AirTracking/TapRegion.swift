import AirCapture
import AirGeometry
import Glibc

/// The thing under a tap: the pixels of like colour that hang together around it.
///
/// It gives the box that a tap stands for: as wide as the finger, pen cap or mark is, set back from its tip by a
/// fixed share of that width, so that taps a few pixels apart give the same box.
struct TapRegion {
  /// Pixels between the grid's samples.
  private let step: Double
  /// Samples from the tap to the grid's edge.
  private static let reach = 40
  private static let side = 2 * reach + 1
  /// Whether each sample, rows first, belongs to the thing.
  private var isInside: [Bool]
  private let tap: ImagePoint

  /// Two colours farther apart than this, in grey levels, are no shades of one.
  private static let greatestShade = 30.0
  /// Side of the box as a multiple of the thing's width.
  private static let boxPerWidth = 1.8
  /// Distance of the box's centre from the tip as a multiple of the thing's width.
  private static let setback = 0.6

  /// Segments the picture around a tap, up to `span` pixels away.
  init(around tap: ImagePoint, span: Double, in image: PixelImage) {
    self.tap = tap
    step = max(span / Double(Self.reach), 0.5)
    let samples = Self.samples(image, around: tap, step: step)
    let likeness = Self.distances(samples)
    isInside = Self.connected(likeness, below: min(Self.split(likeness), Self.greatestShade))
  }

  /// The box around the thing's tip, or nil when nothing stands out from its surroundings.
  func box() -> ImageBox? {
    guard let width = width() else { return nil }
    let (center, axis) = crossSection(within: 1.5 * width)
    let forward = length(from: center, along: axis)
    let backward = length(from: center, along: (-axis.x, -axis.y))
    let side = Self.boxPerWidth * width
    let (short, direction) = forward < backward ? (forward, axis) : (backward, (x: -axis.x, y: -axis.y))
    // A tip is an end close by; a tap on a long thing's middle stays where it is.
    guard short < 1.5 * width, max(forward, backward) > 1.2 * short else {
      return ImageBox(center: center, width: side, height: side)
    }
    let advance = short - Self.setback * width
    return ImageBox(
      center: center.moved(dx: direction.x * advance, dy: direction.y * advance), width: side, height: side)
  }

  /// Twice the radius of the greatest disc inside the thing that holds the tap or lies right beside it.
  private func width() -> Double? {
    let reach = Self.reach
    var best = 0.0
    for y in -8...8 {
      for x in -8...8 where contains(x, y) {
        let radius = radius(x, y)
        let away = Double(x * x + y * y).squareRoot()
        if away <= radius { best = max(best, radius) }
      }
    }
    let width = 2 * best * step
    // A thing as large as the window is the background, and one of a few samples is noise.
    guard best >= 2.5, best < 0.6 * Double(reach) else { return nil }
    return width
  }

  /// Distance in samples to the nearest sample outside.
  private func radius(_ x: Int, _ y: Int) -> Double {
    var nearest = Double(Self.reach)
    for distance in 1...Self.reach {
      guard Double(distance) < nearest else { break }
      for offset in -distance...distance {
        let length = Double(distance * distance + offset * offset).squareRoot()
        guard length < nearest else { continue }
        if !contains(x + offset, y - distance) || !contains(x + offset, y + distance)
          || !contains(x - distance, y + offset) || !contains(x + distance, y + offset)
        {
          nearest = length
        }
      }
    }
    return nearest
  }

  /// The middle of the thing beside the tap and the direction in which it runs on: the principal axis of its samples
  /// around the tap. The middle is only moved across that direction.
  private func crossSection(within distance: Double) -> (ImagePoint, (x: Double, y: Double)) {
    let limit = distance / step
    var (count, sumX, sumY, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for y in -Self.reach...Self.reach {
      for x in -Self.reach...Self.reach where contains(x, y) {
        let (dx, dy) = (Double(x), Double(y))
        guard dx * dx + dy * dy <= limit * limit else { continue }
        count += 1
        sumX += dx
        sumY += dy
        xx += dx * dx
        xy += dx * dy
        yy += dy * dy
      }
    }
    guard count > 0 else { return (tap, (1, 0)) }
    let (meanX, meanY) = (sumX / count, sumY / count)
    let spreadX = xx / count - meanX * meanX
    let spreadY = yy / count - meanY * meanY
    let angle = 0.5 * atan2(2 * (xy / count - meanX * meanY), spreadX - spreadY)
    let axis = (x: cos(angle), y: sin(angle))
    let across = -meanX * axis.y + meanY * axis.x
    return (tap.moved(dx: -axis.y * across * step, dy: axis.x * across * step), axis)
  }

  /// How far the thing runs on from a point, in pixels.
  private func length(from point: ImagePoint, along direction: (x: Double, y: Double)) -> Double {
    var distance = 0.0
    while distance < Double(Self.reach) * step {
      let x = (point.x + direction.x * distance - tap.x) / step
      let y = (point.y + direction.y * distance - tap.y) / step
      guard contains(Int(x.rounded()), Int(y.rounded())) else { break }
      distance += step
    }
    return distance
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    guard abs(x) <= Self.reach, abs(y) <= Self.reach else { return false }
    return isInside[(y + Self.reach) * Self.side + x + Self.reach]
  }
}

extension TapRegion {
  /// Blue, green and red of the grid's samples; nil beyond the picture.
  private static func samples(_ image: PixelImage, around tap: ImagePoint, step: Double) -> [SIMD3<Double>?] {
    let bytesPerPixel = image.format.bytesPerPixel
    var result: [SIMD3<Double>?] = []
    result.reserveCapacity(side * side)
    for row in -reach...reach {
      for column in -reach...reach {
        let x = (tap.x + Double(column) * step).rounded()
        let y = (tap.y + Double(row) * step).rounded()
        guard x >= 0, y >= 0, x < Double(image.size.width), y < Double(image.size.height) else {
          result.append(nil)
          continue
        }
        let offset = Int(y) * image.bytesPerRow + Int(x) * bytesPerPixel
        let last = bytesPerPixel - 1
        result.append(
          SIMD3(
            Double(image.bytes[offset]), Double(image.bytes[offset + min(1, last)]),
            Double(image.bytes[offset + min(2, last)])))
      }
    }
    return result
  }

  /// How far each sample's colour is from the colour under the tap, brightness counting half as much as hue: a
  /// finger is shaded, but of one colour.
  private static func distances(_ samples: [SIMD3<Double>?]) -> [Double?] {
    var sum = SIMD3<Double>()
    var count = 0.0
    for row in -2...2 {
      for column in -2...2 {
        guard let color = samples[(row + reach) * side + column + reach] else { continue }
        sum += color
        count += 1
      }
    }
    let reference = sum / max(count, 1)
    return samples.map { sample in
      guard let sample else { return nil }
      let difference = sample - reference
      let brightness = difference.sum() / 3
      let hue = difference - SIMD3(repeating: brightness)
      return ((hue * hue).sum() + 0.25 * 3 * brightness * brightness).squareRoot()
    }
  }

  /// The distance that parts the like from the unlike best (N. Otsu, "A Threshold Selection Method from Gray-Level
  /// Histograms", IEEE Trans. SMC 1979).
  private static func split(_ distances: [Double?]) -> Double {
    var histogram = [Double](repeating: 0, count: 256)
    for case let distance? in distances { histogram[min(Int(distance * 2), 255)] += 1 }
    let total = histogram.reduce(0, +)
    let weighted = histogram.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
    var (below, belowWeighted, best, threshold) = (0.0, 0.0, -1.0, 0)
    for (level, count) in histogram.enumerated() {
      below += count
      belowWeighted += Double(level) * count
      guard below > 0, below < total else { continue }
      let gap = belowWeighted / below - (weighted - belowWeighted) / (total - below)
      let between = below * (total - below) * gap * gap
      if between > best { (best, threshold) = (between, level) }
    }
    return Double(threshold + 1) / 2
  }

  /// The samples of less than the limit that hang together with the tap's.
  private static func connected(_ distances: [Double?], below limit: Double) -> [Bool] {
    var inside = [Bool](repeating: false, count: distances.count)
    var open = [reach * side + reach]
    inside[open[0]] = true
    while let index = open.popLast() {
      let (x, y) = (index % side, index / side)
      for (nextX, nextY) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
        guard (0..<side).contains(nextX), (0..<side).contains(nextY) else { continue }
        let next = nextY * side + nextX
        guard !inside[next], let distance = distances[next], distance < limit else { continue }
        inside[next] = true
        open.append(next)
      }
    }
    return inside
  }
}
