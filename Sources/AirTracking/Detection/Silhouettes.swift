/// The connected things of a picture that come in over its border, as cells of a grid.
///
/// Cells are numbered on a grid with a frame of one empty cell around the picture, so that every cell of the picture
/// has eight neighbours.
struct Silhouettes {
  /// One thing: an arm with its hand, if all is well.
  struct Thing {
    /// Its number in `labels`.
    let label: Int32
    /// How many cells it has.
    let area: Int
    /// The cells of the picture's border over which it comes in: its longest stretch there.
    let entry: [Int]
    /// How much of what changed in the picture belongs to it, 0…1.
    let shareOfChange: Double
  }

  /// The ways inside a thing from some of its cells.
  struct Ways {
    /// Length of the shortest way to each cell in fifths of a cell's side; −1 where there is none.
    let lengths: [Int32]
    /// The cells that were reached, the nearest first.
    let cells: [Int]
  }

  let grid: ReducedPicture.Grid
  /// Number of the thing that each cell belongs to, 0 for none.
  private(set) var labels: [Int32]
  /// The things, largest first.
  private(set) var things: [Thing] = []
  /// From a cell to the one below it.
  private let rowStep: Int

  /// Finds the things in a mask.
  ///
  /// - Parameters:
  ///   - mask: true for cells of things; it is smoothed before.
  ///   - changes: what changed, for the things' shares of it.
  ///   - smallestArea: what has fewer cells is left out.
  init(mask: [Bool], changes: [SceneBackground.Change], grid: ReducedPicture.Grid, smallestArea: Int) {
    self.grid = grid
    rowStep = grid.width + 2
    let mask = CellMask(mask, grid).smoothed().filled(upTo: grid.count / 50)
    labels = [Int32](repeating: 0, count: mask.cells.count)
    let changedCount = changes.count { $0 == .other }
    var label: Int32 = 0
    var stack: [Int] = []
    for start in mask.cells.indices where mask.cells[start] && labels[start] == 0 {
      label += 1
      var (area, changed) = (0, 0)
      var border: [Int] = []
      labels[start] = label
      stack.append(start)
      while let cell = stack.popLast() {
        area += 1
        let (x, y) = place(of: cell)
        if changes[y * grid.width + x] == .other { changed += 1 }
        if x == 0 || y == 0 || x == grid.width - 1 || y == grid.height - 1 {
          border.append(ringPlace(x, y))
        }
        for next in [cell - 1, cell + 1, cell - rowStep, cell + rowStep]
        where mask.cells[next] && labels[next] == 0 {
          labels[next] = label
          stack.append(next)
        }
      }
      guard area >= smallestArea, !border.isEmpty else { continue }
      things.append(
        Thing(
          label: label, area: area, entry: longestStretch(border),
          shareOfChange: Double(changed) / Double(max(changedCount, 1))))
    }
    things.sort { $0.area > $1.area }
  }

  /// Column and row of a cell.
  func place(of cell: Int) -> (x: Int, y: Int) { (cell % rowStep - 1, cell / rowStep - 1) }

  /// Number of the cell in the grid without its frame.
  func gridIndex(of cell: Int) -> Int {
    let (x, y) = place(of: cell)
    return y * grid.width + x
  }

  /// The shortest ways inside a thing from any of `sources`, up to `limit` fifths of a cell's side.
  ///
  /// Steps of 5 and 7 to the sides and corners (G. Borgefors, "Distance transformations in digital images", CVGIP 34,
  /// 1986), found in order of length with one list for each length ahead (R. Dial, Algorithm 360, CACM 12, 1969).
  func ways(from sources: [Int], in thing: Thing, limit: Int32 = .max) -> Ways {
    var lengths = [Int32](repeating: -1, count: labels.count)
    var reached: [Int] = []
    var lists = [[Int]](repeating: [], count: 8)
    for source in sources { lengths[source] = 0 }
    lists[0] = sources
    var waiting = sources.count
    var length: Int32 = 0
    let neighbors = neighborSteps
    labels.withUnsafeBufferPointer { labels in
      lengths.withUnsafeMutableBufferPointer { lengths in
        while waiting > 0, length <= limit {
          let slot = Int(length & 7)
          let cells = lists[slot]
          lists[slot].removeAll(keepingCapacity: true)
          waiting -= cells.count
          // What has another length by now was reached by a shorter way.
          for cell in cells where lengths[cell] == length {
            reached.append(cell)
            for (step, cost) in neighbors where labels[cell + step] == thing.label {
              let way = length + cost
              guard lengths[cell + step] < 0 || lengths[cell + step] > way else { continue }
              lengths[cell + step] = way
              lists[Int(way & 7)].append(cell + step)
              waiting += 1
            }
          }
          length += 1
        }
      }
    }
    return Ways(lengths: lengths, cells: reached)
  }

  /// True when no neighbour of the cell is farther away.
  func isExtremity(_ cell: Int, _ ways: Ways) -> Bool {
    neighborSteps.allSatisfy { ways.lengths[cell + $0.step] <= ways.lengths[cell] }
  }

  private var neighborSteps: [(step: Int, cost: Int32)] {
    [
      (-1, 5), (1, 5), (-rowStep, 5), (rowStep, 5), (-rowStep - 1, 7), (-rowStep + 1, 7), (rowStep - 1, 7),
      (rowStep + 1, 7),
    ]
  }

  /// Place of a border cell on the way around the picture.
  private func ringPlace(_ x: Int, _ y: Int) -> Int {
    if y == 0 { return x }
    if x == grid.width - 1 { return grid.width + y }
    if y == grid.height - 1 { return 2 * grid.width + grid.height - x }
    return 2 * (grid.width + grid.height) - y
  }

  private func cell(atRingPlace place: Int) -> Int {
    let (width, height) = (grid.width, grid.height)
    let (x, y) =
      switch place {
      case ..<width: (place, 0)
      case ..<(width + height): (width - 1, place - width)
      case ...(2 * width + height): (2 * width + height - place, height - 1)
      default: (0, 2 * (width + height) - place)
      }
    return (y + 1) * rowStep + x + 1
  }

  /// The longest stretch of border cells without a wide gap.
  private func longestStretch(_ places: [Int]) -> [Int] {
    let sorted = places.sorted()
    let widestGap = max(grid.width, grid.height) / 20
    let round = 2 * (grid.width + grid.height)
    // Twice around, so that a stretch over the first corner is seen whole.
    let twice = sorted + sorted.map { $0 + round }
    var best: ArraySlice<Int> = []
    var start = 0
    for index in twice.indices {
      if index > 0, twice[index] - twice[index - 1] > widestGap { start = index }
      if index - start + 1 > best.count, index - start < sorted.count { best = twice[start...index] }
    }
    return best.map { cell(atRingPlace: $0 % round) }
  }
}
