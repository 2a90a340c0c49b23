import AirArguments
import Testing

@Suite("Parsing") struct ParsingTests {
  @Test(
    "a value may follow its option, or be attached to it",
    arguments: [["--width", "3.5"], ["--width=3.5"], ["-w", "3.5"], ["-w3.5"], ["-qw3.5"], ["-qw", "3.5"]])
  func spellings(words: [String]) throws {
    let arguments = try Example.run(["draw", "desk.mp4", "--surface", "none"] + words)
    #expect(try arguments[Example.width] == 3.5)
    #expect(try arguments[Example.quiet] == words[0].hasPrefix("-q"))
    #expect(arguments.isGiven(Example.width))
    #expect(arguments.commandPath == ["airdraw", "draw"])
  }

  @Test("what is left out has its default, no value, or no values")
  func defaults() throws {
    let arguments = try Example.draw()
    #expect(try arguments[Example.width] == 8)
    #expect(try arguments[Example.preset] == .medium)
    #expect(try arguments[Example.tap] == nil)
    #expect(try arguments[Example.outputs] == [])
    #expect(try arguments[Example.masks] == [])
    #expect(try arguments[Example.progress])
    #expect(try !arguments[Example.quiet])
    #expect(!arguments.isGiven(Example.width))
  }

  @Test("options and arguments mix in any order, and repeated options are collected in theirs")
  func anyOrder() throws {
    let words = [
      "-q", "draw", "-o", "a.glb", "desk.mp4", "-v", "--surface=none", "m.png", "-ob.obj", "n.png",
    ]
    let arguments = try Example.run(words)
    #expect(try arguments[Example.outputs] == ["a.glb", "b.obj"])
    #expect(try arguments[Example.video] == "desk.mp4")
    #expect(try arguments[Example.masks] == ["m.png", "n.png"])
    #expect(try arguments[Example.quiet] && arguments[Example.verbose])
  }

  @Test("after two dashes all words are arguments")
  func terminator() throws {
    let arguments = try Example.run(["draw", "--surface", "none", "--", "--width", "-q", "--"])
    #expect(try arguments[Example.video] == "--width")
    #expect(try arguments[Example.masks] == ["-q", "--"])
    #expect(try !arguments[Example.quiet])
  }

  @Test("a lone dash and a negative number are arguments")
  func dashes() throws {
    let arguments = try Example.run(["draw", "-", "--surface", "none", "-5", "-.5"])
    #expect(try arguments[Example.video] == "-")
    #expect(try arguments[Example.masks] == ["-5", "-.5"])
  }

  @Test(
    "a value may begin with a dash",
    arguments: [["--tap", "-3,4"], ["--tap=-3,4"]])
  func negativeValues(words: [String]) throws {
    let tap = try Example.run(["draw", "desk.mp4", "--surface", "none"] + words)[Example.tap]
    #expect(try tap == Example.Tap("-3,4"))
  }

  @Test(
    "an equals sign after a short option belongs to the value, and only the first after a long one does not")
  func equalsSigns() throws {
    #expect(try Example.draw("-o=a.glb", "--output=b=c.glb")[Example.outputs] == ["=a.glb", "b=c.glb"])
  }

  @Test("of a flag and its inversion the last counts")
  func inversion() throws {
    #expect(try !Example.draw("--progress", "--no-progress")[Example.progress])
    #expect(try Example.draw("--no-progress", "--progress")[Example.progress])
  }

  @Test("the options of a command are understood before and after its subcommand")
  func inheritance() throws {
    #expect(try Example.run(["--quiet", "inspect", "a.mp4"])[Example.quiet])
    #expect(try Example.run(["inspect", "a.mp4", "--quiet"])[Example.quiet])
  }

  @Test("an argument that may be left out is nil when it is")
  func optionalArgument() throws {
    let place = Argument(optional: "PLACE", .text(), help: "Where.")
    let program = Program(
      Command("go", abstract: "Go.", arguments: [place]) { _ in .success }, version: "1")
    for (words, expected) in [([], nil), (["home"], "home")] as [([String], String?)] {
      guard case .run(let arguments) = try program.parse(words) else { throw Example.Shown(text: "") }
      #expect(try arguments[place] == expected)
    }
  }

  @Test("a format can be read into another type")
  func mapping() throws {
    let size = Option("size", .integer().map { $0 * 2 }, default: 6, help: "Size.")
    let program = Program(
      Command("go", abstract: "Go.", options: [OptionGroup("Options", [size])]) { _ in .success },
      version: "1")
    guard case .run(let arguments) = try program.parse(["--size", "-4"]) else {
      throw Example.Shown(text: "")
    }
    #expect(try arguments[size] == -8)
  }

  @Test("a parsed command runs with its values")
  func running() async throws {
    #expect(try await Example.draw("--every", "7").run() == ExitCode(rawValue: 7))
    #expect(try await Example.draw("-q").run() == .success)
  }

  @Test("looking up what the command does not declare says so")
  func undeclared() throws {
    let arguments = try Example.run(["inspect", "a.mp4"])
    let error = #expect(throws: UndeclaredArgument.self) { try arguments[Example.width] }
    #expect(
      error?.description
        == "'airdraw inspect' does not declare '--width' with this type: add it to the command's description."
    )
  }

  @Test("the example declares nothing twice, and mistakes in a description are found")
  func flaws() {
    #expect(Example.program.flaws == [])
    let first = Argument(repeating: "FIRST", .text(), help: "")
    let flawed = Program(
      Command(
        "go", abstract: "", arguments: [first, Example.video, Example.tap],
        options: [
          OptionGroup(
            "", [Flag("help", help: ""), Flag("a b", help: ""), Flag("x", short: "3", help: ""), first])
        ]
      ) { _ in .success }, version: "1")
    let taken = Program(
      Command("go", abstract: "", subcommands: [Command("help", abstract: "", subcommands: [])]), version: "1"
    )
    #expect(taken.flaws == ["'go' declares help twice."])
    #expect(
      flawed.flaws == [
        "'go' declares --help twice.",
        "'go' declares 'a b', whose name or letter cannot be typed.",
        "'go' declares 'x', whose name or letter cannot be typed.",
        "'go' lists the argument FIRST among its options.",
        "'go' lists the option --tap among its arguments.",
        "'go' cannot tell the argument FIRST from VIDEO after it.",
      ])
  }

  @Test("a command with a subcommand beside it does its own work unless the first argument names that")
  func subcommandBeside() throws {
    let own = try Example.run(["inspect", "--deep", "clip.mp4"])
    #expect(own.commandPath == ["airdraw", "inspect"])
    #expect(try own[Example.deep] && own[Example.video] == "clip.mp4")
    let other = try Example.run(["inspect", "check", "--strict", "check"])
    #expect(other.commandPath == ["airdraw", "inspect", "check"])
    #expect(try other[Example.strict] && other[Example.video] == "check")
    #expect(try Example.run(["inspect", "./check"])[Example.video] == "./check")
    #expect(Example.refusal(["inspect", "check", "--deep", "a"])?.contains("--deep") == true)
    #expect(
      Example.refusal(["inspect", "--deep", "check", "a"])
        == "Option --deep is none of 'airdraw inspect check': leave it out.")
    #expect(try Example.shown("inspect", "--help").contains("airdraw inspect [options] VIDEO"))
    #expect(try Example.shown("help", "inspect").contains("check"))
  }
}
