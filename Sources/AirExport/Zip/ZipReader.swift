internal import CZlib

/// Reads the files of a ZIP archive by its directory (PKWARE, .ZIP File Format Specification 6.3.10): stored or deflated
/// ones, in archives under 4 GiB.
package final class ZipReader {
  private struct Entry {
    let isDeflated: Bool
    let checksum: UInt32
    let byteCount: Int
    /// Where its bytes are in the archive.
    let range: Range<Int>
  }

  private let file: MappedFile
  private let path: String
  private var entries: [String: Entry] = [:]
  /// The names of the files, in the directory's order.
  package private(set) var names: [String] = []

  private var bytes: UnsafeRawBufferPointer { file.bytes }

  /// - Parameter reportedPath: the path that errors name.
  /// - Throws: `ExportError.unreadable` when it is no archive.
  package init(path: String, reportedPath: String) throws(ExportError) {
    self.path = reportedPath
    file = try MappedFile(path: path, reportedPath: reportedPath)
    var place = try directory
    for _ in 0..<place.count {
      guard try number(at: place.offset, 4) == 0x0201_4b50 else { throw fault("its directory is damaged") }
      let nameLength = try number(at: place.offset + 28, 2)
      let name = String(decoding: try range(place.offset + 46, nameLength), as: UTF8.self)
      entries[name] = try entry(at: place.offset)
      names.append(name)
      place.offset +=
        46 + nameLength + (try number(at: place.offset + 30, 2)) + (try number(at: place.offset + 32, 2))
    }
  }

  /// Where a stored file's bytes are in the archive; nil for one that is not there.
  package func range(of name: String) -> Range<Int>? { entries[name]?.range }

  /// Hands the bytes of a file on, piece by piece, and checks their sum.
  ///
  /// - Throws: `ExportError.unreadable` when the file is not there or damaged, or what `consume` throws.
  package func read(
    _ name: String, _ consume: (UnsafeRawBufferPointer) throws(ExportError) -> Void
  ) throws(ExportError) {
    guard let entry = entries[name] else { throw fault("there is no “\(name)” in it") }
    let stored = UnsafeRawBufferPointer(rebasing: bytes[entry.range])
    var checksum: UInt = 0
    var count = 0
    func pass(_ piece: UnsafeRawBufferPointer) throws(ExportError) {
      checksum = crc32_z(checksum, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), piece.count)
      count += piece.count
      try consume(piece)
    }
    if entry.isDeflated {
      try inflate(stored, upTo: entry.byteCount, name, pass)
    } else {
      try pass(stored)
    }
    guard count == entry.byteCount, checksum == UInt(entry.checksum) else {
      throw fault("“\(name)” in it is damaged")
    }
  }

  /// Where the directory begins and how many files it names.
  private var directory: (offset: Int, count: Int) {
    get throws(ExportError) {
      // It ends with a record of 22 bytes and a comment of at most 65,535.
      var end = bytes.count - 22
      while end >= max(0, bytes.count - 22 - 65_535) {
        if try number(at: end, 4) == 0x0605_4b50 {
          return (try number(at: end + 16, 4), try number(at: end + 10, 2))
        }
        end -= 1
      }
      throw fault("it is no ZIP archive")
    }
  }

  private func entry(at offset: Int) throws(ExportError) -> Entry {
    let method = try number(at: offset + 10, 2)
    let isEncrypted = try number(at: offset + 8, 2) & 1 == 1
    guard method == 0 || method == 8, !isEncrypted else {
      throw fault("it is compressed or encrypted in a way that is not read")
    }
    let header = try number(at: offset + 42, 4)
    guard header < Int(UInt32.max), try number(at: header, 4) == 0x0403_4b50 else {
      throw fault("its directory is damaged, or it is longer than 4 GiB")
    }
    let start = header + 30 + (try number(at: header + 26, 2)) + (try number(at: header + 28, 2))
    let length = try number(at: offset + 20, 4)
    _ = try range(start, length)
    return Entry(
      isDeflated: method == 8, checksum: UInt32(truncatingIfNeeded: try number(at: offset + 16, 4)),
      byteCount: try number(at: offset + 24, 4), range: start..<start + length)
  }

  private func inflate(
    _ stored: UnsafeRawBufferPointer, upTo limit: Int, _ name: String,
    _ pass: (UnsafeRawBufferPointer) throws(ExportError) -> Void
  ) throws(ExportError) {
    var stream = z_stream()
    guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw fault("there is no memory left to read it")
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer {
      inflateEnd(&stream)
      buffer.deallocate()
    }
    stream.next_in = UnsafeMutablePointer(
      mutating: stored.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.avail_in = UInt32(truncatingIfNeeded: stored.count)
    var count = 0
    var status = Z_OK
    while status == Z_OK {
      stream.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.avail_out = UInt32(buffer.count)
      status = CZlib.inflate(&stream, Z_NO_FLUSH)
      let used = buffer.count - Int(stream.avail_out)
      count += used
      guard status == Z_OK || status == Z_STREAM_END, count <= limit else {
        throw fault("“\(name)” in it is damaged")
      }
      try pass(UnsafeRawBufferPointer(rebasing: buffer[..<used]))
    }
  }

  /// A little-endian number of 2 or 4 bytes.
  private func number(at offset: Int, _ length: Int) throws(ExportError) -> Int {
    try range(offset, length).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func range(_ start: Int, _ length: Int) throws(ExportError) -> Slice<UnsafeRawBufferPointer> {
    guard start >= 0, start + length <= bytes.count else { throw fault("it is cut off") }
    return bytes[start..<start + length]
  }

  private func fault(_ reason: String) -> ExportError { .unreadable(path: path, reason: reason) }
}
