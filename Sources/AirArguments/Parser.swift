/// Reads the words of one command line by GNU habits.
///
/// A value that follows its option as a word of its own may begin with a dash (`--tap -3,4`), unless the word
/// would itself be read as an option: `--…`, or a dash and a declared letter.
struct Parser {
  private let program: Program
  private let columns: Int
  private var words: ArraySlice<String>
  /// The commands chosen so far, from the root.
  private var chain: [Command]
  private var occurrences: [String: [Occurrence]] = [:]
  private var positionals: [String] = []

  init(program: Program, words: [String], columns: Int) {
    self.program = program
    self.columns = columns
    self.words = words[...]
    chain = [program.root]
  }

  private var command: Command { chain.last ?? program.root }
  private var path: String { chain.map(\.name).joined(separator: " ") }
  private var options: [Declaration] { program.optionGroups(along: chain).flatMap(\.options) }

  mutating func parse() throws(UsageError) -> Program.Outcome {
    while let word = words.popFirst() {
      if word == "--" {
        while let word = words.popFirst() { try takePositional(word) }
      } else if word.hasPrefix("--") {
        try takeLong(word)
      } else if beginsOption(word) {
        try takeShort(word)
      } else {
        try takePositional(word)
      }
      if occurrences[Program.help.declaration.key] != nil { return .show(help(along: chain)) }
      if occurrences[Program.version.declaration.key] != nil {
        return .show("\(program.root.name) \(program.version)")
      }
    }
    return try outcome()
  }

  // MARK: Words

  private mutating func takeLong(_ word: String) throws(UsageError) {
    let end = word.firstIndex(of: "=") ?? word.endIndex
    let spelling = String(word[..<end])
    let attached = end == word.endIndex ? nil : String(word[end...].dropFirst())
    guard let option = options.first(where: { $0.longSpellings.contains(spelling) }) else {
      throw unknownOption(spelling, in: spelling)
    }
    if option.takesValue {
      add(try value(attached, of: option, spelling, glue: "="), to: option, as: spelling)
    } else if let attached {
      throw failure("Option \(spelling) takes no value: leave out '=\(attached)'.")
    } else {
      add("", to: option, as: spelling)
    }
  }

