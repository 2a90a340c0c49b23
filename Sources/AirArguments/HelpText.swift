extension Program {
  /// The line that shows how a command is called: `Usage: airdraw draw [options] --surface SPEC VIDEO`.
  func usage(along chain: [Command]) -> String {
    let command = chain.last ?? root
    let required = optionGroups(along: chain).flatMap(\.options).filter(\.isRequired)
    let arguments = command.arguments.map { argument in
      let name = argument.name + (argument.isRepeatable ? "..." : "")
      return argument.isRequired ? name : "[\(name)]"
    }
    let words =
      ["Usage:"] + chain.map(\.name) + ["[options]"] + required.map { "--\($0.name) \($0.placeholder)" }
      + arguments + (command.subcommands.isEmpty || command.isRun ? [] : ["SUBCOMMAND"])
    return words.joined(separator: " ")
  }

  /// The help of the last of a chain of commands.
  ///
  /// - Parameters:
  ///   - chain: The commands from the root to the one in question.
  ///   - columns: The width prose is wrapped to (at least 40); names and examples are never broken.
  func help(along chain: [Command], columns: Int) -> String {
    let command = chain.last ?? root
    let lists =
      [
        ("Subcommands", command.subcommands.map { ($0.name, $0.abstract) }),
        ("Arguments", command.arguments.map { ($0.name, $0.help) }),
      ] + optionGroups(along: chain).map { ($0.heading, $0.options.map { ($0.label, $0.help) }) }
    let labels = lists.flatMap(\.1).map(\.0.count).filter { $0 <= 26 }
    let table = Table(labelWidth: labels.max() ?? 0, columns: max(40, columns))

    var sections = [
      table.wrap(command.abstract),
      table.wrap(usage(along: chain), hanging: 7),
      table.wrap(command.discussion),
    ]
    sections += lists.filter { !$0.1.isEmpty }.map { heading, rows in
      ([heading + ":"] + rows.map(table.row)).joined(separator: "\n")
    }
    if !command.examples.isEmpty {
      let examples = command.examples.map { example in
        "  \(example.commandLine)\n" + table.wrap(example.explanation, indent: 6)
      }
      sections.append("Examples:\n" + examples.joined(separator: "\n"))
    }
    if !command.subcommands.isEmpty {
      let path = chain.map(\.name).joined(separator: " ")
      sections.append("See '\(path) SUBCOMMAND --help' for each.")
    }
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

extension Declaration {
  /// The names and placeholder as help lists them: `-o, --output FILE`, or `    --[no-]progress`.
  var label: String {
    let letter = short.map { "-\($0), " } ?? "    "
    let long = role == .invertibleFlag ? "--[no-]\(name)" : "--\(name)"
    return letter + long + (takesValue ? " \(placeholder)" : "")
  }
}

/// Labels to the left, wrapped prose to the right.
private struct Table {
  let labelWidth: Int
  let columns: Int

  /// One row; a label too long for its column has a line of its own.
  func row(label: String, text: String) -> String {
    let prose = wrap(text, indent: labelWidth + 4)
    if label.count > labelWidth { return "  \(label)\n\(prose)" }
    let padding = String(repeating: " ", count: labelWidth - label.count + 2)
    return "  \(label)\(padding)" + prose.drop { $0 == " " }
  }

  /// Breaks lines at spaces so that they fit the columns, if their words do; line breaks are kept.
  ///
  /// - Parameters:
  ///   - indent: Spaces before every line.
  ///   - hanging: Further spaces before every line that the wrapping begins.
  func wrap(_ text: String, indent: Int = 0, hanging: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        if line.isEmpty {
          line = margin + word
        } else if line.count + 1 + word.count <= columns {
          line += " " + word
        } else {
          lines.append(line)
          line = margin + String(repeating: " ", count: hanging) + word
        }
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}
