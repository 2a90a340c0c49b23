import Glibc

/// A file's bytes, mapped into memory: pages come from the disc when they are first looked at, and the system may drop
/// them again.
final class MappedFile {
  /// The bytes; they are there as long as this value is.
  let bytes: UnsafeRawBufferPointer

  /// - Throws: `ReadFailure` when there is no such regular file or it may not be read.
  init(path: String) throws(ReadFailure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .malformed(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .malformed(String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .malformed("it is no regular file") }
    let size = Int(status.st_size)
    guard size > 0 else { throw .malformed("it is empty") }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw .malformed(String(cString: strerror(errno)))
    }
    madvise(start, size, MADV_SEQUENTIAL)
    bytes = UnsafeRawBufferPointer(start: start, count: size)
  }

  /// - Parameter reportedPath: the path that errors name.
  /// - Throws: `ExportError.unreadable` when there is no such regular file or it may not be read.
  convenience init(path: String, reportedPath: String) throws(ExportError) {
    do {
      try self.init(path: path)
    } catch {
      throw .unreadable(path: reportedPath, reason: error.reason)
    }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}

extension UnsafeRawBufferPointer {
  /// A run of the bytes; nil when it is not wholly inside.
  func run(at offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
    return UnsafeRawBufferPointer(rebasing: self[offset..<offset + count])
  }

  /// A little-endian number. The place must be inside, which is not checked.
  @inline(__always)
  func little<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }

  /// Three little-endian floats. The place must be inside, which is not checked.
  @inline(__always)
  func littleVector(at offset: Int) -> SIMD3<Float> {
    SIMD3(
      Float(bitPattern: little(at: offset, as: UInt32.self)),
      Float(bitPattern: little(at: offset + 4, as: UInt32.self)),
      Float(bitPattern: little(at: offset + 8, as: UInt32.self)))
  }
}

extension SIMD3<Float> {
  /// True when no component is infinite or no number.
  @inline(__always)
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
