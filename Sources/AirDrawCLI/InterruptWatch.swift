import AirArguments
import Dispatch
import Glibc
import Synchronization

extension ExitCode {
  /// Somebody interrupted the work: 128 and SIGINT's number, as shells have it.
  static let interrupted = ExitCode(rawValue: 130)
}

/// Notes SIGINT, SIGTERM and SIGHUP while it lives, so that a run of many steps ends after the one it is at; a second
/// signal ends the process at once, as it would have without.
final class InterruptWatch {
  private let flag: InterruptFlag
  private let sources: [any DispatchSourceSignal]
  private static let kinds = [SIGINT, SIGTERM, SIGHUP]
  /// What was done at each signal before.
  private let handlers: [__sighandler_t?]

  init() {
    let flag = InterruptFlag()
    self.flag = flag
    // The default would end the process; the source sees the signal all the same.
    handlers = Self.kinds.map { signal($0, SIG_IGN) }
    sources = Self.kinds.map { kind in
      let source = DispatchSource.makeSignalSource(signal: kind, queue: .global())
      source.setEventHandler {
        guard flag.value.exchange(true, ordering: .relaxed) else { return }
        signal(kind, SIG_DFL)
        kill(getpid(), kind)
      }
      source.activate()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
    for (kind, handler) in zip(Self.kinds, handlers) { signal(kind, handler) }
  }

  /// True once a signal came.
  var isInterrupted: Bool { flag.value.load(ordering: .relaxed) }

  /// Ends the work once a signal came.
  ///
  /// - Throws: `Interruption`.
  func check() throws {
    if isInterrupted { throw Interruption() }
  }
}

/// Somebody interrupted the work before there was anything to keep.
struct Interruption: Error, CustomStringConvertible {
  var description: String { "The work was interrupted." }
}

private final class InterruptFlag: Sendable {
  let value = Atomic(false)
}
