/// Which cells of a picture belong to things; around it lies a frame of one cell that belongs to none.
struct CellMask {
  /// Rows from top to bottom, each two cells wider than the picture.
  private(set) var cells: [Bool]
  private let width: Int
  private let height: Int

  /// Puts the frame around a mask.
  init(_ mask: [Bool], _ grid: ReducedPicture.Grid) {
    width = grid.width + 2
    height = grid.height + 2
    cells = [Bool](repeating: false, count: width * height)
    for y in 0..<grid.height {
      let start = (y + 1) * width + 1
      cells.replaceSubrange(start..<start + grid.width, with: mask[y * grid.width..<(y + 1) * grid.width])
    }
  }

  /// Each cell becomes what most of the 3 × 3 cells around it are; beyond the border, things go on as they are there.
  func smoothed() -> CellMask {
    var padded = self
    for y in 1..<height - 1 {
      padded.cells[y * width] = cells[y * width + 1]
      padded.cells[(y + 1) * width - 1] = cells[(y + 1) * width - 2]
    }
    for x in 0..<width {
      padded.cells[x] = padded.cells[width + x]
      padded.cells[(height - 1) * width + x] = padded.cells[(height - 2) * width + x]
    }
    // How many of three in a row, then of three such rows.
    var counts = [UInt8](repeating: 0, count: cells.count)
    for index in 1..<cells.count - 1 {
      counts[index] =
        (padded.cells[index - 1] ? 1 : 0) + (padded.cells[index] ? 1 : 0) + (padded.cells[index + 1] ? 1 : 0)
    }
    var result = self
    for y in 1..<height - 1 {
      for index in y * width + 1..<(y + 1) * width - 1 {
        result.cells[index] = counts[index - width] + counts[index] + counts[index + width] >= 5
      }
    }
    return result
  }

  /// Fills the holes of up to `largest` cells.
  func filled(upTo largest: Int) -> CellMask {
    var result = self
    var isSeen = cells
    var stack: [Int] = []
    var hole: [Int] = []
    // The frame is the first that is met, and with it all that is connected to it.
    for start in cells.indices where !isSeen[start] {
      hole.removeAll(keepingCapacity: true)
      isSeen[start] = true
      stack.append(start)
      while let cell = stack.popLast() {
        hole.append(cell)
        for next in [cell - 1, cell + 1, cell - width, cell + width]
        where cells.indices.contains(next) && !isSeen[next] {
          isSeen[next] = true
          stack.append(next)
        }
      }
      if start > 0, hole.count <= largest {
        for cell in hole { result.cells[cell] = true }
      }
    }
    return result
  }
}
