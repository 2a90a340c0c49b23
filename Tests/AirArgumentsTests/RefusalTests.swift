import AirArguments
import Testing

@Suite("Refusals") struct RefusalTests {
  @Test("an unknown option suggests the nearest name")
  func unknownOption() {
    #expect(Example.drawRefusal("--widht", "3") == "Unknown option '--widht': did you mean '--width'?")
    #expect(Example.drawRefusal("--out=a") == "Unknown option '--out': did you mean '--output'?")
    #expect(Example.drawRefusal("--Quiet") == "Unknown option '--Quiet': did you mean '--quiet'?")
    #expect(Example.drawRefusal("-tpa") == "Unknown option '-t' in '-tpa': did you mean '--tap'?")
    #expect(
      Example.drawRefusal("--zebra")
        == "Unknown option '--zebra': 'airdraw draw --help' lists those there are.")
    #expect(Example.drawRefusal("-x") == "Unknown option '-x': 'airdraw draw --help' lists those there are.")
    #expect(
      Example.drawRefusal("-qx")
        == "Unknown option '-x' in '-qx': 'airdraw draw --help' lists those there are.")
  }

  @Test("a long name after one dash is not taken for a letter and its value")
  func longNameAfterOneDash() {
    #expect(Example.drawRefusal("-output", "a") == "Unknown option '-output': did you mean '--output'?")
    #expect(Example.drawRefusal("-width=3") == "Unknown option '-width': did you mean '--width'?")
  }

  @Test("an unknown or missing subcommand names those there are")
  func subcommands() {
    #expect(Example.refusal(["darw"]) == "Unknown subcommand 'darw': did you mean 'draw'?")
    #expect(
      Example.refusal(["zebra"]) == "Unknown subcommand 'zebra': choose draw, inspect, help or completions.")
    #expect(Example.refusal(["help", "inpsect"]) == "Unknown subcommand 'inpsect': did you mean 'inspect'?")
    #expect(Example.refusal(["help", "draw", "it"]) == "'draw' has no subcommands: remove 'it'.")
    #expect(Example.refusal([]) == "'airdraw' needs a subcommand: draw, inspect, help or completions.")
  }

  @Test("a missing value says what to write")
  func missingValue() {
    #expect(
      Example.drawRefusal("--tap") == "Option --tap needs a value: write --tap X,Y[@SECONDS].")
    #expect(Example.drawRefusal("-o") == "Option -o needs a value: write -o FILE.")
    #expect(
      Example.drawRefusal("--output", "--quiet")
        == "Option --output needs a value before --quiet: write --output FILE, "
        + "or --output=--quiet if that is the value.")
    #expect(
      Example.drawRefusal("-o", "-q")
        == "Option -o needs a value before -q: write -o FILE, or -o-q if that is the value.")
    #expect(Example.drawRefusal("-o", "--") == "Option -o needs a value before --: write -o FILE.")
  }

  @Test("a flag takes no value")
  func flagWithValue() {
    #expect(Example.drawRefusal("--quiet=yes") == "Option --quiet takes no value: leave out '=yes'.")
  }

  @Test("an option given twice that may be given once shows both values")
  func duplicate() {
    #expect(
      Example.drawRefusal("-w3", "--width", "4")
        == "Option --width is given 2 times ('3', '4'): keep one of them.")
  }

  @Test("a required option or argument that is missing says what to add")
  func missing() {
    #expect(Example.refusal(["draw", "a.mp4"]) == "Option --surface is missing: add --surface SPEC.")
    #expect(Example.refusal(["draw", "--surface", "none"]) == "Argument VIDEO is missing: add VIDEO.")
    #expect(Example.refusal(["completions"]) == "Argument SHELL is missing: add SHELL.")
  }

  @Test("an argument too many says what the command takes")
  func extra() {
    #expect(
      Example.refusal(["inspect", "a.mp4", "b"])
        == "'airdraw inspect' takes only VIDEO: remove 'b', or quote a value that holds spaces.")
  }

  @Test(
    "a number that is none, not finite or out of range says what is allowed",
    arguments: ["101", "0", "-8", "inf", "nan", "1e999", "8mm", "", "3,5"])
  func numbers(text: String) {
    #expect(
      Example.drawRefusal("--width", text)
        == "Option --width cannot be '\(text)': it must be a number from 0.1 to 100 mm.")
  }

  @Test("a whole number is not a decimal one", arguments: ["1.5", "0", "1001", "99999999999999999999", "x"])
  func wholeNumbers(text: String) {
    #expect(
      Example.drawRefusal("--every", text)
        == "Option --every cannot be '\(text)': it must be a whole number from 1 to 1000.")
  }

  @Test("an open bound is not mentioned")
  func openBounds() {
    func refusal(_ option: any ArgumentKey, _ text: String = "no") -> String? {
      let group = OptionGroup("Options", [option])
      let program = Program(Command("go", abstract: "", options: [group]) { _ in .success }, version: "1")
      do throws(UsageError) {
        _ = try program.parse(["--n", text])
        return nil
      } catch {
        return error.message
      }
    }
    let need = "Option --n cannot be 'no': it must be a"
    #expect(refusal(Option("n", .decimal(), help: "")) == need + " number.")
    for text in ["inf", "-inf", "nan", "1e999"] {
      let refused = "Option --n cannot be '\(text)': it must be a number."
      #expect(refusal(Option("n", .decimal(), help: ""), text) == refused)
    }
    #expect(refusal(Option("n", .decimal(unit: "mm"), help: "")) == need + " number in mm.")
    #expect(
      refusal(Option("n", .decimal(unit: "mm", in: 0 ... .infinity), help: "")) == need
        + " number from 0 mm up.")
    #expect(refusal(Option("n", .decimal(in: -.infinity...1), help: "")) == need + " number up to 1.")
    #expect(refusal(Option("n", .integer(), help: "")) == need + " whole number.")
    #expect(refusal(Option("n", .integer(in: 1 ... .max), help: "")) == need + " whole number from 1 up.")
  }

  @Test("a value that is not among the choices names them and suggests the nearest")
  func choices() {
    #expect(
      Example.drawRefusal("-p", "zebra") == "Option -p cannot be 'zebra': it must be low, medium or high.")
    #expect(
      Example.drawRefusal("--preset=meduim")
        == "Option --preset cannot be 'meduim': it must be low, medium or high; did you mean 'medium'?")
  }

  @Test("what a parser of one's own throws ends the sentence")
  func custom() {
    #expect(
      Example.drawRefusal("--tap", "640")
        == "Option --tap cannot be '640': it must be two numbers, such as 640,360.")
    #expect(
      Example.drawRefusal("--output=")
        == "Option --output cannot be '': it must be a path, and a path is never empty.")
  }

  @Test("an error carries the usage of the command it arose in, and a command can raise its own")
  func usageHint() throws {
    let hint = "Usage: airdraw draw [options] --surface SPEC VIDEO [MASK...]\nSee 'airdraw draw --help'."
    let error = #expect(throws: UsageError.self) { try Example.program.parse(["draw", "--zebra"]) }
    #expect(error?.usageHint == hint)
    let raised = try Example.draw().usageError("Give either --tap or --box.")
    #expect(raised.usageHint == hint)
    #expect(raised.description == "Give either --tap or --box.")
    #expect(ExitCode.wrongUse.rawValue == 2)
  }
}
