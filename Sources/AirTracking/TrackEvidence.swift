import CCorrelation

/// What a tracker saw in one frame, before it is made into a confidence.
package struct TrackEvidence: Hashable, Sendable {
  /// Height of the merged response at its peak.
  package var peak: Double
  /// Height of the correlation response at the peak.
  package var correlation: Double
  /// Height of the seed's own correlation response there.
  package var anchor: Double
  /// Height of the colour response at the peak.
  package var colour: Double
  /// The second-highest correlation response as a share of the highest.
  package var second: Double
  /// Average peak-to-correlation energy of the correlation response.
  package var apce: Double
  /// Normalized correlation with the look at the seed, −1…1.
  package var frozen: Double
  /// Normalized correlation with the look that follows the target, −1…1.
  package var adaptive: Double
  /// Displacement from where the target was expected, in its own sides.
  package var surprise: Double

  /// Correlation response as a share of what it usually was in the frames before.
  package var relative: Double

  /// All values in the order of the confidence's weights.
  package var values: [Double] {
    [peak, correlation, colour, second, apce, frozen, adaptive, surprise, anchor, relative]
  }
}
