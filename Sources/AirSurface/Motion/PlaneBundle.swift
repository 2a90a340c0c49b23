import AirGeometry

/// Bundle adjustment of one plane seen by several cameras: the plane, every camera's pose and every point, at once.
///
/// The first camera is the frame of reference and its distance from the plane the unit of length, which leaves no
/// freedom that the pictures don't decide. A point has two coordinates, its normalized place in the first view, since
/// the plane gives the third.
package struct PlaneBundle {
  /// Where a point is seen, as a normalized image point (focal length 1).
  package struct Observation {
    package var view: Int
    package var point: Int
    package var place: SIMD2<Double>

    /// Makes an observation.
    package init(view: Int, point: Int, place: SIMD2<Double>) {
      self.view = view
      self.point = point
      self.place = place
    }
  }

  /// Unit normal of the plane n·X = 1, away from the first camera.
  package var normal: SIMD3<Double>
  /// The views after the first.
  package var views: [PlaneView]
  /// The points' places in the first view.
  package var points: [SIMD2<Double>]
  /// What is seen, sorted by point; view 0 is the first.
  package let observations: [Observation]
  /// Focal lengths, which turn normalized residuals into pixels.
  package let focal: SIMD2<Double>

  /// Makes a bundle.
  package init(
    normal: SIMD3<Double>, views: [PlaneView], points: [SIMD2<Double>], observations: [Observation],
    focal: SIMD2<Double>
  ) {
    self.normal = normal
    self.views = views
    self.points = points
    self.observations = observations
    self.focal = focal
  }

  /// How one came out.
  package struct Outcome {
    /// Sum of the robust losses, in units of the noise.
    package var cost: Double
    /// Noise of an observed coordinate, in pixels.
    package var noiseInPixels: Double
    /// Weighted root mean square of the observations' distances, in pixels.
    package var residualInPixels: Double
    /// Standard deviation of the normal in its worst direction, in radians, as the noise explains it.
    package var normalDeviation: Double
    /// Covariance of each view's turn and shift (six by six, in rows).
    package var viewCovariances: [[Double]]
  }

  /// Cauchy's loss loses 5 % of efficiency on clean noise with this constant (R. Holland, R. Welsch, "Robust
  /// regression using iteratively reweighted least-squares", 1977).
  static let cauchyConstant = 2.385

  /// How many unknowns the cameras and the plane have.
  var sharedCount: Int { 2 + 6 * views.count }
}

extension PlaneBundle {
  /// Improves everything until it settles, by Levenberg–Marquardt steps in which the points are eliminated
  /// (B. Triggs, P. McLauchlan, R. Hartley, A. Fitzgibbon, "Bundle adjustment — a modern synthesis", 2000, section 6).
  ///
  /// - Parameters:
  ///   - noiseInPixels: noise of an observed coordinate; estimated from the residuals' median where nil.
  ///   - stepLimit: how many steps are taken at most.
  /// - Returns: nil when a point falls behind a camera or the pictures leave something undecided.
  /// - Complexity: for v views and p points v²·p + v³ a step.
  package mutating func solve(noiseInPixels: Double? = nil, stepLimit: Int = 60) -> Outcome? {
    var damping = 1e-3
    guard var residuals = residuals() else { return nil }
    var noise = noiseInPixels ?? Self.noise(residuals)
    var cost = Self.cost(residuals, noise)
    var rounds = 0
    while rounds < stepLimit {
      rounds += 1
      let system = BundleSystem(self, residuals, noise)
      var isImproved = false
      var gain = 0.0
      while damping < 1e8 {
        if let step = system.step(damping: damping) {
          var moved = self
          moved.apply(step)
          if let new = moved.residuals() {
            let newCost = Self.cost(new, noise)
            if newCost < cost {
              gain = cost - newCost
              (self, residuals, cost) = (moved, new, newCost)
              damping = max(damping / 10, 1e-12)
              isImproved = true
              break
            }
          }
        }
        damping *= 10
      }
      guard isImproved, gain > 1e-9 * cost else { break }
      if noiseInPixels == nil {
        // The noise is settled after a few steps; changing it for ever would keep the cost from settling.
        if rounds <= 8 { noise = Self.noise(residuals) }
        cost = Self.cost(residuals, noise)
      }
    }
    return BundleSystem(self, residuals, noise).outcome(of: self, residuals, noise, cost)
  }

  /// Noise of a coordinate from the median distance, which is 1.1774 deviations (Rayleigh's distribution).
  private static func noise(_ residuals: [SIMD2<Double>]) -> Double {
    let sorted = residuals.map { length($0) }.sorted()
    return max(sorted[sorted.count / 2] / 1.1774, 1e-6)
  }

  private static func cost(_ residuals: [SIMD2<Double>], _ noise: Double) -> Double {
    let squaredReach = cauchyConstant * cauchyConstant
    return residuals.reduce(0) { sum, residual in
      let square = (residual * residual).sum() / (noise * noise)
      return sum + squaredReach * logOfOnePlus(square / squaredReach)
    }
  }

  /// Where each observation lies from where the bundle puts it, in pixels; nil when one is behind its camera.
  func residuals() -> [SIMD2<Double>]? {
    var result: [SIMD2<Double>] = []
    result.reserveCapacity(observations.count)
    for observation in observations {
      let p = points[observation.point]
      if observation.view == 0 {
        result.append((p - observation.place) * focal)
        continue
      }
      let direction = SIMD3(p.x, p.y, 1)
      let depth = dot(normal, direction)
      let view = views[observation.view - 1]
      let seen = view.rotation * direction + view.translation * depth
      guard depth > 1e-6, seen.z > 1e-9 else { return nil }
      result.append((SIMD2(seen.x / seen.z, seen.y / seen.z) - observation.place) * focal)
    }
    return result
  }

  /// Moves the unknowns: two of the normal along its tangents, six of each view, two of each point.
  mutating func apply(_ step: BundleSystem.Step) {
    let (a, b) = normal.tangents
    let moved = normal + a * step.shared[0] + b * step.shared[1]
    // The plane stays 1 away, so the length of the normal is 1 too.
    normal = moved / length(moved)
    for index in views.indices {
      let s = step.shared[(2 + 6 * index)..<(8 + 6 * index)].map { $0 }
      let turn = Rotation(rotationVector: SIMD3(s[0], s[1], s[2])).matrix
      views[index].rotation = (turn * views[index].rotation).orthonormalized
      views[index].translation += SIMD3(s[3], s[4], s[5])
    }
    for index in points.indices { points[index] += step.points[index] }
  }
}

extension SIMD3<Double> {
  /// Two unit vectors across this one and each other.
  var tangents: (SIMD3<Double>, SIMD3<Double>) {
    let helper: SIMD3<Double> = abs(x) < 0.7 * length(self) ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0)
    let first = cross(self, helper) / length(cross(self, helper))
    let second = cross(self, first)
    return (first, second / length(second))
  }
}

extension Matrix3 {
  /// The same rotation without what rounding adds up over many products.
  var orthonormalized: Matrix3 {
    let first = column0 / length(column0)
    let rest = column1 - first * dot(first, column1)
    let second = rest / length(rest)
    return Matrix3(columns: first, second, cross(first, second))
  }
}
