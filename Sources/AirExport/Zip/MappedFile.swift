import Glibc

/// The bytes of a file, without a copy of them in memory.
final class MappedFile {
  /// The bytes, valid as long as this value.
  let bytes: UnsafeRawBufferPointer

  /// - Parameter reportedPath: the path that errors name.
  /// - Throws: `ExportError.unreadable` when the file can't be opened.
  init(path: String, reportedPath: String) throws(ExportError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(reportedPath) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(reportedPath) }
    guard status.st_size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let place = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let place, place != MAP_FAILED else { throw Self.failure(reportedPath) }
    bytes = UnsafeRawBufferPointer(start: place, count: Int(status.st_size))
  }

  deinit {
    if let base = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: base), bytes.count) }
  }

  private static func failure(_ path: String) -> ExportError {
    .unreadable(path: path, reason: String(cString: strerror(errno)))
  }
}
