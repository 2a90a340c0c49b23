import AirGeometry

/// Stray Scanner's `odometry.csv` (`timestamp, frame, x, y, z, qx, qy, qz, qw`, in newer ones `fx, fy, cx, cy` too) and
/// `camera_matrix.csv`. Poses are camera to world, y up, in metres; the quaternions already are of a camera that looks along
/// z with y down.
enum StrayScannerReader: CameraFileReader {
  static let format = CameraFileFormat.strayScanner
  static let companions = ["odometry.csv", "camera_matrix.csv"]

  private static let poseColumns = ["timestamp", "frame", "x", "y", "z", "qx", "qy", "qz", "qw"]

  static func recognizes(_ content: CameraFileContent) -> Bool {
    guard content.tree == nil, let first = content.firstNumberLine else { return false }
    return isOdometry(first) || matrix(in: content) != nil
  }

  private static func isOdometry(_ header: NumberLine) -> Bool {
    let names = Set(header.cells.map { $0.lowercased() })
    return poseColumns.allSatisfy(names.contains)
  }

  /// The camera matrix that the whole of a file is.
  private static func matrix(in content: CameraFileContent) -> CameraIntrinsics? {
    let rows = content.numberLines.prefix(4).map { $0 }
    guard rows.count == 3, rows.allSatisfy({ $0.cells.count == 3 }) else { return nil }
    let numbers = rows.compactMap(\.numbers).flatMap { $0 }
    return Matrix3(rowMajor: numbers).flatMap { CameraIntrinsics(matrix: $0) }
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    var file = CameraFile(format: format, path: path)
    for content in contents {
      if let matrix = matrix(in: content) {
        let fields = CameraFields(.null, path: content.path)
        file.cameras = [RecordedCamera(intrinsics: try fields.checked(matrix), imageSize: content.imageSize)]
      }
    }
    for content in contents where content.firstNumberLine.map(isOdometry) == true {
      guard file.poses.isEmpty else {
        throw .camera(path: path, reason: "it holds two odometry tables; name one of them")
      }
      try readOdometry(content, into: &file)
    }
    return file
  }

  private static func readOdometry(_ content: CameraFileContent, into file: inout CameraFile)
    throws(SurfaceError)
  {
    var columns: [String: Int] = [:]
    var cameras: [RecordedCamera] = []
    for line in content.numberLines {
      if columns.isEmpty {
        for (index, name) in line.cells.enumerated() { columns[name.lowercased()] = index }
        continue
      }
      func numbers(_ names: [String]) throws(SurfaceError) -> [Double] {
        let numbers = names.compactMap { columns[$0] }.filter { $0 < line.cells.count }
          .compactMap { Double(line.cells[$0]) }.filter(\.isFinite)
        guard numbers.count == names.count else {
          throw .camera(
            path: content.path, reason: "line \(line.number) lacks a number for one of its columns")
        }
        return numbers
      }
      let n = try numbers(poseColumns)
      guard let turn = Rotation(quaternion: SIMD4(n[5], n[6], n[7], n[8])), let frame = Int(exactly: n[1]),
        let pose = CameraPose(cameraToWorld: turn.matrix, position: SIMD3(n[2], n[3], n[4]), axes: .openCV)
      else { throw .camera(path: content.path, reason: "line \(line.number) holds no frame number and pose") }
      file.poses.append(TimedCameraPose(timestampInSeconds: n[0], frameIndex: frame, pose: pose))
      if columns["fx"] != nil {
        let k = try numbers(["fx", "fy", "cx", "cy"])
        let fields = CameraFields(.null, path: content.path, place: " in line \(line.number)")
        cameras.append(
          RecordedCamera(
            intrinsics: try fields.checked(CameraIntrinsics(fx: k[0], fy: k[1], cx: k[2], cy: k[3])),
            imageSize: content.imageSize))
      }
    }
    if !cameras.isEmpty { file.takeFrameCameras(cameras) }
    file.poses = file.poses.fromZero()
  }
}
