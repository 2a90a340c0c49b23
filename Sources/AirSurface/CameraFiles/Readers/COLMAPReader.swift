import AirCapture
import AirGeometry

/// COLMAP's text model: `cameras.txt`, and `images.txt` with world-to-camera poses.
///
/// COLMAP measures pixels from the top-left pixel's corner, so half a pixel is taken off the principal point. Its world has
/// no known unit and no known up; the usual beginning is a camera's own axes, so −y is taken as up.
enum COLMAPReader: CameraFileReader {
  static let format = CameraFileFormat.colmap
  static let companions = ["cameras.txt", "images.txt"]

  /// The models by name, and how many parameters they have.
  private static let parameterCounts = [
    "SIMPLE_PINHOLE": 3, "PINHOLE": 4, "SIMPLE_RADIAL": 4, "RADIAL": 5, "OPENCV": 8, "FULL_OPENCV": 12,
    "OPENCV_FISHEYE": 8, "SIMPLE_RADIAL_FISHEYE": 4, "RADIAL_FISHEYE": 5,
  ]

  static func recognizes(_ content: CameraFileContent) -> Bool {
    guard content.tree == nil, let first = content.firstNumberLine else { return false }
    return isCamera(first.cells) || isImage(first.cells)
  }

  private static func isCamera(_ cells: [Substring]) -> Bool {
    cells.count >= 5 && Int(cells[0]) != nil && Int(cells[2]) != nil && Int(cells[3]) != nil
      && cells[1].allSatisfy { $0.isUppercase || $0 == "_" }
  }

  private static func isImage(_ cells: [Substring]) -> Bool {
    cells.count >= 10 && Int(cells[0]) != nil && cells[1..<8].allSatisfy { Double($0) != nil }
      && Int(cells[8]) != nil
      && Double(cells[9]) == nil
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    var file = CameraFile(format: format, path: path)
    file.isMetric = false
    file.isUpright = false
    for content in contents where content.firstNumberLine.map({ isCamera($0.cells) }) == true {
      for line in content.numberLines { file.cameras.append(try camera(line, path: content.path)) }
    }
    for content in contents where content.firstNumberLine.map({ isImage($0.cells) }) == true {
      file.poses += try poses(content, cameras: file.cameras)
    }
    // Images are listed in the order of their registration, not of time.
    file.poses.sort { naturallyPrecedes($0.imageName ?? "", $1.imageName ?? "") }
    for index in file.poses.indices { file.poses[index].frameIndex = index }
    if !file.poses.isEmpty {
      file.notes.append(
        "The poses of \(path) have no unit of length and no up of gravity: −y of COLMAP's world is taken as up."
      )
    }
    return file
  }

  private static func camera(_ line: NumberLine, path: String) throws(SurfaceError) -> RecordedCamera {
    func fault(_ reason: String) -> SurfaceError {
      .camera(path: path, reason: "in line \(line.number) \(reason)")
    }
    guard isCamera(line.cells), let width = Int(line.cells[2]), let height = Int(line.cells[3]),
      (1...65536).contains(width), (1...65536).contains(height)
    else { throw fault("there is no camera of the form ID MODEL WIDTH HEIGHT PARAMETERS") }
    let model = String(line.cells[1])
    guard let count = parameterCounts[model] else {
      throw fault("the model \(model) is not understood; export the model as OPENCV or PINHOLE")
    }
    let p = line.cells.dropFirst(4).compactMap { Double($0) }
    guard p.count == count, line.cells.count == 4 + count else {
      throw fault("the model \(model) takes \(count) numbers")
    }
    let fields = CameraFields(.null, path: path, place: " in line \(line.number)")
    let hasOneFocal = model.hasPrefix("SIMPLE") || model.hasPrefix("RADIAL")
    let k = hasOneFocal ? [p[0]] + p : p
    let intrinsics = try fields.checked(
      CameraIntrinsics(fx: k[0], fy: k[1], cx: k[2] - 0.5, cy: k[3] - 0.5))
    let d = Array(k.dropFirst(4))
    let distortion: LensDistortion =
      if model.hasSuffix("FISHEYE") {
        try fields.fisheye(d + Array(repeating: 0, count: 4 - d.count))
      } else {
        try fields.brownConrady(d.count < 4 ? d + Array(repeating: 0, count: 4 - d.count) : d)
      }
    return RecordedCamera(
      name: String(line.cells[0]), intrinsics: intrinsics, distortion: distortion,
      imageSize: ImageSize(width: width, height: height))
  }

  private static func poses(
    _ content: CameraFileContent, cameras: [RecordedCamera]
  ) throws(SurfaceError) -> [TimedCameraPose] {
    var poses: [TimedCameraPose] = []
    var isImageLine = true
    // Every other line lists the image's points, and may be empty.
    for line in NumberLines(content.text) {
      if line.cells.first?.first == "#" { continue }
      if !isImageLine {
        isImageLine = true
        continue
      }
      if line.cells.isEmpty { continue }
      isImageLine = false
      let numbers = line.cells.prefix(8).compactMap { Double($0) }
      guard isImage(line.cells),
        let turn = Rotation(quaternion: SIMD4(numbers[2], numbers[3], numbers[4], numbers[1])),
        let pose = CameraPose(
          cameraToWorld: turn.inverse.matrix,
          position: turn.inverse(SIMD3(numbers[5], numbers[6], numbers[7])) * -1, axes: .openCV, up: .minusY)
      else {
        throw .camera(
          path: content.path,
          reason: "in line \(line.number) there is no image of the form ID QW QX QY QZ TX TY TZ CAMERA NAME")
      }
      let camera = cameras.first { $0.name == line.cells[8] }
      // A name may hold spaces.
      poses.append(
        TimedCameraPose(
          timestampInSeconds: nil, frameIndex: 0, imageName: line.cells.dropFirst(9).joined(separator: " "),
          pose: pose,
          camera: cameras.count > 1 ? camera?.model : nil))
    }
    return poses
  }
}
