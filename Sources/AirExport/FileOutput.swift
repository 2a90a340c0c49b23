import Glibc

/// A new file that is written from its start to its end through one buffer, or bytes in memory alone, or bytes that are
/// handed on.
package final class FileOutput {
  private static let pieceSize = 1 << 18

  /// The path that errors name: the one the user knows.
  private let reportedPath: String
  private var buffer: UnsafeMutableRawBufferPointer
  /// −1 for bytes in memory, and after the end.
  private var descriptor: Int32
  private let isInMemory: Bool
  private let consumer: ((UnsafeRawBufferPointer) throws(ExportError) -> Void)?
  private var used = 0
  private var flushed = 0

  /// Opens a file for writing.
  ///
  /// - Parameters:
  ///   - path: the file to write; it must not exist yet unless `isNew` is false.
  ///   - reportedPath: the path that errors name.
  ///   - isNew: false for a device or pipe, which is there already.
  /// - Throws: `ExportError` when the system refuses.
  package init(path: String, reportedPath: String, isNew: Bool = true) throws(ExportError) {
    self.reportedPath = reportedPath
    isInMemory = false
    consumer = nil
    buffer = .allocate(byteCount: Self.pieceSize, alignment: 16)
    let creation = isNew ? O_CREAT | O_EXCL : 0
    descriptor = open(path, O_WRONLY | O_CLOEXEC | creation, 0o666)
    guard descriptor >= 0 else { throw ExportError(errno: errno, path: reportedPath) }
  }

  /// Gathers in memory what would make a file.
  ///
  /// - Parameter expectedByteCount: for how many bytes there is to be room from the start.
  package init(expectedByteCount: Int) {
    reportedPath = ""
    isInMemory = true
    consumer = nil
    descriptor = -1
    buffer = .allocate(byteCount: max(expectedByteCount, Self.pieceSize), alignment: 16)
  }

  /// Hands what is written on in pieces, for files within files.
  ///
  /// - Parameters:
  ///   - reportedPath: the path that errors name.
  ///   - consumer: takes the bytes, which stay valid during its call.
  package init(
    reportedPath: String, consumer: @escaping (UnsafeRawBufferPointer) throws(ExportError) -> Void
  ) {
    self.reportedPath = reportedPath
    isInMemory = false
    self.consumer = consumer
    descriptor = -1
    buffer = .allocate(byteCount: Self.pieceSize, alignment: 16)
  }

  /// How many bytes were written so far.
  package var byteCount: Int { flushed + used }

  /// The bytes so far of an output in memory.
  package var bytes: [UInt8] { [UInt8](UnsafeRawBufferPointer(rebasing: buffer[..<used])) }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    buffer.deallocate()
  }

  /// Appends text as UTF-8.
  package func append(_ text: String) throws(ExportError) {
    try append(Array(text.utf8))
  }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) throws(ExportError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(ExportError) in
      try append(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Appends bytes.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(ExportError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Self.pieceSize)
      try reserve(piece.count) { (space: UnsafeMutableRawBufferPointer) in
        space.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
        return piece.count
      }
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Hands out at least `count` bytes of the buffer, to be filled from its start.
  ///
  /// - Parameter count: at most 262,144.
  /// - Parameter fill: writes into the space and returns how many bytes it used.
  package func reserve(
    _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(ExportError) {
    if buffer.count - used < count { try makeRoom() }
    used += fill(UnsafeMutableRawBufferPointer(rebasing: buffer[used...]))
  }

  /// Hands out space for elements of a fixed size in pieces, for each of `range`'s indices in order.
  ///
  /// - Parameter bytesPerElement: how many bytes `fill` writes for an index.
  /// - Parameter fill: writes the elements of a run of indices one after the other, from the pointer on.
  package func appendElements(
    _ range: Range<Int>, bytesPerElement: Int, _ fill: (Range<Int>, UnsafeMutableRawPointer) -> Void
  ) throws(ExportError) {
    let elementsPerPiece = Self.pieceSize / bytesPerElement / 4
    var start = range.lowerBound
    while start < range.upperBound {
      let piece = start..<min(start + elementsPerPiece, range.upperBound)
      try reserve(piece.count * bytesPerElement) { (space: UnsafeMutableRawBufferPointer) in
        if let base = space.baseAddress { fill(piece, base) }
        return piece.count * bytesPerElement
      }
      start = piece.upperBound
    }
  }

  /// Writes what is left, waits until the disc has it, and closes the file.
  package func finish() throws(ExportError) {
    try flush()
    guard consumer == nil else { return }
    // Devices and pipes have nothing to be flushed to.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw ExportError(errno: errno, path: reportedPath)
    }
    let closing = close(descriptor)
    descriptor = -1
    guard closing == 0 else { throw ExportError(errno: errno, path: reportedPath) }
  }

  /// Replaces bytes that were written before, of a file or in memory.
  ///
  /// - Parameter offset: the place of the first of them.
  package func overwrite(at offset: Int, with bytes: [UInt8]) throws(ExportError) {
    guard !isInMemory else {
      UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<used]).copyBytes(from: bytes)
      return
    }
    try flush()
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress?.advanced(by: start), bytes.count - start, off_t(offset + start))
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        throw ExportError(errno: errno, path: reportedPath)
      }
    }
  }

  private func makeRoom() throws(ExportError) {
    guard isInMemory else { return try flush() }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * buffer.count, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<used]))
    buffer.deallocate()
    buffer = larger
  }

  private func flush() throws(ExportError) {
    if let consumer {
      try consumer(UnsafeRawBufferPointer(rebasing: buffer[..<used]))
      flushed += used
      used = 0
      return
    }
    var start = 0
    while start < used {
      let written = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: start), used - start)
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        throw ExportError(errno: errno, path: reportedPath)
      }
    }
    flushed += used
    used = 0
  }
}

extension ExportError {
  /// The sentence for a failed system call on the way to a file.
  init(errno code: Int32, path: String) {
    switch code {
    case ENOSPC, EDQUOT: self = .discFull(path: path)
    case ENOENT:
      let folder = FilePath.folder(of: path)
      self =
        access(folder, F_OK) == 0
        ? .notWritable(path: path, reason: "no file can be made there")
        : .missingFolder(path: path, folder: folder)
    case EISDIR: self = .notAFile(path: path)
    case ENOTDIR:
      self = .notWritable(path: path, reason: "a part of the path is a file, not a folder")
    default: self = .notWritable(path: path, reason: String(cString: strerror(code)))
    }
  }
}
