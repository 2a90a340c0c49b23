/// The normal equations of a weighted least-squares step: the matrix Jᵀ W J by rows and the vector Jᵀ W r.
struct NormalEquations {
  /// How many unknowns there are.
  let count: Int
  /// Jᵀ W J, `count` × `count` by rows; only the lower triangle is kept up while rows are added.
  private(set) var matrix: [Double]
  /// Jᵀ W r.
  private(set) var vector: [Double]

  /// Starts without any observation.
  init(count: Int) {
    self.count = count
    matrix = [Double](repeating: 0, count: count * count)
    vector = [Double](repeating: 0, count: count)
  }

  /// Adds an observation: its derivatives by the unknowns, its residual and its weight.
  mutating func add(_ derivatives: [Double], residual: Double, weight: Double) {
    for row in 0..<count {
      let scaled = weight * derivatives[row]
      guard scaled != 0 else { continue }
      vector[row] += scaled * residual
      for column in 0...row { matrix[row * count + column] += scaled * derivatives[column] }
    }
  }

  /// Adds an edge's places, whose rows are mixtures of three: the sums tell how much of each.
  mutating func add(first: [Double], second: [Double], third: [Double], sums: EdgeSums) {
    let p = sums.products
    for row in 0..<count {
      let (a, b, c) = (first[row], second[row], third[row])
      vector[row] += a * sums.residuals.x + b * sums.residuals.y + c * sums.residuals.z
      let byFirst = a * p.0 + b * p.1 + c * p.3
      let bySecond = a * p.1 + b * p.2 + c * p.4
      let byThird = a * p.3 + b * p.4 + c * p.5
      for column in 0...row {
        matrix[row * count + column] +=
          byFirst * first[column] + bySecond * second[column] + byThird * third[column]
      }
    }
  }

  /// Adds observations with a common weight matrix: Jᵀ Λ J and Jᵀ Λ r, with J by rows.
  mutating func add(jacobian: [[Double]], residuals: [Double], information: [Double]) {
    let rows = residuals.count
    for row in 0..<rows {
      var combined = [Double](repeating: 0, count: count)
      var weighted = 0.0
      for other in 0..<rows {
        let factor = information[row * rows + other]
        guard factor != 0 else { continue }
        weighted += factor * residuals[other]
        for unknown in 0..<count { combined[unknown] += factor * jacobian[other][unknown] }
      }
      for unknown in 0..<count {
        let slope = jacobian[row][unknown]
        guard slope != 0 else { continue }
        vector[unknown] += slope * weighted
        for column in 0...unknown { matrix[unknown * count + column] += slope * combined[column] }
      }
    }
  }

  /// The whole matrix, its upper triangle filled in.
  var symmetricMatrix: [Double] {
    var whole = matrix
    for row in 0..<count {
      for column in 0..<row { whole[column * count + row] = whole[row * count + column] }
    }
    return whole
  }

  /// The whole matrix for all unknowns but the last, whatever that one is: its Schur complement.
  var withoutLast: [Double] {
    let whole = symmetricMatrix
    let last = count - 1
    let corner = whole[last * count + last]
    return (0..<last).flatMap { row in
      (0..<last).map { column in
        let coupling = corner > 0 ? whole[row * count + last] * whole[last * count + column] / corner : 0
        return whole[row * count + column] - coupling
      }
    }
  }

  /// The step x with (M + damping · diag M) x = vector (or another right side), by Cholesky's decomposition; nil where the matrix is singular.
  ///
  /// - Complexity: cubic in `count`.
  func solution(damping: Double = 0, for right: [Double]? = nil) -> [Double]? {
    guard let factor = choleskyFactor(damping: damping) else { return nil }
    return Self.substitute(right ?? vector, factor, count)
  }

  /// The inverse of the matrix: the unknowns' covariance; nil where it is singular.
  var inverse: [Double]? {
    guard let factor = choleskyFactor(damping: 0) else { return nil }
    var result = [Double](repeating: 0, count: count * count)
    for column in 0..<count {
      var unit = [Double](repeating: 0, count: count)
      unit[column] = 1
      let solved = Self.substitute(unit, factor, count)
      for row in 0..<count { result[row * count + column] = solved[row] }
    }
    return result
  }

  private func choleskyFactor(damping: Double) -> [Double]? {
    var factor = matrix
    for row in 0..<count {
      let diagonal = matrix[row * count + row] * (1 + damping)
      for column in 0...row {
        var sum = row == column ? diagonal : factor[row * count + column]
        for k in 0..<column { sum -= factor[row * count + k] * factor[column * count + k] }
        if row == column {
          guard sum > 1e-13 * diagonal, sum.isFinite else { return nil }
          factor[row * count + row] = sum.squareRoot()
        } else {
          factor[row * count + column] = sum / factor[column * count + column]
        }
      }
    }
    return factor
  }

  private static func substitute(_ right: [Double], _ factor: [Double], _ count: Int) -> [Double] {
    var x = right
    for row in 0..<count {
      for column in 0..<row { x[row] -= factor[row * count + column] * x[column] }
      x[row] /= factor[row * count + row]
    }
    for row in (0..<count).reversed() {
      for below in (row + 1)..<max(count, row + 1) { x[row] -= factor[below * count + row] * x[below] }
      x[row] /= factor[row * count + row]
    }
    return x
  }
}
