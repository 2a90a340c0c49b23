import AirCapture
import AirGeometry

/// The chance that a part of a picture shows the hand, cell by cell.
package struct HandChances: Sendable {
  let columns: Int
  let rows: Int
  /// The middle of the first cell.
  let origin: ImagePoint
  /// The side of a cell in pixels.
  let cellSide: Double
  /// By rows.
  let cells: [Float]

  /// The pixel columns and rows that the cells cover.
  package func pixels(in size: ImageSize) -> (columns: Range<Int>, rows: Range<Int>) {
    func range(_ first: Double, _ count: Int, _ limit: Int) -> Range<Int> {
      let start = min(max(0, Int((first - cellSide / 2).rounded(.up))), limit)
      let end = min(max(start, Int((first + (Double(count) - 0.5) * cellSide).rounded(.down))), limit)
      return start..<end
    }
    return (range(origin.x, columns, size.width), range(origin.y, rows, size.height))
  }

  /// The chance at a pixel, blended between the cells around it.
  package func chance(x: Int, y: Int) -> Float {
    let across = min(max((Double(x) - origin.x) / cellSide, 0), Double(columns - 1))
    let down = min(max((Double(y) - origin.y) / cellSide, 0), Double(rows - 1))
    let (column, row) = (min(Int(across), max(columns - 2, 0)), min(Int(down), max(rows - 2, 0)))
    let (fx, fy) = (Float(across - Double(column)), Float(down - Double(row)))
    let (right, below) = (min(column + 1, columns - 1), min(row + 1, rows - 1))
    let near = cells[row * columns + column] * (1 - fx) + cells[row * columns + right] * fx
    let far = cells[below * columns + column] * (1 - fx) + cells[below * columns + right] * fx
    return near * (1 - fy) + far * fy
  }

  /// The share of the cells that are above a chance.
  package func share(above least: Float) -> Double {
    Double(cells.count { $0 > least }) / Double(max(cells.count, 1))
  }

  /// The same cells, but without those that do not hang together, by cells above a chance, with one of a fingertip's.
  package func connected(to fingertip: ImageBox, above least: Float) -> HandChances {
    func cell(_ position: Double, _ first: Double) -> Int { Int(((position - first) / cellSide).rounded()) }
    let center = fingertip.center
    let reach = max(1, Int((min(fingertip.width, fingertip.height) / 2 / cellSide).rounded()))
    let (column, row) = (cell(center.x, origin.x), cell(center.y, origin.y))
    var kept = [Float](repeating: 0, count: cells.count)
    var open: [Int] = []
    func visit(_ x: Int, _ y: Int) {
      guard x >= 0, y >= 0, x < columns, y < rows else { return }
      let index = y * columns + x
      guard kept[index] == 0, cells[index] > 0 else { return }
      // The rim is kept too, so that it fades out evenly.
      kept[index] = cells[index]
      if cells[index] > least { open.append(index) }
    }
    for y in row - reach...row + reach {
      for x in column - reach...column + reach
      where x >= 0 && y >= 0 && x < columns && y < rows && cells[y * columns + x] > least {
        visit(x, y)
      }
    }
    while let index = open.popLast() {
      let (x, y) = (index % columns, index / columns)
      visit(x - 1, y)
      visit(x + 1, y)
      visit(x, y - 1)
      visit(x, y + 1)
    }
    return HandChances(columns: columns, rows: rows, origin: origin, cellSide: cellSide, cells: kept)
  }
}

/// Tells where a picture shows the hand of a tracked fingertip, by the colours that were learnt from the fingertip and
/// from what lies around it.
package final class HandMask {
  private var finger: Finger?

  /// How far around the fingertip the hand is looked for, in widths of the finger.
  private static let reach = 14.0
  /// How fast the colours follow.
  private static let learningRate = 0.05
  /// A tip nearer than this many widths to the tracked one is the tracked one.
  private static let nearTip = 0.7

  /// Knows no hand yet.
  package init() {}

  /// Looks at a frame.
  ///
  /// - Parameter box: where the fingertip was tracked.
  /// - Returns: nil where nothing as slender as a finger was found yet.
  /// - Throws: `TrackingError.outOfMemory`.
  package func chances(in image: PixelImage, fingertip box: ImageBox) throws -> HandChances? {
    let place = TargetPlace(center: box.center, width: box.width, height: box.height)
    if finger == nil { finger = try Finger(at: place, asBox: false, in: image) }
    guard let finger else { return nil }
    let width = finger.tip.width
    let tips = finger.silhouette.tips(
      image, around: box.center, width: width, radius: Self.reach * width, limit: 8)
    // Copied before learning, which works in the same memory.
    let chances = finger.silhouette.chances
    let nearest = tips.min { $0.center.distance(to: box.center) < $1.center.distance(to: box.center) }
    if let nearest, nearest.center.distance(to: box.center) < Self.nearTip * width {
      finger.silhouette.learn(nearest, rate: Self.learningRate)
    }
    return chances
  }
}
