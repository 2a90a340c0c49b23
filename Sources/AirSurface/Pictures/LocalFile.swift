import Glibc

/// Why a file gave no bytes, as the end of a sentence.
struct LocalFileError: Error, Hashable, Sendable {
  let reason: String
}

/// A file of this machine, read with limits.
enum LocalFile {
  /// Reads a regular file of at most `largestCount` bytes.
  static func read(_ path: String, largestCount: Int) throws(LocalFileError) -> [UInt8] {
    // Without waiting: the far end of a pipe may never be opened.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw LocalFileError(reason: "it can't be opened (\(String(cString: strerror(errno))))")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw LocalFileError(reason: "it is no file; name one")
    }
    guard status.st_size <= largestCount else {
      throw LocalFileError(reason: "it is larger than the \(largestCount >> 20) MiB that are read")
    }
    let size = Int(status.st_size)
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while count < size, let start = buffer.baseAddress {
        let read = Glibc.read(file, start + count, size - count)
        if read <= 0 { break }
        count += read
      }
      filled = count
    }
    guard count == size else { throw LocalFileError(reason: "it can't be read to its end") }
    return bytes
  }

  /// Reads a file that lies, with all links followed, in the folder of another or below it.
  static func read(
    _ place: String, inFolderOf list: String, largestCount: Int
  ) throws(LocalFileError) -> [UInt8] {
    let folder = list.lastIndex(of: "/").map { String(list[...$0]) } ?? "./"
    let path = place.hasPrefix("/") ? place : folder + place
    guard let home = realPath(folder), let real = realPath(path) else {
      throw LocalFileError(reason: "there is no file “\(place)” beside the list")
    }
    guard real.hasPrefix(home.hasSuffix("/") ? home : home + "/") else {
      throw LocalFileError(reason: "“\(place)” lies outside of the list's folder; put it beside the list")
    }
    return try read(real, largestCount: largestCount)
  }

  /// Lends bytes as a file, for decoders that open files only.
  static func withTemporaryCopy<Result>(
    of bytes: [UInt8], _ body: (String) throws(LocalFileError) -> Result
  ) throws(LocalFileError) -> Result {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/airdraw-picture-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else {
      throw LocalFileError(reason: "no temporary file can be made in “\(folder)”")
    }
    let path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    defer { unlink(path) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { write(file, $0 + written, bytes.count - written) } ?? -1
      }
      if count <= 0 { break }
      written += count
    }
    close(file)
    guard written == bytes.count else {
      throw LocalFileError(reason: "the temporary file in “\(folder)” can't be written; is the disc full?")
    }
    return try body(path)
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
