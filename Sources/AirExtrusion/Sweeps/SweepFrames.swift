import AirGeometry
import Glibc

/// How a section's axes follow a path.
public enum SweepFrame: String, Hashable, Sendable, CaseIterable {
  /// Turned about the path as little as can be.
  case rotationMinimising = "rotation-minimising"
  /// With the section's second axis as near to the surface's upward normal as the path lets it.
  case upright
}

/// A section's two unit axes at each joint of a path, in the joint's plane.
///
/// Axes are carried from one joint to the next by two reflections, in the plane across the segment and in that which
/// makes the joints' normals meet (W. Wang, B. Jüttler, D. Zheng, Y. Liu, "Computation of rotation minimizing
/// frames", ACM Transactions on Graphics 27, 2008). Each is a turn about no more than what the bend needs: between
/// mitred joints of a polygon, the one from the first plane to the segment and on to the next plane.
struct SweepFrames {
  /// The first axis at each joint.
  private(set) var first: [SIMD3<Double>] = []
  /// The second axis at each joint; the first, the second and the joint's normal are right-handed.
  private(set) var second: [SIMD3<Double>] = []
  /// How many of the section's symmetry turns the axes are ahead of the first ones when carried once round a closed
  /// path; what was left over is spread over the length. Zero on open paths.
  private(set) var closingTurns = 0

  /// Upward, as meshes have it.
  private static let up = SIMD3(0.0, 1, 0)
  /// Below this sine of the angle between path and upward normal, upright axes are carried on instead.
  private static let steepestSine = 0.05

  /// - Parameter symmetry: the number of turns, all equal, after which the section is the same again.
  init(_ joints: [SweepJoint], of path: SweepPath, _ frame: SweepFrame, symmetry: Int) {
    guard var axis = joints.first.map({ Self.startAxis(along: $0.normal) }) else { return }
    var last = 0
    for index in joints.indices {
      if index > 0 { axis = Self.carried(axis, from: joints[last], to: joints[index]) }
      if frame == .upright { axis = Self.upright(axis, joints[index].normal) }
      append(axis, normal: joints[index].normal)
      last = index
    }
    guard path.isClosed else { return }
    var returned = Self.carried(axis, from: joints[last], to: joints[0])
    if frame == .upright { returned = Self.upright(returned, joints[0].normal) }
    let angle = atan2(dot(second[0], returned), dot(first[0], returned))
    let turn = 2 * .pi / Double(symmetry)
    closingTurns = Int((angle / turn).rounded())
    if frame == .rotationMinimising { spread(angle - Double(closingTurns) * turn, joints, path) }
  }

  private mutating func append(_ axis: SIMD3<Double>, normal: SIMD3<Double>) {
    let unit = axis / length(axis)
    first.append(unit)
    second.append(cross(normal, unit))
  }

  /// Sideways on level paths, so that the second axis is up.
  private static func startAxis(along normal: SIMD3<Double>) -> SIMD3<Double> {
    let side = cross(up, normal)
    let size = length(side)
    return size > steepestSine ? side / size : perpendicular(to: normal)
  }

  private static func perpendicular(to normal: SIMD3<Double>) -> SIMD3<Double> {
    let side = cross(normal, SIMD3(0, 0, 1))
    let size = length(side)
    return size > 0.5 ? side / size : SIMD3(1, 0, 0)
  }

  private static func carried(
    _ axis: SIMD3<Double>, from joint: SweepJoint, to next: SweepJoint
  ) -> SIMD3<Double> {
    let line = next.place - joint.place
    let squared = dot(line, line)
    guard squared > 0 else { return axis }
    let reflectedAxis = axis - 2 * dot(line, axis) / squared * line
    let reflectedNormal = joint.normal - 2 * dot(line, joint.normal) / squared * line
    let difference = next.normal - reflectedNormal
    let size = dot(difference, difference)
    guard size > 1e-18 else { return reflectedAxis }
    return reflectedAxis - 2 * dot(difference, reflectedAxis) / size * difference
  }

  private static func upright(_ carried: SIMD3<Double>, _ normal: SIMD3<Double>) -> SIMD3<Double> {
    let side = cross(up, normal)
    let size = length(side)
    guard size > steepestSine else { return carried }
    // Over the top of a loop the axis keeps its sense, so that the section is not turned by half a turn.
    return (dot(side, carried) < 0 ? -side : side) / size
  }

  /// Turns each joint's axes back by its share of an angle, by length along the path.
  private mutating func spread(_ closingAngle: Double, _ joints: [SweepJoint], _ path: SweepPath) {
    var lengths = [0.0]
    for index in path.points.indices {
      lengths.append(lengths[index] + length(path.point(after: index) - path.points[index]))
    }
    let total = lengths[path.points.count]
    for index in joints.indices {
      let angle = -closingAngle * lengths[index] / total
      let (x, y) = (first[index], second[index])
      first[index] = cos(angle) * x + sin(angle) * y
      second[index] = cos(angle) * y - sin(angle) * x
    }
  }
}
