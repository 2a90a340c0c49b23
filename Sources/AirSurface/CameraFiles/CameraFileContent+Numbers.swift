import AirGeometry

/// A line of a table: its number from 1 and its cells.
struct NumberLine {
  var number: Int
  var cells: [Substring]

  /// The cells as finite numbers; nil where one is none.
  var numbers: [Double]? {
    let numbers = cells.compactMap { Double($0) }
    return numbers.count == cells.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
  }
}

/// The lines of a text, each cut at spaces, tabs, commas and semicolons; empty lines have no cells.
struct NumberLines: Sequence, IteratorProtocol {
  private var rest: Substring.UTF8View?
  private var number = 0

  init(_ text: String) { rest = text[...].utf8 }

  mutating func next() -> NumberLine? {
    guard let text = rest else { return nil }
    number += 1
    let end = text.firstIndex(of: UInt8(ascii: "\n"))
    rest = end.map { text[text.index(after: $0)...] }
    let line = text[..<(end ?? text.endIndex)]
    let cells = line.split { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
    return NumberLine(number: number, cells: cells.map { Substring($0) })
  }
}

extension CameraFileContent {
  /// The lines that hold something and are no comments.
  var numberLines: some Sequence<NumberLine> {
    NumberLines(text).lazy.filter { $0.cells.first.map { $0.first != "#" } ?? false }
  }

  /// The first line that holds something and is no comment.
  var firstNumberLine: NumberLine? { numberLines.first { _ in true } }
}
