import AirGeometry
import Glibc

/// Refines a sheet's corners to a fraction of a pixel: the brightness step along each side is located, a line is
/// fitted to each side, and neighbouring lines are crossed.
struct SheetEdges {
  /// Grey picture, rows without gaps.
  let grey: [UInt8]
  /// Its size.
  let size: ImageSize
  /// The camera, where it is known: sides are straight only once its distortion is taken out.
  let camera: CameraModel?

  /// How far from the rough side the step is looked for, in pixels.
  private let reach = 6

  /// The refined corners, in the same order; nil when a side's step is not seen along most of it.
  func refined(_ corners: [ImagePoint]) -> [ImagePoint]? {
    var lines: [Line] = []
    for index in 0..<4 {
      let steps = stepsAlongSide(from: corners[index], to: corners[(index + 1) % 4])
      guard let steps, let line = Line(fitting: steps.compactMap(ideal)) else { return nil }
      lines.append(line)
    }
    // Corner 0 lies between the last side and the first.
    let crossings = (0..<4).compactMap { lines[($0 + 3) % 4].crossing(lines[$0]).flatMap(pixel) }
    guard crossings.count == 4 else { return nil }
    let isNear = zip(crossings, corners).allSatisfy { $0.distance(to: $1) < 2 * Double(reach) }
    return isNear ? crossings : nil
  }

  /// Sub-pixel places of the bright-to-dark step along a side, its ends left out (corners are round and dog-eared).
  private func stepsAlongSide(from a: ImagePoint, to b: ImagePoint) -> [ImagePoint]? {
    let length = a.distance(to: b)
    guard length > 20 else { return nil }
    let along = SIMD2((b.x - a.x) / length, (b.y - a.y) / length)
    // The corners run clockwise in the picture, so the outside is to the left.
    let outward = SIMD2(along.y, -along.x)
    let start = SIMD2(a.x, a.y)
    let count = min(200, Int(length * 0.84))
    var steps: [ImagePoint] = []
    for index in 0..<count {
      let share: Double = (Double(index) + 0.5) / Double(count)
      let distance: Double = length * (0.08 + 0.84 * share)
      let foot: SIMD2<Double> = start + along * distance
      if let offset = stepOffset(at: foot, outward: outward) {
        let place = foot + outward * offset
        steps.append(ImagePoint(x: place.x, y: place.y))
      }
    }
    return steps.count * 2 > count ? steps : nil
  }

  /// Where along the normal the brightness falls fastest: the steepest sample, refined by a parabola.
  private func stepOffset(at foot: SIMD2<Double>, outward: SIMD2<Double>) -> Double? {
    var samples: [Double] = []
    let furthest: Int = reach + 1
    for step in (0 - furthest)...furthest {
      let offset = Double(step)
      guard let value = brightness(at: foot + outward * offset) else { return nil }
      samples.append(value)
    }
    let falls: [Double] = zip(samples, samples.dropFirst(2)).map { before, after in (before - after) / 2 }
    guard let steepest = falls.indices.max(by: { falls[$0] < falls[$1] }), falls[steepest] > 4,
      steepest > 0, steepest < falls.count - 1
    else { return nil }
    let (before, peak, after) = (falls[steepest - 1], falls[steepest], falls[steepest + 1])
    let curvature = before - 2 * peak + after
    let shift: Double = curvature < 0 ? (before - after) / (2 * curvature) : 0
    return Double(steepest - reach) + shift
  }

  private func brightness(at point: SIMD2<Double>) -> Double? {
    let x = point.x.rounded(.down)
    let y = point.y.rounded(.down)
    guard x >= 0, y >= 0, x + 1 < Double(size.width), y + 1 < Double(size.height) else { return nil }
    let base = Int(y) * size.width + Int(x)
    let (fx, fy) = (point.x - x, point.y - y)
    let top = Double(grey[base]) * (1 - fx) + Double(grey[base + 1]) * fx
    let bottom = Double(grey[base + size.width]) * (1 - fx) + Double(grey[base + size.width + 1]) * fx
    return top * (1 - fy) + bottom * fy
  }

  /// The pixel in a plane where straight sides are straight.
  private func ideal(_ pixel: ImagePoint) -> SIMD2<Double>? {
    guard let camera else { return SIMD2(pixel.x, pixel.y) }
    guard let direction = camera.unproject(pixel)?.direction, direction.z > 0 else { return nil }
    return SIMD2(direction.x / direction.z, direction.y / direction.z)
  }

  private func pixel(_ ideal: SIMD2<Double>) -> ImagePoint? {
    guard let camera else { return ImagePoint(x: ideal.x, y: ideal.y) }
    return camera.project(CameraPoint(x: ideal.x, y: ideal.y, z: 1))
  }
}

/// A line of the plane: the points p with normal · p = offset.
private struct Line {
  let normal: SIMD2<Double>
  let offset: Double

  /// The line nearest to most points: total least squares, outliers weighed down by Tukey's biweight with the scale
  /// from the median deviation (P. Huber, "Robust Statistics", 1981).
  init?(fitting points: [SIMD2<Double>]) {
    guard points.count >= 10 else { return nil }
    var weights = [Double](repeating: 1, count: points.count)
    var fitted: (normal: SIMD2<Double>, offset: Double) = (.zero, 0)
    for _ in 0..<10 {
      let total = weights.reduce(0, +)
      guard total > 0 else { return nil }
      let mean = zip(points, weights).reduce(SIMD2<Double>.zero) { $0 + $1.0 * $1.1 } / total
      var (xx, xy, yy) = (0.0, 0.0, 0.0)
      for (point, weight) in zip(points, weights) {
        let d = point - mean
        xx += weight * d.x * d.x
        xy += weight * d.x * d.y
        yy += weight * d.y * d.y
      }
      // The normal of the line is the direction of least spread.
      let angle = 0.5 * atan2(2 * xy, xx - yy) + .pi / 2
      let normal = SIMD2(cos(angle), sin(angle))
      fitted = (normal, (normal * mean).sum())
      let deviations = points.map { abs((normal * $0).sum() - fitted.offset) }
      let median = deviations.sorted()[deviations.count / 2]
      let cutoff = max(4.685 * 1.4826 * median, 1e-12)
      weights = deviations.map { deviation in
        let ratio = deviation / cutoff
        return ratio < 1 ? (1 - ratio * ratio) * (1 - ratio * ratio) : 0
      }
    }
    normal = fitted.normal
    offset = fitted.offset
  }

  /// Where two lines cross; nil when they are parallel.
  func crossing(_ other: Line) -> SIMD2<Double>? {
    let determinant = normal.x * other.normal.y - normal.y * other.normal.x
    guard abs(determinant) > 1e-6 else { return nil }
    return SIMD2(
      (offset * other.normal.y - normal.y * other.offset) / determinant,
      (normal.x * other.offset - offset * other.normal.x) / determinant)
  }
}
