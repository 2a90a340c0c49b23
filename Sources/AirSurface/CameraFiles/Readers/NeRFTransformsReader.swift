import AirCapture
import AirGeometry
import AirJSON
import Glibc

/// The `transforms.json` of NeRF tools: camera-to-world matrices of cameras that look along −z, y up.
///
/// Where such files leave a choice: their pixels are measured from the top-left pixel's corner, as these tools do, so half
/// a pixel is taken off the principal point. Their world may have y or z up, and the one along which the cameras' own up
/// points on average is taken. Their unit of length is not known.
enum NeRFTransformsReader: CameraFileReader {
  static let format = CameraFileFormat.nerfTransforms

  static func recognizes(_ content: CameraFileContent) -> Bool {
    content.tree?["frames"]?.arrayValue?.first?["transform_matrix"] != nil
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    let content = try single(contents, path: path)
    let whole = CameraFields(content)
    var file = CameraFile(format: format, path: path)
    file.isMetric = false
    file.isUpright = false
    var frames: [(name: String, matrix: [Double], camera: RecordedCamera?)] = []
    let sharedCamera = try camera(whole, standing: whole, content)
    for (index, value) in (whole.value["frames"]?.arrayValue ?? []).enumerated() {
      let fields = CameraFields(value, path: path, place: " of frame \(index + 1)")
      guard let matrix = CameraPose.rowMajor(value["transform_matrix"]) else {
        throw fields.fault("the field \"transform_matrix\"\(fields.place) must be four rows of four numbers")
      }
      let own = fields.has("fl_x") ? try camera(fields, standing: whole, content) : nil
      frames.append((value["file_path"]?.stringValue ?? "", matrix, own))
    }
    frames.sort { naturallyPrecedes($0.name, $1.name) }
    let up = worldUp(frames.map(\.matrix))
    for (index, frame) in frames.enumerated() {
      guard let pose = CameraPose(rowMajor: frame.matrix, axes: .openGL, up: up) else {
        throw whole.fault(
          "the transform_matrix of \(frame.name.isEmpty ? "frame \(index + 1)" : frame.name) is no rotation and shift"
        )
      }
      file.poses.append(
        TimedCameraPose(timestampInSeconds: nil, frameIndex: index, imageName: frame.name, pose: pose))
    }
    let own = frames.compactMap(\.camera)
    if own.count == frames.count {
      file.takeFrameCameras(own)
    } else if let sharedCamera {
      file.cameras = [sharedCamera]
    }
    file.notes.append(
      "The poses of \(path) have no known unit of length; \(up == .z ? "z" : "y") of its world is taken as up."
    )
    return file
  }

  /// The axis along which the cameras' own up, which is the second column, points on average.
  private static func worldUp(_ matrices: [[Double]]) -> WorldUp {
    let y = matrices.reduce(0) { $0 + $1[5] }
    let z = matrices.reduce(0) { $0 + $1[9] }
    return abs(z) > abs(y) ? .z : .y
  }

  /// The camera of a frame, or of the whole file, whose values stand in for what a frame does not tell.
  ///
  /// - Returns: nil where there is neither a focal length nor a field of view.
  private static func camera(
    _ fields: CameraFields, standing whole: CameraFields, _ content: CameraFileContent
  ) throws(SurfaceError) -> RecordedCamera? {
    let own = try fields.imageSize("w", "h")
    let shared = try whole.imageSize("w", "h")
    let size = own ?? shared ?? content.imageSize
    let fx: Double
    if fields.has("fl_x") {
      fx = try fields.number("fl_x")
    } else if fields.has("camera_angle_x") {
      guard let size else {
        throw fields.fault("it tells a field of view but neither fl_x nor w and h; add \"w\" and \"h\"")
      }
      let angle = try fields.number("camera_angle_x")
      guard angle > 0, angle < .pi else { throw fields.fault("its camera_angle_x must lie between 0 and π") }
      fx = Double(size.width) / 2 / tan(angle / 2)
    } else {
      return nil
    }
    func either(_ name: String, _ standard: Double?) throws(SurfaceError) -> Double {
      if fields.has(name) { return try fields.number(name) }
      if whole.has(name) { return try whole.number(name) }
      guard let standard else { throw fields.fault("the field \"\(name)\"\(fields.place) is missing") }
      return standard
    }
    let intrinsics = try fields.checked(
      CameraIntrinsics(
        fx: fx, fy: try either("fl_y", fx), cx: try either("cx", size.map { Double($0.width) / 2 }) - 0.5,
        cy: try either("cy", size.map { Double($0.height) / 2 }) - 0.5))
    let model = whole.value["camera_model"]?.stringValue ?? "OPENCV"
    let isFisheye = model == "OPENCV_FISHEYE" || whole.value["is_fisheye"]?.booleanValue == true
    let k = try [1, 2, 3, 4].map { (number) throws(SurfaceError) in try either("k\(number)", 0) }
    guard isFisheye || ["OPENCV", "PINHOLE", "SIMPLE_PINHOLE", "SIMPLE_RADIAL", "RADIAL"].contains(model)
    else {
      throw fields.fault(
        "its camera_model is \(model), and OPENCV, OPENCV_FISHEYE and PINHOLE are understood")
    }
    if isFisheye {
      return RecordedCamera(intrinsics: intrinsics, distortion: try fields.fisheye(k), imageSize: size)
    }
    // Their k4 belongs to r⁸, which OpenCV's models do not have.
    guard k[3] == 0 else { throw fields.fault("its k4 is \(k[3]), which only a fisheye can have") }
    return RecordedCamera(
      intrinsics: intrinsics,
      distortion: try fields.brownConrady([k[0], k[1], try either("p1", 0), try either("p2", 0), k[2]]),
      imageSize: size)
  }
}
