import Foundation
import Testing

/// The recordings and references that are measured against but not part of the project.
///
/// They are looked for in the folder that `AIRDRAW_SHARED_DATA` names, else in `../shared/data` beside the checkout.
public enum SharedData {
  /// The checkout's root folder.
  public static var packageRoot: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// The data folder, or nil where it is absent.
  public static var folder: URL? {
    let named = ProcessInfo.processInfo.environment["AIRDRAW_SHARED_DATA"].map {
      URL(fileURLWithPath: $0, isDirectory: true)
    }
    let folder =
      named
      ?? packageRoot.deletingLastPathComponent().appendingPathComponent("shared/data", isDirectory: true)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// True when the data folder is there: for `.enabled(if:)` of a test.
  public static var isPresent: Bool { folder != nil }

  /// What a skipped test says.
  public static let absence: Comment = "the shared data folder is absent"

  /// A file of the data folder.
  public static func url(_ path: String) throws -> URL {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return folder.appendingPathComponent(path)
  }
}

/// A seeded generator of random numbers (SplitMix64: G. Steele, D. Lea, C. Flood, OOPSLA 2014), so that a failure can
/// be repeated from the seed it prints.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Makes a generator; equal seeds give equal numbers.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
