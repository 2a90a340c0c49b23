import Glibc

/// A camera that stands where all that is to be shown fits into its picture.
struct PreviewCamera {
  /// How space is brought into the picture.
  enum Projection {
    /// As an eye sees it, with this vertical field of view.
    case perspective(fieldOfViewInDegrees: Float)
    /// As a technical drawing shows it: equal lengths across the view are equal in the picture.
    case parallel
  }

  /// Where the camera stands; in a parallel projection the middle of the plane that it looks from.
  let position: SIMD3<Float>
  /// Unit axes of the picture in the scene: to the right, up, and from the scene towards the camera.
  let right: SIMD3<Float>
  let up: SIMD3<Float>
  let back: SIMD3<Float>
  /// Half the picture's extent to the side and up: at depth 1, or anywhere in a parallel projection.
  let halfWidth: Float
  let halfHeight: Float
  let isPerspective: Bool

  /// Places the camera.
  ///
  /// - Parameters:
  ///   - points: what must be in the picture; at least one.
  ///   - azimuthInDegrees: turn of the view around the vertical, 0 from the front (+z), positive to the right.
  ///   - elevationInDegrees: how far above the horizon the camera stands, up to 90.
  ///   - projection: how space is brought into the picture.
  ///   - aspect: width by height of the picture.
  ///   - margin: part of the half picture that stays empty at each side.
  init(
    framing points: [SIMD3<Float>], azimuthInDegrees: Float, elevationInDegrees: Float,
    projection: Projection, aspect: Float, margin: Float
  ) {
    let side = Self.direction(azimuthInDegrees: azimuthInDegrees)
    let (sine, cosine) = Self.sineAndCosine(elevationInDegrees)
    back = side * cosine + SIMD3(0, sine, 0)
    right = SIMD3(side.z, 0, -side.x)
    up = SIMD3(0, cosine, 0) - side * sine
    let extent = points.reduce(points[0], pointwiseMax) - points.reduce(points[0], pointwiseMin)
    switch projection {
    case .perspective(let fieldOfViewInDegrees):
      isPerspective = true
      halfHeight = tanf(fieldOfViewInDegrees * .pi / 360)
      halfWidth = halfHeight * aspect
      let horizontal = Self.fit(points, axis: right, back: back, slope: halfWidth * (1 - margin))
      let vertical = Self.fit(points, axis: up, back: back, slope: halfHeight * (1 - margin))
      // A little farther off than needed, so that no point is at the camera itself, however odd the mesh.
      let distance = max(horizontal.distance, vertical.distance) + 0.01 * extent.max()
      position = right * horizontal.shift + up * vertical.shift + back * distance
    case .parallel:
      isPerspective = false
      let across = Self.range(points, along: right)
      let upwards = Self.range(points, along: up)
      let towards = Self.range(points, along: back)
      // Never a picture of no extent: a flat model seen from its edge is a line.
      let half = max(across.half / aspect, upwards.half, 0.001 * extent.max()) / (1 - margin)
      halfHeight = half
      halfWidth = half * aspect
      position =
        right * across.middle + up * upwards.middle
        + back * (towards.middle + towards.half + 0.1 * extent.max())
    }
  }

  /// The horizontal unit vector from the scene's middle towards a camera of this azimuth.
  static func direction(azimuthInDegrees: Float) -> SIMD3<Float> {
    let (sine, cosine) = sineAndCosine(azimuthInDegrees)
    return SIMD3(sine, 0, cosine)
  }

  /// Exact at whole quarter turns, so that a view from the front is not a hair aslant.
  private static func sineAndCosine(_ degrees: Float) -> (Float, Float) {
    switch degrees.truncatingRemainder(dividingBy: 360) {
    case 0: (0, 1)
    case 90, -270: (1, 0)
    case 180, -180: (0, -1)
    case 270, -90: (-1, 0)
    default: (sinf(degrees * .pi / 180), cosf(degrees * .pi / 180))
    }
  }

  /// The place along an axis and the distance from which all points lie between two planes of this slope.
  ///
  /// A point at x along the axis and z towards the camera is inside from shift s and distance d when
  /// |x − s| ≤ slope · (d − z). The two extreme points give two equations for s and d.
  private static func fit(
    _ points: [SIMD3<Float>], axis: SIMD3<Float>, back: SIMD3<Float>, slope: Float
  ) -> (shift: Float, distance: Float) {
    let scaledAxis = axis / slope
    let sum = range(points, along: back + scaledAxis)
    let difference = range(points, along: back - scaledAxis)
    let largest = sum.middle + sum.half
    let other = difference.middle + difference.half
    return (slope * (largest - other) / 2, (largest + other) / 2)
  }

  private static func range(
    _ points: [SIMD3<Float>], along axis: SIMD3<Float>
  ) -> (middle: Float, half: Float) {
    var least = Float.infinity
    var greatest = -Float.infinity
    for point in points {
      let place = (point * axis).sum()
      least = min(least, place)
      greatest = max(greatest, place)
    }
    return ((least + greatest) / 2, (greatest - least) / 2)
  }

  /// A point as (x, y, nearness): x and y from −1 to 1 in the picture, to the right and up. Nearness grows towards the
  /// camera and is affine in the picture: 1/depth in perspective.
  @inline(__always)
  func project(_ point: SIMD3<Float>) -> SIMD3<Float> {
    let offset = point - position
    let across = (offset * right).sum()
    let upwards = (offset * up).sum()
    let towards = (offset * back).sum()
    guard isPerspective else { return SIMD3(across / halfWidth, upwards / halfHeight, towards) }
    let inverseDepth = -1 / towards
    return SIMD3(across * inverseDepth / halfWidth, upwards * inverseDepth / halfHeight, inverseDepth)
  }

  /// What is seen at (x, y), both from −1 to 1, lies on this ray; its direction is not of unit length.
  @inline(__always)
  func ray(x: Float, y: Float) -> (origin: SIMD3<Float>, direction: SIMD3<Float>) {
    let offset = right * (x * halfWidth) + up * (y * halfHeight)
    return isPerspective ? (position, offset - back) : (position + offset, -back)
  }

  /// The unit vector from a point of the scene towards the camera.
  @inline(__always)
  func towardsCamera(from point: SIMD3<Float>) -> SIMD3<Float> {
    guard isPerspective else { return back }
    let offset = position - point
    return offset / (offset * offset).sum().squareRoot()
  }
}
