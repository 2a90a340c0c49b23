import AirGeometry

/// A picture to draw on; colours are red, green and blue from 0 to 1, places in pixels from the top-left pixel's centre.
package struct PixelCanvas {
  /// The picture's size in pixels.
  package let size: ImageSize
  private var bytes: [UInt8]

  /// White paper.
  package init(size: ImageSize) {
    self.size = size
    bytes = [UInt8](repeating: 255, count: 3 * size.width * size.height)
  }

  /// A copy of a picture.
  package init(_ image: PixelImage) {
    size = image.size
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * size.width * size.height)
    for row in 0..<size.height {
      let start = row * image.bytesPerRow
      let pixels = image.bytes[start..<start + size.width * image.format.bytesPerPixel]
      switch image.format {
      case .bgr8: bytes += pixels
      case .grey8: for value in pixels { bytes += [value, value, value] }
      }
    }
    self.bytes = bytes
  }

  /// What was drawn.
  package var image: PixelImage? {
    PixelImage(size: size, format: .bgr8, bytesPerRow: 3 * size.width, bytes: bytes)
  }

  /// Lends the bytes: blue, green, red, without gaps between the rows.
  package mutating func withBytes<Result>(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeMutableBufferPointer { body($0) }
  }

  /// Fills a part of the picture; what lies outside of it is left out.
  ///
  /// - Parameter opacity: from 0, which changes nothing, to 1.
  package mutating func fill(
    columns: Range<Int>, rows: Range<Int>, _ colour: SIMD3<Double>, opacity: Double = 1
  ) {
    for y in rows.clamped(to: 0..<size.height) {
      for x in columns.clamped(to: 0..<size.width) { blend(x, y, colour, opacity) }
    }
  }

  /// A filled circle.
  package mutating func disc(at middle: SIMD2<Double>, radius: Double, colour: SIMD3<Double>) {
    line(from: middle, to: middle, width: 2 * radius, colour: colour)
  }

  /// A line with round ends; pixels at its border are covered in part.
  package mutating func line(
    from a: SIMD2<Double>, to b: SIMD2<Double>, width: Double, colour: SIMD3<Double>
  ) {
    let reach = width / 2 + 1
    let along = b - a
    let squared = (along * along).sum()
    guard let columns = Self.range(min(a.x, b.x) - reach, max(a.x, b.x) + reach, below: size.width),
      let rows = Self.range(min(a.y, b.y) - reach, max(a.y, b.y) + reach, below: size.height)
    else { return }
    for y in rows {
      for x in columns {
        let offset = SIMD2(Double(x), Double(y)) - a
        let share = squared > 0 ? min(1, max(0, (offset * along).sum() / squared)) : 0
        let away = offset - along * share
        let cover = min(1, max(0, width / 2 + 0.5 - (away * away).sum().squareRoot()))
        if cover > 0 { blend(x, y, colour, cover) }
      }
    }
  }

  /// The pixels between two places that are on the paper; nil where there are none.
  private static func range(_ first: Double, _ last: Double, below count: Int) -> ClosedRange<Int>? {
    guard first.isFinite, last.isFinite, last >= 0, first <= Double(count - 1) else { return nil }
    return Int(max(0, first))...Int(min(Double(count - 1), last))
  }

  private mutating func blend(_ x: Int, _ y: Int, _ colour: SIMD3<Double>, _ cover: Double) {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return }
    let place = 3 * (y * size.width + x)
    let old = SIMD3(Double(bytes[place + 2]), Double(bytes[place + 1]), Double(bytes[place]))
    let new = (old + (colour * 255 - old) * cover).rounded(.toNearestOrAwayFromZero)
    bytes[place] = UInt8(new.z)
    bytes[place + 1] = UInt8(new.y)
    bytes[place + 2] = UInt8(new.x)
  }
}
