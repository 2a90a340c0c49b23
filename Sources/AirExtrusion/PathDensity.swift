/// How many times over paths cover the places that they pass.
enum PathDensity {
  private static let largestSide = 1024.0
  /// Mean number of times from which on it is worth while to look for what need not be drawn again.
  private static let overdrawn = 4.0

  /// Whether pens pass most places several times.
  ///
  /// Counts steps of a pen's radius in cells as wide as the largest pen, each weighted with the count of its cell.
  ///
  /// - Complexity: O(length / radius + points).
  static func isOverdrawn(_ paths: [BrushPath]) -> Bool {
    var lower = SIMD2<Double>(repeating: .infinity)
    var upper = -lower
    var radius = 0.0
    for path in paths {
      radius = max(radius, path.brush.radius)
      for point in path.points {
        lower = pointwiseMin(lower, point)
        upper = pointwiseMax(upper, point)
      }
    }
    guard radius > 0 else { return false }
    let extent = max(upper.x - lower.x, upper.y - lower.y)
    let cell = max(2 * radius, extent / largestSide)
    let columnCount = Int((upper.x - lower.x) / cell) + 1
    let rowCount = Int((upper.y - lower.y) / cell) + 1
    var counts = [Int32](repeating: 0, count: columnCount * rowCount)
    func count(_ place: SIMD2<Double>) {
      let offset = (place - lower) / cell
      counts[min(Int(offset.y), rowCount - 1) * columnCount + min(Int(offset.x), columnCount - 1)] &+= 1
    }
    for path in paths {
      var rest = 0.0
      for (start, end) in zip(path.points, path.points.dropFirst()) {
        let way = end - start
        let length = (way * way).sum().squareRoot()
        while rest < length {
          count(start + way * (rest / length))
          rest += radius
        }
        rest -= length
      }
      if path.points.count == 1 { count(path.points[0]) }
    }
    var (sum, squares) = (0.0, 0.0)
    for count in counts where count > 0 {
      sum += Double(count)
      squares += Double(count) * Double(count)
    }
    // A pen that covers a cell once takes cell² / 2 r² steps.
    return squares * 2 * radius * radius > overdrawn * sum * cell * cell
  }
}
