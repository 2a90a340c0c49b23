import AirTestSupport
import Foundation
import Testing

/// A small disc in memory that only the program that is run sees, so that nothing of it stays.
enum SmallDisc {
  /// True where a process may have a disc of its own: as root, or as anyone where the system lets users have name spaces.
  static let isAvailable: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? run("true", [], in: folder.url))?.exitCode == 0
  }()

  static let skipReason: Comment = "no disc can be mounted here: run the tests as root"

  /// Mounts a disc of 16 MiB at the folder `disc`, which is made in `folder`, and runs a shell script there.
  ///
  /// - Parameter arguments: the script's $1, $2 …
  static func run(_ script: String, _ arguments: [String], in folder: URL) throws -> AirDrawProcess.Outcome {
    let disc = folder.appendingPathComponent("disc")
    try FileManager.default.createDirectory(at: disc, withIntermediateDirectories: true)
    return try AirDrawProcess.run(
      URL(fileURLWithPath: "/usr/bin/unshare"),
      ["-rm", "sh", "-c", "mount -t tmpfs -o size=16m none disc || exit 99\n" + script, "sh"] + arguments,
      in: folder)
  }
}
