import AirExtrusion
import Glibc

/// A perspective camera that stands where a whole mesh fits into its picture.
struct PreviewCamera {
  /// Where the camera stands.
  let position: SIMD3<Float>
  /// Unit axes of the picture in the scene: to the right, up, and from the scene towards the camera.
  let right: SIMD3<Float>
  let up: SIMD3<Float>
  let back: SIMD3<Float>
  /// Half the picture's extent at depth 1, to the side and up.
  let halfWidth: Float
  let halfHeight: Float

  /// Places the camera.
  ///
  /// - Parameters:
  ///   - points: what must be in the picture; at least one.
  ///   - azimuthInDegrees: turn of the view around the vertical, 0 from the front (+z), positive to the right.
  ///   - elevationInDegrees: how far above the horizon the camera stands, under 90.
  ///   - fieldOfViewInDegrees: vertical field of view.
  ///   - aspect: width by height of the picture.
  ///   - margin: part of the half picture that stays empty at each side.
  init(
    framing points: [SIMD3<Float>], azimuthInDegrees: Float, elevationInDegrees: Float,
    fieldOfViewInDegrees: Float, aspect: Float, margin: Float
  ) {
    let azimuth = azimuthInDegrees * .pi / 180
    let elevation = elevationInDegrees * .pi / 180
    back = SIMD3(
      sinf(azimuth) * cosf(elevation), sinf(elevation), cosf(azimuth) * cosf(elevation))
    right = SIMD3(cosf(azimuth), 0, -sinf(azimuth))
    up = SIMD3(-sinf(azimuth) * sinf(elevation), cosf(elevation), -cosf(azimuth) * sinf(elevation))
    halfHeight = tanf(fieldOfViewInDegrees * .pi / 360)
    halfWidth = halfHeight * aspect

    let horizontal = Self.fit(points, axis: right, back: back, slope: halfWidth * (1 - margin))
    let vertical = Self.fit(points, axis: up, back: back, slope: halfHeight * (1 - margin))
    // A little farther off than needed, so that no point is at the camera itself, however odd the mesh.
    let extent = points.reduce(points[0], pointwiseMax) - points.reduce(points[0], pointwiseMin)
    let distance = max(horizontal.distance, vertical.distance) + 0.01 * extent.max()
    position = right * horizontal.shift + up * vertical.shift + back * distance
  }

  /// The place along an axis and the distance from which all points lie between two planes of this slope.
  ///
  /// A point at x along the axis and z towards the camera is inside from shift s and distance d when
  /// |x − s| ≤ slope · (d − z). The two extreme points give two equations for s and d.
  private static func fit(
    _ points: [SIMD3<Float>], axis: SIMD3<Float>, back: SIMD3<Float>, slope: Float
  ) -> (shift: Float, distance: Float) {
    var largest = -Float.infinity
    var smallest = -Float.infinity
    for point in points {
      let x = (point * axis).sum() / slope
      let z = (point * back).sum()
      largest = max(largest, z + x)
      smallest = max(smallest, z - x)
    }
    return (slope * (largest - smallest) / 2, (largest + smallest) / 2)
  }

  /// A point as (x, y, 1/depth): x and y from −1 to 1 in the picture, to the right and up.
  func project(_ point: SIMD3<Float>) -> SIMD3<Float> {
    let offset = point - position
    let inverseDepth = -1 / (offset * back).sum()
    return SIMD3(
      (offset * right).sum() * inverseDepth / halfWidth, (offset * up).sum() * inverseDepth / halfHeight,
      inverseDepth)
  }

  /// The direction, not of unit length, of what is seen at (x, y), both from −1 to 1.
  func direction(x: Float, y: Float) -> SIMD3<Float> {
    right * (x * halfWidth) + up * (y * halfHeight) - back
  }
}
