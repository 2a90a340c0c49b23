/// Goes through the text of an attribute: numbers, words and the commas between them (SVG 1.1, section 8.3.9).
struct SVGScanner {
  let text: [UInt8]
  private(set) var place = 0

  init(_ text: String) { self.text = Array(text.utf8) }

  var isAtEnd: Bool { place >= text.count }

  /// The next byte; zero at the end.
  var current: UInt8 { place < text.count ? text[place] : 0 }

  mutating func advance() { place += 1 }

  mutating func skipSpace() {
    while [0x20, 0x09, 0x0a, 0x0c, 0x0d].contains(current) { place += 1 }
  }

  /// Passes over space with at most one comma in it.
  mutating func skipSeparator() {
    skipSpace()
    guard current == UInt8(ascii: ",") else { return }
    place += 1
    skipSpace()
  }

  /// True where a number begins.
  var isAtNumber: Bool {
    var next = place
    if next < text.count, text[next] == UInt8(ascii: "-") || text[next] == UInt8(ascii: "+") { next += 1 }
    if next < text.count, text[next] == UInt8(ascii: ".") { next += 1 }
    return next < text.count && isDigit(text[next])
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The number that begins here: it ends where it can't go on, so that `.5.5-1e2` are three.
  ///
  /// - Returns: nil, and the place stays, where there is none or it is too large.
  mutating func number() -> Double? {
    guard isAtNumber else { return nil }
    let start = place
    if !isDigit(current), current != UInt8(ascii: ".") { place += 1 }
    while isDigit(current) { place += 1 }
    if current == UInt8(ascii: ".") {
      place += 1
      while isDigit(current) { place += 1 }
    }
    if current | 0x20 == UInt8(ascii: "e") {
      // An “e” without digits begins a unit, such as em.
      var next = place + 1
      if next < text.count, text[next] == UInt8(ascii: "-") || text[next] == UInt8(ascii: "+") { next += 1 }
      if next < text.count, isDigit(text[next]) {
        while next < text.count, isDigit(text[next]) { next += 1 }
        place = next
      }
    }
    guard let number = Double(String(decoding: text[start..<place], as: UTF8.self)), number.isFinite else {
      place = start
      return nil
    }
    return number
  }

  /// The flag of an arc: one letter, after which the next number may begin at once.
  mutating func flag() -> Bool? {
    guard current == UInt8(ascii: "0") || current == UInt8(ascii: "1") else { return nil }
    defer { place += 1 }
    return current == UInt8(ascii: "1")
  }

  /// The letters from here on.
  mutating func word() -> String {
    let start = place
    while case UInt8(ascii: "a")...UInt8(ascii: "z") = current | 0x20 { place += 1 }
    return String(decoding: text[start..<place], as: UTF8.self)
  }

  /// What stands around the place, for a sentence.
  var surroundings: String {
    let from = max(0, place - 8)
    let to = min(text.count, place + 8)
    let piece = String(decoding: text[from..<to], as: UTF8.self).map { $0.isNewline ? " " : String($0) }
    return (from > 0 ? "…" : "") + piece.joined() + (to < text.count ? "…" : "")
  }
}
