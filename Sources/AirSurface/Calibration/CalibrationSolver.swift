import AirGeometry
import CVision

/// What OpenCV's solver makes of views of a board.
struct CalibrationSolver {
  let imageSize: ImageSize
  let lens: CalibrationLens

  /// A camera's numbers that explain views of a board best.
  struct Solution {
    /// fx, fy, cx, cy and the lens's coefficients.
    var numbers: [Double]
    /// The numbers' standard deviations.
    var deviations: [Double]
    /// Each view's pose and residuals.
    var fits: [Fit]
  }

  /// A view as a camera explains it.
  struct Fit {
    /// The pose from board to camera: rotation vector, translation in metres.
    var pose: [Double]
    /// What is seen less what is predicted, in pixels, for each corner.
    var residuals: [SIMD2<Double>]

    /// The root of the mean squared distance of corners from where they are predicted, in pixels.
    var rms: Double {
      (residuals.reduce(0) { $0 + ($1 * $1).sum() } / Double(max(1, residuals.count))).squareRoot()
    }

    /// The angle between the board's normal and the line of sight, in degrees.
    var tiltInDegrees: Double {
      let normal = Rotation(rotationVector: SIMD3(pose[0], pose[1], pose[2]))(SIMD3(0, 0, 1))
      return acosInDegrees(min(1, abs(normal.z)))
    }

    /// How far the board's first point is from the camera, in metres.
    var distanceInMetres: Double { length(SIMD3(pose[3], pose[4], pose[5])) }
  }

  /// Calibrates from views.
  func solve(_ views: [[BoardSighting.Corner]]) throws(SurfaceError) -> Solution {
    let counts = views.map { Int32($0.count) }
    let corners = views.flatMap { $0 }
    let places = corners.flatMap { [$0.place.u, $0.place.v] }
    let pixels = corners.flatMap { [$0.pixel.x, $0.pixel.y] }
    var result = airvision_calibration()
    var poses = [Double](repeating: 0, count: 6 * views.count)
    var residuals = [Double](repeating: 0, count: 2 * corners.count)
    let status = counts.withUnsafeBufferPointer { counts in
      places.withUnsafeBufferPointer { places in
        pixels.withUnsafeBufferPointer { pixels -> airvision_status in
          guard let counts = counts.baseAddress, let places = places.baseAddress,
            let pixels = pixels.baseAddress
          else { return airvision_status() }
          return airvision_calibrate(
            airvision_board_views(
              view_count: Int32(views.count), counts: counts, plane_points: places, seen_points: pixels,
              image_width: Int32(imageSize.width), image_height: Int32(imageSize.height)),
            lens.visionLens, &result, &poses, &residuals)
        }
      }
    }
    try status.check()
    func numbers<Tuple>(_ tuple: Tuple) -> [Double] {
      withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: Double.self).prefix(lens.numberNames.count)) }
    }
    var fits: [Fit] = []
    var first = 0
    for (index, view) in views.enumerated() {
      fits.append(
        Fit(
          pose: Array(poses[6 * index..<6 * index + 6]),
          residuals: Self.pairs(residuals[2 * first..<2 * (first + view.count)])))
      first += view.count
    }
    return Solution(numbers: numbers(result.numbers), deviations: numbers(result.deviations), fits: fits)
  }

  /// The pose that explains a view with a known camera, or nil where none does.
  func fit(_ view: [BoardSighting.Corner], numbers: [Double]) throws(SurfaceError) -> Fit? {
    var pose = [Double](repeating: 0, count: 6)
    var residuals = [Double](repeating: 0, count: 2 * view.count)
    var found: Int32 = 0
    try airvision_board_pose(
      view.flatMap { [$0.place.u, $0.place.v] }, view.flatMap { [$0.pixel.x, $0.pixel.y] }, Int32(view.count),
      numbers, lens.visionLens, &pose, &residuals, &found
    ).check()
    return found != 0 ? Fit(pose: pose, residuals: Self.pairs(residuals[...])) : nil
  }

  /// Where a camera sees points of a board.
  func project(_ places: [SurfacePoint], numbers: [Double], pose: [Double]) throws(SurfaceError)
    -> [ImagePoint]
  {
    var pixels = [Double](repeating: 0, count: 2 * places.count)
    try airvision_project_board(
      places.flatMap { [$0.u, $0.v] }, Int32(places.count), numbers, lens.visionLens, pose, &pixels
    ).check()
    return Self.pairs(pixels[...]).map { ImagePoint(x: $0.x, y: $0.y) }
  }

  private static func pairs(_ numbers: ArraySlice<Double>) -> [SIMD2<Double>] {
    stride(from: numbers.startIndex, to: numbers.endIndex, by: 2).map { SIMD2(numbers[$0], numbers[$0 + 1]) }
  }
}
