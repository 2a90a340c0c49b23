import AirArguments
import AirDraw
import Glibc

extension ExitCode {
  /// The work went well, but nothing was drawn.
  static let nothingDrawn = ExitCode(rawValue: 3)
}

/// The `airdraw` command.
@main
enum AirDrawCommand {
  static let program = Program(
    Command(
      "airdraw", abstract: "Make a solid of what a finger draws on a table in a recording.",
      examples: [
        Example(
          "airdraw draw desk.mp4 --tap 640,360@0.5 --surface paper:a4 -o drawing.glb",
          "Follow the fingertip tapped at half a second, draw on the sheet of paper.")
      ],
      subcommands: [
        DrawCommand.command, TrackCommand.command, ImportCommand.command, BuildCommand.command,
        InspectCommand.command, ConvertCommand.command, PreviewCommand.command, CalibrateCommand.command,
        SurfaceCommand.command,
      ]),
    version: airDrawVersion)

  static func main() async {
    // A reader that went away must not end the program before its files are whole.
    signal(SIGPIPE, SIG_IGN)
    var code = await run(Array(CommandLine.arguments.dropFirst()))
    // What was said may still wait in a buffer, and the place it goes to may be full or closed.
    if fflush(nil) != 0, code == .success {
      Console.complain(
        "Standard output can't be written (\(String(cString: strerror(errno)))); send it elsewhere.")
      code = .failure
    }
    exit(code.rawValue)
  }

  private static func run(_ words: [String]) async -> ExitCode {
    do {
      switch try program.parse(words, columns: Console.columns) {
      case .show(let text):
        print(text)
        return .success
      case .run(let arguments):
        return try await arguments.run()
      }
    } catch let error as UsageError {
      Console.complain("\(error.message)\n\(error.usageHint)")
      return .wrongUse
    } catch let nothing as NothingDrawn {
      Console.complain("\(nothing)")
      return .nothingDrawn
    } catch is Interruption {
      return .interrupted
    } catch {
      Console.complain("\(error)")
      return .failure
    }
  }
}

/// There is no stroke, and why.
struct NothingDrawn: Error, CustomStringConvertible {
  let description: String

  init(session: DrawingSession) {
    if session.trackedFrameCount == 0 {
      description = "Nothing was drawn: no fingertip was tracked."
    } else if session.trackedFrameCount == session.lostFrameCount {
      description = "Nothing was drawn: the fingertip was lost in every frame; tap nearer to its middle."
    } else if session.surface == nil {
      description = "Nothing was drawn: no surface is known to draw on."
    } else {
      description =
        "Nothing was drawn: the pen was never down while the fingertip was tracked and seen on the surface; check "
        + "--pen, the tap's time and the surface."
    }
  }
}
