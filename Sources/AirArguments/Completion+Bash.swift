extension Program {
  /// One `case` per command for the options, and one within it for the values of each option.
  var bashCompletion: String {
    let function = functionName([root])
    let descents = chains.dropFirst().map { chain in
      "      \(key(chain).shellQuoted)) command=\(key(chain).shellQuoted) ;;"
    }
    let commands = chains.map(bashCase)
    return """
      # bash completion for \(root.name); to load it: source <(\(root.name) completions bash)
      \(function)_words() {
        local word
        for word; do [[ $word == "$current"* ]] && COMPREPLY+=("$word"); done
      }

      # Offers directories, and the files with one of the given extensions ('*' for any, none for no files).
      \(function)_files() {
        local path extension
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do
          if [[ -d ${path/#\\~/$HOME} ]]; then COMPREPLY+=("$path"); continue; fi
          for extension; do
            [[ $extension == '*' || ${path,,} == *".$extension" ]] && COMPREPLY+=("$path") && break
          done
        done < <(compgen -f -- "$current")
      }

      \(function)() {
        local at=$COMP_CWORD current="${COMP_WORDS[COMP_CWORD]}" option command=\(key([root]).shellQuoted) word head
        COMPREPLY=()
        # Bash splits words at '=' and ':'; put the current one together again.
        while (( at > 1 )) && [[ ${COMP_WORDS[at]} == [=:]* || ${COMP_WORDS[at-1]} == *[=:] ]]; do
          (( at-- )); current="${COMP_WORDS[at]}$current"
        done
        option="${COMP_WORDS[at-1]}"
        if [[ $current == --*=* ]]; then option="${current%%=*}" current="${current#*=}"; fi
        for word in "${COMP_WORDS[@]:1:at-1}"; do
          case "$command $word" in
      \(descents.joined(separator: "\n"))
          esac
        done
        \(function)_offer
        # What precedes the last '=' or ':' is already on the line.
        head="${current%"${current##*[=:]}"}"
        COMPREPLY=("${COMPREPLY[@]#"$head"}")
        if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace 2>/dev/null; fi
      }

      \(function)_offer() {
        case $command in
      \(commands.joined(separator: "\n"))
        esac
      }

      complete -F \(function) \(root.name)
      """
  }

  /// What is offered on the command line of one command.
  private func bashCase(_ chain: [Command]) -> String {
    let function = functionName([root])
    let command = chain.last ?? root
    let options = optionGroups(along: chain).flatMap(\.options)
    let values = options.filter(\.takesValue).map { option in
      let offer = bashOffer(option.completion, function) ?? ":"
      return "        \(option.spellings.joined(separator: "|"))) \(offer); return ;;"
    }
    let names = options.flatMap(\.spellings).map(\.shellQuoted).joined(separator: " ")
    let positionals = [.words(command.subcommands.map(\.name))] + command.arguments.map(\.completion)
    let offers = positionals.compactMap { bashOffer($0, function) }
    let lines =
      ["    \(key(chain).shellQuoted))", "      case $option in"] + values + [
        "      esac",
        "      if [[ $current == -* ]]; then \(function)_words \(names)",
        "      else \(offers.isEmpty ? ":" : offers.joined(separator: "; "))",
        "      fi ;;",
      ]
    return lines.joined(separator: "\n")
  }

  private func key(_ chain: [Command]) -> String { chain.map(\.name).joined(separator: " ") }

  private func bashOffer(_ completion: ValueCompletion, _ function: String) -> String? {
    switch completion {
    case .nothing: nil
    case .words(let words):
      words.isEmpty ? nil : "\(function)_words " + words.map(\.shellQuoted).joined(separator: " ")
    case .directory: "\(function)_files"
    case .file(let extensions):
      "\(function)_files "
        + (extensions.isEmpty ? ["*"] : extensions).map { $0.lowercased().shellQuoted }.joined(separator: " ")
    }
  }
}
