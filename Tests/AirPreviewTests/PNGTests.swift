import AirExport
import AirPreview
import AirTestSupport
import CZlib
import Foundation
import Testing

@Suite struct PNGTests {
  /// The chunks of a PNG file, their checksums verified.
  private func chunks(_ file: [UInt8]) throws -> [(type: String, content: [UInt8])] {
    func word(_ place: Int) -> UInt32 { (0..<4).reduce(0) { $0 << 8 | UInt32(file[place + $1]) } }
    try #require(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    var chunks: [(String, [UInt8])] = []
    var place = 8
    while place < file.count {
      let length = Int(word(place))
      let checked = Array(file[place + 4..<place + 8 + length])
      #expect(UInt32(crc32(0, checked, UInt32(checked.count))) == word(place + 8 + length))
      chunks.append((String(decoding: checked.prefix(4), as: UTF8.self), Array(checked.dropFirst(4))))
      place += 12 + length
    }
    #expect(place == file.count)
    return chunks
  }

  @Test("random pictures come back to the byte through inflate and Paeth's filter")
  func roundTrip() throws {
    let path = NSTemporaryDirectory() + "airdraw-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    for seed in UInt64(1)...6 {
      var random = SeededGenerator(seed: seed)
      let width = Int.random(in: 1...70, using: &random)
      let height = Int.random(in: 1...70, using: &random)
      let bytes = (0..<3 * width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
      let image = try #require(PreviewImage(width: width, height: height, bytes: bytes))
      try image.writePNG(to: path)
      let chunks = try chunks(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
      #expect(chunks.map(\.type) == ["IHDR", "sRGB", "IDAT", "IEND"])
      let header: [UInt8] = [0, 0, 0, UInt8(width), 0, 0, 0, UInt8(height), 8, 2, 0, 0, 0]
      #expect(chunks[0].content == header)

      let stride = 3 * width + 1
      var raw = [UInt8](repeating: 0, count: stride * height)
      var length = UInt(raw.count)
      #expect(uncompress(&raw, &length, chunks[2].content, UInt(chunks[2].content.count)) == Z_OK)
      #expect(length == UInt(raw.count))
      var decoded = [[Int]](repeating: [Int](repeating: 0, count: 3 * width), count: height)
      for row in 0..<height {
        #expect(raw[row * stride] == 4)
        for place in 0..<3 * width {
          let a = place < 3 ? 0 : decoded[row][place - 3]
          let b = row == 0 ? 0 : decoded[row - 1][place]
          let c = place < 3 || row == 0 ? 0 : decoded[row - 1][place - 3]
          // The nearest of a, b, c to a + b − c, in this order where equally near.
          let predicted = [a, b, c].min { abs(a + b - c - $0) < abs(a + b - c - $1) } ?? 0
          decoded[row][place] = (Int(raw[row * stride + 1 + place]) + predicted) % 256
        }
      }
      #expect(decoded.flatMap { $0 } == bytes.map { Int($0) }, "seed \(seed)")
    }
  }

  @Test("a picture that cannot be written gives one sentence")
  func unwritable() throws {
    let image = try #require(PreviewImage(width: 1, height: 1, bytes: [1, 2, 3]))
    #expect(throws: ExportError.discFull(path: "/dev/full")) { try image.writePNG(to: "/dev/full") }
    #expect(PreviewImage(width: 2, height: 1, bytes: [1, 2, 3]) == nil)
  }
}
