import AirGeometry
import Glibc

/// Many readings of one pose: their median, which a misreading now and then does not move.
struct PoseMedian: Sendable {
  private var poses: [Pose] = []

  /// More readings would not make it better, only slower.
  private static let largestCount = 256

  /// Takes in a reading.
  mutating func add(_ pose: Pose) {
    if poses.count < Self.largestCount { poses.append(pose) }
  }

  /// The median of each coordinate, and of each component of the turn from the first reading; nil without readings.
  ///
  /// - Complexity: O(n log n) for n readings.
  var pose: Pose? {
    guard let first = poses.first else { return nil }
    let turns = poses.map { Self.rotationVector((first.rotation.inverse * $0.rotation).quaternion) }
    let turn = SIMD3(Self.median(turns.map(\.x)), Self.median(turns.map(\.y)), Self.median(turns.map(\.z)))
    let places = poses.map(\.origin.position)
    return Pose(
      rotation: first.rotation * Rotation(rotationVector: turn),
      origin: WorldPoint(
        x: Self.median(places.map(\.x)), y: Self.median(places.map(\.y)), z: Self.median(places.map(\.z))))
  }

  private static func median(_ values: [Double]) -> Double { values.median ?? .nan }

  /// Axis times angle of a unit quaternion (x, y, z, w) with w ≥ 0.
  private static func rotationVector(_ q: SIMD4<Double>) -> SIMD3<Double> {
    let axis = SIMD3(q.x, q.y, q.z)
    let sine = length(axis)
    return sine > 1e-12 ? axis * (2 * atan2(sine, q.w) / sine) : axis * 2
  }
}

extension Pose {
  /// The pose, in this one's frame's surroundings, of what has `inner` in this one's frame.
  func appending(_ inner: Pose) -> Pose {
    Pose(
      rotation: rotation * inner.rotation,
      origin: WorldPoint(rotation(inner.origin.position) + origin.position))
  }

  /// The surroundings' pose in this one's frame.
  var inverse: Pose {
    Pose(rotation: rotation.inverse, origin: WorldPoint(rotation.inverse(origin.position) * -1))
  }
}
