extension Program {
  /// One function per command that hands its options and arguments to zsh's `_arguments`.
  var zshCompletion: String {
    let function = functionName([root])
    return """
      #compdef \(root.name)
      # zsh completion for \(root.name); to load it: source <(\(root.name) completions zsh)
      \(chains.map(zshFunction).joined(separator: "\n\n"))

      if [[ $funcstack[1] == \(function) ]]; then \(function) "$@"; else compdef \(function) \(root.name); fi
      """
  }

  private func zshFunction(_ chain: [Command]) -> String {
    let command = chain.last ?? root
    var specs = optionGroups(along: chain).flatMap(\.options).flatMap(zshSpecs)
    var descent: [String] = []
    var detour: [String] = []
    if command.subcommands.isEmpty || command.isRun {
      specs += command.arguments.map { argument in
        let place = argument.isRepeatable ? "*" : argument.isRequired ? "" : ":"
        return "\(place):\(zshEscaped(argument.name)):\(zshAction(argument.completion))".shellQuoted
      }
      if !command.subcommands.isEmpty {
        detour = ["  case $words[2] in"]
        detour += command.subcommands.map {
          "    \($0.name)) shift words; (( CURRENT-- )); \(functionName(chain + [$0])); return ;;"
        }
        detour += [
          "  esac",
          "  if (( CURRENT == 2 )); then compadd \(command.subcommands.map(\.name).joined(separator: " ")); fi",
        ]
      }
    } else {
      specs += ["'1:subcommand:->subcommand'", "'*::argument:->rest'"]
      descent += ["  case $state in", "    subcommand)", "      names=("]
      descent += command.subcommands.map { subcommand in
        "        " + "\(subcommand.name):\(subcommand.abstract)".shellQuoted
      }
      descent += ["      )", "      _describe subcommand names ;;", "    rest)", "      case $words[1] in"]
      descent += command.subcommands.map { "        \($0.name)) \(functionName(chain + [$0])) ;;" }
      descent += ["      esac ;;", "  esac"]
    }
    return """
      \(functionName(chain))() {
        local curcontext="$curcontext" state state_descr line
        local -a names
        typeset -A opt_args
      \(detour.map { $0 + "\n" }.joined())  _arguments -s -S -C \\
          \(specs.joined(separator: " \\\n    "))
      \((descent + ["}"]).joined(separator: "\n"))
      """
  }

  /// One specification per spelling; those of an option that may be given once exclude each other.
  private func zshSpecs(_ option: Declaration) -> [String] {
    option.spellings.map { spelling in
      let once = option.role == .option && !option.isRepeatable
      let prefix = once ? "(\(option.spellings.joined(separator: " ")))" : "*"
      var spec = "\(prefix)\(spelling)"
      if option.takesValue { spec += spelling.hasPrefix("--") ? "=" : "+" }
      spec += "[\(zshEscaped(option.help))]"
      if option.takesValue { spec += ":\(zshEscaped(option.placeholder)):\(zshAction(option.completion))" }
      return spec.shellQuoted
    }
  }

  private func zshAction(_ completion: ValueCompletion) -> String {
    switch completion {
    case .nothing: ""
    case .words(let words): "(\(words.map { zshEscaped($0, "\\: ()") }.joined(separator: " ")))"
    case .directory: "_files -/"
    case .file(let extensions) where extensions.isEmpty: "_files"
    case .file(let extensions): "_files -g \"*.(#i)(\(extensions.joined(separator: "|")))\""
    }
  }

  /// The text with those signs escaped that would end its part of a specification.
  private func zshEscaped(_ text: String, _ signs: String = "\\:[]") -> String {
    text.map { signs.contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
