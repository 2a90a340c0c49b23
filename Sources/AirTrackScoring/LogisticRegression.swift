import Glibc

/// A chance that is a logistic function of a weighted sum.
package struct LogisticModel: Hashable, Sendable {
  /// The log-odds where all features are 0.
  package var bias: Double
  /// What each feature adds to the log-odds.
  package var weights: [Double]

  /// Makes a model.
  package init(bias: Double, weights: [Double]) {
    self.bias = bias
    self.weights = weights
  }

  /// The chance.
  package func probability(_ features: [Double], offset: Double = 0) -> Double {
    1 / (1 + exp(-logOdds(features, offset: offset)))
  }

  func logOdds(_ features: [Double], offset: Double) -> Double {
    zip(weights, features).reduce(bias + offset) { $0 + $1.0 * $1.1 }
  }
}

/// What a logistic model is fitted to.
package struct LogisticSample: Hashable, Sendable {
  /// The features.
  package var features: [Double]
  /// What is added to the log-odds whatever the weights are.
  package var offset: Double
  /// What came of it.
  package var isRight: Bool
  /// How much the sample counts.
  package var weight: Double

  /// Makes a sample.
  package init(features: [Double], offset: Double = 0, isRight: Bool, weight: Double = 1) {
    self.features = features
    self.offset = offset
    self.isRight = isRight
    self.weight = weight
  }
}

extension LogisticModel {
  /// Fits a model by penalized maximum likelihood: the weighted mean of −log likelihood, plus half of `ridge` times the
  /// squares of the weights of the features when each is scaled to a variance of 1 (S. le Cessie, J. van Houwelingen,
  /// “Ridge Estimators in Logistic Regression”, Applied Statistics 1992), by iteratively reweighted least squares
  /// (P. McCullagh, J. Nelder, “Generalized Linear Models”, 1989, § 2.5).
  ///
  /// - Throws: `ScoringError.nothingToFit` when there are no samples, or all of them are right or wrong.
  /// - Complexity: O(samples · features²) for each of a handful of steps.
  package init(fitting samples: [LogisticSample], ridge: Double) throws {
    let total = samples.reduce(0) { $0 + $1.weight }
    let right = samples.reduce(0) { $0 + ($1.isRight ? $1.weight : 0) }
    guard let featureCount = samples.first?.features.count, right > 0, right < total else {
      throw ScoringError.nothingToFit(reason: "all of its samples are right, or all are wrong")
    }
    let scales = (0..<featureCount).map { index in
      Scale(samples.map { ($0.features[index], $0.weight / total) })
    }
    // The first column is the bias.
    let rows = samples.map { sample in
      [1] + zip(sample.features, scales).map { ($0 - $1.mean) / $1.deviation }
    }
    var solution = [log(right / (total - right))] + [Double](repeating: 0, count: featureCount)
    for _ in 0..<100 {
      var system = NormalEquations(size: featureCount + 1)
      for (sample, row) in zip(samples, rows) {
        let sum = zip(solution, row).reduce(sample.offset) { $0 + $1.0 * $1.1 }
        let chance = 1 / (1 + exp(-sum))
        let share = sample.weight / total
        // A certain sample has no curvature; a trace of it keeps the system solvable.
        system.add(
          row, curvature: share * max(chance * (1 - chance), 1e-9),
          residual: share * ((sample.isRight ? 1 : 0) - chance))
      }
      for index in 1..<(featureCount + 1) {
        system.addPenalty(max(ridge, 1e-9), at: index, value: solution[index])
      }
      // Longer steps overshoot where the first guess is far off.
      let step = system.solution().map { min(max($0, -2), 2) }
      for index in solution.indices { solution[index] += step[index] }
      if step.allSatisfy({ abs($0) < 1e-10 }) { break }
    }
    weights = zip(solution.dropFirst(), scales).map { $0 / $1.deviation }
    bias = zip(weights, scales).reduce(solution[0]) { $0 - $1.0 * $1.1.mean }
  }

  /// The weighted mean of −log likelihood: what a fit makes small.
  package func logLoss(_ samples: [LogisticSample]) -> Double {
    let total = samples.reduce(0) { $0 + $1.weight }
    let sum = samples.reduce(0) { sum, sample in
      let odds = logOdds(sample.features, offset: sample.offset)
      let signed = sample.isRight ? -odds : odds
      // log(1 + exp(s)) without overflow.
      return sum + sample.weight * (max(signed, 0) + log1p(exp(-abs(signed))))
    }
    return sum / total
  }
}

/// The weighted mean and standard deviation of a feature.
private struct Scale {
  let mean: Double
  let deviation: Double

  init(_ values: [(value: Double, share: Double)]) {
    let mean = values.reduce(0) { $0 + $1.value * $1.share }
    let variance = values.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) * $1.share }
    self.mean = mean
    // A feature that never changes gets no weight, since all its scaled values are 0.
    deviation = variance > 1e-18 ? variance.squareRoot() : 1
  }
}

/// The symmetric system of one least-squares step.
private struct NormalEquations {
  private var matrix: [[Double]]
  private var side: [Double]

  init(size: Int) {
    matrix = Array(repeating: Array(repeating: 0, count: size), count: size)
    side = Array(repeating: 0, count: size)
  }

  mutating func add(_ row: [Double], curvature: Double, residual: Double) {
    for i in row.indices {
      side[i] += residual * row[i]
      for j in 0...i { matrix[i][j] += curvature * row[i] * row[j] }
    }
  }

  mutating func addPenalty(_ ridge: Double, at index: Int, value: Double) {
    matrix[index][index] += ridge
    side[index] -= ridge * value
  }

  /// By Cholesky's decomposition of the lower triangle.
  func solution() -> [Double] {
    var lower = matrix
    var result = side
    for i in result.indices {
      for j in 0...i {
        let sum = (0..<j).reduce(lower[i][j]) { $0 - lower[i][$1] * lower[j][$1] }
        lower[i][j] = i == j ? max(sum, 1e-300).squareRoot() : sum / lower[j][j]
      }
      result[i] = (0..<i).reduce(result[i]) { $0 - lower[i][$1] * result[$1] } / lower[i][i]
    }
    for i in result.indices.reversed() {
      result[i] = ((i + 1)..<result.count).reduce(result[i]) { $0 - lower[$1][i] * result[$1] } / lower[i][i]
    }
    return result
  }
}
