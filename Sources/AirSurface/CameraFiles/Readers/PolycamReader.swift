import AirGeometry
import AirJSON

/// Polycam's cameras, one file a frame: `t_00 … t_23` row by row, `fx, fy, cx, cy, width, height`. The matrix is ARKit's
/// camera-to-world; y is up, the unit is the metre. A folder of them is read in the order of the names, which are times.
enum PolycamReader: CameraFileReader {
  static let format = CameraFileFormat.polycam

  static func recognizes(_ content: CameraFileContent) -> Bool {
    content.tree?["t_00"] != nil && content.tree?["t_23"] != nil && content.tree?["fx"] != nil
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    var file = CameraFile(format: format, path: path)
    var cameras: [RecordedCamera] = []
    for (index, content) in contents.enumerated() {
      let fields = CameraFields(content)
      cameras.append(
        RecordedCamera(
          intrinsics: try fields.intrinsics("fx", "fy", "cx", "cy"),
          imageSize: try fields.imageSize("width", "height")))
      var matrix: [Double] = []
      for row in 0..<3 {
        for column in 0..<4 { matrix.append(try fields.number("t_\(row)\(column)")) }
      }
      guard let pose = CameraPose(rowMajor: matrix, axes: .openGL) else {
        throw fields.fault("its t_00 … t_23 are no rotation and shift")
      }
      let name = content.path.split(separator: "/").last.map(String.init)
      file.poses.append(
        TimedCameraPose(timestampInSeconds: nil, frameIndex: index, imageName: name, pose: pose))
    }
    file.takeFrameCameras(cameras)
    return file
  }
}
