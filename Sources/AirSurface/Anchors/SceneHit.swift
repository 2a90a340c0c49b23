import AirGeometry
import Glibc

/// What a hit test may find, from the surest to the vaguest.
public enum HitTestTarget: String, CaseIterable, Hashable, Sendable {
  /// A known surface, within its extent and a tenth more on each side.
  case existingPlaneUsingExtent
  /// A known surface, taken to go on for ever.
  case existingPlane
  /// A level plane through the points that were seen around the ray.
  case estimatedHorizontalPlane
  /// The point that was seen nearest to the ray.
  case featurePoint
}

/// A place of the scene that a ray meets.
public struct SceneHit: Hashable, Sendable {
  /// What was met.
  public var target: HitTestTarget
  /// The surface that was met, where it is one, and the place on it.
  public var surface: HitTestResult?
  /// The place in the world; nil where only a homography is known.
  public var worldPoint: WorldPoint?
  /// Distance from the camera in metres; nil where no camera is known.
  public var distanceInMetres: Double?
}

extension SurfaceScene {
  /// Half the opening of the cone around a ray whose points speak for it, in radians: 9°, as in ARKit's sample code.
  static let coneHalfAngle = 9 * Double.pi / 180
  /// Points nearer or farther than this are no surface to draw on, in metres.
  static let usableDistances = 0.05...5.0
  /// So many points make an estimate.
  static let fewestEstimatingPoints = 3

  /// What the ray through a pixel meets, nearest first; where distances are equal or unknown, the surest first.
  ///
  /// - Parameters:
  ///   - pixel: a point of the upright image.
  ///   - targets: what may be met.
  ///   - camera: the camera, where it is known; without one only homographies are met.
  ///   - cameraPose: the camera's pose in the world at this moment.
  /// - Returns: nothing for rays that miss: near or beyond the horizon, or from behind.
  /// - Complexity: linear in the number of surfaces and of feature points.
  public func hitTest(
    _ pixel: ImagePoint, targets: Set<HitTestTarget>, camera: CameraModel?, cameraPose: CameraPose? = nil
  ) -> [SceneHit] {
    var hits: [SceneHit] = []
    for anchor in anchors {
      guard let hit = anchor.hitTest(pixel, camera: camera, cameraPose: cameraPose) else { continue }
      let target: HitTestTarget
      if hit.isWithinExtent, targets.contains(.existingPlaneUsingExtent) {
        target = .existingPlaneUsingExtent
      } else if targets.contains(.existingPlane) {
        target = .existingPlane
      } else {
        continue
      }
      hits.append(
        SceneHit(
          target: target, surface: hit, worldPoint: anchor.worldPoint(hit.point),
          distanceInMetres: hit.distanceInMetres))
    }
    if let ray = camera?.unproject(pixel).flatMap({ cameraPose?.worldRay($0) }) {
      let seen = pointsAround(ray)
      if targets.contains(.estimatedHorizontalPlane) { hits += estimatedPlaneHit(ray, seen) }
      if targets.contains(.featurePoint), let nearest = seen.first {
        hits.append(
          SceneHit(
            target: .featurePoint, worldPoint: nearest.point,
            distanceInMetres: nearest.point.distance(to: ray.origin)))
      }
    }
    let order = HitTestTarget.allCases
    return hits.enumerated().sorted { a, b in
      let (first, second) = (a.element, b.element)
      let distances = (first.distanceInMetres ?? .infinity, second.distanceInMetres ?? .infinity)
      if distances.0 != distances.1 { return distances.0 < distances.1 }
      let ranks = (order.firstIndex(of: first.target) ?? 0, order.firstIndex(of: second.target) ?? 0)
      return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : a.offset < b.offset
    }.map(\.element)
  }

  /// The points within the cone around a ray, those nearest to it in angle first.
  private func pointsAround(_ ray: WorldRay) -> [(point: WorldPoint, angle: Double)] {
    featurePoints.compactMap { point -> (point: WorldPoint, angle: Double)? in
      let offset = point.position - ray.origin.position
      let distance = length(offset)
      guard Self.usableDistances.contains(distance) else { return nil }
      let angle = acos(max(-1, min(1, dot(offset, ray.direction) / distance)))
      return angle <= Self.coneHalfAngle ? (point, angle) : nil
    }.sorted { $0.angle < $1.angle }
  }

  /// Where a ray meets the level plane at the median height of the points around it.
  private func estimatedPlaneHit(
    _ ray: WorldRay, _ seen: [(point: WorldPoint, angle: Double)]
  ) -> [SceneHit] {
    guard seen.count >= Self.fewestEstimatingPoints else { return [] }
    let heights = seen.map(\.point.position.y).sorted()
    let plane = Plane(
      Pose(rotation: .identity, origin: WorldPoint(x: 0, y: heights[heights.count / 2], z: 0)))
    guard let distance = plane.distance(along: ray) else { return [] }
    return [
      SceneHit(
        target: .estimatedHorizontalPlane, worldPoint: ray.point(atDistance: distance),
        distanceInMetres: distance)
    ]
  }
}

extension PlaneAnchor {
  /// A place of the surface in the world; nil where that is not known.
  public func worldPoint(_ point: SurfacePoint) -> WorldPoint? {
    switch geometry {
    case .world(let plane): plane.worldPoint(point)
    case .fixedCamera: Plane.ground.worldPoint(point)
    case .homography, .unseen: nil
    }
  }
}
