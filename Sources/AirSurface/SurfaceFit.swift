import AirGeometry
import Glibc

/// A thing that was seen, to be fitted: its corners on the thing, where they are seen, and where the thing lies.
struct FittedThing: Hashable, Sendable {
  /// The thing's number, for telling it again.
  var key: Int
  /// The corners in the thing's own frame and where they are seen.
  var observation: CornerObservation
  /// Where the thing lies on the surface; nil where that is to be learned.
  var placement: Placement?
}

/// Where a thing lies on a surface.
package struct Placement: Hashable, Sendable {
  /// The thing's origin, (u, v) in metres.
  package var origin: SIMD2<Double>
  /// Its turn in radians, from u to v.
  package var turnInRadians: Double

  /// At the surface's own origin.
  package static let identity = Placement(origin: .zero, turnInRadians: 0)

  func callAsFunction(_ point: SurfacePoint) -> SIMD2<Double> {
    let (c, s) = (cos(turnInRadians), sin(turnInRadians))
    return origin + SIMD2(c * point.u - s * point.v, s * point.u + c * point.v)
  }
}

/// The view of a surface that explains all things seen on it, and the places of those things that were not known.
struct SurfaceFit: Sendable {
  /// How the surface is seen.
  var view: SurfaceView
  /// Where each thing lies.
  var placements: [Placement]
  /// −2 ln of the likelihood but for a constant.
  var cost: Double
  /// Covariance of the view's parameters by rows; nil where something is left open.
  var covariance: [Double]?
  /// Which things were left out, since they don't lie on the plane or were misread.
  var isOutlier: [Bool]

  /// Fits a view to things, from a first guess of it.
  ///
  /// Gauss and Newton's steps, damped after Levenberg and Marquardt, over the view and the unknown placements at once;
  /// a thing that is off by far more than its own uncertainty is weighed down by Tukey's biweight.
  ///
  /// - Returns: nil when the guess can't show the things.
  /// - Complexity: cubic in the number of things whose places are unknown.
  init?(_ things: [FittedThing], from guess: SurfaceView) {
    guard let start = Self.placements(of: things, in: guess) else { return nil }
    var state = (view: guess, placements: start)
    var weights = [Double](repeating: 1, count: things.count)
    var covariance: [Double]?
    var cost = Double.infinity
    for round in 0..<4 {
      guard let fitted = Self.minimized(things, weights, from: state) else { return nil }
      (state, cost, covariance) = fitted
      guard things.count > 2, round < 3 else { break }
      let matrix = state.view.matrix
      let costs = things.indices.map { index -> Double in
        let residuals = Self.residuals(things[index], state.placements[index], matrix) ?? []
        return residuals.isEmpty
          ? .infinity : Self.quadratic(residuals, things[index].observation.information)
      }
      // The things' own uncertainty says nothing of curled paper: the median tells how well they fit by and large.
      let usual = max(costs.sorted()[costs.count / 2], 4)
      let before = weights
      weights = costs.map { cost in
        let ratio = (cost / usual).squareRoot() / 4.685
        return ratio < 1 ? (1 - ratio * ratio) * (1 - ratio * ratio) : 0
      }
      if zip(weights, before).allSatisfy({ abs($0 - $1) < 0.2 }) { break }
    }
    view = state.view
    placements = state.placements
    self.cost = cost
    self.covariance = covariance
    isOutlier = weights.map { $0 == 0 }
  }

  /// Puts each thing whose place is unknown where the view shows it.
  private static func placements(of things: [FittedThing], in view: SurfaceView) -> [Placement]? {
    guard let back = view.matrix?.inverse else { return nil }
    return things.map { thing in
      if let placement = thing.placement { return placement }
      let seen = thing.observation.places.map { place -> SIMD2<Double> in
        let q = back * SIMD3(place.x, place.y, 1)
        return SIMD2(q.x, q.y) / q.z
      }
      let own = thing.observation.points.map { SIMD2($0.u, $0.v) }
      let count = Double(own.count)
      let seenMiddle = seen.reduce(SIMD2<Double>.zero, +) / count
      let ownMiddle = own.reduce(SIMD2<Double>.zero, +) / count
      var (along, across) = (0.0, 0.0)
      for (a, b) in zip(own, seen) {
        let (p, q) = (a - ownMiddle, b - seenMiddle)
        along += dot(p, q)
        across += p.x * q.y - p.y * q.x
      }
      var placement = Placement(origin: .zero, turnInRadians: atan2(across, along))
      placement.origin = seenMiddle - placement(SurfacePoint(u: ownMiddle.x, v: ownMiddle.y))
      return placement
    }
  }

  private typealias State = (view: SurfaceView, placements: [Placement])

