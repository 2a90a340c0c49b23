import AirDraw

/// The event log of a run: kept when the run ends well, given up when it does not.
struct EventLogOutput {
  private let path: String?
  private let writer: EventLogWriter?

  /// Begins the log, where one is asked for.
  init(path: String?) throws {
    self.path = path
    writer = try path.map { try EventLogWriter(path: $0) }
  }

  /// The log's path, where there is one.
  var paths: [String] { path.map { [$0] } ?? [] }

  /// Runs `body`, and then gives the log its name, or takes it away when the body failed.
  func keeping<Result>(_ body: (EventLogWriter?) throws -> Result) throws -> Result {
    do {
      let result = try body(writer)
      try writer?.finish()
      return result
    } catch {
      writer?.discard()
      throw error
    }
  }
}