  /// Takes `-o value`, `-ovalue`, and flags bundled as in `-qv` or `-qo value`.
  private mutating func takeShort(_ word: String) throws(UsageError) {
    // `-output a.glb` would write a file named "utput": a long name after one dash is always a slip.
    let name = word.dropFirst().prefix { $0 != "=" }
    if name.count > 1, options.contains(where: { $0.name == name }) {
      throw unknownOption("-\(name)", in: "-\(name)")
    }
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let spelling = "-\(letter)"
      guard let option = options.first(where: { $0.short == letter }) else {
        throw unknownOption(spelling, in: word)
      }
      if option.takesValue {
        let attached = letters.isEmpty ? nil : String(letters)
        add(try value(attached, of: option, spelling, glue: ""), to: option, as: spelling)
        return
      }
      add("", to: option, as: spelling)
    }
  }

  private mutating func takePositional(_ word: String) throws(UsageError) {
    let next = command.subcommands.first { $0.name == word }
    if let next, positionals.isEmpty {
      // What the command itself was told before is not for its subcommand.
      let own = Set(command.isRun ? command.options.flatMap(\.options).map(\.key) : [])
      if let told = occurrences.first(where: { own.contains($0.key) })?.value.first {
        throw failure("Option \(told.spelling) is none of '\(path) \(next.name)': leave it out.")
      }
      return chain.append(next)
    }
    guard case .chooseSubcommand = command.action else { return positionals.append(word) }
    throw unknownSubcommand(word, of: command)
  }

  /// The value attached to the option's name, or else the next word.
  private mutating func value(
    _ attached: String?, of option: Declaration, _ spelling: String, glue: String
  ) throws(UsageError) -> String {
    if let attached { return attached }
    guard let word = words.first else {
      throw failure("Option \(spelling) needs a value: write \(spelling) \(option.placeholder).")
    }
    if wouldBeOption(word) {
      throw failure(
        "Option \(spelling) needs a value before \(word): write \(spelling) \(option.placeholder)"
          + (word == "--" ? "." : ", or \(spelling)\(glue)\(word) if that is the value."))
    }
    words.removeFirst()
    return word
  }

  /// Whether a word stands for options where one may begin. A lone dash and a negative number do not.
  private func beginsOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let letter = word.dropFirst().first else { return false }
    return wouldBeOption(word) || !(letter.isNumber || letter == ".")
  }

  /// Whether a word where a value is expected would be read as a known option if it were not the value.
  private func wouldBeOption(_ word: String) -> Bool {
    if word.hasPrefix("--") { return true }
    guard word.hasPrefix("-"), let letter = word.dropFirst().first else { return false }
    return options.contains { $0.short == letter }
  }

  private mutating func add(_ text: String, to option: Declaration, as spelling: String) {
    occurrences[option.key, default: []].append(Occurrence(spelling: spelling, text: text))
  }

  // MARK: Outcome

  private mutating func outcome() throws(UsageError) -> Program.Outcome {
    switch command.action {
    case .run(let run):
      return .run(try parsedArguments(run))
    case .showCompletions:
      let arguments = try parsedArguments { _ in .success }
      do throws(UndeclaredArgument) {
        return .show(program.completionScript(for: try arguments[Program.shell]))
      } catch {
        throw failure(error.description)
      }
    case .showHelp:
      return .show(help(along: try topic()))
    case .chooseSubcommand:
      let names = command.subcommands.map(\.name).joinedByOr
      throw failure("'\(path)' needs a subcommand: \(names).")
    }
  }

  /// The commands that the words after `help` name.
  private func topic() throws(UsageError) -> [Command] {
    var parent = program.root
    var topic = [parent]
    for name in positionals {
      guard let next = parent.subcommands.first(where: { $0.name == name }) else {
        throw unknownSubcommand(name, of: parent)
      }
      topic.append(next)
      parent = next
    }
    return topic
  }

  private mutating func parsedArguments(_ run: @escaping Command.Run) throws(UsageError) -> ParsedArguments {
    try assignPositionals()
    var values: [String: any Sendable] = [:]
    for declaration in command.arguments + options {
      do {
        values[declaration.key] = try declaration.resolve(occurrences[declaration.key] ?? [])
      } catch {
        throw failure(error.description)
      }
    }
    return ParsedArguments(
      commandPath: chain.map(\.name), values: values, given: Set(occurrences.keys), run: run,
      usageHint: usageHint)
  }

  private mutating func assignPositionals() throws(UsageError) {
    var left = positionals[...]
    for argument in command.arguments {
      while let word = left.popFirst() {
        add(word, to: argument, as: argument.name)
        if !argument.isRepeatable { break }
      }
    }
    guard let extra = left.first else { return }
    let names = command.arguments.map(\.name)
    let taken = names.isEmpty ? "takes no arguments" : "takes only \(names.joined(separator: " "))"
    throw failure("'\(path)' \(taken): remove '\(extra)', or quote a value that holds spaces.")
  }

  private func help(along chain: [Command]) -> String { program.help(along: chain, columns: columns) }

  // MARK: Errors

  private var usageHint: String {
    "\(program.usage(along: chain))\nSee '\(path) --help'."
  }

  private func failure(_ message: String) -> UsageError { UsageError(message: message, usageHint: usageHint) }

  private func unknownOption(_ spelling: String, in word: String) -> UsageError {
    let long = word.hasPrefix("--") ? word : "-" + word
    let place = spelling == word ? "" : " in '\(word)'"
    let nearest = nearestName(to: long, among: options.flatMap(\.longSpellings))
    let mend = nearest.map { "did you mean '\($0)'?" } ?? "'\(path) --help' lists those there are."
    return failure("Unknown option '\(spelling)'\(place): \(mend)")
  }

  private func unknownSubcommand(_ word: String, of parent: Command) -> UsageError {
    let names = parent.subcommands.map(\.name)
    if names.isEmpty { return failure("'\(parent.name)' has no subcommands: remove '\(word)'.") }
    let mend = nearestName(to: word, among: names).map { "did you mean '\($0)'?" }
    return failure("Unknown subcommand '\(word)': \(mend ?? "choose \(names.joinedByOr).")")
  }
}
