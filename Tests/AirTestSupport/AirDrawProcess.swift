import Foundation

/// The built `airdraw` command, run as a user runs it.
public struct AirDrawProcess: Sendable {
  /// What came of a run.
  public struct Outcome: Sendable {
    /// The exit code.
    public var exitCode: Int32
    /// What was written to standard output.
    public var output: String
    /// What was written to standard error.
    public var errors: String
  }

  /// The command's place: the tests' own binary lies beside the commands of the same build.
  public static var executable: URL {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let beside = tests.deletingLastPathComponent().appendingPathComponent("airdraw")
    return FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : SharedData.packageRoot.appendingPathComponent(".build/release/airdraw")
  }

  /// Runs the command to its end.
  ///
  /// - Parameter environment: variables that are set, or replaced, for the command.
  public static func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(executable, arguments, in: folder, environment: environment)
  }

  /// Runs any program to its end.
  public static func run(
    _ program: URL, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Neither pipe fills: the command says a few lines.
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self))
  }
}

/// A folder that lives as long as a test.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("airdraw-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in the folder.
  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The names of the files in the folder, hidden ones too, in order.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
