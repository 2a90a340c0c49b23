extension Program {
  /// One `complete` line per subcommand, argument and option of each command.
  var fishCompletion: String {
    let lines = chains.flatMap { chain in
      let command = chain.last ?? root
      let subcommands = command.subcommands.map { "-a \($0.name) -d \($0.abstract.fishQuoted)" }
      let arguments = command.arguments.compactMap { fishValue($0.completion, isOption: false) }
      // Options of the commands above are offered by their own lines.
      let groups = chain.count == 1 ? optionGroups(along: chain) : command.options
      let options = groups.flatMap(\.options).flatMap(fishOptions)
      let here = condition(chain, isLast: true)
      return (subcommands + arguments).map { line(here, $0) }
        + options.map { line(condition(chain, isLast: command.isRun), $0) }
    }
    return """
      # fish completion for \(root.name); to load it: \(root.name) completions fish | source
      # Offers directories, and the files with one of the given extensions.
      function \(filesFunction)
        set -l typed (commandline -ct | string replace -r -- '^--[^=]*=' '')
        for path in (complete -C "__fish_command_without_completions $typed" | string replace -r -- '\\t.*' '')
          string match -q -- '*/' $path; and echo $path
          for extension in $argv
            string match -qi -- "*.$extension" $path; and echo $path
          end
        end
      end
      complete -c \(root.name) -f
      \(lines.joined(separator: "\n"))
      """
  }

  private var filesFunction: String { "_\(functionName([root]))_files" }

  private func line(_ condition: String, _ rest: String) -> String {
    "complete -c \(root.name)" + (condition.isEmpty ? "" : " -n '\(condition)'") + " " + rest
  }

  /// Holds where the chain's subcommands are on the line and, for its last, none of those below it.
  private func condition(_ chain: [Command], isLast: Bool) -> String {
    let seen = chain.dropFirst().map { "__fish_seen_subcommand_from \($0.name)" }
    let below = isLast ? (chain.last?.subcommands.map(\.name) ?? []) : []
    let unseen =
      below.isEmpty ? [] : ["not __fish_seen_subcommand_from \(below.joined(separator: " "))"]
    return (seen + unseen).joined(separator: "; and ")
  }

  private func fishOptions(_ option: Declaration) -> [String] {
    option.longSpellings.enumerated().map { index, spelling in
      let letter = index == 0 ? option.short.map { "-s \($0) " } ?? "" : ""
      let value = option.takesValue ? (fishValue(option.completion, isOption: true) ?? "-x") + " " : ""
      return "\(letter)-l \(spelling.dropFirst(2)) \(value)-d \(option.help.fishQuoted)"
    }
  }

  /// `-x` asks for a value that is no file, `-r` for a value, `-F` for files.
  private func fishValue(_ completion: ValueCompletion, isOption: Bool) -> String? {
    let exclusive = isOption ? "-x " : ""
    return switch completion {
    case .nothing: nil
    case .words(let words): exclusive + "-a \(words.joined(separator: " ").fishQuoted)"
    case .directory: exclusive + "-a '(\(filesFunction))'"
    case .file(let extensions) where extensions.isEmpty: isOption ? "-r -F" : "-F"
    case .file(let extensions):
      exclusive + "-a '(\(filesFunction) \(extensions.joined(separator: " ")))'"
    }
  }
}

extension String {
  /// The text in fish's single quotes, within which only backslashes and quotes are escaped.
  fileprivate var fishQuoted: String {
    "'" + map { "\\'".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
