/// An option, flag or argument without the type of its value: names, help, completion and how it is resolved.
public struct Declaration: Sendable {
  enum Role { case option, flag, invertibleFlag, positional }

  let role: Role
  package let name: String
  let short: Character?
  let placeholder: String
  let isRequired: Bool
  let isRepeatable: Bool
  let help: String
  let completion: ValueCompletion
  /// Turns everything that was given under this name (perhaps nothing) into a `Resolved` value.
  let resolve: @Sendable ([Occurrence]) throws(InvalidValue) -> any Sendable

  /// - Parameter finish: Makes the value looked up from the values given; `nil` if one is missing.
  init<Item, Value: Sendable>(
    _ role: Role, _ name: String, _ short: Character?, _ format: ValueFormat<Item>, isRequired: Bool = false,
    isRepeatable: Bool = false, notes: [String] = [], help: String,
    finish: @escaping @Sendable ([Item]) -> Value?
  ) {
    let placeholder = role == .positional ? name : format.placeholder ?? name.uppercased()
    let notes = [format.constraint].compactMap(\.self) + notes
    let title = role == .positional ? "Argument \(name)" : "Option --\(name)"
    let mend = role == .positional ? placeholder : "--\(name) \(placeholder)"
    self.init(
      role: role, name: name, short: short, placeholder: placeholder, isRequired: isRequired,
      isRepeatable: isRepeatable, help: Self.help(help, notes: notes),
      completion: format.completion
    ) { occurrences throws(InvalidValue) in
      if !isRepeatable, occurrences.count > 1 {
        let texts = occurrences.map { "'\($0.text)'" }.joined(separator: ", ")
        throw InvalidValue("\(title) is given \(occurrences.count) times (\(texts)): keep one of them.")
      }
      var items: [Item] = []
      for occurrence in occurrences {
        do {
          items.append(try format.parse(occurrence.text))
        } catch {
          let reason = "\(error)"
          let end = reason.hasSuffix(".") || reason.hasSuffix("?") ? "" : "."
          let title = role == .positional ? title : "Option \(occurrence.spelling)"
          throw InvalidValue("\(title) cannot be '\(occurrence.text)': \(reason)\(end)")
        }
      }
      guard let value = finish(items) else { throw InvalidValue("\(title) is missing: add \(mend).") }
      return Resolved(value: value)
    }
  }

  init(flag name: String, _ short: Character?, isInvertible: Bool, default value: Bool, help: String) {
    self.init(
      role: isInvertible ? .invertibleFlag : .flag, name: name, short: short, placeholder: "",
      isRequired: false, isRepeatable: true,
      help: Self.help(help, notes: isInvertible ? ["default \(value ? "on" : "off")"] : []),
      completion: .nothing
    ) { occurrences throws(InvalidValue) in
      Resolved(value: occurrences.last.map { !isInvertible || $0.spelling != "--no-\(name)" } ?? value)
    }
  }

  private init(
    role: Role, name: String, short: Character?, placeholder: String, isRequired: Bool, isRepeatable: Bool,
    help: String, completion: ValueCompletion,
    resolve: @escaping @Sendable ([Occurrence]) throws(InvalidValue) -> any Sendable
  ) {
    self.role = role
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
    self.help = help
    self.completion = completion
    self.resolve = resolve
  }

  /// Sets the notes in brackets before the full stop.
  private static func help(_ help: String, notes: [String]) -> String {
    if notes.isEmpty { return help }
    let stop = help.hasSuffix(".") ? "." : ""
    return "\(help.dropLast(stop.count)) (\(notes.joined(separator: "; ")))\(stop)"
  }

  /// What the values are kept under: the name as it is typed.
  var key: String { role == .positional ? name : "--\(name)" }

  /// All spellings with two dashes.
  var longSpellings: [String] {
    switch role {
    case .positional: []
    case .invertibleFlag: ["--\(name)", "--no-\(name)"]
    case .option, .flag: ["--\(name)"]
    }
  }

  /// All spellings, the short one first.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + longSpellings }

  /// Whether a value follows the name.
  var takesValue: Bool { role == .option }
}

/// One value as it was written: the name before it and its text.
struct Occurrence: Sendable {
  let spelling: String
  let text: String
}

/// The value a declaration resolved to. The box keeps `Optional` values apart from a failed cast.
struct Resolved<Value: Sendable>: Sendable {
  let value: Value
}
