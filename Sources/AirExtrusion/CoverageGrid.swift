/// Square cells over a drawing that are known to be covered wholly by what was kept of it, and so what need not be
/// kept. Lengths are in lattice steps.
struct CoverageGrid {
  /// Cells along the longer side at most: 8 MiB of bits, and as many again.
  private static let largestSide = 8192.0
  /// Cells along the longer side at least, for drawings as small as a pen.
  private static let smallestSide = 512.0
  /// Cells along a pen's radius, where there may be as many.
  private static let cellsPerRadius = 16.0
  /// Cells along a block's side.
  private static let cellsPerBlock = 4

  private let origin: SIMD2<Double>
  private let cellSize: Double
  private let cellsPerStep: Double
  private let rowCount: Int
  private let columnCount: Int
  private let wordsPerRow: Int
  private let blockWordsPerRow: Int
  private var isCovered: [UInt64]
  /// Cells, and blocks of cells, around any place of which the largest pen covers nothing new.
  private var saturatedCells: [UInt64]
  private var saturatedBlocks: [UInt64]
  private let largestRadius: Double
  /// A cell that was found not to be covered: it mostly answers the next question too.
  private var witness: (column: Int, row: Int) = (0, 0)

  /// A grid over the places from `lower` to `upper` that a pen's outline reaches; nothing is covered yet.
  init(lower: SIMD2<Double>, upper: SIMD2<Double>, largestRadius: Double) {
    let extent = max(upper.x - lower.x, upper.y - lower.y)
    let size = max(
      extent / Self.largestSide, min(largestRadius / Self.cellsPerRadius, extent / Self.smallestSide))
    // Whole steps, so that the cells' corners are points of the lattice.
    cellSize = max(size.rounded(.up), 1)
    origin = lower.rounded(.down) - cellSize
    self.largestRadius = largestRadius
    columnCount = Int((upper.x - origin.x) / cellSize) + 2
    rowCount = Int((upper.y - origin.y) / cellSize) + 2
    cellsPerStep = 1 / cellSize
    wordsPerRow = (columnCount + 63) / 64
    isCovered = [UInt64](repeating: 0, count: rowCount * wordsPerRow)
    saturatedCells = isCovered
    blockWordsPerRow = columnCount / Self.cellsPerBlock / 64 + 1
    saturatedBlocks = [UInt64](
      repeating: 0, count: blockWordsPerRow * (rowCount / Self.cellsPerBlock + 1))
  }

