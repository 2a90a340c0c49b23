import AirGeometry
import AirJSON

/// Which way a file's cameras look along their own axes.
enum CameraAxes {
  /// x right, y down, z forward, as ours.
  case openCV
  /// x right, y up, z backward: OpenGL, ARKit, NeRF tools.
  case openGL
}

/// Which way a file's world is up.
enum WorldUp {
  case y
  case z
  /// About −y, as in worlds that began as a camera's own axes.
  case minusY

  /// Turns the file's world into ours.
  var turn: Matrix3 {
    switch self {
    case .y: .identity
    case .z: Matrix3(rows: SIMD3(1, 0, 0), SIMD3(0, 0, 1), SIMD3(0, -1, 0))
    case .minusY: Matrix3(rows: SIMD3(1, 0, 0), SIMD3(0, -1, 0), SIMD3(0, 0, -1))
    }
  }
}

extension CameraPose {
  /// The pose of a camera whose axes and world are another program's.
  ///
  /// - Parameters:
  ///   - matrix: camera to world; rounding errors of a thousandth are put right.
  ///   - position: the camera's centre in that world.
  /// - Returns: nil when the matrix is no rotation or a number is not finite.
  init?(cameraToWorld matrix: Matrix3, position: SIMD3<Double>, axes: CameraAxes, up: WorldUp = .y) {
    let own =
      switch axes {
      case .openCV: matrix
      case .openGL: Matrix3(columns: matrix.column0, matrix.column1 * -1, matrix.column2 * -1)
      }
    guard let rotation = Rotation(nearestTo: up.turn * own) else { return nil }
    let origin = up.turn * position
    guard origin.x.isFinite, origin.y.isFinite, origin.z.isFinite else { return nil }
    self.init(Pose(rotation: rotation, origin: WorldPoint(origin)))
  }

  /// The pose from the twelve numbers of a 3 × 4 matrix, row by row.
  init?(rowMajor m: [Double], axes: CameraAxes, up: WorldUp = .y) {
    guard m.count == 12 else { return nil }
    self.init(
      cameraToWorld: Matrix3(
        rows: SIMD3(m[0], m[1], m[2]), SIMD3(m[4], m[5], m[6]), SIMD3(m[8], m[9], m[10])),
      position: SIMD3(m[3], m[7], m[11]), axes: axes, up: up)
  }
}

extension CameraPose {
  /// The twelve numbers of a 3 × 4 matrix row by row, from four rows of four, or sixteen numbers, in a file.
  ///
  /// Some writers store columns for rows; the (0, 0, 0, 1) of a pose then stands at the end of each, which tells them apart.
  static func rowMajor(_ value: JSONValue?) -> [Double]? {
    guard let m = CameraFields.flat(value?.arrayValue ?? []), m.count == 16 || m.count == 12 else {
      return nil
    }
    if m.count == 12 { return m }
    let last = [0.0, 0, 0, 1]
    func isLast(_ numbers: [Double]) -> Bool { zip(numbers, last).allSatisfy { abs($0 - $1) < 1e-6 } }
    if isLast(Array(m[12...])) { return Array(m[..<12]) }
    guard isLast([m[3], m[7], m[11], m[15]]) else { return nil }
    return (0..<3).flatMap { row in (0..<4).map { m[$0 * 4 + row] } }
  }
}

extension [TimedCameraPose] {
  /// In the order of time, which then begins at 0; frames of unknown time keep their order.
  func fromZero() -> [TimedCameraPose] {
    guard let start = compactMap(\.timestampInSeconds).min() else { return self }
    let sorted = enumerated().sorted {
      ($0.element.timestampInSeconds ?? start, $0.offset) < (
        $1.element.timestampInSeconds ?? start, $1.offset
      )
    }
    return sorted.map { _, pose in
      var pose = pose
      pose.timestampInSeconds = pose.timestampInSeconds.map { $0 - start }
      return pose
    }
  }
}
