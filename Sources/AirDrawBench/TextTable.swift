import Glibc

/// A table as Markdown.
struct TextTable {
  private var lines: [String]

  /// Starts with the names of the columns.
  init(_ header: [String]) {
    lines = [Self.line(header), Self.line(header.map { _ in "---" })]
  }

  mutating func add(_ cells: [String]) { lines.append(Self.line(cells)) }

  var text: String { lines.joined(separator: "\n") }

  private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}

/// A number with a fixed count of decimals; a dash where there is none.
func fixed(_ value: Double?, _ decimals: Int = 3) -> String {
  guard let value, value.isFinite else { return "–" }
  let unit = pow(10, Double(decimals))
  let scaled = (abs(value) * unit).rounded()
  guard scaled < 1e15 else { return value.description }
  let whole = Int(scaled) / Int(unit)
  let fraction = String(Int(scaled) % Int(unit))
  let sign = value < 0 && scaled > 0 ? "-" : ""
  let padding = String(repeating: "0", count: max(decimals - fraction.count, 0))
  return decimals == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(padding)\(fraction)"
}

/// A share in percent; a dash where there is none.
func percent(_ value: Double?) -> String { value.map { fixed(100 * $0, 1) + " %" } ?? "–" }

/// Says to standard error what is being done: it may take minutes.
func sayProgress(_ text: String) {
  let line = text + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
