import AirCapture

/// How far one picture is from another of the same size.
struct PictureDifference: CustomStringConvertible {
  /// Mean difference of a byte.
  let mean: Double
  /// The share of the pixels in which a byte differs by more than 24.
  let shareOff: Double

  /// Nil when the sizes differ.
  init?(_ a: PixelImage, _ b: PixelImage) {
    guard a.size == b.size, a.format == b.format, a.bytes.count == b.bytes.count else { return nil }
    var sum = 0
    var off = 0
    let pixel = a.format.bytesPerPixel
    for start in stride(from: 0, to: a.bytes.count, by: pixel) {
      var largest = 0
      for byte in start..<start + pixel {
        let difference = abs(Int(a.bytes[byte]) - Int(b.bytes[byte]))
        sum += difference
        largest = max(largest, difference)
      }
      if largest > 24 { off += 1 }
    }
    mean = Double(sum) / Double(a.bytes.count)
    shareOff = Double(off * pixel) / Double(a.bytes.count)
  }

  /// True for pictures that differ by no more than what another machine's rounding does at edges: on average half a step
  /// of 255, and visibly in 3 of 1,000 pixels.
  var isSmall: Bool { mean <= 0.5 && shareOff <= 0.003 }

  var description: String { "bytes differ by \(mean) on average, \(100 * shareOff) % of the pixels visibly" }
}

extension PixelImage {
  /// The picture with its columns in reverse.
  var mirrored: PixelImage? {
    rearranged { row in row.reversed() }
  }

  /// The picture with red and blue exchanged.
  var withRedAndBlueExchanged: PixelImage? {
    rearranged { row in row.map { [$0[2], $0[1], $0[0]] } }
  }

  private func rearranged(_ change: ([[UInt8]]) -> [[UInt8]]) -> PixelImage? {
    var result: [UInt8] = []
    for row in 0..<size.height {
      let pixels = (0..<size.width).map {
        Array(bytes[row * bytesPerRow + 3 * $0..<row * bytesPerRow + 3 * $0 + 3])
      }
      result += change(pixels).flatMap { $0 }
    }
    return PixelImage(size: size, format: format, bytesPerRow: 3 * size.width, bytes: result)
  }
}
