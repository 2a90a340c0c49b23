import AirJSON
import FoundationEssentials

/// The binary numbers of a glTF file: the BIN chunk, files beside it, or data in the document itself.
final class GLTFBuffers {
  private enum Source {
    case chunk(UnsafeRawBufferPointer)
    case file(MappedFile, length: Int)
    case data(UnsafeMutableRawBufferPointer)
  }

  private var sources: [Source] = []

  /// - Parameters:
  ///   - chunk: the BIN chunk of a GLB file.
  ///   - folder: the folder of the file.
  init(_ document: JSONValue, chunk: UnsafeRawBufferPointer?, folder: String) throws(ReadFailure) {
    for (index, buffer) in (document["buffers"]?.arrayValue ?? []).enumerated() {
      let place = "buffer \(index)"
      let length = try buffer.count("byteLength", in: place)
      guard let uri = buffer["uri"]?.stringValue else {
        guard index == 0, let bytes = chunk?.run(at: 0, count: length) else {
          throw .malformed("\(place) is longer than what is there of it")
        }
        sources.append(.chunk(bytes))
        continue
      }
      if uri.hasPrefix("data:") {
        sources.append(.data(try Self.decoded(uri, length: length, place)))
        continue
      }
      let file: MappedFile
      let path = try Self.path(uri, place)
      do {
        file = try MappedFile(path: path.hasPrefix("/") ? path : "\(folder)/\(path)")
      } catch {
        throw .malformed("its file “\(path)”: \(error.reason)")
      }
      guard file.bytes.count >= length else { throw .malformed("its file “\(path)” ends too early") }
      sources.append(.file(file, length: length))
    }
  }

  deinit {
    for case .data(let bytes) in sources { bytes.deallocate() }
  }

  /// The bytes of a buffer; they are there as long as this value is.
  func bytes(of index: Int) throws(ReadFailure) -> UnsafeRawBufferPointer {
    guard sources.indices.contains(index) else { throw .malformed("buffer \(index) does not exist") }
    switch sources[index] {
    case .chunk(let bytes): return bytes
    case .file(let file, let length): return UnsafeRawBufferPointer(rebasing: file.bytes.prefix(length))
    case .data(let bytes): return UnsafeRawBufferPointer(bytes)
    }
  }

  /// The path that a relative reference means (RFC 3986).
  static func path(_ uri: String, _ place: String) throws(ReadFailure) -> String {
    guard !uri.prefix(while: { $0 != "/" }).contains(":") else {
      throw .malformed("\(place) lies at an address and not in a file beside it")
    }
    guard let path = unescaped(uri) else {
      throw .malformed("\(place) has an address with a wrong escape")
    }
    return path
  }

  /// The text without its escapes of a percent sign and two hexadecimal digits; nil where one is wrong.
  private static func unescaped(_ uri: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(uri.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let escaped = UInt8(digits, radix: 16),
        escaped != 0
      else { return nil }
      bytes.append(escaped)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The bytes of a `data:` address (RFC 2397) in base 64.
  private static func decoded(
    _ uri: String, length: Int, _ place: String
  ) throws(ReadFailure) -> UnsafeMutableRawBufferPointer {
    guard let comma = uri.firstIndex(of: ","), uri[..<comma].hasSuffix(";base64"),
      let data = Data(base64Encoded: String(uri[uri.index(after: comma)...])), data.count >= length
    else { throw .malformed("\(place) has data that can't be decoded to its length") }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, data.count), alignment: 16)
    data.copyBytes(to: bytes)
    return UnsafeMutableRawBufferPointer(rebasing: bytes[..<length])
  }
}
