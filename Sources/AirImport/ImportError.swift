/// Why a file can't be imported: one sentence that names the file, the place and what is wrong.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(path: String, _ fault: ImportFault) {
    let place = fault.line.map { "Line \($0) of \(path)" } ?? path
    description = "\(place) can't be imported: \(fault.reason)."
  }
}

/// What is wrong at a place of a file whose name is not known there.
struct ImportFault: Error {
  /// The line, from 1, where one is to blame.
  var line: Int?
  /// A clause without a closing full stop.
  var reason: String

  init(line: Int? = nil, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The fault with a line where it names none.
  func at(line: Int) -> ImportFault { ImportFault(line: self.line ?? line, reason) }
}
