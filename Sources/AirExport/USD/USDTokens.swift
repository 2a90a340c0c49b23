/// The words of a USD layer of text, one after the other (Pixar, Usda File Format).
struct USDTokens {
  enum Token: Equatable {
    /// A name, keyword or type, such as `def`, `inputs:diffuseColor` or `point3f[]`.
    case word(String)
    case number(Double)
    case string(String)
    /// What stands between `<` and `>`, or between `@` and `@`.
    case reference(String)
    /// One of `( ) [ ] { } = , ; .`
    case mark(UInt8)
    case end
  }

  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  /// - Parameter bytes: the layer; they must outlive this value.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The line of the next token.
  var line: Int { 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") } }

  /// Steps over a mark if it comes next.
  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }

  /// The next token; nil when it is none.
  mutating func next() -> Token? {
    skipSpace()
    guard place < bytes.count else { return .end }
    switch bytes[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string()
    case UInt8(ascii: "<"): return reference(until: UInt8(ascii: ">"))
    case UInt8(ascii: "@"): return reference(until: UInt8(ascii: "@"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"):
      return number().map { .number($0) }
    case let byte where Self.isInWord(byte): return word()
    default:
      place += 1
      return .mark(bytes[place - 1])
    }
  }

  /// Numbers up to the end of an array or tuple that has begun, whatever brackets are within.
  ///
  /// - Returns: false when something else stands there.
  mutating func readNumbers(_ take: (Double) -> Void) -> Bool {
    var depth = 1
    while depth > 0 {
      skipSpace()
      guard place < bytes.count else { return false }
      switch bytes[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["):
        depth += 1
        place += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        depth -= 1
        place += 1
      case UInt8(ascii: ","): place += 1
      default:
        guard let number = number() else { return false }
        take(number)
      }
    }
    return true
  }

  private mutating func skipSpace() {
    while place < bytes.count {
      if bytes[place] <= 0x20 {
        place += 1
      } else if bytes[place] == UInt8(ascii: "#") {
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
      } else {
        return
      }
    }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  private mutating func word() -> Token {
    let start = place
    while place < bytes.count, Self.isInWord(bytes[place]) || bytes[place] == UInt8(ascii: ".") { place += 1 }
    // A type of arrays.
    if place + 1 < bytes.count, bytes[place] == UInt8(ascii: "["), bytes[place + 1] == UInt8(ascii: "]") {
      place += 2
    }
    return .word(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  private mutating func number() -> Double? {
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        place += 1
      default: return Double(String(decoding: bytes[start..<place], as: UTF8.self))
      }
    }
    return nil
  }

  private mutating func reference(until end: UInt8) -> Token? {
    let start = place + 1
    guard let stop = bytes[start...].firstIndex(of: end) else { return nil }
    place = stop + 1
    return .reference(String(decoding: bytes[start..<stop], as: UTF8.self))
  }

  /// A string between one or three quotation marks.
  private mutating func string() -> Token? {
    let quote = bytes[place]
    let isLong = bytes[place...].prefix(3).count { $0 == quote } == 3
    let length = isLong ? 3 : 1
    place += length
    var letters: [UInt8] = []
    while place < bytes.count {
      if bytes[place...].prefix(length).allSatisfy({ $0 == quote }), place + length <= bytes.count {
        place += length
        return .string(String(decoding: letters, as: UTF8.self))
      }
      if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count {
        place += 1
        switch bytes[place] {
        case UInt8(ascii: "n"): letters.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"): letters.append(UInt8(ascii: "\r"))
        case UInt8(ascii: "t"): letters.append(UInt8(ascii: "\t"))
        case let letter: letters.append(letter)
        }
      } else {
        letters.append(bytes[place])
      }
      place += 1
    }
    return nil
  }
}
