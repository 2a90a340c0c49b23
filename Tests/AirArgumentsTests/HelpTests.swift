import AirArguments
import Testing

@Suite("Help") struct HelpTests {
  @Test(
    "the root's help lists its subcommands",
    arguments: [["--help"], ["-h"], ["help"], ["-q", "--help", "--zebra"]])
  func root(words: [String]) throws {
    let help = """
      Draw in the air.

      Usage: airdraw [options] SUBCOMMAND

      Subcommands:
        draw                 Make a solid of a recorded drawing.
        inspect              Describe a file.
        help                 Show the help of a subcommand.
        completions          Print a script that completes this program's command
                             lines.

      Output:
            --[no-]progress  Show a progress bar (default on).
        -q, --quiet          Say nothing but errors.
        -v, --verbose        Say more.

      General:
        -h, --help           Show this help.
            --version        Show the version.

      See 'airdraw SUBCOMMAND --help' for each.
      """
    guard case .show(let text) = try Example.program.parse(words) else { throw Example.Ran(path: words) }
    #expect(text == help)
  }

  @Test(
    "a subcommand's help lists arguments, options under their headings, and examples",
    arguments: [
      ["draw", "--help"], ["draw", "-h"], ["draw", "-qh"], ["help", "draw"], ["draw", "-o", "a", "--help"],
    ])
  func subcommand(words: [String]) throws {
    let help = """
      Make a solid of a recorded drawing.

      Usage: airdraw draw [options] --surface SPEC VIDEO [MASK...]

      Follows the fingertip, and lifts its path off the surface into a closed solid.

      Arguments:
        VIDEO                    The recording.
        MASK                     Parts of the picture to leave out.

      Tracking:
            --tap X,Y[@SECONDS]  Where the fingertip is, and when; by default found.
            --box X,Y,WIDTH,HEIGHT[@SECONDS]
                                 What to follow instead: any [box].
        -p, --preset PRESET      Accuracy (low, medium or high; default medium).
            --every N            Take every n-th frame (from 1 to 1000; default 1).
            --frames DIRECTORY   Also write each frame here.

      Shape:
            --surface SPEC       The plane that is drawn on (required).
        -w, --width MM           Width of the line (from 0.1 to 100 mm; default 8 mm).
        -o, --output FILE        Where to write; the ending chooses (may be repeated).

      Output:
            --[no-]progress      Show a progress bar (default on).
        -q, --quiet              Say nothing but errors.
        -v, --verbose            Say more.

      General:
        -h, --help               Show this help.
            --version            Show the version.

      Examples:
        airdraw draw desk.mp4 --surface paper:a4 -o a.glb
            Draw on a sheet of paper.
        airdraw draw desk.mp4 --surface none --tap 640,360 -qo a.obj
            Start from a tap, silently.
      """
    guard case .show(let text) = try Example.program.parse(words) else { throw Example.Ran(path: words) }
    #expect(text == help)
  }

  @Test("prose fits the columns, down to forty, and says the same", arguments: [40, 50, 64, 100, 200])
  func wrapping(columns: Int) throws {
    func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace } }
    let help = try Example.shown("draw", "--help", columns: columns)
    #expect(words(help) == words(try Example.shown("draw", "--help")))
    for line in help.split(separator: "\n") where !line.hasPrefix("  airdraw") {
      #expect(line.count <= columns)
    }
    let narrowest = try Example.shown("draw", "--help", columns: 40)
    #expect(try Example.shown("draw", "--help", columns: -3) == narrowest)
  }

  @Test("the version is the program's name and number", arguments: [["--version"], ["draw", "--version"]])
  func version(words: [String]) throws {
    guard case .show(let text) = try Example.program.parse(words) else { throw Example.Ran(path: words) }
    #expect(text == "airdraw 1.2.3")
  }

  @Test(
    "the edit distance counts a swap of neighbours as one, and edits no part twice",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("saturday", "sunday", 3), ("widht", "width", 1),
      ("ca", "abc", 3),
    ])
  func editDistances(first: String, second: String, distance: Int) {
    #expect(editDistance(Array(first), Array(second)) == distance)
    #expect(editDistance(Array(second), Array(first)) == distance)
  }
}
