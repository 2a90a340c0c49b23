internal import CZlib

/// Takes the bytes of one file of an archive: sums them up, deflates them where wished, and passes them on.
final class ZipEntrySink {
  private static let bufferSize = 1 << 16

  private let output: FileOutput
  private let path: String
  private let deflation: UnsafeMutablePointer<z_stream>?
  private let buffer: UnsafeMutableRawBufferPointer
  /// The CRC-32 of the bytes so far (ISO 3309).
  private(set) var checksum: UInt32 = 0
  /// How many bytes there were so far.
  private(set) var byteCount = 0

  init(_ output: FileOutput, isCompressed: Bool, path: String) throws(ExportError) {
    self.output = output
    self.path = path
    buffer = .allocate(byteCount: isCompressed ? Self.bufferSize : 1, alignment: 16)
    guard isCompressed else {
      deflation = nil
      return
    }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    deflation = stream
    // Negative for a bare stream, as archives hold it.
    let windowBits = -MAX_WBITS
    let status = deflateInit2_(
      stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw .notWritable(path: path, reason: "there is no memory left to compress it")
    }
  }

  deinit {
    if let deflation {
      deflateEnd(deflation)
      deflation.deallocate()
    }
    buffer.deallocate()
  }

  static func tooLong(_ path: String) -> ExportError {
    .notExpressible(path: path, problem: "the file would reach 4 GiB; write several drawings")
  }

  /// Takes a piece of the file.
  func consume(_ bytes: UnsafeRawBufferPointer) throws(ExportError) {
    checksum = UInt32(
      truncatingIfNeeded: crc32_z(
        uLong(checksum), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
    byteCount += bytes.count
    guard byteCount < Int(UInt32.max), output.byteCount < Int(UInt32.max) else { throw Self.tooLong(path) }
    if deflation == nil { try output.append(bytes) } else { try deflate(bytes, Z_NO_FLUSH) }
  }

  /// Passes on what was held back.
  func finish() throws(ExportError) {
    if deflation != nil { try deflate(UnsafeRawBufferPointer(start: nil, count: 0), Z_FINISH) }
  }

  private func deflate(_ bytes: UnsafeRawBufferPointer, _ flush: Int32) throws(ExportError) {
    guard let deflation else { return }
    deflation.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    deflation.pointee.avail_in = UInt32(bytes.count)
    repeat {
      deflation.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      deflation.pointee.avail_out = UInt32(buffer.count)
      // With room and a valid state this can't fail: the status only tells of progress.
      _ = CZlib.deflate(deflation, flush)
      let used = buffer.count - Int(deflation.pointee.avail_out)
      try output.append(UnsafeRawBufferPointer(rebasing: buffer[..<used]))
    } while deflation.pointee.avail_out == 0
  }
}
