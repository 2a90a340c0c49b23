/// The lines of a text file, trimmed, with their numbers.
struct TextLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place: Int
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  mutating func next() -> (number: Int, text: ArraySlice<UInt8>)? {
    guard place < bytes.count else { return nil }
    let end = bytes[place...].firstIndex(of: 0x0a) ?? bytes.count
    defer { place = end + 1 }
    number += 1
    return (number, bytes[place..<end].trimmed)
  }
}

extension ArraySlice<UInt8> {
  /// The text without spaces and control characters at its ends.
  var trimmed: Self {
    guard let first = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 }) else {
      return self[startIndex..<startIndex]
    }
    return self[first...last]
  }

  /// The text.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The finite decimal number that the text is; nil where it is anything else (a word such as “nan” too).
  var number: Double? {
    guard let first, first < UInt8(ascii: "A"), !contains(UInt8(ascii: "x")) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}
