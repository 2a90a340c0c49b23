import AirJSON
import Glibc

/// Writes events to a file as they happen: each is handed to the system before it acts, so that a crash loses nothing.
///
/// While it is written the log stands beside its place as `NAME.part`; `finish` gives it its name. A log that was never
/// finished can be read as it is.
public final class EventLogWriter {
  private let path: String
  private let partPath: String
  private var descriptor: Int32

  /// Begins a log.
  ///
  /// - Throws: `SessionError` when the file can't be made.
  public init(path: String) throws(SessionError) {
    self.path = path
    partPath = path + ".part"
    var details = stat()
    if stat(path, &details) == 0, details.st_mode & S_IFMT != S_IFREG {
      throw SessionError(path: path, "there is something else than a regular file; name a file")
    }
    descriptor = open(partPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw Self.failure(path, "written") }
    // What is left of a run that was killed may be written over, what another run is writing may not.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      descriptor = -1
      throw SessionError(path: path, "another airdraw is writing them; choose another place")
    }
    guard ftruncate(descriptor, 0) == 0 else { throw Self.failure(path, "written") }
  }

  /// Writes one event and hands it to the system.
  ///
  /// - Throws: `SessionError` when the disc is full or breaks.
  public func append(_ event: SessionEvent) throws(SessionError) {
    var bytes = Array(event.json.text.utf8)
    bytes.append(0x0a)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path, "written") }
      written += count
    }
  }

  /// Gives the log its name, replacing what had it before.
  ///
  /// - Throws: `SessionError` when that fails.
  public func finish() throws(SessionError) {
    guard descriptor >= 0 else { return }
    let isFlushed = fsync(descriptor) == 0 || errno == EINVAL
    close(descriptor)
    descriptor = -1
    guard isFlushed, rename(partPath, path) == 0 else {
      let failure = Self.failure(path, "finished")
      unlink(partPath)
      throw failure
    }
  }

  /// Gives the log up: nothing was drawn, so no file stays.
  public func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(partPath)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private static func failure(_ path: String, _ verb: String) -> SessionError {
    SessionError(
      path: path, "they can't be \(verb) there (\(String(cString: strerror(errno)))); choose another place")
  }
}
