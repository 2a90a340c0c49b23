import AirGeometry
import AirJSON

/// NeRFCapture's frames, one, in a list or under `frames`: `fl_x, fl_y, cx, cy, w, h, timestamp, transform_matrix`, the
/// matrix being the rows of `ARCamera.transform`; y is up, the unit is the metre.
enum NeRFCaptureReader: CameraFileReader {
  static let format = CameraFileFormat.nerfCapture

  static func recognizes(_ content: CameraFileContent) -> Bool {
    guard let tree = content.tree, let first = frames(of: tree).first else { return false }
    let isAlone = tree["frames"] == nil && first["fl_x"] != nil
    return first["transform_matrix"] != nil && (first["timestamp"] != nil || isAlone)
  }

  private static func frames(of tree: JSONValue) -> [JSONValue] {
    tree.arrayValue ?? tree["frames"]?.arrayValue ?? [tree]
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    let content = try single(contents, path: path)
    let tree = content.tree ?? .null
    let whole = CameraFields(tree, path: path)
    var file = CameraFile(format: format, path: path)
    var frames: [(pose: TimedCameraPose, camera: RecordedCamera)] = []
    for (index, value) in Self.frames(of: tree).enumerated() {
      let fields = CameraFields(value, path: path, place: " of frame \(index + 1)")
      let numbers = fields.has("fl_x") ? fields : whole
      let camera = RecordedCamera(
        intrinsics: try numbers.intrinsics("fl_x", "fl_y", "cx", "cy"),
        imageSize: try numbers.imageSize("w", "h"))
      guard let matrix = CameraPose.rowMajor(value["transform_matrix"]),
        let pose = CameraPose(rowMajor: matrix, axes: .openGL)
      else {
        throw fields.fault(
          "the field \"transform_matrix\"\(fields.place) must be four rows of a rotation and shift")
      }
      frames.append(
        (
          TimedCameraPose(
            timestampInSeconds: fields.has("timestamp") ? try fields.number("timestamp") : nil,
            frameIndex: index,
            imageName: value["file_path"]?.stringValue, pose: pose), camera
        ))
    }
    file.poses = frames.map(\.pose)
    file.takeFrameCameras(frames.map(\.camera))
    file.poses = file.poses.fromZero()
    return file
  }
}
