import AirGeometry

/// Takes a lens's distortion out of pixels and puts it back. What remains are the pixels of a pinhole camera with the
/// same focal length, in which planes map to each other by homographies; without a camera they are the pixels
/// themselves.
struct PictureLens: Hashable, Sendable {
  /// The camera, where it is known.
  let camera: CameraModel?

  /// The pinhole's pixel; nil where the lens model sees nothing.
  func ideal(_ pixel: ImagePoint) -> SIMD2<Double>? {
    guard let camera else { return SIMD2(pixel.x, pixel.y) }
    guard let d = camera.unproject(pixel)?.direction, d.z > 0 else { return nil }
    let k = camera.intrinsics
    return SIMD2(k.fx * d.x / d.z + k.cx, k.fy * d.y / d.z + k.cy)
  }

  /// The picture's pixel.
  func pixel(_ ideal: SIMD2<Double>) -> ImagePoint? {
    guard let camera else { return ImagePoint(x: ideal.x, y: ideal.y) }
    let k = camera.intrinsics
    return camera.project(
      CameraPoint(x: (ideal.x - k.cx) / k.fx, y: (ideal.y - k.cy) / k.fy, z: 1))
  }

  /// A point as it is followed, its places taken through `place`.
  func followed(_ pixel: ImagePoint, place: (SIMD2<Double>) -> SIMD2<Double>?) -> FollowedPoint? {
    let spread = FollowedPoint.spread
    func placed(_ dx: Double, _ dy: Double) -> SIMD2<Double>? {
      ideal(pixel.moved(dx: dx, dy: dy)).flatMap(place)
    }
    guard let middle = placed(0, 0), let left = placed(-spread, 0), let right = placed(spread, 0),
      let above = placed(0, -spread), let below = placed(0, spread)
    else { return nil }
    return FollowedPoint(pixel: pixel, place: middle, neighbours: [left, right, above, below])
  }
}
