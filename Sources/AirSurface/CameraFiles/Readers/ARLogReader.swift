import AirGeometry
import AirJSON

/// ARlog's sessions (`logItems` with planes as JSON in `data`, and camera matrices), and its `DetectedPlane`s alone or in a
/// list: `id, transform[16], type, alignment, center, extent, points`. Matrices are ARKit's, column by column; a plane's
/// normal is its y; the world's y is up, the unit is the metre.
enum ARLogReader: CameraFileReader {
  static let format = CameraFileFormat.arLog

  static func recognizes(_ content: CameraFileContent) -> Bool {
    guard let tree = content.tree else { return false }
    return tree["logItems"]?.arrayValue != nil || isPlane(tree) || tree.arrayValue?.first.map(isPlane) == true
  }

  private static func isPlane(_ value: JSONValue) -> Bool {
    value["transform"]?.arrayValue?.count == 16 && value["extent"] != nil && value["center"] != nil
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    let content = try single(contents, path: path)
    let tree = content.tree ?? .null
    var file = CameraFile(format: format, path: path)
    if let items = tree["logItems"]?.arrayValue {
      for (index, item) in items.enumerated() { try take(item, "of log item \(index + 1)", into: &file) }
    } else {
      for (index, plane) in (tree.arrayValue ?? [tree]).enumerated() {
        update(&file.planes, with: try self.plane(plane, "of plane \(index + 1)", path))
      }
    }
    file.poses = file.poses.fromZero()
    return file
  }

  /// A log item's `data` is a text: a plane's JSON, the sixteen numbers of the camera's matrix, or something else.
  private static func take(_ item: JSONValue, _ place: String, into file: inout CameraFile)
    throws(SurfaceError)
  {
    guard let data = item["data"]?.stringValue else { return }
    if item["type"] == "cam" {
      let numbers = data.split { !$0.isNumber && !"+-.eE".contains($0) }.compactMap { Double($0) }
      guard let time = item["time"]?.doubleValue, let (rotation, position) = matrix(numbers),
        let pose = CameraPose(cameraToWorld: rotation, position: position, axes: .openGL)
      else {
        throw .camera(
          path: file.path, reason: "the camera's matrix \(place) is no rotation and shift with a time")
      }
      file.poses.append(TimedCameraPose(timestampInSeconds: time, frameIndex: file.poses.count, pose: pose))
    } else if let value = try? JSONValue(parsing: data.utf8), isPlane(value) {
      update(&file.planes, with: try plane(value, place, file.path))
    }
  }

  /// A plane that was seen before takes its new state.
  private static func update(_ planes: inout [PlaneAnchor], with plane: PlaneAnchor) {
    if let index = planes.firstIndex(where: { $0.id == plane.id }) {
      planes[index] = plane
    } else {
      planes.append(plane)
    }
  }

  /// The rotation and the shift of a matrix that is stored column by column.
  private static func matrix(_ m: [Double]) -> (Matrix3, SIMD3<Double>)? {
    guard m.count == 16, max(abs(m[3]), abs(m[7]), abs(m[11]), abs(m[15] - 1)) < 1e-4 else { return nil }
    return (
      Matrix3(columns: SIMD3(m[0], m[1], m[2]), SIMD3(m[4], m[5], m[6]), SIMD3(m[8], m[9], m[10])),
      SIMD3(m[12], m[13], m[14])
    )
  }

  private static func plane(_ value: JSONValue, _ place: String, _ path: String) throws(SurfaceError)
    -> PlaneAnchor
  {
    let fields = CameraFields(value, path: path, place: " \(place)")
    guard isPlane(value), let (axes, origin) = matrix(try fields.numbers("transform", count: 16)),
      let rotation = Rotation(nearestTo: axes)
    else { throw fields.fault("the transform \(place) is no rotation and shift, column by column") }
    let center = try fields.numbers("center", count: 3)
    let extent = try fields.numbers("extent", count: 3)
    guard extent[0] >= 0, extent[2] >= 0 else { throw fields.fault("the extent \(place) is negative") }
    // A plane anchor's x, y (its normal) and z are our u, height and v.
    return PlaneAnchor(
      id: value["id"]?.stringValue ?? "plane \(place)",
      geometry: .world(Plane(Pose(rotation: rotation, origin: WorldPoint(origin)))),
      extent: SurfaceExtent(
        minU: center[0] - extent[0] / 2, minV: center[2] - extent[2] / 2, maxU: center[0] + extent[0] / 2,
        maxV: center[2] + extent[2] / 2),
      residualInPixels: nil, scale: .known("the metres of the AR log \(path)"))
  }
}
