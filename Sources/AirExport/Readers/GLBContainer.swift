/// The chunks of a GLB file (Khronos, glTF 2.0 specification, section 4), or a document alone.
struct GLBContainer {
  /// The JSON text.
  let document: UnsafeRawBufferPointer
  /// The BIN chunk.
  private(set) var binary: UnsafeRawBufferPointer?

  /// True when the bytes begin as a GLB file does.
  static func isBegun(by bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.run(at: 0, count: 4)?.elementsEqual("glTF".utf8) ?? false
  }

  init(_ bytes: UnsafeRawBufferPointer) throws(ReadFailure) {
    guard Self.isBegun(by: bytes) else {
      document = bytes
      return
    }
    guard bytes.count >= 20 else { throw .malformed("it ends in its header") }
    guard bytes.little(at: 4, as: UInt32.self) == 2 else { throw .unknownFeature("it is not of version 2") }
    guard let file = bytes.run(at: 0, count: Int(bytes.little(at: 8, as: UInt32.self))) else {
      throw .malformed("it is shorter than its header states")
    }
    var place = 12
    var chunks: [(type: UInt32, bytes: UnsafeRawBufferPointer)] = []
    while place < file.count, chunks.count < 2 {
      guard place + 8 <= file.count,
        let chunk = file.run(at: place + 8, count: Int(file.little(at: place, as: UInt32.self)))
      else { throw .malformed("its chunk at byte \(place) is longer than the file") }
      chunks.append((file.little(at: place + 4, as: UInt32.self), chunk))
      place += 8 + chunk.count
    }
    guard let first = chunks.first, first.type == 0x4E4F_534A else {
      throw .malformed("it has no JSON chunk")
    }
    document = first.bytes
    binary = chunks.dropFirst().first { $0.type == 0x004E_4942 }?.bytes
  }
}
