import AirStroke
import AirTestSupport
import Testing

@Suite struct OneEuroFilterTests {
  /// The first rows of the authors' ground truth (github.com/casiez/OneEuroFilter, groundTruth.csv at 56126d8:
  /// timestamp, noisy, filtered), made with 120 Hz, minimum cutoff 1 Hz, beta 0.1, derivative cutoff 1 Hz. Their CSV
  /// holds six significant digits.
  private let published: [(time: Double, noisy: Double, filtered: Double)] = [
    (0, -0.0385099, -0.0385099), (0.00833333, -0.0280664, -0.0379872), (0.0166667, 0.048622, -0.0334427),
    (0.025, 0.111498, -0.0252696), (0.0333333, 0.053026, -0.0207099), (0.0416667, 0.120548, -0.0119912),
    (0.05, 0.00972308, -0.0106507), (0.0583333, 0.074193, -0.00526521), (0.0666667, -0.0236801, -0.00641239),
    (0.075, 0.0462396, -0.00308863), (0.0833333, 0.0892027, 0.00291027), (0.0916667, 0.158329, 0.0135545),
    (0.1, 0.0423086, 0.01552), (0.108333, 0.0887203, 0.0206024), (0.116667, 0.039102, 0.0218784),
    (0.125, 0.140277, 0.030313), (0.133333, 0.156938, 0.0396331), (0.141667, 0.0961089, 0.0438101),
    (0.15, 0.216881, 0.0572083), (0.158333, 0.067538, 0.057997), (0.166667, 0.0737634, 0.0591871),
    (0.175, 0.0989231, 0.0621793), (0.183333, 0.148209, 0.0687489), (0.191667, 0.0959887, 0.0708137),
    (0.2, 0.225627, 0.0829925), (0.208333, 0.292078, 0.100305), (0.216667, 0.185221, 0.107391),
    (0.225, 0.133595, 0.109553), (0.233333, 0.216387, 0.118501), (0.241667, 0.316189, 0.135759),
    (0.25, 0.156782, 0.137568), (0.258333, 0.164811, 0.139884), (0.266667, 0.167903, 0.142239),
    (0.275, 0.273214, 0.153484), (0.283333, 0.305514, 0.166876), (0.291667, 0.342528, 0.182828),
    (0.3, 0.334796, 0.196929), (0.308333, 0.210729, 0.198186), (0.316667, 0.401551, 0.217377),
    (0.325, 0.267666, 0.222081), (0.333333, 0.365411, 0.235717), (0.341667, 0.429558, 0.254702),
    (0.35, 0.400613, 0.269202), (0.358333, 0.377235, 0.279981), (0.366667, 0.290475, 0.281006),
    (0.375, 0.3709, 0.289789), (0.383333, 0.343945, 0.295032), (0.391667, 0.409876, 0.306231),
    (0.4, 0.449394, 0.320391), (0.408333, 0.408817, 0.32913), (0.416667, 0.460212, 0.342217),
    (0.425, 0.350016, 0.342979), (0.433333, 0.460729, 0.354566), (0.441667, 0.460575, 0.36504),
  ]

  @Test("the authors' published values are reproduced to the digits that they give")
  func groundTruth() {
    var filter = OneEuroFilter(
      parameters: OneEuroFilter.Parameters(
        minimumCutoffInHertz: 1, speedCoefficient: 0.1, derivativeCutoffInHertz: 1))
    for (index, row) in published.enumerated() {
      // The printed times are rounded; the generator's own are multiples of 1/120 s.
      let time = Double(index) / 120
      #expect(abs(time - row.time) < 1e-6)
      let filtered = filter.filter(SIMD2(row.noisy, 0), at: time)
      #expect(abs(filtered.x - row.filtered) < 1e-6)
      #expect(filtered.y == 0)
    }
  }

  @Test("turning the drawing turns the filtered drawing", arguments: 1...5)
  func rotationInvariance(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var straight = OneEuroFilter(parameters: StrokeOptions.defaultFilter)
    var turned = straight
    let (c, s) = (0.6, 0.8)
    var point = SIMD2(0.0, 0.0)
    for step in 0..<200 {
      point += SIMD2(.random(in: -0.01...0.01, using: &random), .random(in: -0.01...0.01, using: &random))
      let time = Double(step) / 30
      let a = straight.filter(point, at: time)
      let b = turned.filter(SIMD2(c * point.x - s * point.y, s * point.x + c * point.y), at: time)
      #expect(abs(c * a.x - s * a.y - b.x) < 1e-12 && abs(s * a.x + c * a.y - b.y) < 1e-12, "seed \(seed)")
    }
  }

  @Test("a pen at rest comes to rest where it is, and time that does not advance restarts the filter")
  func rest() {
    var filter = OneEuroFilter(parameters: StrokeOptions.defaultFilter)
    _ = filter.filter(SIMD2(0, 0), at: 0)
    var last = SIMD2<Double>.zero
    for step in 1...90 { last = filter.filter(SIMD2(0.1, -0.05), at: Double(step) / 30) }
    #expect(abs(last.x - 0.1) < 1e-6 && abs(last.y + 0.05) < 1e-6)
    #expect(filter.filter(SIMD2(1, 1), at: 3) == SIMD2(1, 1))
  }
}
