import Dispatch
import Glibc

/// Work that is done at once on all processors.
enum Parallelism {
  /// The number of processors that are there.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Calls `body` for each number under `count`, several at once, and waits for all of them.
  ///
  /// - Parameter body: reads what nobody changes meanwhile, and writes only where no other number's call does.
  static func forEach(_ count: Int, _ body: (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      // Unsafe by itself: what makes it safe is the promise that is asked of `body` above.
      nonisolated(unsafe) let work = body
      DispatchQueue.concurrentPerform(iterations: count) { work($0) }
    }
  }
}
