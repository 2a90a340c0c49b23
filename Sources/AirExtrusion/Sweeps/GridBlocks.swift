/// The blocks of a grid that an implicit solid's surface may pass, each with the pieces that matter in it.
///
/// Values change by no more than the way that one goes, so that a block whose centre's value is larger than half its
/// diagonal is passed by no surface. Blocks are found by halving cubes, and are kept in order of their places.
struct GridBlocks {
  /// Cells along a block's edge.
  static let side = 8
  /// Cells of all blocks together that are allowed: about 16 million triangles.
  static let largestCellCount = 1 << 23
  /// Cells of grids that nobody asked for: some seconds of work.
  static let usualCellCount = 1 << 20
  private static let largestEntryCount = 1 << 22

  /// Length of a cell's edge in lattice steps, a power of two.
  let spacing: Int32
  /// The blocks' lower corners, in blocks, in order.
  private(set) var corners: [SIMD3<Int32>] = []
  /// The pieces of block i are `pieces[pieceStarts[i]..<pieceStarts[i + 1]]`.
  private(set) var pieces: [Int32] = []
  private(set) var pieceStarts: [Int] = [0]

  private var keys: [UInt64] = []
  private static let bits: UInt64 = 21

  /// - Throws: `ExtrusionError.gridTooFine` for more than `cellLimit` cells.
  init(of solid: ImplicitSolid, spacing: Int32, cellLimit: Int) throws(ExtrusionError) {
    self.spacing = spacing
    var entries: [KeyedIndex] = []
    for piece in 0..<solid.pieceCount { try Self.collect(piece, of: solid, spacing, into: &entries) }
    radixSort(&entries, keyBits: 3 * Int(Self.bits))
    let halfDiagonal = Self.halfDiagonal(spacing, level: 0)
    var start = 0
    while start < entries.count {
      let key = entries[start].key
      var end = start + 1
      while end < entries.count, entries[end].key == key { end += 1 }
      let list = entries[start..<end].map(\.index)
      let corner = Self.corner(of: key)
      if abs(solid.value(at: Self.centre(corner, spacing, level: 0), of: list[...])) <= halfDiagonal {
        keys.append(key)
        corners.append(corner)
        pieces += list
        pieceStarts.append(pieces.count)
      }
      start = end
    }
    let cellCount = corners.count * Self.side * Self.side * Self.side
    guard cellCount <= cellLimit else { throw .gridTooFine(cellCount: cellCount, limit: cellLimit) }
  }

  /// The pieces that matter in a block.
  @inline(__always)
  func pieces(ofBlock block: Int) -> ArraySlice<Int32> {
    pieces[pieceStarts[block]..<pieceStarts[block + 1]]
  }

  /// The block at a place given in blocks; nil where the surface passes none.
  func block(at corner: SIMD3<Int32>) -> Int? {
    let key = Self.key(of: corner)
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  // MARK: Finding the blocks

  private static func collect(
    _ piece: Int, of solid: ImplicitSolid, _ spacing: Int32, into entries: inout [KeyedIndex]
  ) throws(ExtrusionError) {
    let (lower, upper) = solid.bounds(ofPiece: piece)
    let length = Double(Int(spacing) * side)
    let margin = 2 * Double(spacing)
    let first = ((lower - margin) / length).rounded(.down)
    let last = ((upper + margin) / length).rounded(.down)
    var level: Int32 = 0
    while Double(1 << level) < (last - first).max() + 1 { level += 1 }
    // A cube as large as the box, aligned to its own size, and its neighbour in each direction cover the box.
    let size = Double(1 << level)
    let (from, to) = ((first / size).rounded(.down), (last / size).rounded(.down))
    var pending: [(corner: SIMD3<Int32>, level: Int32)] = []
    for x in Int32(from.x)...Int32(to.x) {
      for y in Int32(from.y)...Int32(to.y) {
        for z in Int32(from.z)...Int32(to.z) { pending.append((SIMD3(x, y, z) &<< level, level)) }
      }
    }
    while let (corner, level) = pending.popLast() {
      let value = solid.value(ofPiece: piece, at: centre(corner, spacing, level: level))
      guard value <= halfDiagonal(spacing, level: level) + margin else { continue }
      if level == 0 {
        entries.append(KeyedIndex(key: key(of: corner), index: Int32(piece)))
        guard entries.count <= largestEntryCount else {
          throw .gridTooFine(
            cellCount: entries.count * side * side * side, limit: largestCellCount)
        }
        continue
      }
      let half: Int32 = 1 << (level - 1)
      for child in 0..<8 as Range<Int32> {
        let step = SIMD3(child & 1, child >> 1 & 1, child >> 2) &* half
        pending.append((corner &+ step, level - 1))
      }
    }
  }

  private static func halfDiagonal(_ spacing: Int32, level: Int32) -> Double {
    Double(Int(spacing) * side << Int(level)) * 0.75.squareRoot()
  }

  private static func centre(_ corner: SIMD3<Int32>, _ spacing: Int32, level: Int32) -> SIMD3<Double> {
    let length = Double(Int(spacing) * side)
    return (SIMD3<Double>(corner) + SIMD3(repeating: Double(1 << level) / 2)) * length
  }

  private static func key(of corner: SIMD3<Int32>) -> UInt64 {
    let offset =
      SIMD3<Int64>(
        Int64(corner.x), Int64(corner.y), Int64(corner.z)) &+ SIMD3(repeating: 1 << (Int64(bits) - 1))
    return UInt64(offset.y) << (2 * bits) | UInt64(offset.z) << bits | UInt64(offset.x)
  }

  private static func corner(of key: UInt64) -> SIMD3<Int32> {
    let mask = (UInt64(1) << bits) - 1
    let offset: Int32 = 1 << (Int32(bits) - 1)
    return SIMD3(
      Int32(key & mask) - offset, Int32(key >> (2 * bits)) - offset, Int32(key >> bits & mask) - offset)
  }
}
