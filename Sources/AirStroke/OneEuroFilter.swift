/// The 1 € filter: a first-order low-pass whose cutoff rises with speed, so that a resting pen does not tremble and a
/// fast one does not lag.
///
/// G. Casiez, N. Roussel, D. Vogel, "1 € Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive
/// Systems", CHI 2012. On a single coordinate it gives the values of the authors' published ground truth. For a point
/// both coordinates share the cutoff of the point's speed, so that turning the drawing turns the result.
public struct OneEuroFilter: Hashable, Sendable {
  /// The filter's three numbers.
  public struct Parameters: Hashable, Sendable {
    /// Cutoff at rest in hertz: lower means steadier.
    public var minimumCutoffInHertz: Double
    /// How many hertz the cutoff rises with each unit of speed (signal units a second): higher means less lag.
    public var speedCoefficient: Double
    /// Cutoff of the speed's own low-pass in hertz.
    public var derivativeCutoffInHertz: Double

    /// Makes parameters.
    public init(
      minimumCutoffInHertz: Double, speedCoefficient: Double, derivativeCutoffInHertz: Double = 1
    ) {
      self.minimumCutoffInHertz = minimumCutoffInHertz
      self.speedCoefficient = speedCoefficient
      self.derivativeCutoffInHertz = derivativeCutoffInHertz
    }
  }

  /// The filter's three numbers.
  public let parameters: Parameters
  private var last: Last?

  private struct Last: Hashable, Sendable {
    var time: Double
    var filtered: SIMD2<Double>
    var slope: SIMD2<Double>
  }

  /// Makes a filter that has seen nothing yet.
  public init(parameters: Parameters) { self.parameters = parameters }

  /// The filtered point.
  ///
  /// - Parameters:
  ///   - point: the noisy point.
  ///   - timestampInSeconds: its time; a time that is not later than the last one restarts the filter.
  public mutating func filter(_ point: SIMD2<Double>, at timestampInSeconds: Double) -> SIMD2<Double> {
    guard let last, timestampInSeconds > last.time else {
      self.last = Last(time: timestampInSeconds, filtered: point, slope: .zero)
      return point
    }
    let interval = timestampInSeconds - last.time
    // The authors' reference takes the slope against the last filtered value, not the last raw one.
    let rawSlope = (point - last.filtered) / interval
    let slope = Self.blend(
      last.slope, rawSlope, share: Self.share(parameters.derivativeCutoffInHertz, interval))
    let speed = (slope * slope).sum().squareRoot()
    let cutoff = parameters.minimumCutoffInHertz + parameters.speedCoefficient * speed
    let filtered = Self.blend(last.filtered, point, share: Self.share(cutoff, interval))
    self.last = Last(time: timestampInSeconds, filtered: filtered, slope: slope)
    return filtered
  }

  /// The share of the new sample: α = 1 / (1 + τ / Tₑ) with τ = 1 / (2π·cutoff).
  private static func share(_ cutoffInHertz: Double, _ intervalInSeconds: Double) -> Double {
    1 / (1 + 1 / (2 * .pi * cutoffInHertz * intervalInSeconds))
  }

  private static func blend(
    _ old: SIMD2<Double>, _ new: SIMD2<Double>, share: Double
  ) -> SIMD2<Double> { old + (new - old) * share }
}