  private static func minimized(
    _ things: [FittedThing], _ weights: [Double], from start: State
  ) -> (state: State, cost: Double, covariance: [Double]?)? {
    var state = start
    guard var cost = totalCost(things, weights, state) else { return nil }
    var damping = 1e-6
    var last: NormalEquations?
    for _ in 0..<30 {
      guard let equations = linearized(things, weights, state) else { return nil }
      last = equations
      guard let step = equations.solution(damping: damping) else { return nil }
      let next = moved(state, things, by: step.map { -$0 })
      if let tried = totalCost(things, weights, next), tried <= cost {
        let gain = cost - tried
        state = next
        cost = tried
        damping = max(damping / 10, 1e-9)
        if gain < 1e-5 * (1e-5 + cost) { break }
      } else {
        damping *= 10
        if damping > 1e6 { break }
      }
    }
    let count = state.view.parameterCount
    let total = count + 3 * things.count { $0.placement == nil }
    let part = last?.inverse.map { all in
      (0..<count).flatMap { row in (0..<count).map { all[row * total + $0] } }
    }
    return (state, cost, part)
  }

  private static func moved(_ state: State, _ things: [FittedThing], by step: [Double]) -> State {
    var next = state
    var position = state.view.parameterCount
    next.view = state.view.moved(by: step[0..<position])
    for index in things.indices where things[index].placement == nil {
      next.placements[index].origin += SIMD2(step[position], step[position + 1])
      next.placements[index].turnInRadians += step[position + 2]
      position += 3
    }
    return next
  }

  private static func residuals(
    _ thing: FittedThing, _ placement: Placement, _ matrix: Matrix3?
  ) -> [Double]? {
    guard let matrix else { return nil }
    var residuals: [Double] = []
    residuals.reserveCapacity(8)
    for (point, place) in zip(thing.observation.points, thing.observation.places) {
      let p = placement(point)
      let q = matrix * SIMD3(p.x, p.y, 1)
      guard q.z > 1e-12 else { return nil }
      residuals += [q.x / q.z - place.x, q.y / q.z - place.y]
    }
    return residuals
  }

  private static func quadratic(_ residuals: [Double], _ information: [Double]) -> Double {
    let count = residuals.count
    var sum = 0.0
    for row in 0..<count {
      for column in 0..<count {
        sum += residuals[row] * information[row * count + column] * residuals[column]
      }
    }
    return sum
  }

  private static func totalCost(_ things: [FittedThing], _ weights: [Double], _ state: State) -> Double? {
    var sum = 0.0
    let matrix = state.view.matrix
    for index in things.indices where weights[index] > 0 {
      guard let residuals = residuals(things[index], state.placements[index], matrix) else { return nil }
      sum += weights[index] * quadratic(residuals, things[index].observation.information)
    }
    return sum.isFinite ? sum : nil
  }

  private static func linearized(
    _ things: [FittedThing], _ weights: [Double], _ state: State
  ) -> NormalEquations? {
    let viewCount = state.view.parameterCount
    let total = viewCount + 3 * things.count { $0.placement == nil }
    var equations = NormalEquations(count: total)
    // Steps that move what is seen by about a thousandth of a pixel.
    let isCamera = viewCount == 6
    let viewStep = isCamera ? 1e-6 : 1e-3
    let matrix = state.view.matrix
    let moves = (0..<viewCount).map { unknown -> Matrix3? in
      var step = [Double](repeating: 0, count: viewCount)
      step[unknown] = viewStep
      return state.view.moved(by: step[...]).matrix
    }
    var position = viewCount
    for index in things.indices {
      let thing = things[index]
      let placement = state.placements[index]
      guard let here = residuals(thing, placement, matrix) else { return nil }
      var rows = [[Double]](repeating: [Double](repeating: 0, count: total), count: here.count)
      func fill(_ unknown: Int, _ there: [Double]?, _ step: Double) -> Bool {
        guard let there else { return false }
        for row in here.indices { rows[row][unknown] = (there[row] - here[row]) / step }
        return true
      }
      for unknown in 0..<viewCount {
        guard fill(unknown, residuals(thing, placement, moves[unknown]), viewStep) else { return nil }
      }
      if thing.placement == nil {
        for unknown in 0..<3 {
          var moved = placement
          if unknown < 2 { moved.origin[unknown] += 1e-6 } else { moved.turnInRadians += 1e-6 }
          guard fill(position + unknown, residuals(thing, moved, matrix), 1e-6) else { return nil }
        }
        position += 3
      }
      // A thing that is left out still has its own place, which nothing else holds.
      let weight = max(weights[index], 1e-6)
      equations.add(
        jacobian: rows, residuals: here,
        information: thing.observation.information.map { $0 * weight })
    }
    return equations
  }
}
