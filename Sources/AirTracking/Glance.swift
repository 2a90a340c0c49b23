import AirCapture
import AirGeometry

/// A few hundred brightnesses of a picture, from which two pictures are compared cheaply: a grid over a rectangle, the
/// contrast there, and how sharp it is.
struct Glance: Sendable {
  /// Brightness at each place of the grid by rows, 0…255.
  private(set) var cells: [Double]
  /// Mean of all.
  let mean: Double
  /// Standard deviation of all.
  let contrast: Double
  /// Means of the products of the differences between neighbouring pixels: along x, along y, and of both.
  let slopes: (xx: Double, yy: Double, xy: Double)
  /// The energy of the differences in each of the grid's quarters of its rows and columns, sixteen in all.
  let parts: [Double]

  /// Looks at the part of a rectangle that lies in the picture.
  ///
  /// - Parameters:
  ///   - columns: places of the grid in a row.
  ///   - rows: rows of the grid.
  ///   - isTaken: which of the grid's places count, by column and row.
  init(
    _ box: ImageBox, of image: PixelImage, columns: Int, rows: Int,
    where isTaken: (Int, Int) -> Bool = { _, _ in true }
  ) {
    let (width, height) = (image.size.width, image.size.height)
    let bytesPerPixel = image.format.bytesPerPixel
    var cells: [Double] = []
    cells.reserveCapacity(columns * rows)
    var slopes = (xx: 0.0, yy: 0.0, xy: 0.0)
    var parts = [Double](repeating: 0, count: 16)
    image.bytes.withUnsafeBufferPointer { bytes in
      func brightness(_ x: Int, _ y: Int) -> Double {
        let start = y * image.bytesPerRow + x * bytesPerPixel
        guard bytesPerPixel == 3 else { return Double(bytes[start]) }
        // A quarter, a half and a quarter: near enough to luma.
        return Double(Int(bytes[start]) + 2 * Int(bytes[start + 1]) + Int(bytes[start + 2])) / 4
      }
      for row in 0..<rows {
        for column in 0..<columns where isTaken(column, row) {
          let x = Self.pixel(box.x + (Double(column) + 0.5) * box.width / Double(columns), in: width)
          let y = Self.pixel(box.y + (Double(row) + 0.5) * box.height / Double(rows), in: height)
          // The mean of a cross: one pixel alone is mostly noise.
          let (left, right) = (brightness(x - 1, y), brightness(x + 1, y))
          let (above, below) = (brightness(x, y - 1), brightness(x, y + 1))
          cells.append((left + right + above + below + 2 * brightness(x, y)) / 6)
          let (dx, dy) = (right - left, below - above)
          slopes.xx += dx * dx
          slopes.yy += dy * dy
          slopes.xy += dx * dy
          parts[4 * row / rows * 4 + 4 * column / columns] += dx * dx + dy * dy
        }
      }
    }
    self.cells = cells
    let count = Double(max(cells.count, 1))
    let mean = cells.reduce(0, +) / count
    let variance = cells.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    self.mean = mean
    contrast = variance.squareRoot()
    self.slopes = (slopes.xx / count, slopes.yy / count, slopes.xy / count)
    self.parts = parts
  }

  /// The pixel next to a coordinate that has neighbours on all sides.
  private static func pixel(_ coordinate: Double, in length: Int) -> Int {
    Int(min(max(coordinate.rounded(), 1), Double(length - 2)))
  }

  /// Correlation of the brightnesses of two glances at the same places, −1…1; 0 where one of them is flat.
  func correlation(with other: Glance) -> Double {
    guard contrast > 0.5, other.contrast > 0.5, cells.count == other.cells.count else { return 0 }
    var sum = 0.0
    for (one, two) in zip(cells, other.cells) { sum += (one - mean) * (two - other.mean) }
    return sum / (Double(cells.count) * contrast * other.contrast)
  }

  /// How much of a glance is as it was in another one at the same places: the share of brightnesses that changed by
  /// less than so many grey levels.
  func unchangedShare(since other: Glance, within levels: Double) -> Double {
    guard !cells.isEmpty, cells.count == other.cells.count else { return 0 }
    return Double(zip(cells, other.cells).count { abs($0 - $1) < levels }) / Double(cells.count)
  }

  /// Energy of the differences in all directions.
  var energy: Double { slopes.xx + slopes.yy }

  /// Energy of the differences along a direction: what a smear in this direction takes away.
  func energy(along dx: Double, _ dy: Double) -> Double {
    let length = dx * dx + dy * dy
    guard length > 0 else { return energy }
    return (dx * dx * slopes.xx + dy * dy * slopes.yy + 2 * dx * dy * slopes.xy) / length
  }

  /// How sharp the picture is against another glance at the same places: the median over its parts of the energy of
  /// differences, against the whole contrast. Light changes both alike; blur takes away the former and leaves most of
  /// the latter (cf. the gradient measures in S. Pertuz et al., "Analysis of focus measure operators for
  /// shape-from-focus", Pattern Recognition 46, 2013); and a thing that comes in changes few of the parts.
  func sharpness(against other: Glance) -> Double {
    let ratios = zip(parts, other.parts).filter { $1 > 0 }.map { $0 / $1 }.sorted()
    guard !ratios.isEmpty else { return 1 }
    let light = (contrast * contrast + 4) / (other.contrast * other.contrast + 4)
    return ratios[ratios.count / 2] / light
  }
}
