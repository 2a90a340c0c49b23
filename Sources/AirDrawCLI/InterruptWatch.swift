import AirArguments
import Dispatch
import Glibc
import Synchronization

extension ExitCode {
  /// Somebody interrupted the work: 128 and SIGINT's number, as shells have it.
  static let interrupted = ExitCode(rawValue: 130)
}

/// Notes SIGINT, SIGTERM and SIGHUP while it lives, so that a run of many steps ends after the one it is at.
final class InterruptWatch {
  private let flag: InterruptFlag
  private let sources: [any DispatchSourceSignal]

  init() {
    let flag = InterruptFlag()
    self.flag = flag
    sources = [SIGINT, SIGTERM, SIGHUP].map { kind in
      // The default would end the process; the source sees the signal all the same.
      signal(kind, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: kind, queue: .global())
      source.setEventHandler { flag.value.store(true, ordering: .relaxed) }
      source.activate()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
    for kind in [SIGINT, SIGTERM, SIGHUP] { signal(kind, SIG_DFL) }
  }

  /// True once a signal came.
  var isInterrupted: Bool { flag.value.load(ordering: .relaxed) }
}

private final class InterruptFlag: Sendable {
  let value = Atomic(false)
}
