/// The rules of a document's style sheets that name elements, classes or identifiers, one alone or together: what drawing
/// programs write. Rules with other selectors are passed over.
struct SVGStyleSheet {
  private var rules: [Rule] = []
  /// The places in `rules` by the one thing without which a rule does not fit, so that few are looked at.
  private var placesByKey: [String: [Int]] = [:]

  private struct Rule {
    var element: Substring?
    var identifier: Substring?
    var classes: [Substring] = []
    var declarations: [(name: String, value: String)]

    var key: String {
      identifier.map { "#\($0)" } ?? classes.first.map { ".\($0)" } ?? element.map(String.init) ?? "*"
    }

    var weight: Int { (identifier == nil ? 0 : 10_000) + classes.count * 100 + (element == nil ? 0 : 1) }
  }

  /// Adds the rules of a style sheet (CSS 2.1, sections 4.1 and 6.4).
  mutating func add(_ text: String) {
    for block in Self.withoutComments(text).split(separator: "}") {
      let halves = block.split(separator: "{", omittingEmptySubsequences: false)
      // A rule within a condition such as @media has two opening brackets, and belongs to no plain document.
      guard halves.count == 2 else { continue }
      let declarations = Self.declarations(String(halves[1]))
      for selector in halves[0].split(separator: ",") {
        guard let rule = Self.rule(selector, declarations) else { continue }
        placesByKey[rule.key, default: []].append(rules.count)
        rules.append(rule)
      }
    }
  }

  /// The declarations for an element, the weightier ones later.
  func declarations(for element: SVGElement) -> [(name: String, value: String)] {
    guard !rules.isEmpty else { return [] }
    let classes = element.classes
    let identifier = element.attributes["id"].map { $0[...] }
    let keys = ["*", element.name] + classes.map { ".\($0)" } + (identifier.map { ["#\($0)"] } ?? [])
    let fitting = Set(keys).flatMap { placesByKey[$0] ?? [] }.filter { place in
      let rule = rules[place]
      return (rule.element == nil || rule.element == element.name[...])
        && (rule.identifier == nil || rule.identifier == identifier)
        && rule.classes.allSatisfy(classes.contains)
    }
    // Of equal weights the later rule counts.
    return fitting.sorted { (rules[$0].weight, $0) < (rules[$1].weight, $1) }.flatMap {
      rules[$0].declarations
    }
  }

  /// Reads `name: value; name: value`, as in a `style` attribute.
  static func declarations(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: ";").compactMap { declaration in
      let halves = declaration.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { return nil }
      let value = halves[1].split(separator: "!").first.map(trimmed) ?? ""
      return (trimmed(halves[0]).lowercased(), value)
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func rule(_ selector: Substring, _ declarations: [(name: String, value: String)]) -> Rule? {
    let selector = trimmed(selector)
    var rule = Rule(declarations: declarations)
    var rest = selector[...]
    guard !rest.isEmpty else { return nil }
    func isWord(_ letter: Character) -> Bool {
      letter.isLetter || letter.isNumber || letter == "-" || letter == "_"
    }
    if rest.first == "*" {
      rest.removeFirst()
    } else {
      let name = rest.prefix(while: isWord)
      if !name.isEmpty { rule.element = name }
      rest = rest.dropFirst(name.count)
    }
    while let sign = rest.first {
      rest.removeFirst()
      let name = rest.prefix(while: isWord)
      guard !name.isEmpty else { return nil }
      switch sign {
      case ".": rule.classes.append(name)
      case "#": rule.identifier = name
      default: return nil
      }
      rest = rest.dropFirst(name.count)
    }
    return rule
  }

  private static func withoutComments(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "/*") {
      result += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
    }
    return result + rest
  }
}
