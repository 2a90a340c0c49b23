import AirDraw
import Glibc

/// A picture as a camera would see its print among other things: turned, slanted, blurred, in noise.
struct SyntheticView {
  /// The frame.
  let frame: PixelImage
  /// Where the picture's corners truly are, clockwise from its own top-left.
  let corners: [ImagePoint]

  /// Makes a view of 640 × 480 pixels, chosen by a number: the same number gives the same view.
  ///
  /// The print is turned by any angle, slanted by up to 55° and seen 150 to 420 pixels wide; the frame is another
  /// picture, the noise ±8 shades.
  init(of picture: PixelImage, among clutter: PixelImage, number: UInt64) throws {
    var dice = number &* 0x9E37_79B9_7F4A_7C15 &+ 0x2545_F491_4F6C_DD1D
    func random(_ range: ClosedRange<Double>) -> Double {
      // Xorshift (G. Marsaglia, "Xorshift RNGs", 2003).
      dice ^= dice << 13
      dice ^= dice >> 7
      dice ^= dice << 17
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(dice >> 11) / Double(1 << 53)
    }
    let size = ImageSize(width: 640, height: 480)
    let (turn, slant) = (random(0...2 * .pi), random(0...0.96))
    let focalLength = 600.0
    let seenSide = random(150...420)
    let (width, height) = (Double(picture.size.width), Double(picture.size.height))
    let distance = focalLength * max(width, height) / seenSide
    // The print's own axes in the camera: turned in its plane, then slanted.
    let along = SIMD3(cos(turn), sin(turn) * cos(slant), sin(turn) * sin(slant))
    let down = SIMD3(-sin(turn), cos(turn) * cos(slant), cos(turn) * sin(slant))
    let lens = Matrix3(rows: SIMD3(focalLength, 0, 320), SIMD3(0, focalLength, 240), SIMD3(0, 0, 1))
    let toMiddle = Matrix3(
      rows: SIMD3(1, 0, 0.5 - width / 2), SIMD3(0, 1, 0.5 - height / 2), SIMD3(0, 0, 1))
    let place =
      lens
      * Matrix3(
        columns: along, down,
        SIMD3(random(-0.03...0.03) * distance, random(-0.03...0.03) * distance, distance))
      * toMiddle
    guard let back = place.inverse else { throw BenchError.unreadable(path: "synthetic view") }
    let seen = try picture.warped(by: back, to: size, background: 0)
    let white = PixelImage(
      size: picture.size, format: .grey8, bytesPerRow: picture.size.width,
      bytes: [UInt8](repeating: 255, count: picture.size.width * picture.size.height))
    let mask = try (white ?? picture).warped(by: back, to: size, background: 0)
    let behind = try clutter.warped(
      by: Matrix3(
        rows: SIMD3(Double(clutter.size.width) / 640, 0, 0), SIMD3(0, Double(clutter.size.height) / 480, 0),
        SIMD3(0, 0, 1)), to: size)
    var bytes = behind.bytes
    for index in bytes.indices {
      let sharp = mask.bytes[index] == 255 ? seen.bytes[index] : bytes[index]
      bytes[index] = UInt8(min(255, max(0, Double(sharp) + random(-8...8))))
    }
    frame = PixelImage(size: size, format: .grey8, bytesPerRow: 640, bytes: bytes) ?? behind
    corners = [(-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5)]
      .compactMap {
        place.imagePoint(ImagePoint(x: $0.0, y: $0.1))
      }
  }

  /// True when a finder that has never seen the picture finds it here, every corner within 3 pixels.
  func isFound(_ reference: PictureReference) throws -> Bool {
    var finder = PictureFinder(references: [reference], camera: nil)
    guard
      let sighting = try finder.observe(Frame(index: 0, timestampInSeconds: 0, image: frame)).first
    else { return false }
    return zip(sighting.corners, corners).allSatisfy { $0.distance(to: $1) <= 3 }
  }
}
