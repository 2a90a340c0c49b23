/// A whole program: its root command, its version, and what every program answers to:
/// `--help`, `--version`, `help SUBCOMMAND` and `completions SHELL`.
///
/// ```swift
/// let program = Program(
///   Command("airdraw", abstract: "Draws in the air.", subcommands: [track, build, draw]), version: "1.0")
/// switch try program.parse(arguments) {
/// case .show(let text): print(text)
/// case .run(let arguments): exitCode = try await arguments.run()
/// }
/// ```
public struct Program: Sendable {
  static let help = Flag("help", short: "h", help: "Show this help.")
  static let version = Flag("version", help: "Show the version.")
  static let shell = Argument("SHELL", .choice(Shell.self), help: "The shell to complete in.")

  let root: Command
  let version: String

  /// - Parameters:
  ///   - root: The command that bears the program's name.
  ///   - version: What `--version` shows after the name.
  public init(_ root: Command, version: String) {
    var root = root
    if !root.subcommands.isEmpty {
      let names = root.subcommands.map(\.name)
      let topic = Argument(
        repeating: "SUBCOMMAND", .custom("SUBCOMMAND", completion: .words(names)) { $0 }, atLeastOne: false,
        help: "The subcommand to explain; without one, the whole program.")
      root.subcommands += [
        Command("help", abstract: "Show the help of a subcommand.", arguments: [topic], action: .showHelp),
        Command(
          "completions", abstract: "Print a script that completes this program's command lines.",
          examples: [Example("source <(\(root.name) completions bash)", "Complete in this bash session.")],
          arguments: [Self.shell], action: .showCompletions),
      ]
    }
    self.root = root
    self.version = version
  }

  /// What a command line asks for.
  public enum Outcome: Sendable {
    /// Print this text and end well: help, the version or a completion script.
    case show(String)
    /// Run the command that was chosen.
    case run(ParsedArguments)
  }

  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - columns: The width help is wrapped to.
  /// - Throws: `UsageError` with a sentence that names what is wrong and how to mend it.
  public func parse(_ arguments: [String], columns: Int = 80) throws(UsageError) -> Outcome {
    var parser = Parser(program: self, words: arguments, columns: columns)
    return try parser.parse()
  }

  /// The options and flags understood after a chain of commands from the root, under their headings.
  func optionGroups(along commands: [Command]) -> [OptionGroup] {
    let above = commands.dropLast().filter { !$0.isRun }
    return (above + commands.suffix(1)).reversed().flatMap(\.options) + [
      OptionGroup("General", [Self.help, Self.version])
    ]
  }

  /// Every command with the chain that leads to it, the root first.
  var chains: [[Command]] {
    func below(_ chain: [Command], _ command: Command) -> [[Command]] {
      let chain = chain + [command]
      return [chain] + command.subcommands.flatMap { below(chain, $0) }
    }
    return below([], root)
  }

  /// Mistakes in the description itself, each as a sentence; a test asserts that there are none.
  public var flaws: [String] {
    chains.flatMap { chain in
      let title = chain.map(\.name).joined(separator: " ")
      let options = optionGroups(along: chain).flatMap(\.options)
      let arguments = chain.last?.arguments ?? []
      let subcommands = chain.last?.subcommands ?? []
      let names = options.flatMap(\.spellings) + arguments.map(\.name) + subcommands.map(\.name)
      let repeated = Dictionary(grouping: names, by: \.self).filter { $1.count > 1 }.keys.sorted()
      let unfit = (options + arguments).filter { declaration in
        declaration.name.isEmpty || declaration.name.hasPrefix("-")
          || declaration.name.contains { $0.isWhitespace || $0 == "=" }
          || declaration.short.map { !$0.isASCII || !$0.isLetter } ?? false
      }
      var flaws = repeated.map { "'\(title)' declares \($0) twice." }
      flaws += unfit.map { "'\(title)' declares '\($0.name)', whose name or letter cannot be typed." }
      flaws += options.filter { $0.role == .positional }
        .map { "'\(title)' lists the argument \($0.name) among its options." }
      flaws += arguments.filter { $0.role != .positional }
        .map { "'\(title)' lists the option --\($0.name) among its arguments." }
      flaws += zip(arguments, arguments.dropFirst())
        .filter { $0.isRepeatable || (!$0.isRequired && $1.isRequired) }
        .map { "'\(title)' cannot tell the argument \($0.name) from \($1.name) after it." }
      return flaws
    }
  }
}
