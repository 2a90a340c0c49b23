/// The header of a PLY file (G. Turk, The PLY Polygon File Format, 1994).
struct PLYHeader {
  /// How numbers are stored behind the header.
  enum Encoding {
    case text
    case littleEndian
    case bigEndian
  }

  /// A number's type.
  enum Scalar {
    case int8, uint8, int16, uint16, int32, uint32, float32, float64

    /// Bytes of a number.
    var size: Int {
      switch self {
      case .int8, .uint8: 1
      case .int16, .uint16: 2
      case .int32, .uint32, .float32: 4
      case .float64: 8
      }
    }

    init?(_ name: String) {
      switch name {
      case "char", "int8": self = .int8
      case "uchar", "uint8": self = .uint8
      case "short", "int16": self = .int16
      case "ushort", "uint16": self = .uint16
      case "int", "int32": self = .int32
      case "uint", "uint32": self = .uint32
      case "float", "float32": self = .float32
      case "double", "float64": self = .float64
      default: return nil
      }
    }
  }

  /// A value of an element.
  struct Property {
    let name: String
    /// The type of the value, or of a list's values.
    let type: Scalar
    /// The type of a list's count; nil for a single value.
    let countType: Scalar?
  }

  /// A table of values.
  struct Element {
    let name: String
    let count: Int
    var properties: [Property] = []

    /// The place of a property.
    func index(of name: String) -> Int? { properties.firstIndex { $0.name == name } }
  }

  private(set) var encoding = Encoding.text
  private(set) var elements: [Element] = []
  /// Where the values begin.
  private(set) var length = 0
  /// The number of the line there.
  private(set) var lineCount = 0

  init(_ bytes: UnsafeRawBufferPointer) throws(ReadFailure) {
    var scanner = TextScanner(bytes)
    guard scanner.restOfLine() == "ply" else { throw .malformed("it does not begin with “ply”") }
    var hasFormat = false
    while true {
      guard !scanner.isAtEnd else { throw scanner.failure("the header has no “end_header”") }
      let problem = scanner
      let words = scanner.restOfLine().split(separator: " ").map(String.init)
      switch words.first {
      case "format":
        encoding = try Self.encoding(words, problem)
        hasFormat = true
      case "element":
        guard words.count == 3, let count = Int(words[2]), count >= 0 else {
          throw problem.failure("an element needs a name and a count")
        }
        elements.append(Element(name: words[1], count: count))
      case "property":
        guard !elements.isEmpty else { throw problem.failure("a property stands before the first element") }
        elements[elements.count - 1].properties.append(try Self.property(words, problem))
      case "end_header":
        guard hasFormat else { throw problem.failure("the header names no format") }
        length = scanner.offset
        lineCount = scanner.line
        return
      case nil, "comment", "obj_info": continue
      default: throw problem.failure("“\(words[0])” is no word of a header")
      }
    }
  }

  private static func encoding(_ words: [String], _ scanner: TextScanner) throws(ReadFailure) -> Encoding {
    switch words.dropFirst().first {
    case "ascii": return .text
    case "binary_little_endian": return .littleEndian
    case "binary_big_endian": return .bigEndian
    default: throw scanner.failure("the format is none of PLY’s")
    }
  }

  private static func property(_ words: [String], _ scanner: TextScanner) throws(ReadFailure) -> Property {
    if words.count == 5, words[1] == "list", let count = Scalar(words[2]), let type = Scalar(words[3]) {
      return Property(name: words[4], type: type, countType: count)
    }
    guard words.count == 3, let type = Scalar(words[1]) else {
      throw scanner.failure("a property needs a type and a name")
    }
    return Property(name: words[2], type: type, countType: nil)
  }
}
