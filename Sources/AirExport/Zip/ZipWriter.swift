/// Writes a ZIP archive in one pass (PKWARE, .ZIP File Format Specification 6.3.10), the same bytes each time: every file
/// is dated to the first day that the format knows.
///
/// A file's sum and lengths are put into its header when it is written, since readers of 3MF and USDZ do not take them
/// from behind it. Archives end at 4 GiB.
package final class ZipWriter {
  private let output: FileOutput
  private let path: String
  private var entries: [ZipEntry] = []

  /// - Parameters:
  ///   - output: where the archive goes, from its first byte on.
  ///   - path: the path that errors name.
  package init(_ output: FileOutput, path: String) {
    self.output = output
    self.path = path
  }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - name: its name in the archive, with slashes between folders.
  ///   - isCompressed: true to deflate it (RFC 1951), false to store its bytes as they are.
  ///   - alignment: of what number of bytes the file's first byte is to stand at a multiple, 1…1024.
  ///   - body: writes the file's bytes.
  /// - Throws: what `body` throws, or `ExportError`.
  package func add(
    _ name: String, isCompressed: Bool, alignment: Int = 1,
    _ body: (FileOutput) throws(ExportError) -> Void
  ) throws(ExportError) {
    var entry = ZipEntry(name: name, isCompressed: isCompressed, offset: output.byteCount)
    try output.append(entry.localHeader(alignment: alignment))
    let start = output.byteCount
    let sink = try ZipEntrySink(output, isCompressed: isCompressed, path: path)
    let file = FileOutput(reportedPath: path, consumer: sink.consume)
    try body(file)
    try file.finish()
    try sink.finish()
    entry.checksum = sink.checksum
    entry.byteCount = sink.byteCount
    entry.storedByteCount = output.byteCount - start
    try checkSize()
    try output.overwrite(at: entry.offset + ZipEntry.sumsOffset, with: entry.sums)
    entries.append(entry)
  }

  /// Writes the directory, with which an archive ends.
  package func finish() throws(ExportError) {
    let start = output.byteCount
    for entry in entries { try output.append(entry.directoryHeader) }
    let length = output.byteCount - start
    try checkSize()
    guard let count = UInt16(exactly: entries.count), count < .max else {
      throw .notExpressible(path: path, problem: "an archive ends at 65,534 files; write several drawings")
    }
    var end = ZipRecord(signature: 0x0605_4b50)
    end.append(UInt16(0))
    end.append(UInt16(0))
    end.append(count)
    end.append(count)
    end.append(UInt32(truncatingIfNeeded: length))
    end.append(UInt32(truncatingIfNeeded: start))
    end.append(UInt16(0))
    try output.append(end.bytes)
  }

  private func checkSize() throws(ExportError) {
    guard output.byteCount < Int(UInt32.max) else { throw ZipEntrySink.tooLong(path) }
  }
}

/// What an archive says of one of its files.
struct ZipEntry {
  /// Where its sum and lengths stand in its local header.
  static let sumsOffset = 14

  let name: String
  let isCompressed: Bool
  /// Where its local header stands.
  let offset: Int
  var checksum: UInt32 = 0
  var byteCount = 0
  /// Its length in the archive.
  var storedByteCount = 0

  init(name: String, isCompressed: Bool, offset: Int) {
    self.name = name
    self.isCompressed = isCompressed
    self.offset = offset
  }

  /// The header before the file, followed by a field that moves the file to its alignment.
  func localHeader(alignment: Int) -> [UInt8] {
    var record = ZipRecord(signature: 0x0403_4b50)
    appendCommon(to: &record)
    let nameLength = name.utf8.count
    let emptyField = 4
    var padding = (alignment - (offset + record.bytes.count + 4 + nameLength) % alignment) % alignment
    if padding > 0, padding < emptyField { padding += alignment }
    record.append(UInt16(truncatingIfNeeded: nameLength))
    record.append(UInt16(truncatingIfNeeded: padding))
    record.bytes += Array(name.utf8)
    if padding > 0 {
      // The number that Pixar's own packages use; readers skip fields that they do not know.
      record.append(UInt16(0x1986))
      record.append(UInt16(truncatingIfNeeded: padding - emptyField))
      record.bytes += [UInt8](repeating: 0, count: padding - emptyField)
    }
    return record.bytes
  }

  /// The checksum, the length in the archive and the length.
  var sums: [UInt8] {
    var record = ZipRecord()
    appendSums(to: &record)
    return record.bytes
  }

  /// The file's entry in the directory.
  var directoryHeader: [UInt8] {
    var record = ZipRecord(signature: 0x0201_4b50)
    // Made by Unix, whose attributes are a mode: a file that its owner may write and all may read.
    record.append(3 << 8 | Self.version)
    appendCommon(to: &record)
    record.append(UInt16(truncatingIfNeeded: name.utf8.count))
    // No extra field, no comment, the first disc, binary.
    for _ in 0..<4 { record.append(UInt16(0)) }
    record.append(UInt32(0o100644) << 16)
    record.append(UInt32(truncatingIfNeeded: offset))
    record.bytes += Array(name.utf8)
    return record.bytes
  }

  /// 2.0, the first with folders and deflation.
  private static let version: UInt16 = 20

  private func appendCommon(to record: inout ZipRecord) {
    record.append(Self.version)
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    // Bit 11: the name is in UTF-8.
    record.append(UInt16(isASCII ? 0 : 1 << 11))
    record.append(UInt16(isCompressed ? 8 : 0))
    // Midnight of 1 January 1980: year 0, month 1, day 1.
    record.append(UInt16(0))
    record.append(UInt16(1 << 5 | 1))
    appendSums(to: &record)
  }

  private func appendSums(to record: inout ZipRecord) {
    record.append(checksum)
    record.append(UInt32(truncatingIfNeeded: storedByteCount))
    record.append(UInt32(truncatingIfNeeded: byteCount))
  }
}

/// Little-endian numbers one after the other.
struct ZipRecord {
  var bytes: [UInt8] = []

  init() {}

  init(signature: UInt32) { append(signature) }

  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}
