/// The numbers behind the header of a PLY file, one after the other.
struct PLYValues {
  private let bytes: UnsafeRawBufferPointer
  private let encoding: PLYHeader.Encoding
  private var place: Int
  private var scanner: TextScanner

  init(_ bytes: UnsafeRawBufferPointer, _ header: PLYHeader) {
    self.bytes = bytes
    encoding = header.encoding
    place = header.length
    scanner = TextScanner(bytes, from: header.length, line: header.lineCount)
  }

  /// How many bytes are left.
  var remainingByteCount: Int { bytes.count - (encoding == .text ? scanner.offset : place) }

  /// The next number.
  @inline(__always)
  mutating func next(_ type: PLYHeader.Scalar) throws(ReadFailure) -> Float {
    if encoding == .text { return try nextInText() }
    let start = try advance(by: type.size)
    switch type {
    case .float32: return Float(bitPattern: load(start, UInt32.self))
    case .float64: return Float(Double(bitPattern: load(start, UInt64.self)))
    default: return Float(whole(type, at: start))
    }
  }

  /// The next number, which must be whole.
  @inline(__always)
  mutating func nextWhole(_ type: PLYHeader.Scalar) throws(ReadFailure) -> Int {
    if encoding == .text {
      scanner.skipBlank()
      guard let value = scanner.wholeNumber() else { throw scanner.failure("there is no whole number") }
      return value
    }
    return whole(type, at: try advance(by: type.size))
  }

  /// The next number as the length of a list.
  @inline(__always)
  mutating func nextCount(_ type: PLYHeader.Scalar) throws(ReadFailure) -> Int {
    let count = try nextWhole(type)
    guard count >= 0, count <= remainingByteCount else {
      throw .malformed("a list of \(count) values is longer than the file")
    }
    return count
  }

  private mutating func nextInText() throws(ReadFailure) -> Float {
    scanner.skipBlank()
    guard let value = scanner.float() else {
      throw scanner.failure(scanner.isAtEnd ? "it ends too early" : "there is no number")
    }
    return value
  }

  /// Passes over a number of the binary forms.
  ///
  /// - Returns: where it begins.
  @inline(__always)
  private mutating func advance(by size: Int) throws(ReadFailure) -> Int {
    guard size <= bytes.count - place else { throw .malformed("it ends too early") }
    place += size
    return place - size
  }

  /// A whole number; zero for the types that hold none.
  @inline(__always)
  private func whole(_ type: PLYHeader.Scalar, at start: Int) -> Int {
    switch type {
    case .int8: Int(load(start, Int8.self))
    case .uint8: Int(load(start, UInt8.self))
    case .int16: Int(load(start, Int16.self))
    case .uint16: Int(load(start, UInt16.self))
    case .int32: Int(load(start, Int32.self))
    case .uint32: Int(load(start, UInt32.self))
    // No list has such a length, and no vertex such a number.
    case .float32, .float64: -1
    }
  }

  @inline(__always)
  private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ start: Int, _ type: Number.Type) -> Number
  {
    let stored = bytes.loadUnaligned(fromByteOffset: start, as: type)
    return encoding == .bigEndian ? Number(bigEndian: stored) : Number(littleEndian: stored)
  }
}
