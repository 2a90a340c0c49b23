/// A JSON value whose objects keep the order of their members, so that equal values are equal bytes.
public enum OrderedJSON: Hashable, Sendable {
  /// An object.
  case object(Object)
  /// An array.
  case array([OrderedJSON])
  /// A string.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A number; not finite ones, which JSON cannot hold, are written as null.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// Null.
  case null

  /// The members of an object, in order; each key is there once.
  public struct Object: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A key and its value.
    public struct Member: Hashable, Sendable {
      /// The key.
      public let key: String
      /// The value.
      public var value: OrderedJSON
    }

    /// The members in the order in which their keys were first set.
    public private(set) var members: [Member] = []

    /// Makes an object without members.
    public init() {}

    /// Makes an object; where a key comes twice its later value counts.
    public init(dictionaryLiteral elements: (String, OrderedJSON)...) {
      for (key, value) in elements { self[key] = value }
    }

    /// True when there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a key; setting nil takes the member out.
    ///
    /// - Complexity: O(members): objects are small here.
    public subscript(key: String) -> OrderedJSON? {
      get { members.first { $0.key == key }?.value }
      set {
        let place = members.firstIndex { $0.key == key }
        switch (place, newValue) {
        case (let place?, let value?): members[place].value = value
        case (let place?, nil): members.remove(at: place)
        case (nil, let value?): members.append(Member(key: key, value: value))
        case (nil, nil): break
        }
      }
    }
  }

  /// The value as compact JSON text (RFC 8259): no spaces, numbers as the shortest text that reads back to the same
  /// bits, free of any locale.
  public var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .string(let string): Self.write(string, to: &text)
    case .integer(let number): text += number.description
    case .number(let number): text += number.isFinite ? number.description : "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .null: text += "null"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension OrderedJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Makes true or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Makes an array.
  public init(arrayLiteral elements: OrderedJSON...) { self = .array(elements) }
  /// Makes an object; where a key comes twice its later value counts.
  public init(dictionaryLiteral elements: (String, OrderedJSON)...) {
    var object = Object()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
