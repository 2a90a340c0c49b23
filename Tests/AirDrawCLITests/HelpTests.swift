import AirTestSupport
import Testing

@Suite struct HelpTests {
  @Test(
    "every command explains itself with an example",
    arguments: ["track", "build", "draw", "import", "inspect", "preview"])
  func help(command: String) throws {
    let outcome = try AirDrawProcess.run([command, "--help"])
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output.contains("airdraw \(command) ") && outcome.output.lowercased().contains("examples"))
    #expect(try AirDrawProcess.run(["help", command]).output == outcome.output)
  }

  @Test("the version and the completion scripts come on standard output")
  func versionAndCompletions() throws {
    #expect(try AirDrawProcess.run(["--version"]).output.hasPrefix("airdraw 0."))
    for shell in ["bash", "zsh", "fish"] {
      let outcome = try AirDrawProcess.run(["completions", shell])
      #expect(outcome.exitCode == 0 && outcome.output.contains("surface"))
    }
  }
}
