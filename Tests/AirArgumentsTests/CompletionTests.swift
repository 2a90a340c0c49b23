import AirArguments
import Foundation
import Testing

@Suite("Completion scripts", .timeLimit(.minutes(1))) struct CompletionTests {
  /// What is on the command line, and what must be offered; `{}` is a directory with the files below.
  static let offers: [(line: String, offered: [String])] = [
    ("airdraw ", ["draw", "inspect", "help", "completions"]),
    ("airdraw dr", ["draw"]),
    ("airdraw -q ins", ["inspect"]),
    ("airdraw help d", ["draw"]),
    ("airdraw completions ", ["bash", "zsh", "fish"]),
    ("airdraw draw --pre", ["--preset"]),
    ("airdraw draw --no", ["--no-progress"]),
    ("airdraw draw --preset ", ["low", "medium", "high"]),
    ("airdraw draw -p m", ["medium"]),
    ("airdraw draw -o {}/", ["{}/a.glb", "{}/b.OBJ", "{}/sub/"]),
    ("airdraw draw --frames {}/", ["{}/sub/"]),
    ("airdraw inspect {}/", ["{}/clip.mp4", "{}/sub/"]),
    ("airdraw inspect che", ["check"]),
    ("airdraw inspect --de", ["--deep"]),
    ("airdraw inspect check --str", ["--strict"]),
    ("airdraw inspect check {}/", ["{}/clip.mp4", "{}/sub/"]),
    ("airdraw draw --tap ", []),
    ("airdraw draw --surface pap", ["paper:a4", "paper:letter"]),
  ]

  @Test("bash offers what fits", .enabled(if: Tool.exists("bash")), arguments: offers)
  func bash(line: String, offered: [String]) throws {
    try withFiles { directory in
      // Bash itself splits at '=' and ':', which the function is then handed.
      let words = line.replacing("{}", with: directory).split(separator: " ").map(String.init)
      let all = words + (line.hasSuffix(" ") ? [""] : [])
      let quoted = all.map { "'\($0)'" }.joined(separator: " ")
      let found = try Tool.run(
        "bash",
        """
        \(Example.program.completionScript(for: .bash))
        COMP_WORDS=(\(quoted)); COMP_CWORD=\(all.count - 1); _airdraw
        printf '%s\\n' "${COMPREPLY[@]}"
        """)
      // A real bash appends the dash to the name of a directory.
      let expected = offered.map { $0.replacing("{}", with: directory).replacing(/\/$/, with: "") }
      #expect(Set(found.lines) == Set(expected))
    }
  }

  @Test(
    "bash completes behind the signs it splits words at", .enabled(if: Tool.exists("bash")),
    arguments: [
      (["draw", "--preset", "=", "m"], ["medium"]),
      (["draw", "--preset", "="], ["low", "medium", "high"]),
      (["draw", "--surface", "paper", ":", "l"], ["letter"]),
      (["draw", "--surface", "=", "paper", ":"], ["a4", "letter"]),
    ])
  func bashSigns(words: [String], offered: [String]) throws {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let found = try Tool.run(
      "bash",
      """
      \(Example.program.completionScript(for: .bash))
      COMP_WORDS=(airdraw \(quoted)); COMP_CWORD=\(words.count); _airdraw
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(Set(found.lines) == Set(offered))
  }

  @Test("fish offers what fits", .enabled(if: Tool.exists("fish")), arguments: offers)
  func fish(line: String, offered: [String]) throws {
    try withFiles { directory in
      let found = try Tool.run(
        "fish",
        """
        \(Example.program.completionScript(for: .fish))
        complete -C '\(line.replacing("{}", with: directory))'
        """)
      let words = found.lines.map { String($0.prefix { $0 != "\t" }) }
      #expect(Set(words) == Set(offered.map { $0.replacing("{}", with: directory) }))
    }
  }

  @Test("zsh offers what fits", .enabled(if: Tool.exists("zsh")), arguments: offers)
  func zsh(line: String, offered: [String]) throws {
    try withFiles { directory in
      // An interactive shell on a pseudo-terminal, in which each match is printed rather than shown.
      let script = """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "source '\(directory)/setup.zsh'"
        zpty -w -n shell '\(line.replacing("{}", with: directory))'$'\\t'
        zpty -r shell REPLY $'*<END>*'
        print -r -- $REPLY
        """
      try Self.zshSetup(directory).write(toFile: directory + "/setup.zsh", atomically: true, encoding: .utf8)
      try Example.program.completionScript(for: .zsh)
        .write(toFile: directory + "/script.zsh", atomically: true, encoding: .utf8)
      let found = try Tool.run("zsh", script)
      let words = found.matches(of: /<<(.*?)>>/).map { String($0.1) }
      let expected = offered.map { $0.replacing("{}/", with: "").replacing(/\/$/, with: "") }
      #expect(Set(words) == Set(expected), "\(found)")
    }
  }

  /// Replaces the builtin that takes matches by one that prints them.
  private static func zshSetup(_ directory: String) -> String {
    """
    PS1=
    autoload -Uz compinit; compinit -D -u
    source '\(directory)/script.zsh'
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
      local -a found; builtin compadd -A found "$@"
      local one; for one in $found; do print -rn -- "<<$one>>"; done
      builtin compadd "$@"
    }
    finish() { print -rn -- "<END>"; exit }
    comppostfuncs=(finish)
    """
  }

  @Test("every shell reads its script without complaint", arguments: Shell.allCases)
  func syntax(shell: Shell) throws {
    guard Tool.exists(shell.rawValue) else { return }
    let script = Example.program.completionScript(for: shell)
    #expect(try Tool.run(shell.rawValue, script, options: ["-n"]) == "")
    #expect(try Example.shown("completions", shell.rawValue) == script)
  }

  /// Calls with a directory that holds a few files, and removes it.
  private func withFiles(_ body: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.path + "/airarguments-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory + "/sub", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for name in ["a.glb", "b.OBJ", "clip.mp4", "note.txt"] {
      try "".write(toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
    }
    try body(directory)
  }
}

/// A program of the system, found along the search path.
private enum Tool {
  static func path(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func exists(_ name: String) -> Bool { path(name) != nil }

  /// Hands a script to a shell and returns all that it prints, errors too.
  static func run(_ name: String, _ script: String, options: [String] = []) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path(name)))
    let file = FileManager.default.temporaryDirectory.path + "/airarguments-\(UUID().uuidString).script"
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    process.arguments = options + [file]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
