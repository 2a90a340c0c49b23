import FoundationEssentials

extension JSONValue {
  /// Reads JSON text.
  ///
  /// Fields of objects come in the order of their names, since the parser beneath keeps none.
  ///
  /// - Throws: `JSONError` when the text is no JSON or holds a number that is not finite.
  public init(parsing text: some Collection<UInt8>) throws {
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: Data(text))
    } catch let error as DecodingError {
      throw JSONError(error)
    }
  }

  /// The value as text on one line, without spaces. The same value gives the same bytes: numbers are the shortest that read back equal.
  public var text: String {
    var result = ""
    write(to: &result, indent: nil)
    return result
  }

  /// The value as indented text with a line end, for people.
  public var indentedText: String {
    var result = ""
    write(to: &result, indent: 0)
    return result + "\n"
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value):
      if !value.isFinite {
        text += "null"
      } else if value == value.rounded(), abs(value) < 1e15 {
        text += value == 0 ? "0" : String(Int(value))
      } else {
        text += value.description
      }
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      // A list of plain values stays on its line: coordinates read better so.
      let isFlat = values.allSatisfy { $0.arrayValue == nil && $0.objectValue == nil }
      Self.write(
        values, brackets: ("[", "]"), to: &text, indent: isFlat ? nil : indent,
        separator: indent == nil ? "," : ", "
      ) {
        $0.write(to: &$1, indent: $2)
      }
    case .object(let fields):
      Self.write(fields, brackets: ("{", "}"), to: &text, indent: indent) { field, text, inner in
        Self.write(field.name, to: &text)
        text += indent == nil ? ":" : ": "
        field.value.write(to: &text, indent: inner)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], brackets: (String, String), to text: inout String, indent: Int?,
    separator: String = ",", element: (Element, inout String, Int?) -> Void
  ) {
    text += brackets.0
    let inner = indent.map { $0 + 1 }
    for (index, value) in elements.enumerated() {
      if let inner {
        text += (index > 0 ? "," : "") + "\n" + String(repeating: "  ", count: inner)
      } else if index > 0 {
        text += separator
      }
      element(value, &text, inner)
    }
    if let indent, !elements.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += brackets.1
  }

  /// Writes a text with the escapes of RFC 8259, section 7.
  private static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// Why a text is no JSON.
public struct JSONError: Error, CustomStringConvertible, Sendable {
  /// What is wrong, without a closing full stop.
  public let description: String

  init(_ error: DecodingError) {
    switch error {
    case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context):
      // The parser's own text tells the place in the line.
      let reason = (context.underlyingError as? CustomStringConvertible)?.description
      description = reason ?? context.debugDescription
    @unknown default:
      description = "it is no JSON"
    }
  }
}

extension JSONValue: Decodable {
  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    if let fields = try? decoder.container(keyedBy: AnyKey.self) {
      let keys = fields.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(
        try keys.map { JSONField($0.stringValue, try fields.decode(JSONValue.self, forKey: $0)) })
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
      self = .array(values)
    } else {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        self = .null
      } else if let value = try? single.decode(Bool.self) {
        self = .boolean(value)
      } else if let value = try? single.decode(Int.self) {
        self = .integer(value)
      } else if let value = try? single.decode(Double.self) {
        self = .number(value)
      } else {
        self = .string(try single.decode(String.self))
      }
    }
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
