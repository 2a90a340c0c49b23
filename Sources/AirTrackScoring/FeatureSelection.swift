/// Samples of which some belong together: the frames of a sequence are alike, so that a model is only tested by
/// sequences that it was not fitted to.
package struct SampleGroups: Sendable {
  /// The samples of each group, weighted.
  package private(set) var groups: [[LogisticSample]]

  /// Takes groups as they are; empty ones are left out.
  package init(_ groups: [[LogisticSample]]) { self.groups = groups.filter { !$0.isEmpty } }

  /// All samples.
  package var samples: [LogisticSample] { groups.flatMap { $0 } }

  /// The same samples with some of their features only.
  package func keeping(_ features: [Int]) -> SampleGroups {
    var result = self
    for group in groups.indices {
      for index in groups[group].indices {
        let all = groups[group][index].features
        result.groups[group][index].features = features.map { all[$0] }
      }
    }
    return result
  }

  /// The mean log loss of all samples, each under a model that was fitted to all the other groups (M. Stone,
  /// “Cross-Validatory Choice and Assessment of Statistical Predictions”, 1974).
  package func crossValidatedLoss(ridge: Double) throws -> Double {
    var (sum, total) = (0.0, 0.0)
    for left in groups.indices {
      let others = groups.indices.filter { $0 != left }.flatMap { groups[$0] }
      let weight = groups[left].reduce(0) { $0 + $1.weight }
      sum += weight * (try LogisticModel(fitting: others, ridge: ridge).logLoss(groups[left]))
      total += weight
    }
    return sum / total
  }
}

/// What is known of a feature beforehand.
package enum FeatureDirection: Hashable, Sendable {
  /// More of it never speaks against being right.
  case rising
  /// More of it never speaks for being right.
  case falling

  func allows(_ weight: Double) -> Bool { self == .rising ? weight >= 0 : weight <= 0 }
}

/// Which features a model should look at, and how strongly its weights are held back.
package struct FeatureSelection: Hashable, Sendable {
  /// The features, in rising order.
  package private(set) var features: [Int]
  /// The ridge.
  package private(set) var ridge: Double

  private static let ridges = [1e-3, 1e-2, 1e-1]
  /// A further feature must lower the loss by this share at least: less than that is chance.
  private static let leastGain = 0.005

  /// Adds features one by one, always the one with which the cross-validated loss falls most, until none helps.
  ///
  /// A feature that would turn a weight against its direction is not taken: features that say much the same are easily
  /// played off against each other, which fits what is there and fails on anything else.
  ///
  /// - Throws: `ScoringError.nothingToFit`.
  /// - Complexity: as many fits as features² · groups at most, for each of three ridges.
  package init(among directions: [FeatureDirection], of samples: SampleGroups) throws {
    features = []
    ridge = Self.ridges[0]
    var bestLoss = Double.infinity
    for ridge in Self.ridges {
      var chosen: [Int] = []
      var loss = Double.infinity
      while true {
        var best: (features: [Int], loss: Double)?
        for feature in directions.indices where !chosen.contains(feature) {
          let features = (chosen + [feature]).sorted()
          let kept = samples.keeping(features)
          let model = try LogisticModel(fitting: kept.samples, ridge: ridge)
          guard zip(features, model.weights).allSatisfy({ directions[$0].allows($1) }) else { continue }
          let trial = try kept.crossValidatedLoss(ridge: ridge)
          if trial < best?.loss ?? loss * (1 - Self.leastGain) { best = (features, trial) }
        }
        guard let best else { break }
        (chosen, loss) = best
      }
      if loss < bestLoss { (features, self.ridge, bestLoss) = (chosen, ridge, loss) }
    }
  }
}
