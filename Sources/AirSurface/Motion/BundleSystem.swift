import AirGeometry
import Glibc

/// log(1 + x), exact for small x.
func logOfOnePlus(_ x: Double) -> Double { log1p(x) }

/// The linear equations of one step of bundle adjustment, the points' unknowns kept apart from the shared ones of the
/// plane and the views: each point is linked to the shared ones only, so it can be eliminated on its own.
struct BundleSystem {
  /// What the unknowns change by.
  struct Step {
    var shared: [Double]
    var points: [SIMD2<Double>]
  }

  /// One point's own equations and its links to the shared unknowns.
  private struct PointPart {
    /// Own second derivatives: xx, xy, yy.
    var own = SIMD3<Double>()
    var right = SIMD2<Double>()
    /// Numbers of the linked shared unknowns and the mixed second derivatives.
    var indices: [Int] = []
    var links: [SIMD2<Double>] = []
  }

  private var shared: SymmetricSystem
  private var parts: [PointPart]

  /// Linearizes a bundle at where it is, with Cauchy weights for the given noise.
  init(_ bundle: PlaneBundle, _ residuals: [SIMD2<Double>], _ noise: Double) {
    shared = SymmetricSystem(count: bundle.sharedCount)
    parts = Array(repeating: PointPart(), count: bundle.points.count)
    let reach = PlaneBundle.cauchyConstant * noise
    let tangents = bundle.normal.tangents
    var derivatives = [SIMD2<Double>](repeating: SIMD2(), count: 8)
    for (observation, residual) in zip(bundle.observations, residuals) {
      let weight = 1 / (1 + (residual * residual).sum() / (reach * reach)) / (noise * noise)
      if observation.view == 0 {
        let squares = bundle.focal * bundle.focal * weight
        parts[observation.point].own += SIMD3(squares.x, 0, squares.y)
        parts[observation.point].right -= weight * bundle.focal * residual
        continue
      }
      let (byX, byY) = Self.differentiate(bundle, observation, tangents, &derivatives)
      add(observation, weight, residual, byX, byY, derivatives)
    }
  }

  /// Derivatives of an observation's pixel by its point's x and y and by the eight shared unknowns that it depends on:
  /// two of the normal, three of the view's turn, three of its shift.
  private static func differentiate(
    _ bundle: PlaneBundle, _ observation: PlaneBundle.Observation,
    _ tangents: (SIMD3<Double>, SIMD3<Double>), _ derivatives: inout [SIMD2<Double>]
  ) -> (SIMD2<Double>, SIMD2<Double>) {
    let view = bundle.views[observation.view - 1]
    let p = bundle.points[observation.point]
    let direction = SIMD3(p.x, p.y, 1)
    let depth = dot(bundle.normal, direction)
    // The pixel does not change with the scale of the seen point, so both sides are multiplied by the depth.
    let turned = view.rotation * direction
    let seen = turned + view.translation * depth
    let scale = bundle.focal / seen.z
    func projected(_ d: SIMD3<Double>) -> SIMD2<Double> {
      scale * SIMD2(d.x - seen.x / seen.z * d.z, d.y - seen.y / seen.z * d.z)
    }
    let byShift = projected(view.translation)
    derivatives[0] = byShift * dot(tangents.0, direction)
    derivatives[1] = byShift * dot(tangents.1, direction)
    derivatives[2] = projected(SIMD3(0, -turned.z, turned.y))
    derivatives[3] = projected(SIMD3(turned.z, 0, -turned.x))
    derivatives[4] = projected(SIMD3(-turned.y, turned.x, 0))
    derivatives[5] = projected(SIMD3(depth, 0, 0))
    derivatives[6] = projected(SIMD3(0, depth, 0))
    derivatives[7] = projected(SIMD3(0, 0, depth))
    let byX = projected(view.rotation.column0 + view.translation * bundle.normal.x)
    let byY = projected(view.rotation.column1 + view.translation * bundle.normal.y)
    return (byX, byY)
  }