  /// Appends the boundary of the covered cells, counter-clockwise around them.
  func traceCovered(into edges: inout [WeightedEdge]) {
    func corner(_ column: Int, _ row: Int) -> LatticePoint {
      let place = origin + SIMD2(Double(column), Double(row)) * cellSize
      return LatticePoint(Int32(place.x), Int32(place.y))
    }
    func isInside(_ column: Int, _ row: Int) -> Bool {
      guard row >= 0, row < rowCount, column >= 0, column < columnCount else { return false }
      return isCovered[row * wordsPerRow + column / 64] >> UInt64(column % 64) & 1 != 0
    }
    // Sides that follow each other in a line and have the inside on the same side are one edge.
    for row in 0...rowCount {
      var start = 0
      var sense = 0
      for column in 0...columnCount {
        let new = (isInside(column, row) ? 1 : 0) - (isInside(column, row - 1) ? 1 : 0)
        if new == sense { continue }
        let (left, right) = (corner(start, row), corner(column, row))
        if sense > 0 { edges.append(WeightedEdge(start: left, end: right, weight: 1)) }
        if sense < 0 { edges.append(WeightedEdge(start: right, end: left, weight: 1)) }
        (start, sense) = (column, new)
      }
    }
    for column in 0...columnCount {
      var start = 0
      var sense = 0
      for row in 0...rowCount {
        let new = (isInside(column - 1, row) ? 1 : 0) - (isInside(column, row) ? 1 : 0)
        if new == sense { continue }
        let (bottom, top) = (corner(column, start), corner(column, row))
        if sense > 0 { edges.append(WeightedEdge(start: bottom, end: top, weight: 1)) }
        if sense < 0 { edges.append(WeightedEdge(start: top, end: bottom, weight: 1)) }
        (start, sense) = (row, new)
      }
    }
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
  mutating func isCovering(discAround centre: SIMD2<Double>, radius: Double) -> Bool {
    let (x, y, reach) = inCells(centre, radius)
    if isWitness(within: reach, ofX: x, y: y) { return false }
    let found = isCovered.withUnsafeBufferPointer { isCovered -> (column: Int, row: Int)? in
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
          let missing = ~isCovered[base + word] & Self.mask(word, first, last, firstWord, lastWord)
          if missing != 0 { return (64 * word + missing.trailingZeroBitCount, row) }
          word += 1
        }
      }
      return nil
    }
    guard let found else { return true }
    witness = found
    return false
  }

  /// Whether a disc reaches the last cell that was not covered, and it still is not.
  @inline(__always)
  private func isWitness(within reach: Double, ofX x: Double, y: Double) -> Bool {
    let (column, row) = witness
    let acrossX = max(Double(column) - x, x - Double(column + 1), 0)
    let acrossY = max(Double(row) - y, y - Double(row + 1), 0)
    guard acrossX * acrossX + acrossY * acrossY < reach * reach else { return false }
    return isCovered[row * wordsPerRow + column / 64] >> UInt64(column % 64) & 1 == 0
  }

  /// Whether a pen around any place of the cell of `place` covers nothing new.
  @inline(__always)
  mutating func isSaturated(at place: SIMD2<Double>) -> Bool {
    let offset = (place - origin) * cellsPerStep
    let (column, row) = (Int(offset.x), Int(offset.y))
    let (blockColumn, blockRow) = (column / Self.cellsPerBlock, row / Self.cellsPerBlock)
    let blockWord = saturatedBlocks[blockRow * blockWordsPerRow + blockColumn / 64]
    if blockWord >> UInt64(blockColumn % 64) & 1 != 0 { return true }
    let word = row * wordsPerRow + column / 64
    let bit = UInt64(1) << UInt64(column % 64)
    if saturatedCells[word] & bit != 0 { return true }
    return isNewlySaturated(column, row)
  }

  /// Whether a pen around any place of the box around two places is known to cover nothing new.
  func isKnownToBeSaturated(around a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    let blocksPerStep = cellsPerStep / Double(Self.cellsPerBlock)
    let lower = (pointwiseMin(a, b) - origin) * blocksPerStep
    let upper = (pointwiseMax(a, b) - origin) * blocksPerStep
    let (first, last) = (Int(lower.x), Int(upper.x))
    let (firstWord, lastWord) = (first / 64, last / 64)
    for row in Int(lower.y)...Int(upper.y) {
      for word in firstWord...lastWord {
        let mask = Self.mask(word, first, last, firstWord, lastWord)
        if ~saturatedBlocks[row * blockWordsPerRow + word] & mask != 0 { return false }
      }
    }
    return true
  }

  private mutating func isNewlySaturated(_ column: Int, _ row: Int) -> Bool {
    let (blockColumn, blockRow) = (column / Self.cellsPerBlock, row / Self.cellsPerBlock)
    if isSaturated(
      from: blockColumn * Self.cellsPerBlock, blockRow * Self.cellsPerBlock, size: Self.cellsPerBlock)
    {
      saturatedBlocks[blockRow * blockWordsPerRow + blockColumn / 64] |= 1 << UInt64(blockColumn % 64)
      return true
    }
    guard isSaturated(from: column, row, size: 1) else { return false }
    saturatedCells[row * wordsPerRow + column / 64] |= 1 << UInt64(column % 64)
    return true
  }

  private mutating func isSaturated(from column: Int, _ row: Int, size: Int) -> Bool {
    let half = Double(size) / 2
    let centre = origin + SIMD2(Double(column) + half, Double(row) + half) * cellSize
    // Half the square's diagonal, rounded up.
    return isCovering(discAround: centre, radius: largestRadius + 1.4143 * half * cellSize)
  }

  private func inCells(_ centre: SIMD2<Double>, _ radius: Double) -> (x: Double, y: Double, reach: Double) {
    let offset = (centre - origin) * cellsPerStep
    return (offset.x, offset.y, radius * cellsPerStep)
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
