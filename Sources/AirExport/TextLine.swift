/// Numbers as text, straight into a file's buffer.
///
/// Readers of text formats are often sloppy in the last bit: they read the digits after the point as a whole number and
/// scale it in single precision. A lattice coordinate is a multiple of 2⁻¹², so it has an exact decimal of at most
/// twelve places, and with all of them every reader gets the same bits.
package struct TextLine {
  /// Bytes that are always enough for a line of the writers here, with those that are written ahead of its end.
  static let capacity = 320

  private let start: UnsafeMutableRawPointer
  private(set) var count = 0

  init(at start: UnsafeMutableRawPointer) { self.start = start }

  @inline(__always)
  package mutating func append(byte: UInt8) {
    start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  @inline(__always)
  package mutating func append(_ text: StaticString) {
    start.advanced(by: count).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  @inline(__always)
  package mutating func append(_ number: UInt64) {
    guard number < EightDigits.bound else { return append(long: number) }
    let digits = EightDigits(number)
    let zeros = min(digits.leadingZeros, 7)
    store(digits.text >> (8 * UInt64(zeros)))
    count += 8 - zeros
  }

  /// A number of more than eight digits.
  private mutating func append(long number: UInt64) {
    append(number / EightDigits.bound)
    store(EightDigits(number % EightDigits.bound).text)
    count += 8
  }

  /// A coordinate of k steps of 2⁻¹², exactly: 8192 is “2”, 1 is “0.000244140625”.
  @inline(__always)
  package mutating func append(lattice k: Int32) {
    if k < 0 { append(byte: UInt8(ascii: "-")) }
    let magnitude = UInt64(k.magnitude)
    append(magnitude >> 12)
    // 5¹²/10¹² = 2⁻¹².
    appendFraction(magnitude % (1 << 12) * 244_140_625 * 10_000)
  }

  /// A number of millionths, exactly: 1,500,000 is “1.5”.
  @inline(__always)
  package mutating func append(millionths: Int64) {
    if millionths < 0 { append(byte: UInt8(ascii: "-")) }
    append(millionths.magnitude / 1_000_000)
    appendFraction(millionths.magnitude % 1_000_000 * 10_000_000_000)
  }

  /// A number by as few digits as read back to the same bits, but for one more in 3,000.
  ///
  /// With as many places as make half a unit of the last one less than half the distance to the neighbouring floats,
  /// the nearest decimal is sure to read back. One place less is enough where a decimal happens to lie near enough; of
  /// those with two fewer, none can, but for one that is found by its zero at the end.
  @inline(__always)
  package mutating func append(shortest value: Float) {
    let size = value.magnitude
    // A power of two has its lower neighbour at half the distance.
    guard size < 1, size > 0x1p-27, size.significandBitPattern != 0 else { return append(other: value) }
    if value < 0 { append(byte: UInt8(ascii: "-")) }
    let range = Self.ranges[-Int(size.exponent)]
    let scaled = Double(size) * range.scale
    var digits = scaled.rounded(.toNearestOrEven)
    var unit = range.unit
    if abs(digits - scaled) >= range.reach {
      digits = (scaled * 10).rounded(.toNearestOrEven)
      unit = range.unitOfOnePlaceMore
    }
    append(byte: UInt8(ascii: "0"))
    appendFraction(UInt64(digits) &* unit)
  }

  /// How floats from 2ᵉ up to 2ᵉ⁺¹ are written.
  private struct DecimalRange {
    /// Ten to the number of places that may be enough.
    let scale: Double
    /// How far from a float a decimal may lie and still be read as it, in units of that last place.
    let reach: Double
    /// What the digits are multiplied by to make sixteen places of them.
    let unit: UInt64
    /// The same for one place more.
    let unitOfOnePlaceMore: UInt64
  }

  /// The ranges by −e, from 0.
  private static let ranges: [DecimalRange] = (0...27).map { negativeExponent in
    // Floats here are 2⁻²³⁻ᵉ apart; a little of the half of that is kept as a margin for rounding.
    var reach = 0.999_999
    for _ in 0..<(24 + negativeExponent) { reach /= 2 }
    var scale = 1.0
    var unit: UInt64 = 10_000_000_000_000_000
    while reach * 10 < 0.5 {
      scale *= 10
      reach *= 10
      unit /= 10
    }
    return DecimalRange(scale: scale, reach: reach, unit: unit, unitOfOnePlaceMore: unit / 10)
  }

  private mutating func append(other value: Float) {
    if let whole = Int32(exactly: value), value.sign == .plus || whole != 0 {
      if whole < 0 { append(byte: UInt8(ascii: "-")) }
      append(UInt64(whole.magnitude))
      return
    }
    for letter in value.description.utf8 { append(byte: letter) }
  }

  /// The point and sixteen places after it, without zeros at the end; nothing when all are zero.
  @inline(__always)
  private mutating func appendFraction(_ fraction: UInt64) {
    guard fraction > 0 else { return }
    append(byte: UInt8(ascii: "."))
    let first = EightDigits(fraction / EightDigits.bound)
    let last = EightDigits(fraction % EightDigits.bound)
    store(first.text)
    guard last.value != 0 else {
      count += 8 - first.trailingZeros
      return
    }
    count += 8
    store(last.text)
    count += 8 - last.trailingZeros
  }

  @inline(__always)
  private func store(_ eightLetters: UInt64) {
    start.storeBytes(of: eightLetters.littleEndian, toByteOffset: count, as: UInt64.self)
  }
}

/// A number below 10⁸ as eight decimal digits, one a byte, the first in the lowest: they are parted two by two, all
/// pairs at once.
private struct EightDigits {
  /// The first number that has more digits.
  static let bound: UInt64 = 100_000_000

  let value: UInt64

  @inline(__always)
  init(_ number: UInt64) {
    var parts = number / 10_000 | (number % 10_000) << 32
    // 10486/2²⁰ and 103/2¹⁰ are near enough to 1/100 and 1/10 for whole parts up to 9999 and 99.
    let hundreds = (parts &* 10_486) >> 20 & 0x0000_007f_0000_007f
    parts = hundreds | (parts &- 100 &* hundreds) << 16
    let tens = (parts &* 103) >> 10 & 0x000f_000f_000f_000f
    value = tens | (parts &- 10 &* tens) << 8
  }

  /// The digits as letters of ASCII.
  @inline(__always)
  var text: UInt64 { value | 0x3030_3030_3030_3030 }

  @inline(__always)
  var leadingZeros: Int { value.trailingZeroBitCount / 8 }

  @inline(__always)
  var trailingZeros: Int { value.leadingZeroBitCount / 8 }
}

extension FileOutput {
  /// Appends a line of text for each index.
  package func appendLines(_ range: Range<Int>, _ fill: (inout TextLine, Int) -> Void) throws(ExportError) {
    let linesPerPiece = 128
    var start = range.lowerBound
    while start < range.upperBound {
      let piece = start..<min(start + linesPerPiece, range.upperBound)
      try reserve(piece.count * TextLine.capacity) { (space: UnsafeMutableRawBufferPointer) in
        guard let base = space.baseAddress else { return 0 }
        var used = 0
        for index in piece {
          var line = TextLine(at: base + used)
          fill(&line, index)
          line.append("\n")
          used += line.count
        }
        return used
      }
      start = piece.upperBound
    }
  }
}
