import AirGeometry
import AirJSON

/// Record3D's metadata: `w, h, fps, K, poses, initPose, perFrameIntrinsicCoeffs, frameTimestamps`; a pose is
/// `[qx, qy, qz, qw, tx, ty, tz]`, camera to world, of a camera that looks along −z with y up; the unit is the metre.
///
/// Where writers disagree: `K` is stored by columns, so cx is K[6]; where K[6] and K[7] are zero it was stored by rows.
/// The principal point is near the picture's middle in every phone; where it only is with x and y exchanged, the picture was
/// turned and K was not, and both are exchanged; where it is not at all, the middle is taken. Older versions tell poses from
/// the first one on, which then has no rotation: `initPose` is put before them where it is told, and otherwise up is not
/// known.
enum Record3DReader: CameraFileReader {
  static let format = CameraFileFormat.record3D

  static func recognizes(_ content: CameraFileContent) -> Bool {
    guard let tree = content.tree else { return false }
    return tree["K"] != nil && tree["w"] != nil && tree["h"] != nil && tree["distortion_model"] == nil
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    let fields = CameraFields(try single(contents, path: path))
    guard let size = try fields.imageSize("w", "h") else {
      throw fields.fault("the fields \"w\" and \"h\" are missing")
    }
    var file = CameraFile(format: format, path: path)
    let k = try fields.numbers("K", count: 9)
    let isByColumns = k[6] != 0 || k[7] != 0
    let told = CameraIntrinsics(
      fx: k[0], fy: k[4], cx: isByColumns ? k[6] : k[2], cy: isByColumns ? k[7] : k[5])
    let frames = try (fields.value["perFrameIntrinsicCoeffs"]?.arrayValue ?? []).enumerated().map {
      (index, value) throws(SurfaceError) -> CameraIntrinsics in
      guard let c = CameraFields.flat(value.arrayValue ?? []), c.count == 4 else {
        throw fields.fault("its perFrameIntrinsicCoeffs of frame \(index + 1) must be four numbers")
      }
      return CameraIntrinsics(fx: c[0], fy: c[1], cx: c[2], cy: c[3])
    }
    try readPoses(fields, into: &file)
    let placement = Placement(told, size)
    func camera(_ intrinsics: CameraIntrinsics) throws(SurfaceError) -> RecordedCamera {
      RecordedCamera(intrinsics: try fields.checked(placement.apply(intrinsics, size)), imageSize: size)
    }
    if !frames.isEmpty, frames.count == file.poses.count {
      file.takeFrameCameras(try frames.map { (frame) throws(SurfaceError) in try camera(frame) })
    } else {
      file.cameras = [try camera(told)]
    }
    file.poses = file.poses.fromZero()
    if let note = placement.note { file.notes.append("\(note) in \(path).") }
    return file
  }

  /// How the principal point lies in the picture.
  private enum Placement {
    case asTold
    case exchanged
    case unknown

    init(_ k: CameraIntrinsics, _ size: ImageSize) {
      let (w, h) = (Double(size.width), Double(size.height))
      func distance(_ x: Double, _ y: Double) -> Double { max(abs(x - w / 2) / w, abs(y - h / 2) / h) }
      let straight = distance(k.cx, k.cy)
      let exchanged = distance(k.cy, k.cx)
      // No phone's principal point is a quarter of the picture off.
      self = min(straight, exchanged) > 0.25 ? .unknown : exchanged < straight ? .exchanged : .asTold
    }

    func apply(_ k: CameraIntrinsics, _ size: ImageSize) -> CameraIntrinsics {
      switch self {
      case .asTold: k
      case .exchanged: CameraIntrinsics(fx: k.fy, fy: k.fx, cx: k.cy, cy: k.cx)
      case .unknown:
        CameraIntrinsics(
          fx: k.fx, fy: k.fy, cx: (Double(size.width) - 1) / 2, cy: (Double(size.height) - 1) / 2)
      }
    }

    var note: String? {
      switch self {
      case .asTold: nil
      case .exchanged: "The principal point's x and y are exchanged, for a picture that was turned,"
      case .unknown: "The principal point is far from the picture's middle, which is taken instead,"
      }
    }
  }

  private static func readPoses(_ fields: CameraFields, into file: inout CameraFile) throws(SurfaceError) {
    let poses = try (fields.value["poses"]?.arrayValue ?? []).enumerated().map {
      (index, value) throws(SurfaceError) in try pose(value, "its pose of frame \(index + 1)", fields)
    }
    let times = fields.has("frameTimestamps") ? try fields.numbers("frameTimestamps") : []
    guard times.isEmpty || poses.isEmpty || times.count == poses.count else {
      throw fields.fault("it has \(poses.count) poses but \(times.count) frameTimestamps")
    }
    let rate = try fields.number("fps", default: 0)
    var start: (Rotation, SIMD3<Double>)?
    if let first = poses.first, first.0.angle(to: .identity) < 1e-6 {
      let initial = try fields.value["initPose"].map { (value) throws(SurfaceError) in
        try pose(value, "its initPose", fields)
      }
      if let initial, initial.0.angle(to: .identity) > 1e-6 {
        start = initial
      } else {
        file.isUpright = false
        file.notes.append("The poses of \(file.path) begin at the first camera, whose own up is taken as up.")
      }
    }
    for (index, (turn, shift)) in poses.enumerated() {
      let rotation = start.map { $0.0 * turn } ?? turn
      let position = start.map { $0.0(shift) + $0.1 } ?? shift
      guard let pose = CameraPose(cameraToWorld: rotation.matrix, position: position, axes: .openGL) else {
        throw fields.fault("its pose of frame \(index + 1) is not finite")
      }
      let time = times.isEmpty ? (rate > 0 ? Double(index) / rate : nil) : times[index]
      file.poses.append(TimedCameraPose(timestampInSeconds: time, frameIndex: index, pose: pose))
    }
  }

  private static func pose(
    _ value: JSONValue, _ place: String, _ fields: CameraFields
  ) throws(SurfaceError) -> (Rotation, SIMD3<Double>) {
    guard let n = CameraFields.flat(value.arrayValue ?? []), n.count == 7,
      let rotation = Rotation(quaternion: SIMD4(n[0], n[1], n[2], n[3]))
    else { throw fields.fault("\(place) must be a quaternion and a position, seven numbers") }
    return (rotation, SIMD3(n[4], n[5], n[6]))
  }
}
