/// A shell that completion scripts are made for.
public enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension Program {
  /// A script that completes this program's command lines: subcommands, options, choices and files.
  public func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletion
    case .zsh: zshCompletion
    case .fish: fishCompletion
    }
  }

  /// The name of the script's function for a chain of commands: `_airdraw_draw`.
  func functionName(_ chain: [Command]) -> String {
    let name = chain.map(\.name).joined(separator: "_")
    return "_" + name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }
}

extension String {
  /// The text as one word of any of the shells: in single quotes, and single quotes within escaped.
  var shellQuoted: String {
    "'" + map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
