import AirGeometry

/// A surface's frame as the camera has it: the way in which poses are refined.
struct SurfaceInCamera: Hashable, Sendable {
  /// Turns (u, height, v) into camera axes.
  var rotation: Rotation
  /// The surface's origin in camera axes.
  var shift: SIMD3<Double>

  /// Takes OpenCV's plane, which has its third axis where ours has the reversed normal: u × v points away from the
  /// viewer.
  init?(openCVRotation turn: Matrix3, shift: SIMD3<Double>) {
    let columns = Matrix3(columns: turn.column0, turn.column2 * -1, turn.column1)
    guard let rotation = Rotation(columns) else { return nil }
    self.rotation = rotation
    self.shift = shift
  }

  /// Takes a camera's pose in the surface's frame.
  init(_ cameraPose: CameraPose) {
    rotation = cameraPose.pose.rotation.inverse
    shift = rotation(cameraPose.pose.origin.position) * -1
  }

  /// The camera's pose in the surface's frame.
  var cameraPose: CameraPose {
    let orientation = rotation.inverse
    return CameraPose(Pose(rotation: orientation, origin: WorldPoint(orientation(shift) * -1)))
  }

  /// The pose turned by a rotation vector and shifted, both in camera axes.
  func moved(turn: SIMD3<Double>, shift: SIMD3<Double>) -> SurfaceInCamera {
    var moved = self
    moved.rotation = Rotation(rotationVector: turn) * rotation
    moved.shift = self.shift + shift
    return moved
  }

  /// Where a point of the surface is seen on the ideal image; nil behind the camera.
  func place(of point: SIMD2<Double>, _ focalLength: Double) -> SIMD2<Double>? {
    let p = rotation(SIMD3(point.x, 0, point.y)) + shift
    return p.z > 1e-9 ? SIMD2(p.x, p.y) * (focalLength / p.z) : nil
  }

  /// The likeliest pose near this one, by Gauss and Newton's steps, damped after Levenberg and Marquardt; nil when it
  /// would see the surface from below or from behind.
  func refined(_ observations: [CornerObservation], _ focalLength: Double) -> PlanePose? {
    var best = self
    guard var current = best.linearized(observations, focalLength) else { return nil }
    var damping = 1e-6
    for _ in 0..<40 {
      guard let step = current.equations.solution(damping: damping) else { return nil }
      let next = best.moved(
        turn: SIMD3(-step[0], -step[1], -step[2]), shift: SIMD3(-step[3], -step[4], -step[5]))
      if let tried = next.linearized(observations, focalLength), tried.cost <= current.cost {
        let gain = current.cost - tried.cost
        best = next
        current = tried
        damping = max(damping / 10, 1e-9)
        if gain < 1e-9 * (1e-9 + current.cost) { break }
      } else {
        damping *= 10
        if damping > 1e6 { break }
      }
    }
    let pose = best.cameraPose
    // A camera below the plane would see its back: the corners were given the other way round.
    guard pose.pose.origin.position.y > 0 else { return nil }
    return PlanePose(cameraPose: pose, cost: current.cost, covariance: current.equations.inverse)
  }

  /// The cost at this pose and the normal equations of a step from it; nil when a corner is behind the camera.
  private func linearized(
    _ observations: [CornerObservation], _ focalLength: Double
  ) -> (cost: Double, equations: NormalEquations)? {
    var equations = NormalEquations(count: 6)
    var cost = 0.0
    for observation in observations {
      var residuals: [Double] = []
      var rows: [[Double]] = []
      for (point, place) in zip(observation.points, observation.places) {
        let turned = rotation(SIMD3(point.u, point.height, point.v))
        let p = turned + shift
        guard p.z > 1e-9 else { return nil }
        let seen = SIMD2(p.x, p.y) * (focalLength / p.z)
        residuals += [seen.x - place.x, seen.y - place.y]
        // A turn ω moves the point by ω × turned, a shift by itself.
        let scale = focalLength / p.z
        for (axis, value) in [(0, seen.x), (1, seen.y)] {
          var gradient = SIMD3<Double>.zero
          gradient[axis] = scale
          gradient.z = -value / p.z
          let byTurn = cross(turned, gradient)
          rows.append([byTurn.x, byTurn.y, byTurn.z, gradient.x, gradient.y, gradient.z])
        }
      }
      let count = residuals.count
      for row in 0..<count {
        for column in 0..<count {
          cost += residuals[row] * observation.information[row * count + column] * residuals[column]
        }
      }
      equations.add(jacobian: rows, residuals: residuals, information: observation.information)
    }
    return cost.isFinite ? (cost, equations) : nil
  }
}
