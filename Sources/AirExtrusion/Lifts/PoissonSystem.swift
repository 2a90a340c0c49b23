import Glibc

/// Poisson's equation Δu = −1 with u = 0 on the rim, by linear finite elements over triangles.
///
/// The stiffness of an edge is half the sum of the cotangents of the angles across from it, and the load of a point a
/// third of the area around it (G. Dziuk, "Finite elements for the Beltrami operator on arbitrary surfaces", Partial
/// Differential Equations and Calculus of Variations, 1988). Over a Delaunay triangulation no stiffness is negative.
struct PoissonSystem {
  private var diagonal: [Double]
  private var load: [Double]
  private var starts: [Int32]
  private var neighbours: [Int32] = []
  private var weights: [Double] = []
  private let isFixed: [Bool]

  /// Assembles the system of a triangulation.
  init(points: [LatticePoint], triangles: [Int32], isFixed: [Bool]) {
    self.isFixed = isFixed
    diagonal = [Double](repeating: 0, count: points.count)
    load = diagonal
    starts = [Int32](repeating: 0, count: points.count + 1)
    for corner in triangles { starts[Int(corner) + 1] += 2 }
    for point in points.indices { starts[point + 1] += starts[point] }
    var fill = starts
    neighbours = [Int32](repeating: 0, count: Int(starts[points.count]))
    weights = [Double](repeating: 0, count: neighbours.count)
    for start in stride(from: 0, to: triangles.count, by: 3) {
      let corners = [triangles[start], triangles[start + 1], triangles[start + 2]]
      let places = corners.map { SIMD2<Double>(points[Int($0)]) }
      let twiceArea = Double(
        orientation(points[Int(corners[0])], points[Int(corners[1])], points[Int(corners[2])]))
      for k in 0..<3 {
        let (i, j) = (corners[(k + 1) % 3], corners[(k + 2) % 3])
        let (u, v) = (places[(k + 1) % 3] - places[k], places[(k + 2) % 3] - places[k])
        let stiffness = (u * v).sum() / twiceArea / 2
        load[Int(corners[k])] += twiceArea / 6
        for (from, to) in [(i, j), (j, i)] {
          diagonal[Int(from)] += stiffness
          neighbours[Int(fill[Int(from)])] = to
          weights[Int(fill[Int(from)])] = stiffness
          fill[Int(from)] += 1
        }
      }
    }
  }

  /// The solution by conjugate gradients, preconditioned by the diagonal, to a millionth of the load
  /// (M. R. Hestenes, E. Stiefel, "Methods of conjugate gradients for solving linear systems", Journal of Research of
  /// the National Bureau of Standards 49, 1952).
  func solution() -> [Double] {
    let count = diagonal.count
    var solution = [Double](repeating: 0, count: count)
    var residual = (0..<count).map { isFixed[$0] ? 0 : load[$0] }
    let inverse = (0..<count).map { isFixed[$0] || diagonal[$0] <= 0 ? 0 : 1 / diagonal[$0] }
    var direction = zip(inverse, residual).map { $0 * $1 }
    var energy = Self.product(residual, direction)
    let goal = energy * 1e-12
    var image = solution
    var round = 0
    while energy > goal, energy > 0, round < 10 * count {
      apply(to: direction, into: &image)
      let step = energy / Self.product(direction, image)
      for index in 0..<count {
        solution[index] += step * direction[index]
        residual[index] -= step * image[index]
      }
      var next = 0.0
      for index in 0..<count { next += residual[index] * residual[index] * inverse[index] }
      for index in 0..<count {
        direction[index] = inverse[index] * residual[index] + next / energy * direction[index]
      }
      energy = next
      round += 1
    }
    return solution
  }

  private func apply(to vector: [Double], into image: inout [Double]) {
    for row in vector.indices {
      if isFixed[row] {
        image[row] = 0
        continue
      }
      var sum = diagonal[row] * vector[row]
      for index in Int(starts[row])..<Int(starts[row + 1]) {
        sum -= weights[index] * vector[Int(neighbours[index])]
      }
      image[row] = sum
    }
  }

  private static func product(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
