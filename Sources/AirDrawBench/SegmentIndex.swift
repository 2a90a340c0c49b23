import Glibc

/// Line segments in square cells, to find those near a place.
struct SegmentIndex {
  private let segments: [(SIMD2<Double>, SIMD2<Double>)]
  private let cellSize: Double
  private let reach: Double
  private var cells: [SIMD2<Int32>: [Int32]] = [:]

  /// - Parameter reach: the distance within which segments are found.
  init(_ segments: [(SIMD2<Double>, SIMD2<Double>)], reach: Double, cellSize: Double) {
    (self.segments, self.cellSize, self.reach) = (segments, cellSize, reach)
    for (index, (a, b)) in segments.enumerated() {
      let lower = cell(of: pointwiseMin(a, b) - reach)
      let upper = cell(of: pointwiseMax(a, b) + reach)
      for x in lower.x...upper.x {
        for y in lower.y...upper.y {
          let centre = (SIMD2(Double(x), Double(y)) + 0.5) * cellSize
          if Self.distance(centre, a, b) <= reach + 0.7072 * cellSize {
            cells[SIMD2(x, y), default: []].append(Int32(index))
          }
        }
      }
    }
  }

  /// The distance to the nearest segment, or the reach where none is as near.
  func distance(to place: SIMD2<Double>) -> Double {
    var least = reach
    for index in cells[cell(of: place)] ?? [] {
      least = min(least, Self.distance(place, segments[Int(index)].0, segments[Int(index)].1))
    }
    return least
  }

  private func cell(of place: SIMD2<Double>) -> SIMD2<Int32> {
    let scaled = (place / cellSize).rounded(.down)
    return SIMD2(Int32(scaled.x), Int32(scaled.y))
  }

  static func distance(_ place: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let (way, offset) = (b - a, place - a)
    let squared = (way * way).sum()
    let share = squared > 0 ? max(0, min(1, (offset * way).sum() / squared)) : 0
    let rest = offset - way * share
    return (rest * rest).sum().squareRoot()
  }
}
