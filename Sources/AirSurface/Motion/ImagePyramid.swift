import AirCapture
import AirGeometry
import CVision

/// A grey picture in halving sizes, as points are followed in it.
struct ImagePyramid: Sendable {
  /// Size of the finest level, that of the picture.
  let size: ImageSize
  /// How many levels there are.
  let levelCount: Int
  private let bytes: [UInt8]

  /// Makes the pyramid of a picture: levels are added while they are at least 30 pixels high and wide, up to six.
  ///
  /// - Complexity: linear in the number of pixels.
  init(_ image: PixelImage) throws(SurfaceError) {
    let shortSide = min(image.size.width, image.size.height)
    let levels = min(max(1 + Int((Double(shortSide) / 30).logarithmOfTwo), 1), 6)
    let (width, height) = (Int32(clamping: image.size.width), Int32(clamping: image.size.height))
    var bytes = [UInt8](repeating: 0, count: airvision_pyramid_size(width, height, Int32(levels)))
    try image.withVisionImage { airvision_make_pyramid($0, Int32(levels), &bytes) }
    size = image.size
    levelCount = levels
    self.bytes = bytes
  }

  /// Lends the pyramid for the time of one call.
  func withBorrowed(_ body: (airvision_pyramid) -> airvision_status) throws(SurfaceError) {
    try lent(body)?.check()
  }

  /// Lends this pyramid and another one for the time of one call.
  func withBorrowed(
    _ other: ImagePyramid, _ body: (airvision_pyramid, airvision_pyramid) -> airvision_status
  ) throws(SurfaceError) {
    try lent { first in other.lent { body(first, $0) } ?? airvision_status() }?.check()
  }

  private func lent(_ body: (airvision_pyramid) -> airvision_status) -> airvision_status? {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map {
        body(
          airvision_pyramid(
            levels: $0, width: Int32(clamping: size.width), height: Int32(clamping: size.height),
            level_count: Int32(levelCount)))
      }
    }
  }

  /// Corners that can be followed, the strongest first.
  ///
  /// - Parameters:
  ///   - box: the part of the picture that is looked at.
  ///   - limit: how many corners at most.
  ///   - distance: how far apart they are at least, in pixels.
  func corners(in box: ImageBox, limit: Int, distance: Double) throws(SurfaceError) -> [ImagePoint] {
    var numbers = [Double](repeating: 0, count: 2 * limit)
    var count: Int32 = 0
    let bounds = box.wholePixels
    try withBorrowed { airvision_find_corners($0, bounds, 0.005, distance, Int32(limit), &numbers, &count) }
    return (0..<Int(count)).map { ImagePoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
  }
}

extension PixelImage {
  /// The exact places of corners that are known roughly.
  ///
  /// - Parameters:
  ///   - points: the rough places.
  ///   - halfSize: how far around them the corner is looked for, in pixels.
  package func refinedCorners(
    near points: [ImagePoint], halfSize: Int
  ) throws(SurfaceError) -> [ImagePoint] {
    var numbers = points.flatMap { [$0.x, $0.y] }
    try withVisionImage { airvision_refine_corners($0, Int32(halfSize), &numbers, Int32(points.count)) }
    return points.indices.map { ImagePoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
  }
}

extension ImageBox {
  /// x, y, width and height in whole pixels, as OpenCV takes boxes.
  var wholePixels: [Int32] {
    [x.rounded(.down), y.rounded(.down), width.rounded(.up), height.rounded(.up)].map {
      Int32(min(max($0, -1e9), 1e9))
    }
  }
}

extension Double {
  fileprivate var logarithmOfTwo: Double { self >= 1 ? Double(exponent) : 0 }
}
