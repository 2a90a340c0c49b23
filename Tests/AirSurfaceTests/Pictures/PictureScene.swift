import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Glibc
import Testing

/// Pictures made of random discs, and prints of them as a camera sees them.
enum PictureScene {
  /// A grey picture from the shade at each place, four samples to a pixel.
  static func picture(
    _ width: Int, _ height: Int, _ shade: (Double, Double) -> Double
  ) throws -> PixelImage {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let samples = [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)].map {
          shade(Double(x) + $0.0, Double(y) + $0.1)
        }
        bytes.append(UInt8(samples.reduce(0, +) / 4))
      }
    }
    let size = ImageSize(width: width, height: height)
    return try #require(PixelImage(size: size, format: .grey8, bytesPerRow: width, bytes: bytes))
  }

  /// The shade of a heap of discs at a place; the last laid lies on top.
  static func discs(
    seed: UInt64, _ width: Double = 400, _ height: Double = 300
  ) -> (Double, Double) -> Double {
    var random = SeededGenerator(seed: seed)
    let discs = (0..<160).map { _ in
      (
        x: Double.random(in: 0...width, using: &random), y: Double.random(in: 0...height, using: &random),
        radius: Double.random(in: 3...24, using: &random), shade: Double.random(in: 10...245, using: &random)
      )
    }
    return { x, y in
      discs.last { ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) < $0.radius * $0.radius }?.shade ?? 225
    }
  }

  /// A picture of discs, 400 × 300.
  static func discPicture(seed: UInt64) throws -> PixelImage { try picture(400, 300, discs(seed: seed)) }

  /// The camera of all views: 640 × 480.
  static func camera() throws -> CameraModel {
    try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 600, fy: 600, cx: 319.5, cy: 239.5),
        imageSize: ImageSize(width: 640, height: 480)))
  }

  /// Takes pixels of a picture to pixels of a view of its print, `width` metres wide.
  static func place(
    _ size: ImageSize, width: Double, turn: Double, slant: Double, distance: Double, x: Double = 0,
    y: Double = 0
  ) -> Matrix3 {
    let step = width / Double(size.width)
    let lens = Matrix3(rows: SIMD3(600, 0, 319.5), SIMD3(0, 600, 239.5), SIMD3(0, 0, 1))
    let seen = Matrix3(
      columns: SIMD3(cos(turn), sin(turn) * cos(slant), sin(turn) * sin(slant)),
      SIMD3(-sin(turn), cos(turn) * cos(slant), cos(turn) * sin(slant)), SIMD3(x, y, distance))
    let metres = Matrix3(
      rows: SIMD3(step, 0, step * (0.5 - Double(size.width) / 2)),
      SIMD3(0, step, step * (0.5 - Double(size.height) / 2)), SIMD3(0, 0, 1))
    return lens * seen * metres
  }

  /// The corners of a picture's print in a view.
  static func corners(_ size: ImageSize, _ place: Matrix3) -> [ImagePoint] {
    let (right, bottom) = (Double(size.width) - 0.5, Double(size.height) - 0.5)
    return [(-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom)].compactMap {
      place.imagePoint(ImagePoint(x: $0.0, y: $0.1))
    }
  }

  /// The view of a print on a grey table, with noise of ±`noise` shades.
  static func view(
    _ picture: PixelImage, _ place: Matrix3, noise: Int = 0, seed: UInt64 = 1
  ) throws -> PixelImage {
    let back = try #require(place.inverse)
    let size = ImageSize(width: 640, height: 480)
    let seen = try picture.warped(by: back, to: size, background: 120)
    var random = SeededGenerator(seed: seed)
    let bytes = seen.bytes.map { UInt8(clamping: Int($0) + Int.random(in: -noise...noise, using: &random)) }
    return try #require(PixelImage(size: size, format: .grey8, bytesPerRow: 640, bytes: bytes))
  }
}
