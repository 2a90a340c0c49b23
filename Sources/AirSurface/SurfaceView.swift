import AirGeometry

/// How a surface's points come to their places on the ideal image: by a camera's pose, or by a homography where no
/// camera is known. Both can be moved a little, which is how they are fitted.
enum SurfaceView: Hashable, Sendable {
  /// A camera of this focal length at this pose.
  case camera(SurfaceInCamera, focalLength: Double)
  /// The homography that takes four points of the surface to four places.
  case homography(points: [SurfacePoint], places: [SIMD2<Double>])

  /// How many numbers move it.
  var parameterCount: Int {
    switch self {
    case .camera: 6
    case .homography: 8
    }
  }

  /// The view after a small change of its parameters.
  func moved(by step: ArraySlice<Double>) -> SurfaceView {
    let s = Array(step)
    switch self {
    case .camera(let pose, let focalLength):
      return .camera(
        pose.moved(turn: SIMD3(s[0], s[1], s[2]), shift: SIMD3(s[3], s[4], s[5])),
        focalLength: focalLength)
    case .homography(let points, let places):
      let moved = places.indices.map { places[$0] + SIMD2(s[2 * $0], s[2 * $0 + 1]) }
      return .homography(points: points, places: moved)
    }
  }

  /// What takes a surface's (u, v, 1) to the ideal image's (x, y, 1)·w; nil where the view is degenerate.
  var matrix: Matrix3? {
    switch self {
    case .camera(let pose, let focalLength):
      let m = pose.rotation.matrix
      let columns = Matrix3(columns: m.column0, m.column2, pose.shift)
      return Matrix3(rows: columns.row0 * focalLength, columns.row1 * focalLength, columns.row2)
    case .homography(let points, let places):
      return Homography(from: places.map { ImagePoint(x: $0.x, y: $0.y) }, to: points)?.surfaceToImage
    }
  }
}
