import AirJSON

/// Values in brackets: `[1, 2.]`, `{rows: 3, data: [ … ]}`. JSON is of this form too, and numbers such as `0.`, which
/// older writers put into it, are read.
struct YAMLFlow {
  struct Fault: Error {
    var reason: String
  }

  private let text: [Character]
  private var place = 0
  private var level = 0

  /// Reads the one value that a text is.
  static func value(of text: String) throws(Fault) -> JSONValue {
    var reader = YAMLFlow(text: Array(text))
    let value = try reader.value()
    reader.skipSpace()
    guard reader.place == reader.text.count else {
      throw Fault(reason: "there is more behind a closing bracket")
    }
    return value
  }

  /// How many more brackets are opened than closed, quotes aside.
  static func bracketBalance(of text: Substring) -> Int {
    var open = 0
    var quote: Character?
    for character in text {
      if let mark = quote {
        if character == mark { quote = nil }
        continue
      }
      switch character {
      case "\"", "'": quote = character
      case "[", "{": open += 1
      case "]", "}": open -= 1
      default: break
      }
    }
    return open
  }

  private init(text: [Character]) { self.text = text }

  private var current: Character? { place < text.count ? text[place] : nil }

  private mutating func skipSpace() {
    while current?.isWhitespace == true { place += 1 }
  }

  private mutating func value() throws(Fault) -> JSONValue {
    skipSpace()
    switch current {
    case "[": return .array(try items(until: "]") { (reader) throws(Fault) in try reader.value() })
    case "{": return .object(try items(until: "}") { (reader) throws(Fault) in try reader.field() })
    default: return YAMLSubset.scalar(try word(until: [",", "]", "}"]))
    }
  }

  private mutating func field() throws(Fault) -> JSONField {
    skipSpace()
    let name = YAMLSubset.scalar(try word(until: [":", ",", "}"]))
    guard current == ":" else { throw Fault(reason: "a name in brackets has no value") }
    place += 1
    return JSONField(name.stringValue ?? name.text, try value())
  }

  private mutating func items<Item>(
    until bracket: Character, _ item: (inout YAMLFlow) throws(Fault) -> Item
  ) throws(Fault) -> [Item] {
    level += 1
    defer { level -= 1 }
    guard level <= YAMLSubset.mostLevels else {
      throw Fault(reason: "it is nested more deeply than \(YAMLSubset.mostLevels) levels")
    }
    place += 1
    var items: [Item] = []
    while true {
      skipSpace()
      if current == bracket { break }
      items.append(try item(&self))
      skipSpace()
      if current == "," {
        place += 1
      } else if current != bracket {
        throw Fault(reason: "a comma or bracket is missing")
      }
    }
    place += 1
    return items
  }

  /// The text up to a mark, quoted as it stands.
  private mutating func word(until marks: [Character]) throws(Fault) -> Substring {
    let start = place
    if let quote = current, quote == "\"" || quote == "'" {
      place += 1
      while let character = current, character != quote { place += character == "\\" ? 2 : 1 }
      guard place < text.count else { throw Fault(reason: "a quote is not closed") }
      place += 1
    } else {
      while let character = current, !marks.contains(character) { place += 1 }
    }
    var end = place
    while end > start, text[end - 1].isWhitespace { end -= 1 }
    skipSpace()
    return Substring(String(text[start..<end]))
  }
}
