/// A command or subcommand: one description that yields parsing, help and completions.
public struct Command: Sendable {
  /// What a command does once its arguments are read.
  public typealias Run = @Sendable (ParsedArguments) async throws -> ExitCode

  enum Action: Sendable {
    case run(Run)
    case chooseSubcommand
    case showHelp
    case showCompletions
  }

  let name: String
  let abstract: String
  let discussion: String
  let examples: [Example]
  let arguments: [Declaration]
  let options: [OptionGroup]
  let action: Action
  var subcommands: [Command] = []

  /// A command that does something.
  ///
  /// - Parameters:
  ///   - name: The word the user types.
  ///   - abstract: One sentence, shown in lists of subcommands too.
  ///   - discussion: Paragraphs below it; line breaks are kept.
  ///   - examples: Whole command lines.
  ///   - arguments: The positional arguments in their order.
  ///   - options: Options and flags under their headings.
  ///   - subcommands: Commands of their own beside what this one does: one of their names as the first argument chooses
  ///     it. They don't understand this one's options.
  ///   - run: What the command does.
  public init(
    _ name: String, abstract: String, discussion: String = "", examples: [Example] = [],
    arguments: [any ArgumentKey] = [], options: [OptionGroup] = [], subcommands: [Command] = [],
    run: @escaping Run
  ) {
    self.init(
      name, abstract: abstract, discussion: discussion, examples: examples, arguments: arguments,
      options: options, action: .run(run))
    self.subcommands = subcommands
  }

  /// A command that only holds subcommands; they all understand its options.
  public init(
    _ name: String, abstract: String, discussion: String = "", examples: [Example] = [],
    options: [OptionGroup] = [], subcommands: [Command]
  ) {
    self.init(
      name, abstract: abstract, discussion: discussion, examples: examples, options: options,
      action: .chooseSubcommand)
    self.subcommands = subcommands
  }

  init(
    _ name: String, abstract: String, discussion: String = "", examples: [Example] = [],
    arguments: [any ArgumentKey] = [], options: [OptionGroup] = [], action: Action
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.arguments = arguments.map(\.declaration)
    self.options = options
    self.action = action
  }

  /// True for a command that does something itself, be there subcommands beside it or not.
  var isRun: Bool {
    if case .run = action { true } else { false }
  }
}

/// Options and flags under one heading of the help text.
public struct OptionGroup: Sendable {
  let heading: String
  let options: [Declaration]

  /// - Parameters:
  ///   - heading: The heading without a colon.
  ///   - options: Options and flags in the order help shows them.
  public init(_ heading: String, _ options: [any ArgumentKey]) {
    self.heading = heading
    self.options = options.map(\.declaration)
  }
}

/// A command line that help shows as an example.
public struct Example: Sendable {
  let commandLine: String
  let explanation: String

  /// - Parameters:
  ///   - commandLine: The whole line, ready to be copied.
  ///   - explanation: What it does.
  public init(_ commandLine: String, _ explanation: String) {
    self.commandLine = commandLine
    self.explanation = explanation
  }
}

/// The status a process ends with. Further ones are declared as static members by those who need them.
public struct ExitCode: RawRepresentable, Sendable, Equatable {
  /// The status as the operating system knows it.
  public let rawValue: Int32

  /// - Parameter rawValue: The status; a system keeps its lowest eight bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// All went well: 0.
  public static let success = ExitCode(rawValue: 0)
  /// The work failed: 1.
  public static let failure = ExitCode(rawValue: 1)
  /// The command line was not understood: 2.
  public static let wrongUse = ExitCode(rawValue: 2)
}
