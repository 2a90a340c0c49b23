import AirGeometry
import AirJSON

/// ROS's `sensor_msgs/CameraInfo` in YAML: as `camera_calibration` writes it, or as a message is printed (with `K` and `D`,
/// or `k` and `d` since ROS 2).
enum ROSCameraInfoReader: CameraFileReader {
  static let format = CameraFileFormat.rosCameraInfo

  static func recognizes(_ content: CameraFileContent) -> Bool {
    guard let tree = content.tree, tree["intrinsics"] == nil else { return false }
    let hasMatrix = tree["camera_matrix"] != nil || tree["K"] != nil || tree["k"] != nil
    let hasProjection = tree["P"]?.arrayValue?.count == 12 || tree["p"]?.arrayValue?.count == 12
    return hasMatrix && (tree["distortion_model"] != nil || hasProjection)
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    let fields = CameraFields(try single(contents, path: path))
    let k = try numbers(["K", "k"], matrix: "camera_matrix", fields)
    // The message's definition: "If the camera is not calibrated, K[0] is 0."
    if k.first == 0 {
      throw fields.fault("its K[0] is 0, which says that the camera is not calibrated; calibrate it first")
    }
    guard let intrinsics = Matrix3(rowMajor: k).flatMap({ CameraIntrinsics(matrix: $0) }) else {
      throw fields.fault("its K is no 3 × 3 camera matrix")
    }
    let d = try numbers(["D", "d"], matrix: "distortion_coefficients", fields)
    let distortion: LensDistortion
    switch fields.value["distortion_model"]?.stringValue ?? "plumb_bob" {
    case "plumb_bob", "rational_polynomial", "thin_prism", "": distortion = try fields.brownConrady(d)
    case "equidistant", "fisheye": distortion = try fields.fisheye(d)
    case let other:
      throw fields.fault(
        "its distortion_model is \"\(other)\", and plumb_bob, rational_polynomial and equidistant are understood"
      )
    }
    var file = CameraFile(format: format, path: path)
    file.cameras = [
      RecordedCamera(
        name: fields.value["camera_name"]?.stringValue ?? "", intrinsics: try fields.checked(intrinsics),
        distortion: distortion,
        imageSize: try fields.imageSize([("image_width", "image_height"), ("width", "height")]))
    ]
    return file
  }

  private static func numbers(
    _ names: [String], matrix: String, _ fields: CameraFields
  ) throws(SurfaceError) -> [Double] {
    if let name = names.first(where: { fields.has($0) }) { return try fields.numbers(name) }
    guard let value = fields.value[matrix] else { throw fields.fault("its field \"\(matrix)\" is missing") }
    return value.arrayValue != nil
      ? try fields.numbers(matrix)
      : try CameraFields(value, path: fields.path, place: " of \"\(matrix)\"").numbers("data")
  }
}
