import AirGeometry

/// How much of the picture boards were seen in.
public struct CalibrationCoverage: Hashable, Sendable {
  /// The picture is looked at in so many columns and rows of cells.
  public static let cells = (columns: 32, rows: 24)

  /// Whether a cell's middle lies in the hull of a used view's corners, row by row.
  public var isCovered: [Bool]
  /// The share of cells that are covered.
  public var share: Double
  /// The share of covered cells in each of the picture's corners, a quarter of the width and height each: top left, top
  /// right, bottom left, bottom right.
  public var cornerShares: [Double]

  /// Measures the coverage of sightings.
  init(of hulls: [[ImagePoint]], imageSize: ImageSize) {
    let (columns, rows) = Self.cells
    var covered = [Bool](repeating: false, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let middle = NormalizedImagePoint(
          x: (Double(column) + 0.5) / Double(columns), y: (Double(row) + 0.5) / Double(rows)
        ).imagePoint(in: imageSize)
        covered[row * columns + column] = hulls.contains { Self.contains($0, middle) }
      }
    }
    func share(_ xs: Range<Int>, _ ys: Range<Int>) -> Double {
      let count = ys.reduce(0) { sum, y in sum + xs.count { covered[y * columns + $0] } }
      return Double(count) / Double(xs.count * ys.count)
    }
    isCovered = covered
    self.share = share(0..<columns, 0..<rows)
    let (left, right) = (0..<columns / 4, columns - columns / 4..<columns)
    let (top, bottom) = (0..<rows / 4, rows - rows / 4..<rows)
    cornerShares = [share(left, top), share(right, top), share(left, bottom), share(right, bottom)]
  }

  /// True when a point lies in a convex polygon.
  private static func contains(_ hull: [ImagePoint], _ point: ImagePoint) -> Bool {
    guard hull.count > 2 else { return false }
    return zip(hull, hull.dropFirst() + hull.prefix(1)).allSatisfy { a, b in
      (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= 0
    }
  }
}
