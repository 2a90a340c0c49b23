/// The values of one command line, looked up by the keys that declared them:
///
/// ```swift
/// let settings = try Settings(tap: arguments[tap], width: arguments[width], outputs: arguments[outputs])
/// ```
public struct ParsedArguments: Sendable {
  /// The words that chose the command, such as `["airdraw", "draw"]`.
  public let commandPath: [String]
  let values: [String: any Sendable]
  let given: Set<String>
  let run: Command.Run
  let usageHint: String

  /// The value of an option, flag or argument.
  ///
  /// - Throws: `UndeclaredArgument` if the command that was chosen does not declare the key: a mistake in
  ///   the program, never in the command line, whose values are all read before.
  public subscript<Key: ArgumentKey>(key: Key) -> Key.Value {
    get throws(UndeclaredArgument) {
      guard let resolved = values[key.declaration.key] as? Resolved<Key.Value> else {
        throw UndeclaredArgument(name: key.declaration.key, command: commandPath.joined(separator: " "))
      }
      return resolved.value
    }
  }

  /// Whether the key was on the command line, rather than left to its default.
  public func isGiven(_ key: some ArgumentKey) -> Bool { given.contains(key.declaration.key) }

  /// Runs the command that was chosen.
  public func run() async throws -> ExitCode {
    try await run(self)
  }

  /// A wrong use that only the command itself can see, such as two options that exclude each other.
  public func usageError(_ message: String) -> UsageError {
    UsageError(message: message, usageHint: usageHint)
  }
}

/// A command line that cannot be understood; the process should end with ``ExitCode/wrongUse``.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// One sentence: what is wrong, and how to mend it.
  public let message: String
  /// How the command is used, and where to read more.
  public let usageHint: String

  /// The message alone.
  public var description: String { message }
}

/// A value was looked up that the command does not declare.
public struct UndeclaredArgument: Error, Equatable, CustomStringConvertible {
  /// The name that was looked up.
  public let name: String
  /// The command that was chosen.
  public let command: String

  /// One sentence that says where to declare it.
  public var description: String {
    "'\(command)' does not declare '\(name)' with this type: add it to the command's description."
  }
}
