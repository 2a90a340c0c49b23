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
  /// Normalized correlation of the gradient features inside the target's box alone, −1…1.
  package var agreement: Double
  /// Agreement and colour together as a share of what they were in the confident frames before.
  package var familiarity: Double
  /// Displacement from where the target was expected, in its own sides.
  package var surprise: Double

  /// What the outline showed; nil when the target is no finger.
  package var finger: FingerEvidence?

  /// The names of `values`, in their order: the properties' own.
  package static let names = [
    "peak", "correlation", "colour", "second", "apce", "frozen", "agreement", "surprise", "anchor",
    "familiarity",
  ]

  /// All values but those of fingers alone, for a table.
  package var values: [Double] {
    [peak, correlation, colour, second, apce, frozen, agreement, surprise, anchor, familiarity]
  }
}

/// What a finger's outline showed at a place.
package struct FingerEvidence: Hashable, Sendable {
  /// How well a fingertip's outline is seen there, 0…1.
  package var tip: Double
  /// The chance that what lies there is the hand's.
  package var hand: Double
  /// How much likelier the place is another finger's tip than the target's, in natural units of log-odds.
  package var stranger: Double
  /// How much of a fingertip was missing where the target was, over the last frames and this one.
  package var missing: Double
}
