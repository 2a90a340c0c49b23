/// Unpacks deflated bytes (RFC 1950 and 1951): MATLAB packs its files so.
struct Inflater {
  /// The bytes are no deflated data, or end too early.
  struct DamagedData: Error, CustomStringConvertible {
    let description = "The packed data is damaged."
  }

  private let bytes: [UInt8]
  private var place: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var result: [UInt8] = []

  /// Unpacks a whole zlib stream; its checksum is not compared.
  static func unpack(_ stream: [UInt8]) throws -> [UInt8] {
    var inflater = Inflater(bytes: stream, place: 2)
    var isLast = false
    while !isLast {
      isLast = try inflater.take(1) == 1
      switch try inflater.take(2) {
      case 0: try inflater.copyStored()
      case 1: try inflater.expand(literals: .fixedLiterals, distances: .fixedDistances)
      case 2: try inflater.expandDynamic()
      default: throw DamagedData()
      }
    }
    return inflater.result
  }

  private init(bytes: [UInt8], place: Int) {
    self.bytes = bytes
    self.place = place
  }

  private mutating func take(_ count: Int) throws -> Int {
    while bitCount < count {
      guard place < bytes.count else { throw DamagedData() }
      bits |= UInt32(bytes[place]) << UInt32(bitCount)
      place += 1
      bitCount += 8
    }
    let value = bits & ((1 << UInt32(count)) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func copyStored() throws {
    bits = 0
    bitCount = 0
    guard place + 4 <= bytes.count else { throw DamagedData() }
    let count = Int(bytes[place]) | Int(bytes[place + 1]) << 8
    place += 4
    guard place + count <= bytes.count else { throw DamagedData() }
    result += bytes[place..<place + count]
    place += count
  }

  private mutating func symbol(_ code: PrefixCode) throws -> Int {
    var value = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      value |= try take(1)
      let count = code.countOfLength[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw DamagedData()
  }

  private mutating func expandDynamic() throws {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let lengthCount = try take(4) + 4
    var lengths = [Int](repeating: 0, count: 19)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for place in order.prefix(lengthCount) { lengths[place] = try take(3) }
    let lengthCode = PrefixCode(lengths: lengths)
    var all: [Int] = []
    while all.count < literalCount + distanceCount {
      switch try symbol(lengthCode) {
      case let length where length < 16: all.append(length)
      case 16:
        guard let last = all.last else { throw DamagedData() }
        all += [Int](repeating: last, count: try take(2) + 3)
      case 17: all += [Int](repeating: 0, count: try take(3) + 3)
      default: all += [Int](repeating: 0, count: try take(7) + 11)
      }
    }
    try expand(
      literals: PrefixCode(lengths: Array(all.prefix(literalCount))),
      distances: PrefixCode(lengths: Array(all.dropFirst(literalCount).prefix(distanceCount))))
  }

  private mutating func expand(literals: PrefixCode, distances: PrefixCode) throws {
    while true {
      let literal = try symbol(literals)
      if literal < 256 {
        result.append(UInt8(literal))
        continue
      }
      if literal == 256 { return }
      let length = try extended(literal - 257, repeats: 4, start: 3, last: 28)
      let distance = try extended(try symbol(distances), repeats: 2, start: 1, last: 30)
      guard distance <= result.count else { throw DamagedData() }
      for _ in 0..<length { result.append(result[result.count - distance]) }
    }
  }

  /// A length or distance: `repeats` codes for each number of extra bits (RFC 1951, 3.2.5).
  private mutating func extended(_ code: Int, repeats: Int, start: Int, last: Int) throws -> Int {
    guard code < (repeats == 4 ? 29 : 30) else { throw DamagedData() }
    // The longest length has a code of its own.
    if repeats == 4, code == last { return 258 }
    var value = start
    for earlier in 0..<code { value += 1 << Self.extraBits(earlier, repeats) }
    return value + (try take(Self.extraBits(code, repeats)))
  }

  private static func extraBits(_ code: Int, _ repeats: Int) -> Int { max(0, code / repeats - 1) }
}

/// A canonical prefix code, by the number of codes of each length and the symbols in order.
private struct PrefixCode {
  var countOfLength = [Int](repeating: 0, count: 16)
  var symbols: [Int]

  init(lengths: [Int]) {
    for length in lengths where length > 0 { countOfLength[length] += 1 }
    symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
  }

  static let fixedLiterals = PrefixCode(
    lengths: [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
      + [Int](repeating: 7, count: 24)
      + [Int](repeating: 8, count: 8))
  static let fixedDistances = PrefixCode(lengths: [Int](repeating: 5, count: 30))
}
