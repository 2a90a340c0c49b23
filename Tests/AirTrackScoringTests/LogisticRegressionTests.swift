import AirTestSupport
import AirTrackScoring
import Glibc
import Testing

@Suite("Logistic regression")
struct LogisticRegressionTests {
  /// Groups of samples whose log-odds are −1 + 2·x₀ − 3·x₁, with a third feature that says nothing.
  static func simulated(seed: UInt64, groupCount: Int, groupSize: Int) -> SampleGroups {
    var random = SeededGenerator(seed: seed)
    let truth = LogisticModel(bias: -1, weights: [2, -3, 0])
    return SampleGroups(
      (0..<groupCount).map { _ in
        (0..<groupSize).map { _ in
          let features = (0..<3).map { _ in Double.random(in: -1...1, using: &random) }
          let isRight = Double.random(in: 0..<1, using: &random) < truth.probability(features)
          return LogisticSample(features: features, isRight: isRight, weight: 1 / Double(groupSize))
        }
      })
  }

  @Test("without features the chance is the weighted share")
  func intercept() throws {
    let samples = [
      LogisticSample(features: [], isRight: true, weight: 3), LogisticSample(features: [], isRight: false),
    ]
    let model = try LogisticModel(fitting: samples, ridge: 0)
    #expect(abs(model.bias - log(3)) < 1e-9)
    #expect(abs(model.logLoss(samples) - (0.75 * log(4.0 / 3) + 0.25 * log(4))) < 1e-9)
  }

  @Test("of a feature that is 0 or 1 the weight is the log odds ratio of the table")
  func oddsRatio() throws {
    // Right and wrong: 30 and 10 with the feature, 20 and 60 without it.
    let counts = [(1.0, true, 30), (1, false, 10), (0, true, 20), (0, false, 60)]
    let samples = counts.flatMap { feature, isRight, count in
      [LogisticSample](repeating: LogisticSample(features: [feature], isRight: isRight), count: count)
    }
    let model = try LogisticModel(fitting: samples, ridge: 0)
    #expect(abs(model.bias - log(20.0 / 60)) < 1e-6)
    #expect(abs(model.weights[0] - log(30.0 * 60 / (10 * 20))) < 1e-6)
  }

  @Test("what is known of the log-odds beforehand is taken off the bias")
  func offset() throws {
    let samples = [true, true, false].map { LogisticSample(features: [], offset: -2, isRight: $0) }
    #expect(abs(try LogisticModel(fitting: samples, ridge: 0).bias - (log(2) + 2)) < 1e-9)
  }

  @Test("the fit is where the penalized likelihood is flat", arguments: [0.001, 0.1, 1])
  func stationary(ridge: Double) throws {
    let samples = Self.simulated(seed: 5, groupCount: 1, groupSize: 400).samples
    let model = try LogisticModel(fitting: samples, ridge: ridge)
    let variances = (0..<3).map { index in
      let values = samples.map { $0.features[index] }
      let center = values.reduce(0, +) / 400
      return values.reduce(0) { $0 + ($1 - center) * ($1 - center) } / 400
    }
    func objective(_ model: LogisticModel) -> Double {
      model.logLoss(samples) + ridge / 2 * zip(model.weights, variances).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
    }
    let best = objective(model)
    for index in 0..<4 {
      for step in [-1e-3, 1e-3] {
        var moved = model
        if index == 3 { moved.bias += step } else { moved.weights[index] += step }
        #expect(objective(moved) > best)
      }
    }
  }

  @Test("a ridge holds the weights back, and a stronger one more")
  func ridgeShrinks() throws {
    let samples = Self.simulated(seed: 7, groupCount: 1, groupSize: 500).samples
    let sizes = try [0, 0.1, 1].map { ridge in
      try LogisticModel(fitting: samples, ridge: ridge).weights.reduce(0) { $0 + $1 * $1 }
    }
    #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2])
  }

  @Test("parted classes give finite weights that part them")
  func separable() throws {
    let samples = (0..<20).map { LogisticSample(features: [Double($0)], isRight: $0 >= 10) }
    let model = try LogisticModel(fitting: samples, ridge: 1e-3)
    #expect(model.weights[0].isFinite)
    #expect(model.probability([9]) < 0.5 && model.probability([10]) > 0.5)
  }

  @Test(
    "selection finds the features that say something and leaves the one that does not",
    arguments: [UInt64(1), 2])
  func selection(seed: UInt64) throws {
    let groups = Self.simulated(seed: seed, groupCount: 5, groupSize: 400)
    let selection = try FeatureSelection(among: [.rising, .falling, .rising], of: groups)
    #expect(selection.features == [0, 1], "seed \(seed)")
  }

  @Test("a feature that would work against its direction is not taken")
  func direction() throws {
    let groups = Self.simulated(seed: 1, groupCount: 5, groupSize: 400)
    let selection = try FeatureSelection(among: [.rising, .rising, .rising], of: groups)
    #expect(!selection.features.contains(1))
    #expect(selection.features.contains(0))
  }

  @Test("nothing can be fitted to samples that are all right")
  func oneClass() {
    #expect(throws: ScoringError.self) {
      try LogisticModel(fitting: [LogisticSample(features: [1], isRight: true)], ridge: 1)
    }
    #expect(throws: ScoringError.self) { try LogisticModel(fitting: [], ridge: 1) }
  }
}
