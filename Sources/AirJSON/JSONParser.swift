/// Reads JSON text (RFC 8259) in one pass over its bytes.
struct JSONParser {
  /// How deeply lists and objects may lie in one another: far more than anybody needs, far less than a stack holds.
  static let mostLevels = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var level = 0

  /// Reads the one value that a text is.
  static func value(of bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.place == bytes.count else { throw parser.error("there is more after its end") }
    return value
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    // A byte order mark may be passed over (RFC 8259, section 8.1).
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
  }

  /// The byte at the place; zero, which no JSON holds, at the end.
  private var current: UInt8 { place < bytes.count ? bytes[place] : 0 }

  private func error(_ reason: String) -> JSONError {
    let before = bytes.prefix(min(place, bytes.count))
    let line = before.count { $0 == 0x0a } + 1
    let column = before.count - (before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0) + 1
    return JSONError(description: "\(reason) at line \(line), column \(column)")
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[place]) { place += 1 }
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw error(place < bytes.count ? "there is no value" : "it ends too early")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[place...].starts(with: letters) else { throw error("there is no value") }
    place += letters.count
    return value
  }

  private mutating func enter() throws(JSONError) {
    place += 1
    level += 1
    guard level <= Self.mostLevels else {
      throw error("it is nested more deeply than \(Self.mostLevels) levels")
    }
  }

  /// Passes over a comma; false at the closing bracket, which is passed over too.
  private mutating func goesOn(until bracket: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    guard current == UInt8(ascii: ",") || current == bracket else {
      throw error(place < bytes.count ? "a comma is missing" : "it ends too early")
    }
    defer { place += 1 }
    return current != bracket
  }

  private mutating func isClosed(by bracket: UInt8) -> Bool {
    skipSpace()
    guard current == bracket else { return false }
    place += 1
    return true
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    try enter()
    defer { level -= 1 }
    var values: [JSONValue] = []
    if isClosed(by: UInt8(ascii: "]")) { return .array(values) }
    repeat { values.append(try value()) } while try goesOn(until: UInt8(ascii: "]"))
    return .array(values)
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    try enter()
    defer { level -= 1 }
    var fields: [JSONField] = []
    if isClosed(by: UInt8(ascii: "}")) { return .object(fields) }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw error("a field's name is missing") }
      let name = try string()
      skipSpace()
      guard current == UInt8(ascii: ":") else { throw error("a colon is missing") }
      place += 1
      fields.append(JSONField(name, try value()))
    } while try goesOn(until: UInt8(ascii: "}"))
    return .object(fields)
  }
}

extension JSONParser {
  /// Passes over digits.
  ///
  /// - Returns: how many there were.
  private mutating func digits(_ take: (UInt8) -> Void = { _ in }) -> Int {
    let start = place
    while case UInt8(ascii: "0")...UInt8(ascii: "9") = current {
      take(current - UInt8(ascii: "0"))
      place += 1
    }
    return place - start
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = place
    var digitsOfNumber: UInt64 = 0
    var isLong = false
    func take(_ digit: UInt8) {
      // Beyond 18 digits the number may not fit, and is left to the slow way.
      isLong = isLong || digitsOfNumber >= 100_000_000_000_000_000
      if !isLong { digitsOfNumber = digitsOfNumber * 10 + UInt64(digit) }
    }
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let hasLeadingZero = current == UInt8(ascii: "0")
    let wholeDigits = digits(take)
    guard wholeDigits > 0, !hasLeadingZero || wholeDigits == 1 else { throw error("there is no number") }
    var exponent = 0
    if current == UInt8(ascii: ".") {
      place += 1
      let count = digits(take)
      guard count > 0 else { throw error("a number's fraction is missing") }
      exponent = -count
    }
    if current | 0x20 == UInt8(ascii: "e") {
      place += 1
      let isNegative = current == UInt8(ascii: "-")
      if isNegative || current == UInt8(ascii: "+") { place += 1 }
      var size = 0
      let count = digits { size = min(size * 10 + Int($0), 100_000) }
      guard count > 0 else { throw error("a number's exponent is missing") }
      exponent += isNegative ? -size : size
    }
    if exponent == 0, !isLong {
      return .integer(isNegative ? -Int(digitsOfNumber) : Int(digitsOfNumber))
    }
    var value: Double
    if !isLong, digitsOfNumber <= 1 << 53, abs(exponent) <= 22 {
      // Both are exact, so the one rounding of the product or quotient is the right one (W. Clinger, "How to read
      // floating point numbers accurately", PLDI 1990).
      let power = Self.powersOfTen[abs(exponent)]
      value = exponent < 0 ? Double(digitsOfNumber) / power : Double(digitsOfNumber) * power
      if isNegative { value = -value }
    } else {
      value = Double(String(decoding: bytes[start..<place], as: UTF8.self)) ?? .infinity
    }
    guard value.isFinite else { throw error("a number is too large") }
    return Int(exactly: value).map { .integer($0) } ?? .number(value)
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
  ]
}

extension JSONParser {
  private mutating func string() throws(JSONError) -> String {
    place += 1
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        defer { place += 1 }
        return try text(Array(bytes[start..<place]))
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case 0..<0x20: throw error("a text holds a control character")
      default: place += 1
      }
    }
    throw error("a text has no end")
  }

  private func text(_ units: [UInt8]) throws(JSONError) -> String {
    guard let text = String(validating: units, as: UTF8.self) else { throw error("a text is not UTF-8") }
    return text
  }

  /// The rest of a string from its first escape on.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var units = Array(bytes[start..<place])
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return try text(units)
      case UInt8(ascii: "\\"): units += try escaped()
      case 0..<0x20: throw error("a text holds a control character")
      default: units.append(byte)
      }
    }
    throw error("a text has no end")
  }

  private mutating func escaped() throws(JSONError) -> [UInt8] {
    let letter = current
    place += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0c]
    case UInt8(ascii: "n"): return [0x0a]
    case UInt8(ascii: "r"): return [0x0d]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if case 0xd800...0xdbff = code, current == UInt8(ascii: "\\") {
        place += 1
        guard current == UInt8(ascii: "u") else { throw error("half a surrogate pair is missing") }
        place += 1
        let low = try hexadecimal()
        guard case 0xdc00...0xdfff = low else { throw error("half a surrogate pair is missing") }
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("half a surrogate pair is missing") }
      return Array(String(Character(scalar)).utf8)
    default: throw error("an escape is unknown")
    }
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(current)).hexDigitValue else {
        throw error("an escape has fewer than four digits")
      }
      code = code << 4 | UInt32(digit)
      place += 1
    }
    return code
  }
}
