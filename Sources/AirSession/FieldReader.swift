import AirJSON

/// Takes the fields of a JSON object one by one, checks them, and knows which were never asked for.
struct FieldReader {
  private let fields: [JSONField]
  private var taken: Set<String> = []

  /// What is wrong with a field.
  struct Fault: Error {
    let reason: String
  }

  init(_ value: JSONValue) throws(Fault) {
    guard let fields = value.objectValue else { throw Fault(reason: "it is no JSON object") }
    self.fields = fields
  }

  /// The fields that nobody asked for.
  var untaken: [JSONField] { fields.filter { !taken.contains($0.name) } }

  mutating func optional(_ name: String) -> JSONValue? {
    taken.insert(name)
    let value = fields.first { $0.name == name }?.value
    return value == .null ? nil : value
  }

  mutating func value(_ name: String) throws(Fault) -> JSONValue {
    guard let value = optional(name) else { throw Fault(reason: "its field \"\(name)\" is missing") }
    return value
  }

  mutating func number(_ name: String) throws(Fault) -> Double {
    guard let number = try value(name).doubleValue, number.isFinite else {
      throw Fault(reason: "its field \"\(name)\" must be a number")
    }
    return number
  }

  mutating func integer(_ name: String) throws(Fault) -> Int {
    guard let number = try value(name).integerValue else {
      throw Fault(reason: "its field \"\(name)\" must be a whole number")
    }
    return number
  }

  mutating func string(_ name: String) throws(Fault) -> String {
    guard let text = try value(name).stringValue else {
      throw Fault(reason: "its field \"\(name)\" must be a text")
    }
    return text
  }

  mutating func boolean(_ name: String) throws(Fault) -> Bool {
    guard let value = try value(name).booleanValue else {
      throw Fault(reason: "its field \"\(name)\" must be true or false")
    }
    return value
  }

  mutating func numbers(_ name: String, count: Int) throws(Fault) -> [Double] {
    let numbers = try value(name).arrayValue?.compactMap(\.doubleValue).filter(\.isFinite) ?? []
    guard numbers.count == count, try value(name).arrayValue?.count == count else {
      throw Fault(reason: "its field \"\(name)\" must be a list of \(count) numbers")
    }
    return numbers
  }

  /// A list of at least one finite number.
  mutating func numbers(_ name: String) throws(Fault) -> [Double] {
    guard let count = try value(name).arrayValue?.count, count > 0 else {
      throw Fault(reason: "its field \"\(name)\" must be a list of at least one number")
    }
    return try numbers(name, count: count)
  }

  /// A truth value that is false unless told.
  mutating func flag(_ name: String) throws(Fault) -> Bool {
    optional(name) == nil ? false : try boolean(name)
  }

  mutating func optionalNumber(_ name: String) throws(Fault) -> Double? {
    optional(name) == nil ? nil : try number(name)
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _: Choice.Type
  ) throws(Fault) -> Choice where Choice.RawValue == String {
    let text = try string(name)
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Fault(reason: "its field \"\(name)\" is \"\(text)\", but must be one of \(known)")
    }
    return choice
  }
}
