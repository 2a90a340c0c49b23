import AirArguments
import AirDraw
import Glibc

/// The `airdraw-bench` command: our own times beside those of others, in one run.
@main
enum BenchCommand {
  static let program = Program(
    Command(
      "airdraw-bench", abstract: "Time the engine beside others on the same work, in one run.",
      subcommands: [
        BuildBench.command, TrackBench.command, CalibrateBench.command, RunBench.command, ReadBench.command,
        SurfaceBench.command, ExportBench.command,
      ]),
    version: airDrawVersion)

  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ words: [String]) async -> ExitCode {
    do {
      switch try program.parse(words) {
      case .show(let text):
        print(text)
        return .success
      case .run(let arguments):
        return try await arguments.run()
      }
    } catch let error as UsageError {
      print(error.message, error.usageHint, separator: "\n")
      return .wrongUse
    } catch {
      print(error)
      return .failure
    }
  }
}
