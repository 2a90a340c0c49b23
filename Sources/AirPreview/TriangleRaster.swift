/// A triangle that faces the viewer, on a grid with y downwards whose cells have their centres at whole numbers.
struct TriangleRaster {
  private let a: SIMD2<Float>
  private let b: SIMD2<Float>
  private let c: SIMD2<Float>

  /// Nil unless the corners are seen to turn counter-clockwise, as those of a face that is seen from outside.
  init?(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) {
    guard Self.area(a, b, c) < 0 else { return nil }
    self.a = a
    self.b = b
    self.c = c
  }

  /// Twice the signed area; negative when the corners are seen to turn counter-clockwise, since y points down.
  static func area(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) -> Float {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// The weights of the three corners at a place: affine in it, and of sum 1.
  func weights(at place: SIMD2<Float>) -> SIMD3<Float> {
    let area = Self.area(a, b, c)
    let weightOfB = Self.area(a, place, c) / area
    let weightOfC = Self.area(a, b, place) / area
    return SIMD3(1 - weightOfB - weightOfC, weightOfB, weightOfC)
  }

  /// Calls `body` for each row with the run of columns whose centres lie in the triangle, its edges included.
  @inline(__always)
  func forEachRow(columns: Range<Int>, rows: Range<Int>, _ body: (Int, Range<Int>) -> Void) {
    let lowest = min(a.y, b.y, c.y)
    let highest = max(a.y, b.y, c.y)
    guard lowest < Float(rows.upperBound), highest >= Float(rows.lowerBound) else { return }
    let firstRow = max(rows.lowerBound, Int(lowest.rounded(.up)))
    let endRow = min(rows.upperBound, Int(highest.rounded(.down)) + 1)
    guard firstRow < endRow else { return }
    for row in firstRow..<endRow {
      let y = Float(row)
      var start = Float.infinity
      var end = -Float.infinity
      for (p, q) in [(a, b), (b, c), (c, a)] {
        let (low, high) = p.y <= q.y ? (p, q) : (q, p)
        guard low.y <= y, y <= high.y else { continue }
        let x = high.y > low.y ? low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y)) : low.x
        start = min(start, x, low.y == high.y ? high.x : x)
        end = max(end, x, low.y == high.y ? high.x : x)
      }
      guard start <= end, start < Float(columns.upperBound), end >= Float(columns.lowerBound) else {
        continue
      }
      let first = max(columns.lowerBound, Int(start.rounded(.up)))
      let last = min(columns.upperBound - 1, Int(end.rounded(.down)))
      if first <= last { body(row, first..<last + 1) }
    }
  }
}
