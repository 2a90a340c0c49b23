extension JSONValue {
  /// Reads JSON text (RFC 8259); the fields of objects keep their order.
  ///
  /// - Throws: `JSONError` when the text is no JSON, is nested more than 512 levels deep or holds a number that is not
  ///   finite.
  /// - Complexity: linear in the text's length.
  public init(parsing text: some Collection<UInt8>) throws(JSONError) {
    let parsed = text.withContiguousStorageIfAvailable { bytes in
      Result { () throws(JSONError) in try JSONParser.value(of: bytes) }
    }
    if let parsed {
      self = try parsed.get()
    } else {
      self = try JSONValue(parsing: Array(text))
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
  /// What is wrong and where, without a closing full stop.
  public let description: String
}
