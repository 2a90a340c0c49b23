import AirArguments

/// A program that uses every kind of declaration, as one with a camera and a pen would.
enum Example {
  enum Preset: String, CaseIterable { case low, medium, high }

  struct Tap: Equatable, CustomStringConvertible {
    var x: Double
    var y: Double
    var description: String { "\(x),\(y)" }

    init(_ text: String) throws {
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
      guard numbers.count == 2 else { throw InvalidValue("it must be two numbers, such as 640,360") }
      (x, y) = (numbers[0], numbers[1])
    }
  }

  static let video = Argument("VIDEO", .file("mp4", "mov"), help: "The recording.")
  static let masks = Argument(
    repeating: "MASK", .file("png"), atLeastOne: false, help: "Parts of the picture to leave out.")

  static let tap = Option(
    "tap", .custom("X,Y[@SECONDS]", Tap.init), help: "Where the fingertip is, and when; by default found.")
  static let box = Option(
    "box", .text("X,Y,WIDTH,HEIGHT[@SECONDS]"), help: "What to follow instead: any [box].")
  static let preset = Option("preset", short: "p", .choice(Preset.self), default: .medium, help: "Accuracy.")
  static let every = Option("every", .integer(in: 1...1000), default: 1, help: "Take every n-th frame.")
  static let surface = Option(
    required: "surface",
    .custom("SPEC", completion: .words(["none", "paper:a4", "paper:letter", "quad:"])) { $0 },
    help: "The plane that is drawn on.")
  static let width = Option(
    "width", short: "w", .decimal(unit: "mm", in: 0.1...100), default: 8, help: "Width of the line.")
  static let outputs = Option(
    repeating: "output", short: "o", .file("glb", "obj"), help: "Where to write; the ending chooses.")
  static let frames = Option("frames", .directory(), help: "Also write each frame here.")
  static let progress = Flag(invertible: "progress", default: true, help: "Show a progress bar.")
  static let quiet = Flag("quiet", short: "q", help: "Say nothing but errors.")
  static let verbose = Flag("verbose", short: "v", help: "Say more.")

  static let draw = Command(
    "draw", abstract: "Make a solid of a recorded drawing.",
    discussion: "Follows the fingertip, and lifts its path off the surface into a closed solid.",
    examples: [
      .init("airdraw draw desk.mp4 --surface paper:a4 -o a.glb", "Draw on a sheet of paper."),
      .init("airdraw draw desk.mp4 --surface none --tap 640,360 -qo a.obj", "Start from a tap, silently."),
    ],
    arguments: [video, masks],
    options: [
      OptionGroup("Tracking", [tap, box, preset, every, frames]),
      OptionGroup("Shape", [surface, width, outputs]),
    ]
  ) { arguments in
    try arguments[quiet] ? .success : ExitCode(rawValue: Int32(arguments[every]))
  }

  static let deep = Flag("deep", help: "Look at every byte.")
  static let strict = Flag("strict", help: "Refuse what is doubtful.")

  static let inspect = Command(
    "inspect", abstract: "Describe a file.", arguments: [video], options: [OptionGroup("Depth", [deep])],
    subcommands: [
      Command(
        "check", abstract: "Tell whether a file is fit.", arguments: [video],
        options: [OptionGroup("Rules", [strict])]
      ) { _ in .success }
    ]
  ) { _ in .success }

  static let program = Program(
    Command(
      "airdraw", abstract: "Draw in the air.",
      options: [OptionGroup("Output", [progress, quiet, verbose])], subcommands: [draw, inspect]),
    version: "1.2.3")

  /// Parses a command line that must ask for a command to be run.
  static func run(_ words: [String]) throws -> ParsedArguments {
    switch try program.parse(words) {
    case .run(let arguments): arguments
    case .show(let text): throw Shown(text: text)
    }
  }

  /// Parses `draw` with what it requires and these words after.
  static func draw(_ words: String...) throws -> ParsedArguments {
    try run(["draw", "desk.mp4", "--surface", "none"] + words)
  }

  /// The text a command line asks to show.
  static func shown(_ words: String..., columns: Int = 80) throws -> String {
    switch try program.parse(words, columns: columns) {
    case .run(let arguments): throw Ran(path: arguments.commandPath)
    case .show(let text): text
    }
  }

  /// The message that refuses a command line.
  static func refusal(_ words: [String]) -> String? {
    do throws(UsageError) {
      _ = try program.parse(words)
      return nil
    } catch {
      return error.message
    }
  }

  /// The message that refuses `draw` with what it requires and these words after.
  static func drawRefusal(_ words: String...) -> String? {
    refusal(["draw", "desk.mp4", "--surface", "none"] + words)
  }

  struct Shown: Error { let text: String }
  struct Ran: Error { let path: [String] }
}
