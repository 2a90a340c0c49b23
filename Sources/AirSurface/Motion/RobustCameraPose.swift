import AirGeometry

/// A camera's pose that most of the points it sees agree on.
package struct RobustCameraPose: Sendable {
  /// The pose.
  package let cameraPose: CameraPose
  /// Which points agree with it.
  package let isInlier: [Bool]
  /// Root mean square of the agreeing points' distances, in pixels.
  package let residualInPixels: Double
  /// Standard deviation of the camera's place in metres, as the residuals explain it.
  package let originDeviationInMetres: Double
  /// Standard deviation of the camera's direction in radians.
  package let turnDeviationInRadians: Double

  /// A place in the world and the pixel at which it is seen, on the image plane of focal length 1.
  package struct Sighting: Sendable {
    var world: SIMD3<Double>
    var place: SIMD2<Double>

    /// Makes a sighting.
    package init(world: SIMD3<Double>, place: SIMD2<Double>) {
      self.world = world
      self.place = place
    }
  }

  /// Refines a pose that is nearly right by Gauss–Newton steps with Geman–McClure weights, whose reach is drawn in
  /// from `reach` to `tolerance`, so that the moving hand loses its say.
  ///
  /// - Parameters:
  ///   - sightings: what is seen.
  ///   - start: the pose that is begun with.
  ///   - focal: focal lengths in pixels.
  ///   - tolerance: distance in pixels up to which a point agrees.
  ///   - reach: distance in pixels from which a point has little say at first.
  /// - Returns: nil when fewer than six points agree, or the points leave the pose open.
  /// - Complexity: linear in the number of points.
  package init?(
    _ sightings: [Sighting], start: CameraPose, focal: SIMD2<Double>, tolerance: Double, reach: Double
  ) {
    var rotation = start.pose.rotation.inverse.matrix
    var shift = rotation * start.pose.origin.position * -1
    var limit = max(reach, tolerance)
    var information = SymmetricSystem(count: 6)
    for _ in 0..<15 {
      information = SymmetricSystem(count: 6)
      for sighting in sightings {
        let turned = rotation * sighting.world
        let seen = turned + shift
        guard seen.z > 1e-9 else { continue }
        let projected = SIMD2(seen.x / seen.z, seen.y / seen.z)
        let error = (projected - sighting.place) * focal
        let share = (error * error).sum() / (limit * limit)
        guard share < 9 else { continue }
        let weight = 1 / ((1 + share) * (1 + share))
        let (fx, fy) = (focal.x / seen.z, focal.y / seen.z)
        let (x, y) = (projected.x, projected.y)
        // d/dω of R·X is −[R·X]×, d/dt is the identity.
        information.add(
          [
            -fx * x * turned.y, fx * (turned.z + x * turned.x), -fx * turned.y, fx, 0, -fx * x,
          ], -error.x, weight: weight)
        information.add(
          [
            -fy * (turned.z + y * turned.y), fy * y * turned.x, fy * turned.x, 0, fy, -fy * y,
          ], -error.y, weight: weight)
      }
      guard let step = information.solution() else { return nil }
      rotation =
        (Rotation(rotationVector: SIMD3(step[0], step[1], step[2])).matrix * rotation).orthonormalized
      shift += SIMD3(step[3], step[4], step[5])
      let size = step.reduce(0) { max($0, abs($1)) }
      if limit <= tolerance, size < 1e-10 { break }
      limit = max(limit * 0.6, tolerance)
    }
    let residuals = sightings.map { sighting in
      let seen = rotation * sighting.world + shift
      guard seen.z > 1e-9 else { return Double.infinity }
      return length((SIMD2(seen.x / seen.z, seen.y / seen.z) - sighting.place) * focal)
    }
    isInlier = residuals.map { $0 <= tolerance }
    let agreeing = residuals.filter { $0 <= tolerance }
    guard agreeing.count >= 6, let orientation = Rotation(rotation)?.inverse,
      let covariance = information.inverse()
    else { return nil }
    residualInPixels = (agreeing.reduce(0) { $0 + $1 * $1 } / Double(agreeing.count)).squareRoot()
    cameraPose = CameraPose(Pose(rotation: orientation, origin: WorldPoint(orientation(shift) * -1)))
    // Two coordinates a point share the mean square; the pose takes six unknowns from them.
    let freedom = max(2 * Double(agreeing.count) - 6, 1)
    let variance = residualInPixels * residualInPixels * Double(agreeing.count) / freedom
    turnDeviationInRadians = ((covariance[0] + covariance[7] + covariance[14]) * variance).squareRoot()
    originDeviationInMetres = ((covariance[21] + covariance[28] + covariance[35]) * variance).squareRoot()
  }

  private init(
    _ cameraPose: CameraPose, _ isInlier: [Bool], _ residual: Double, _ origin: Double, _ turn: Double
  ) {
    self.cameraPose = cameraPose
    self.isInlier = isInlier
    residualInPixels = residual
    originDeviationInMetres = origin
    turnDeviationInRadians = turn
  }

  /// A pose that was told, with no points to compare.
  init(standingAlone cameraPose: CameraPose) { self.init(cameraPose, [], 0, 0, 0) }

  /// The same points seen from a corrected pose.
  func moved(to pose: CameraPose) -> RobustCameraPose {
    RobustCameraPose(
      pose, isInlier, residualInPixels, originDeviationInMetres, turnDeviationInRadians)
  }
}
