/// A symmetric system of linear equations A·x = b, as least squares lead to, solved by Cholesky's method.
struct SymmetricSystem {
  /// How many unknowns there are.
  let count: Int
  /// A's lower triangle in rows of `count` numbers; what lies above the diagonal is not read.
  var matrix: [Double]
  /// b.
  var right: [Double]

  /// Makes a system of zeros.
  init(count: Int) {
    self.count = count
    matrix = Array(repeating: 0, count: count * count)
    right = Array(repeating: 0, count: count)
  }

  /// Adds one equation of least squares: `row`·x = `value` with a weight.
  mutating func add(_ row: [Double], _ value: Double, weight: Double) {
    for i in 0..<count where row[i] != 0 {
      let scaled = weight * row[i]
      for j in 0...i { matrix[i * count + j] += scaled * row[j] }
      right[i] += scaled * value
    }
  }

  /// The solution; nil where the matrix is not positive definite.
  ///
  /// - Parameter damping: what the diagonal is enlarged by, as a share of itself (Levenberg–Marquardt).
  /// - Complexity: cubic in `count`.
  func solution(damping: Double = 0) -> [Double]? {
    factor(damping: damping).map { substituted($0, right) }
  }

  /// The inverse of A, full, in rows; nil where the matrix is not positive definite.
  func inverse() -> [Double]? {
    guard let lower = factor(damping: 0) else { return nil }
    var inverse = [Double](repeating: 0, count: count * count)
    for column in 0..<count {
      var unit = [Double](repeating: 0, count: count)
      unit[column] = 1
      let solved = substituted(lower, unit)
      for row in 0..<count { inverse[row * count + column] = solved[row] }
    }
    return inverse
  }

  private func factor(damping: Double) -> [Double]? {
    var lower = matrix
    let n = count
    let isPositive = lower.withUnsafeMutableBufferPointer { l in
      for column in 0..<n {
        l[column * n + column] *= 1 + damping
        for row in column..<n {
          var sum = l[row * n + column]
          for k in 0..<column { sum -= l[row * n + k] * l[column * n + k] }
          if row > column {
            l[row * n + column] = sum / l[column * n + column]
          } else {
            guard sum > 0, sum.isFinite else { return false }
            l[row * n + column] = sum.squareRoot()
          }
        }
      }
      return true
    }
    return isPositive ? lower : nil
  }

  private func substituted(_ lower: [Double], _ right: [Double]) -> [Double] {
    var x = right
    for row in 0..<count {
      for k in 0..<row { x[row] -= lower[row * count + k] * x[k] }
      x[row] /= lower[row * count + row]
    }
    for row in (0..<count).reversed() {
      for k in (row + 1)..<max(count, row + 1) { x[row] -= lower[k * count + row] * x[k] }
      x[row] /= lower[row * count + row]
    }
    return x
  }
}
