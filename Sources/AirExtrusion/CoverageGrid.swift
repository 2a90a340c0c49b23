/// Square cells over a drawing that are known to be covered wholly by what was kept of it, and so what need not be
/// kept. Lengths are in lattice steps.
struct CoverageGrid {
  /// Cells along the longer side at most: 8 MiB of bits.
  private static let largestSide = 8192.0
  /// Cells along the longer side at least, for drawings as small as a pen.
  private static let smallestSide = 512.0
  /// Cells along a pen's radius, where there may be as many.
  private static let cellsPerRadius = 32.0

  private let origin: SIMD2<Double>
  private let cellSize: Double
  private let rowCount: Int
  private let columnCount: Int
  private let wordsPerRow: Int
  private var isCovered: [UInt64]
  /// Cells around any place of which the largest pen covers nothing new.
  private var isSaturated: [UInt64]
  private let largestRadius: Double

  /// A grid over the places from `lower` to `upper` that a pen's outline reaches; nothing is covered yet.
  init(lower: SIMD2<Double>, upper: SIMD2<Double>, largestRadius: Double) {
    let extent = max(upper.x - lower.x, upper.y - lower.y)
    cellSize = max(
      extent / Self.largestSide, min(largestRadius / Self.cellsPerRadius, extent / Self.smallestSide))
    origin = lower - cellSize
    columnCount = Int((upper.x - origin.x) / cellSize) + 2
    rowCount = Int((upper.y - origin.y) / cellSize) + 2
    wordsPerRow = (columnCount + 63) / 64
    isCovered = [UInt64](repeating: 0, count: rowCount * wordsPerRow)
    isSaturated = isCovered
    self.largestRadius = largestRadius
  }

  /// Notes the cells that a disc covers wholly.
  mutating func cover(discAround centre: SIMD2<Double>, radius: Double) {
    let (x, y, reach) = inCells(centre, radius)
    for row in rows(y, reach) {
      let far = max(abs(Double(row) - y), abs(Double(row + 1) - y))
      guard far < reach else { continue }
      let half = (reach * reach - far * far).squareRoot()
      let first = max(Int((x - half).rounded(.up)), 0)
      let last = min(Int((x + half).rounded(.down)), columnCount) - 1
      guard first <= last else { continue }
      let base = row * wordsPerRow
      let (firstWord, lastWord) = (first / 64, last / 64)
      for word in firstWord...lastWord {
        isCovered[base + word] |= Self.mask(word, first, last, firstWord, lastWord)
      }
    }
  }

  /// Whether all cells that a disc reaches are covered.
  func isCovering(discAround centre: SIMD2<Double>, radius: Double) -> Bool {
    let (x, y, reach) = inCells(centre, radius)
    return isCovered.withUnsafeBufferPointer { isCovered in
      for row in rows(y, reach) {
        let near = max(Double(row) - y, y - Double(row + 1), 0)
        guard near < reach else { continue }
        let half = (reach * reach - near * near).squareRoot()
        let first = max(Int(x - half), 0)
        let last = min(Int(x + half), columnCount - 1)
        let base = row * wordsPerRow
        let (firstWord, lastWord) = (first / 64, last / 64)
        var word = firstWord
        while word <= lastWord {
          if ~isCovered[base + word] & Self.mask(word, first, last, firstWord, lastWord) != 0 { return false }
          word += 1
        }
      }
      return true
    }
  }

  /// Whether a pen around any place of the cell of `place` covers nothing new.
  mutating func isSaturated(at place: SIMD2<Double>) -> Bool {
    let offset = (place - origin) / cellSize
    let (column, row) = (Int(offset.x), Int(offset.y))
    let word = row * wordsPerRow + column / 64
    let bit = UInt64(1) << UInt64(column % 64)
    if isSaturated[word] & bit != 0 { return true }
    // Half the cell's diagonal, rounded up.
    let centre = origin + SIMD2(Double(column) + 0.5, Double(row) + 0.5) * cellSize
    guard isCovering(discAround: centre, radius: largestRadius + 0.7072 * cellSize) else { return false }
    isSaturated[word] |= bit
    return true
  }

  private func inCells(_ centre: SIMD2<Double>, _ radius: Double) -> (x: Double, y: Double, reach: Double) {
    let offset = (centre - origin) / cellSize
    return (offset.x, offset.y, radius / cellSize)
  }

  private func rows(_ y: Double, _ reach: Double) -> Range<Int> {
    max(Int(y - reach), 0)..<min(Int(y + reach) + 1, rowCount)
  }

  /// The bits of a word that stand for the columns from `first` to `last`.
  @inline(__always)
  private static func mask(_ word: Int, _ first: Int, _ last: Int, _ firstWord: Int, _ lastWord: Int)
    -> UInt64
  {
    var mask = UInt64.max
    if word == firstWord { mask &= UInt64.max << UInt64(first % 64) }
    if word == lastWord { mask &= UInt64.max >> UInt64(63 - last % 64) }
    return mask
  }
}
