import AirCapture
import AirGeometry

/// A surface and the camera's poses that are known before the first frame is looked at: recorded by an AR session, or
/// found in a pass over the recording.
struct RecordedSurface: Sendable {
  let anchor: PlaneAnchor
  private var timed: [TimedCameraPose] = []
  private var byFrame: [Int: CameraPose] = [:]

  /// Planes whose normals are within this of the vertical are level: the cosine of 10°.
  private static let leastLevelCosine = 0.985

  /// No AR session reaches farther, in metres.
  private static let farthestInMetres = 10_000.0

  /// Takes what a moving camera's own geometry gave.
  ///
  /// - Parameter frameIndices: the indices of the frames that were looked at, in order.
  init(_ motion: PlaneMotion, frameIndices: [Int]) {
    anchor = motion.anchor(id: "motion")
    for (order, pose) in motion.cameraPoses where frameIndices.indices.contains(order) {
      byFrame[frameIndices[order]] = pose
    }
  }

  /// Takes a plane of an AR session's log.
  ///
  /// - Parameters:
  ///   - path: the log's file.
  ///   - plane: the plane's name; nil for the largest level one.
  ///   - poses: the camera's poses from its own file, where the log has none.
  init(recordedIn path: String, plane: String?, poses: [TimedCameraPose]) throws(SurfaceError) {
    let file = try CameraFile(contentsOf: path)
    guard !file.planes.isEmpty else { throw .recorded(path: path, reason: "it tells no planes") }
    if let plane {
      guard let named = file.planes.first(where: { $0.id == plane }) else {
        let known = file.planes.prefix(5).map(\.id).joined(separator: ", ")
        throw .recorded(path: path, reason: "it has no plane \(plane), but \(known)")
      }
      anchor = named
    } else {
      guard let largest = file.planes.filter(Self.isLevel).max(by: { Self.area($0) < Self.area($1) }) else {
        throw .recorded(path: path, reason: "none of its planes is level; name one")
      }
      anchor = largest
    }
    guard case .world(let place) = anchor.geometry,
      max(length(place.pose.origin.position), Self.reach(anchor)) <= Self.farthestInMetres
    else {
      throw .recorded(
        path: path, reason: "its plane \(anchor.id) is kilometres large or away; check its unit")
    }
    let known = file.poses.isEmpty ? poses : file.poses
    guard !known.isEmpty else {
      throw .recorded(
        path: path, reason: "it tells no poses of the camera, nor does the camera's file; give one that does")
    }
    timed = known.filter { $0.timestampInSeconds != nil }
    if timed.isEmpty { for pose in known { byFrame[pose.frameIndex] = pose.pose } }
  }

  /// The camera's pose in a frame.
  func cameraPose(in frame: Frame) -> CameraPose? {
    timed.isEmpty ? byFrame[frame.index] : timed.pose(at: frame.timestampInSeconds)
  }

  private static func isLevel(_ anchor: PlaneAnchor) -> Bool {
    guard case .world(let plane) = anchor.geometry else { return false }
    return plane.normal.y >= leastLevelCosine
  }

  private static func reach(_ anchor: PlaneAnchor) -> Double {
    let extent = anchor.extent
    return [extent.minU, extent.minV, extent.maxU, extent.maxV].reduce(0) { max($0, abs($1)) }
  }

  private static func area(_ anchor: PlaneAnchor) -> Double {
    (anchor.extent.maxU - anchor.extent.minU) * (anchor.extent.maxV - anchor.extent.minV)
  }
}
