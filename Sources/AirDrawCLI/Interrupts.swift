import Glibc

/// Keeps interrupts away from the moments in which files take their places.
enum Interrupts {
  /// Runs `body` while SIGINT, SIGTERM and SIGHUP are passed over: files that lie beside their places for a moment would
  /// stay there otherwise.
  static func heldBack<Result>(_ body: () throws -> Result) rethrows -> Result {
    let kinds = [SIGINT, SIGTERM, SIGHUP]
    let before = kinds.map { signal($0, SIG_IGN) }
    defer {
      for (kind, handler) in zip(kinds, before) { signal(kind, handler) }
    }
    return try body()
  }
}
