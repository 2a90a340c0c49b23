internal import CZlib

/// Encodes pictures as PNG (W3C, Portable Network Graphics Specification, second edition; ISO/IEC 15948).
enum PNGEncoder {
  private static let bytesPerPixel = 3
  private static let compressionLevel: Int32 = 6

  /// The bytes of a PNG file: colour type 2, eight bits a component, sRGB stated, not interlaced; nil when there is
  /// not enough memory to compress it.
  static func encode(_ image: PreviewImage) -> [UInt8]? {
    guard let pixels = compressed(filtered(image)) else { return nil }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append("IHDR", bigEndian(image.width) + bigEndian(image.height) + [8, 2, 0, 0, 0], to: &file)
    let perceptualIntent: [UInt8] = [0]
    append("sRGB", perceptualIntent, to: &file)
    append("IDAT", pixels, to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func append(_ type: String, _ content: [UInt8], to file: inout [UInt8]) {
    let checked = Array(type.utf8) + content
    file += bigEndian(content.count)
    file += checked
    file += bigEndian(Int(crc32(0, checked, UInt32(checked.count))))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Each row as its differences from Paeth's prediction (filter type 4), which suits smooth shading.
  private static func filtered(_ image: PreviewImage) -> [UInt8] {
    let rowLength = bytesPerPixel * image.width
    var filtered: [UInt8] = []
    filtered.reserveCapacity((rowLength + 1) * image.height)
    for row in 0..<image.height {
      filtered.append(4)
      let start = row * rowLength
      for place in start..<start + rowLength {
        let isFirstPixel = place < start + bytesPerPixel
        let left = isFirstPixel ? 0 : Int(image.bytes[place - bytesPerPixel])
        let above = row == 0 ? 0 : Int(image.bytes[place - rowLength])
        let aboveLeft = isFirstPixel || row == 0 ? 0 : Int(image.bytes[place - rowLength - bytesPerPixel])
        filtered.append(image.bytes[place] &- UInt8(paeth(left, above, aboveLeft)))
      }
    }
    return filtered
  }

  private static func paeth(_ left: Int, _ above: Int, _ aboveLeft: Int) -> Int {
    let estimate = left + above - aboveLeft
    let (toLeft, toAbove, toCorner) = (abs(estimate - left), abs(estimate - above), abs(estimate - aboveLeft))
    if toLeft <= toAbove && toLeft <= toCorner { return left }
    return toAbove <= toCorner ? above : aboveLeft
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(length))
    guard compress2(&result, &length, bytes, UInt(bytes.count), compressionLevel) == Z_OK else { return nil }
    result.removeLast(result.count - Int(length))
    return result
  }
}
