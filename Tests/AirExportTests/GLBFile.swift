import Foundation
import Testing

/// A GLB file taken apart by the specification, independently of the writer.
struct GLBFile {
  let jsonBytes: [UInt8]
  let json: [String: Any]
  let binary: [UInt8]

  init(_ bytes: [UInt8]) throws {
    func word(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    try #require(bytes.count >= 20 && Array(bytes[0..<4]) == Array("glTF".utf8) && word(4) == 2)
    // No bytes after the stated length, two chunks and nothing else.
    try #require(word(8) == bytes.count)
    let jsonLength = word(12)
    try #require(word(16) == 0x4E4F_534A && jsonLength.isMultiple(of: 4))
    let binaryStart = 20 + jsonLength
    let binaryLength = word(binaryStart)
    try #require(word(binaryStart + 4) == 0x004E_4942 && binaryLength.isMultiple(of: 4))
    try #require(binaryStart + 8 + binaryLength == bytes.count)
    jsonBytes = Array(bytes[20..<binaryStart])
    binary = Array(bytes[(binaryStart + 8)...])
    json = try #require(try JSONSerialization.jsonObject(with: Data(jsonBytes)) as? [String: Any])
  }

  func objects(_ key: String) -> [[String: Any]] { json[key] as? [[String: Any]] ?? [] }

  /// The elements of an accessor as doubles, `columns` for each.
  func values(_ accessor: Int) throws -> [[Double]] {
    let accessor = objects("accessors")[accessor]
    let view = objects("bufferViews")[try #require(accessor["bufferView"] as? Int)]
    let type = try #require(accessor["componentType"] as? Int)
    let columns = accessor["type"] as? String == "VEC3" ? 3 : 1
    let size = type == 5123 || type == 5122 ? 2 : 4
    let stride = view["byteStride"] as? Int ?? columns * size
    let start = (view["byteOffset"] as? Int ?? 0) + (accessor["byteOffset"] as? Int ?? 0)
    return (0..<(try #require(accessor["count"] as? Int))).map { element in
      (0..<columns).map { column in
        let place = start + element * stride + column * size
        let bits = (0..<size).reduce(UInt32(0)) { $0 | UInt32(binary[place + $1]) << UInt32(8 * $1) }
        switch type {
        case 5126: return Double(Float(bitPattern: bits))
        case 5122: return Double(Int16(truncatingIfNeeded: bits))
        default: return Double(bits)
        }
      }
    }
  }
}
