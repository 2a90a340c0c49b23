/// The lines of a small text file of numbers, parted by commas, tabs or spaces.
struct NumberTable {
  /// Each line's cells with its number, from 1; empty lines are left out.
  let lines: [(number: Int, cells: [Substring])]
  private let file: String

  init(_ text: String, file: String) {
    self.file = file
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().compactMap {
      let cells = $1.split { $0 == "," || $0 == "\t" || $0 == " " }
      return cells.isEmpty ? nil : ($0 + 1, cells)
    }
  }

  /// The numbers of a line, from the cell at `start` on.
  func numbers(
    _ line: (number: Int, cells: [Substring]), from start: Int = 0, atLeast count: Int, need: String
  ) throws -> [Double] {
    let values = line.cells.dropFirst(start).map { Double($0) }
    let read = values.compactMap { $0 }
    guard read.count == values.count, read.count >= count else {
      throw ScoringError.badLine(file: file, line: line.number, need: need)
    }
    return read
  }
}
