/// Numbers as text, straight into a file's buffer.
///
/// Readers of text formats are often sloppy in the last bit: they read the digits after the point as a whole number and
/// scale it in single precision. A lattice coordinate is a multiple of 2⁻¹², so it has an exact decimal of at most
/// twelve places, and with all of them every reader gets the same bits.
struct TextLine {
  /// Bytes that are always enough for a line of the writers here.
  static let capacity = 320

  private let start: UnsafeMutableRawPointer
  private(set) var count = 0

  init(at start: UnsafeMutableRawPointer) { self.start = start }

  private mutating func append(byte: UInt8) {
    start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  mutating func append(_ text: StaticString) {
    start.advanced(by: count).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  mutating func append(_ number: UInt64) {
    var digits = 1
    var bound: UInt64 = 10
    while number >= bound {
      digits += 1
      bound *= 10
    }
    appendDigits(number, count: digits)
  }

  /// A coordinate of k steps of 2⁻¹², exactly: 8192 is “2”, 1 is “0.000244140625”.
  mutating func append(lattice k: Int32) {
    if k < 0 { append("-") }
    let magnitude = UInt64(k.magnitude)
    append(magnitude >> 12)
    // 5¹²/10¹² = 2⁻¹².
    appendFraction(magnitude % (1 << 12) * 244_140_625, places: 12)
  }

  /// A number −1…1 with up to five places.
  mutating func append(unit value: Float) {
    let scaled = Int64((Double(value) * 1e5).rounded())
    if scaled < 0 { append("-") }
    append(scaled.magnitude / 100_000)
    appendFraction(scaled.magnitude % 100_000, places: 5)
  }

  /// A number by as few digits as read back to the same bits.
  mutating func append(shortest value: Float) {
    if let whole = Int32(exactly: value) {
      if whole < 0 { append("-") }
      append(UInt64(whole.magnitude))
      return
    }
    var text = value.description
    text.withUTF8 { digits in
      UnsafeMutableRawBufferPointer(start: start.advanced(by: count), count: digits.count).copyBytes(
        from: digits)
      count += digits.count
    }
  }

  /// The point and the places after it, without zeros at the end; nothing when all are zero.
  private mutating func appendFraction(_ fraction: UInt64, places: Int) {
    guard fraction > 0 else { return }
    var fraction = fraction
    var places = places
    while fraction.isMultiple(of: 10) {
      fraction /= 10
      places -= 1
    }
    append(".")
    appendDigits(fraction, count: places)
  }

  private mutating func appendDigits(_ number: UInt64, count digits: Int) {
    var rest = number
    for place in stride(from: count + digits - 1, through: count, by: -1) {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      start.storeBytes(of: UInt8(ascii: "0") + UInt8(digit), toByteOffset: place, as: UInt8.self)
      rest = quotient
    }
    count += digits
  }
}

extension FileOutput {
  /// Appends a line of text for each index.
  func appendLines(_ range: Range<Int>, _ fill: (inout TextLine, Int) -> Void) throws(ExportError) {
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