  private mutating func add(
    _ observation: PlaneBundle.Observation, _ weight: Double, _ residual: SIMD2<Double>,
    _ byX: SIMD2<Double>, _ byY: SIMD2<Double>, _ derivatives: [SIMD2<Double>]
  ) {
    let n = shared.count
    let first = 2 + 6 * (observation.view - 1)
    func index(_ i: Int) -> Int { i < 2 ? i : first + i - 2 }
    for i in 0..<8 {
      let scaled = weight * derivatives[i]
      shared.right[index(i)] -= (scaled * residual).sum()
      for j in 0...i { shared.matrix[index(i) * n + index(j)] += (scaled * derivatives[j]).sum() }
    }
    var part = parts[observation.point]
    parts[observation.point] = PointPart()
    part.own += weight * SIMD3((byX * byX).sum(), (byX * byY).sum(), (byY * byY).sum())
    part.right -= weight * SIMD2((byX * residual).sum(), (byY * residual).sum())
    if part.indices.isEmpty {
      part.indices = [0, 1]
      part.links = [SIMD2(), SIMD2()]
    }
    for i in 0..<8 {
      let link = weight * SIMD2((derivatives[i] * byX).sum(), (derivatives[i] * byY).sum())
      if i < 2 {
        part.links[i] += link
      } else {
        part.indices.append(index(i))
        part.links.append(link)
      }
    }
    parts[observation.point] = part
  }

  /// The step for a damping; nil where the equations leave something open.
  func step(damping: Double) -> Step? {
    guard let (reduced, inverses) = reduced(damping: damping), let solved = reduced.solution() else {
      return nil
    }
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(parts.count)
    for (part, inverse) in zip(parts, inverses) {
      var right = part.right
      for (index, link) in zip(part.indices, part.links) { right -= link * solved[index] }
      points.append(
        SIMD2(
          inverse.x * right.x + inverse.y * right.y, inverse.y * right.x + inverse.z * right.y))
    }
    return Step(shared: solved, points: points)
  }

  /// The shared unknowns' equations with the points eliminated, and the inverses of the points' own matrices.
  private func reduced(damping: Double) -> (SymmetricSystem, [SIMD3<Double>])? {
    var system = shared
    let n = system.count
    for i in 0..<n { system.matrix[i * n + i] *= 1 + damping }
    var inverses: [SIMD3<Double>] = []
    inverses.reserveCapacity(parts.count)
    for part in parts {
      let (xx, xy, yy) = (part.own.x * (1 + damping), part.own.y, part.own.z * (1 + damping))
      let determinant = xx * yy - xy * xy
      guard determinant > 0 else { return nil }
      let inverse = SIMD3(yy, -xy, xx) / determinant
      inverses.append(inverse)
      for (a, i) in part.indices.enumerated() {
        let link = part.links[a]
        let scaled = SIMD2(
          inverse.x * link.x + inverse.y * link.y, inverse.y * link.x + inverse.z * link.y)
        system.right[i] -= (scaled * part.right).sum()
        for b in 0...a {
          let j = part.indices[b]
          // Indices are given in rising order, so this stays in the lower triangle.
          system.matrix[i * n + j] -= (scaled * part.links[b]).sum()
        }
      }
    }
    return (system, inverses)
  }

  /// What a bundle that has settled is worth.
  func outcome(
    of bundle: PlaneBundle, _ residuals: [SIMD2<Double>], _ noise: Double, _ cost: Double
  ) -> PlaneBundle.Outcome? {
    guard let covariance = reduced(damping: 0)?.0.inverse() else { return nil }
    let n = shared.count
    let (a, b, c) = (covariance[0], covariance[n], covariance[n + 1])
    let largest = (a + c) / 2 + (((a - c) / 2) * ((a - c) / 2) + b * b).squareRoot()
    let reach = PlaneBundle.cauchyConstant * noise
    var (sum, total) = (0.0, 0.0)
    for residual in residuals {
      let square = (residual * residual).sum()
      let weight = 1 / (1 + square / (reach * reach))
      sum += weight * square
      total += weight
    }
    let views = bundle.views.indices.map { view in
      (0..<36).map { covariance[(2 + 6 * view + $0 / 6) * n + 2 + 6 * view + $0 % 6] }
    }
    return PlaneBundle.Outcome(
      cost: cost, noiseInPixels: noise, residualInPixels: (sum / total).squareRoot(),
      normalDeviation: max(largest, 0).squareRoot(), viewCovariances: views)
  }
}
