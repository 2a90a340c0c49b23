import Glibc

/// Goes through a text of words and numbers, and counts its lines.
struct TextScanner {
  private let bytes: UnsafeRawBufferPointer
  private var place: Int
  /// The number of the current line, from 1.
  private(set) var line: Int

  /// - Parameters:
  ///   - start: where to begin.
  ///   - line: the number of the line there.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0, line: Int = 1) {
    self.bytes = bytes
    place = start
    self.line = line
  }

  /// True behind the last byte.
  var isAtEnd: Bool { place >= bytes.count }

  /// How many bytes were passed.
  var offset: Int { place }

  /// The byte here; a line end behind the last one.
  @inline(__always)
  private var current: UInt8 { place < bytes.count ? bytes[place] : UInt8(ascii: "\n") }

  /// A failure that names the line.
  func failure(_ problem: String) -> ReadFailure { .malformed("line \(line): \(problem)") }

  /// Passes over spaces and tabs, not over a line's end.
  @inline(__always)
  mutating func skipSpaces() {
    while place < bytes.count, bytes[place].isSpace { place += 1 }
  }

  /// Passes over spaces and line ends.
  @inline(__always)
  mutating func skipBlank() {
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\n") {
        line += 1
      } else if !bytes[place].isSpace {
        return
      }
      place += 1
    }
  }

  /// True when nothing but spaces is left of the line.
  mutating func isAtLineEnd() -> Bool {
    skipSpaces()
    return current == UInt8(ascii: "\n")
  }

  /// Passes over the rest of the line and its end.
  mutating func skipLine() {
    guard let base = bytes.baseAddress, place < bytes.count else { return }
    let rest = bytes.count - place
    if let end = memchr(base + place, Int32(UInt8(ascii: "\n")), rest) {
      place = UnsafeRawPointer(end) - base + 1
      line += 1
    } else {
      place = bytes.count
    }
  }

  /// The letters up to the next space or line end.
  @inline(__always)
  mutating func word() -> UnsafeRawBufferPointer {
    let start = place
    while place < bytes.count, !bytes[place].isSpace, bytes[place] != UInt8(ascii: "\n") { place += 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<place])
  }

  /// Takes the word if it is this one, whatever its case.
  mutating func take(_ expected: StaticString) -> Bool {
    var ahead = self
    guard ahead.word().isWord(expected) else { return false }
    self = ahead
    return true
  }

  /// The rest of the line without spaces around it; the line's end is passed over.
  mutating func restOfLine() -> String {
    skipSpaces()
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
    var end = place
    while end > start, bytes[end - 1].isSpace { end -= 1 }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    skipLine()
    return text
  }

  /// True when this letter is next.
  func isAt(_ byte: UInt8) -> Bool { current == byte }

  /// Passes over a letter if it is next.
  @inline(__always)
  mutating func take(byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// A whole number with its sign; nil when there is none or it does not fit.
  @inline(__always)
  mutating func wholeNumber() -> Int? {
    let isNegative = take(byte: UInt8(ascii: "-"))
    if !isNegative { _ = take(byte: UInt8(ascii: "+")) }
    var value = 0
    let start = place
    while place < bytes.count, let digit = bytes[place].digit {
      guard place - start < 18 else { return nil }
      value = value * 10 + Int(digit)
      place += 1
    }
    guard place > start else { return nil }
    return isNegative ? -value : value
  }

  /// The nearest float to a decimal number; nil when there is none or it is too large.
  @inline(__always)
  mutating func float() -> Float? {
    guard let double = double() else { return nil }
    let float = Float(double)
    return float.isFinite ? float : nil
  }

  /// The nearest double, save where that lies just between two floats: then, so that rounding it once more goes the right
  /// way, a neighbour on the number's side.
  @inline(__always)
  private mutating func double() -> Double? {
    let start = place
    let isNegative = take(byte: UInt8(ascii: "-"))
    if !isNegative { _ = take(byte: UInt8(ascii: "+")) }
    var digits: UInt64 = 0
    var digitCount = 0
    var isLong = false
    var exponent = 0
    var isFraction = false
    while place < bytes.count {
      if let digit = bytes[place].digit {
        // Nineteen digits fit in 64 bits.
        if digits < 1_000_000_000_000_000_000 {
          digits = digits * 10 + UInt64(digit)
          if isFraction { exponent -= 1 }
        } else {
          isLong = true
        }
        digitCount += 1
      } else if bytes[place] == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else {
        break
      }
      place += 1
    }
    guard digitCount > 0 else { return nil }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      guard let power = wholeNumber() else { return nil }
      exponent += max(-100_000, min(100_000, power))
    }
    guard !isLong, digits <= 1 << 53, abs(exponent) <= 22 else { return slowDouble(from: start) }
    // Both are exact, so the one rounding of the product or quotient is the right one (W. Clinger, "How to read floating
    // point numbers accurately", PLDI 1990).
    let power = Self.powersOfTen[abs(exponent)]
    let value = exponent < 0 ? Double(digits) / power : Double(digits) * power
    // Half of a float's last place, and nothing behind it: which side the number lies on can't be seen any more.
    if value.bitPattern & 0x1fff_ffff == 0x1000_0000 || value < 0x1p-126 && value > 0 {
      return slowDouble(from: start)
    }
    return isNegative ? -value : value
  }

  /// A float by the standard library, which rounds once.
  private func slowDouble(from start: Int) -> Double? {
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    return Float(text).map { Double($0) }
  }

  private static let powersOfTen: [Double] = (0...22).map { power in
    (0..<power).reduce(1) { product, _ in product * 10 }
  }
}

extension UInt8 {
  /// True for what parts words on a line.
  @inline(__always)
  var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r") }

  /// The decimal digit that this letter of ASCII stands for.
  @inline(__always)
  fileprivate var digit: UInt8? {
    let value = self &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }
}

extension UnsafeRawBufferPointer {
  /// True when the bytes are this word of small letters, whatever their case.
  @inline(__always)
  func isWord(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count {
      let byte = self[index]
      let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      if (isCapital ? byte | 0x20 : byte) != word.utf8Start[index] { return false }
    }
    return true
  }
}
