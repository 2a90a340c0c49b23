/// A triangle on a grid with y downwards whose cells have their centres at whole numbers.
struct TriangleRaster {
  private let a: SIMD2<Float>
  private let b: SIMD2<Float>
  private let c: SIMD2<Float>

  /// Nil for a triangle without area and, unless it is two-sided, for one whose corners are not seen to turn
  /// counter-clockwise, as those of a face that is seen from outside.
  @inline(__always)
  init?(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, isTwoSided: Bool = false) {
    let area = Self.area(a, b, c)
    guard area < 0 || isTwoSided && area > 0 else { return nil }
    self.a = a
    self.b = b
    self.c = c
  }

  /// Twice the signed area; negative when the corners are seen to turn counter-clockwise, since y points down.
  @inline(__always)
  static func area(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) -> Float {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// The weights of the three corners at a place: affine in it, and of sum 1.
  @inline(__always)
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
    let edges = (Edge(a, b), Edge(b, c), Edge(c, a))
    for row in firstRow..<endRow {
      var start = Float.infinity
      var end = -Float.infinity
      edges.0.widen(&start, &end, at: Float(row))
      edges.1.widen(&start, &end, at: Float(row))
      edges.2.widen(&start, &end, at: Float(row))
      guard start <= end, start < Float(columns.upperBound), end >= Float(columns.lowerBound) else {
        continue
      }
      let first = max(columns.lowerBound, Int(start.rounded(.up)))
      let last = min(columns.upperBound - 1, Int(end.rounded(.down)))
      if first <= last { body(row, first..<last + 1) }
    }
  }

  /// A side of the triangle, upper end first.
  private struct Edge {
    private let upper: SIMD2<Float>
    private let lower: SIMD2<Float>
    private let slope: Float

    @inline(__always)
    init(_ p: SIMD2<Float>, _ q: SIMD2<Float>) {
      (upper, lower) = p.y <= q.y ? (p, q) : (q, p)
      slope = lower.y > upper.y ? (lower.x - upper.x) / (lower.y - upper.y) : 0
    }

    /// Makes a run reach to where the edge meets a row.
    @inline(__always)
    func widen(_ start: inout Float, _ end: inout Float, at y: Float) {
      guard upper.y <= y, y <= lower.y else { return }
      if lower.y > upper.y {
        let x = upper.x + slope * (y - upper.y)
        start = min(start, x)
        end = max(end, x)
      } else {
        start = min(start, upper.x, lower.x)
        end = max(end, upper.x, lower.x)
      }
    }
  }
}
