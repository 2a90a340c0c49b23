/// Why a file of truths or seeds is of no use.
package enum ScoringError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line is not as it must be.
  case badLine(file: String, line: Int, need: String)
  /// There is nothing in the file.
  case nothingInside(file: String)
  /// A regression has too few samples, or samples of one kind only.
  case nothingToFit(reason: String)

  /// One sentence that says what is wrong and how to mend it.
  package var description: String {
    switch self {
    case .badLine(let file, let line, let need): "Line \(line) of “\(file)” must be \(need)."
    case .nothingInside(let file): "“\(file)” holds nothing; it must have at least one line of numbers."
    case .nothingToFit(let reason): "The confidence can't be fitted, since \(reason); name other sequences."
    }
  }
}
