import AirJSON

/// Reads the part of YAML that camera files are written in: maps and lists by indentation or in brackets, plain and
/// quoted texts, numbers, comments, tags (passed over). Of several documents the first is read.
///
/// Anchors, aliases and texts of several lines are refused: no camera file has them.
struct YAMLSubset {
  static let mostLevels = 64

  private struct Line {
    var number: Int
    var indent: Int
    var text: Substring
  }

  private var lines: [Line] = []
  private var place = 0
  private var level = 0

  /// Reads the first document of a text.
  ///
  /// - Throws: `YAMLError`, which names the line.
  static func value(of text: String) throws(YAMLError) -> JSONValue {
    var reader = YAMLSubset()
    try reader.takeLines(of: text)
    guard let first = reader.lines.first else { throw YAMLError(line: 1, "there is nothing") }
    let value = try reader.block(indent: first.indent)
    if reader.place < reader.lines.count {
      throw reader.error("it is indented differently from the lines before")
    }
    return value
  }

  private mutating func takeLines(of text: String) throws(YAMLError) {
    for (index, whole) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let content = Self.withoutComment(whole)
      let indent = content.prefix { $0 == " " }.count
      let trimmed = content.dropFirst(indent)
      if trimmed.first == "\t" { throw YAMLError(line: index + 1, "it is indented by a tab; use spaces") }
      let line = trimmed.trimmingSuffix { $0.isWhitespace }
      if line.isEmpty || (line.first == "%" && lines.isEmpty) { continue }
      if indent == 0, line == "---" || line == "..." {
        if lines.isEmpty { continue }
        return
      }
      lines.append(Line(number: index + 1, indent: indent, text: line))
    }
  }

  /// A comment begins at the line's start or after a space, outside of quotes.
  private static func withoutComment(_ line: Substring) -> Substring {
    var quote: Character?
    var last: Character = " "
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "#", last.isWhitespace {
        return line[..<index]
      }
      last = character
    }
    return line
  }

  private func error(_ reason: String) -> YAMLError {
    YAMLError(line: lines.isEmpty ? 1 : lines[min(place, lines.count - 1)].number, reason)
  }

  private var current: Line? { place < lines.count ? lines[place] : nil }

  private func isItem(_ text: Substring) -> Bool { text == "-" || text.hasPrefix("- ") }

  /// The value whose lines begin at an indentation.
  private mutating func block(indent: Int) throws(YAMLError) -> JSONValue {
    level += 1
    defer { level -= 1 }
    guard level <= Self.mostLevels else {
      throw error("it is nested more deeply than \(Self.mostLevels) levels")
    }
    guard let line = current else { return .null }
    if isItem(line.text) { return try list(indent: indent) }
    if Self.keyAndRest(line.text) != nil { return try map(indent: indent) }
    place += 1
    return try inline(line.text)
  }

  private mutating func list(indent: Int) throws(YAMLError) -> JSONValue {
    var items: [JSONValue] = []
    while let line = current, line.indent == indent, isItem(line.text) {
      let rest = line.text.dropFirst().trimmingPrefix { $0 == " " }
      if rest.isEmpty {
        place += 1
        items.append(try nested(under: indent, allowsListAtSameIndent: false))
      } else if isItem(rest) || Self.keyAndRest(rest) != nil {
        // `- key: value` begins a map whose further keys stand under the first.
        let inner = indent + line.text.count - rest.count
        lines[place] = Line(number: line.number, indent: inner, text: rest)
        items.append(try block(indent: inner))
      } else {
        place += 1
        items.append(try inline(rest))
      }
    }
    return .array(items)
  }

  private mutating func map(indent: Int) throws(YAMLError) -> JSONValue {
    var fields: [JSONField] = []
    while let line = current, line.indent == indent, !isItem(line.text) {
      guard let (key, rest) = Self.keyAndRest(line.text) else { throw error("there is no \"name: value\"") }
      guard fields.count < 10_000 else { throw error("it has more than 10000 names") }
      place += 1
      let value = Self.withoutTag(rest)
      fields.append(
        JSONField(
          key,
          value.isEmpty ? try nested(under: indent, allowsListAtSameIndent: true) : try inline(value)))
    }
    return .object(fields)
  }

  /// The value in the lines under a name or a dash; null where there is none.
  private mutating func nested(under indent: Int, allowsListAtSameIndent: Bool) throws(YAMLError) -> JSONValue
  {
    guard let line = current else { return .null }
    let isList = allowsListAtSameIndent && line.indent == indent && isItem(line.text)
    return line.indent > indent || isList ? try block(indent: line.indent) : .null
  }

  /// A value that begins on a line; a bracket may close some lines later, however those are indented.
  private mutating func inline(_ text: Substring) throws(YAMLError) -> JSONValue {
    guard text.first == "[" || text.first == "{" else {
      guard let first = text.first, !"&*|>".contains(first) else {
        throw error("anchors, aliases and texts of several lines are not understood")
      }
      return Self.scalar(text)
    }
    var whole = String(text)
    var open = YAMLFlow.bracketBalance(of: text)
    while open > 0 {
      guard let line = current else { throw error("a bracket is not closed") }
      whole += " " + line.text
      open += YAMLFlow.bracketBalance(of: line.text)
      place += 1
    }
    do {
      return try YAMLFlow.value(of: whole)
    } catch {
      place -= 1
      throw self.error(error.reason)
    }
  }

  /// The name and what stands after its colon.
  private static func keyAndRest(_ text: Substring) -> (String, Substring)? {
    if let quote = text.first, quote == "\"" || quote == "'" {
      guard let end = text.dropFirst().firstIndex(of: quote) else { return nil }
      let rest = text[text.index(after: end)...]
      guard rest.first == ":" else { return nil }
      return (
        String(text[text.index(after: text.startIndex)..<end]), rest.dropFirst().trimmingPrefix { $0 == " " }
      )
    }
    guard text.first != "[", text.first != "{" else { return nil }
    for index in text.indices where text[index] == ":" {
      let next = text.index(after: index)
      if next == text.endIndex || text[next] == " " {
        return (String(text[..<index]), text[next...].trimmingPrefix { $0 == " " })
      }
    }
    return nil
  }

  private static func withoutTag(_ text: Substring) -> Substring {
    text.first == "!" ? text.drop { $0 != " " }.trimmingPrefix { $0 == " " } : text
  }

  /// A plain or quoted value.
  static func scalar(_ text: Substring) -> JSONValue {
    if let quote = text.first, quote == "\"" || quote == "'", text.count >= 2, text.last == quote {
      return .string(String(text.dropFirst().dropLast()))
    }
    switch text {
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    case "null", "~", "": return .null
    default: break
    }
    // What begins like a number and is one; `.nan` and `inf` stay texts.
    let isNumeric = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    guard isNumeric, let number = Double(text), number.isFinite else { return .string(String(text)) }
    return Int(exactly: number).map { .integer($0) } ?? .number(number)
  }
}

/// Why a text is no YAML of the part that is read.
struct YAMLError: Error {
  var line: Int
  var reason: String

  init(line: Int, _ reason: String) {
    self.line = line
    self.reason = reason
  }
}

extension Substring {
  fileprivate func trimmingPrefix(_ isTrimmed: (Character) -> Bool) -> Substring { drop(while: isTrimmed) }

  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
    guard let last = lastIndex(where: { !isTrimmed($0) }) else { return self[startIndex..<startIndex] }
    return self[...last]
  }
}
