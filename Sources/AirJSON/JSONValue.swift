/// A JSON value whose objects keep the order in which their fields were put in.
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number; always finite in what was read.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object, as its fields in order.
  case object([JSONField])

  /// The number, whole or not.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The whole number.
  public var integerValue: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The text.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth value.
  public var booleanValue: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The list.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object's fields.
  public var objectValue: [JSONField]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// A field of an object. Setting a new one puts it at the end, setting nil takes it away; what is no object stays
  /// as it is.
  ///
  /// - Complexity: linear in the number of fields: objects are small here.
  public subscript(name: String) -> JSONValue? {
    get { objectValue?.first { $0.name == name }?.value }
    set {
      guard case .object(var fields) = self else { return }
      let place = fields.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): fields[place].value = value
      case (let place?, nil): fields.remove(at: place)
      case (nil, let value?): fields.append(JSONField(name, value))
      case (nil, nil): break
      }
      self = .object(fields)
    }
  }
}

/// A field of a JSON object.
public struct JSONField: Hashable, Sendable {
  /// The field's name.
  public var name: String
  /// The field's value.
  public var value: JSONValue

  /// Makes a field.
  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object, its fields in the order given.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { JSONField($0.0, $0.1) })
  }

  /// A number, or `null` where there is none (or one that JSON can't write).
  public init(_ value: Double?) {
    if let value, value.isFinite { self = .number(value) } else { self = .null }
  }

  /// A list of numbers.
  public init(_ values: [Double]) { self = .array(values.map { JSONValue($0) }) }
}
