import AirGeometry
import AirJSON

/// OpenCV's calibrations: FileStorage in YAML, XML and JSON, and its names in plain JSON or YAML as scripts write them.
///
/// A stereo file (`M1`, `D1`, `M2`, `D2`) holds two cameras. A field `fisheye_model` that is not 0, as OpenCV's own
/// calibration sample writes it, makes the lens a fisheye.
enum OpenCVCameraReader: CameraFileReader {
  static let format = CameraFileFormat.openCV

  /// Names of a camera's matrix, each with the names that its distortion goes by.
  private static let spellings: [(matrix: String, distortions: [String])] =
    [
      "camera_matrix", "Camera_Matrix", "cameraMatrix", "CameraMatrix", "Camera_matrix", "intrinsic_matrix",
      "mtx", "K",
      "M",
    ].map { ($0, single) }
    + [1, 2].flatMap { number in
      ["M", "K", "cameraMatrix", "camera_matrix_", "mtx"].map { name in
        (
          "\(name)\(number)",
          ["D", "distCoeffs", "dist_coeffs_", "distortion_coefficients_", "dist"].map { "\($0)\(number)" }
        )
      }
    }

  private static let single = [
    "distortion_coefficients", "Distortion_Coefficients", "distCoeffs", "DistCoeffs", "dist_coeffs",
    "dist_coeff",
    "distortion", "dist", "D",
  ]

  static func recognizes(_ content: CameraFileContent) -> Bool {
    guard let tree = content.tree else { return false }
    return spellings.contains { tree[$0.matrix] != nil }
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    let fields = CameraFields(try single(contents, path: path))
    let size = try fields.imageSize([
      ("image_width", "image_height"), ("image_Width", "image_Height"), ("width", "height"),
    ])
    let isFisheye = (fields.value["fisheye_model"]?.doubleValue ?? 0) != 0
    var file = CameraFile(format: format, path: path)
    for (matrixName, distortionNames) in spellings where fields.has(matrixName) {
      let numbers = try Self.matrix(matrixName, fields)
      guard numbers.count == 9, let matrix = Matrix3(rowMajor: numbers),
        let intrinsics = CameraIntrinsics(matrix: matrix)
      else { throw fields.fault("its \(matrixName) is no 3 × 3 camera matrix") }
      let distortionName = distortionNames.first { fields.has($0) }
      let coefficients =
        try distortionName.map { (name) throws(SurfaceError) in try Self.matrix(name, fields) } ?? []
      file.cameras.append(
        RecordedCamera(
          name: matrixName, intrinsics: try fields.checked(intrinsics),
          distortion: isFisheye ? try fields.fisheye(coefficients) : try fields.brownConrady(coefficients),
          imageSize: size))
    }
    return file
  }

  /// A matrix's numbers row by row: `{rows, cols, data}`, or lists in a list.
  private static func matrix(_ name: String, _ fields: CameraFields) throws(SurfaceError) -> [Double] {
    guard let value = fields.value[name], value.objectValue != nil else { return try fields.numbers(name) }
    let inner = CameraFields(value, path: fields.path, place: " of \"\(name)\"")
    let rows = try inner.number("rows")
    let columns = try inner.number("cols")
    let numbers = try inner.numbers("data")
    guard rows > 0, columns > 0, Double(numbers.count) == rows * columns else {
      throw fields.fault(
        "its \(name) is said to have \(rows) × \(columns) numbers but has \(numbers.count)")
    }
    return numbers
  }
}
