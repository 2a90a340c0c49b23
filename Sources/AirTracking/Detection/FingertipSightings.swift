import AirGeometry

/// The last sightings of what is one fingertip, since it moves like one.
struct FingertipSightings {
  /// The latest, the oldest first.
  private var recent: [FingertipSighting] = []
  /// Where the first was.
  private var start: ImagePoint?
  /// How far from there it has been, in widths of the finger.
  private var greatestWayInWidths = 0.0

  /// So many that agree are asked for.
  private static let needed = 4
  /// Between two sightings of one fingertip lies no more time than this.
  private static let longestGapInSeconds = 0.3
  /// Between two sightings of one fingertip lie no more widths of the finger than this.
  private static let longestStepInWidths = 3.0
  /// Widths of one finger differ by no more than this factor.
  private static let widthRatio = 1.5
  /// A sighting that is less like a fingertip is none.
  private static let leastLikeness = 0.2
  /// From this step between sightings on, in widths, the finger is smeared, and a tracker that is seeded on it learns
  /// the smear.
  private static let smearingStepInWidths = 0.5
  /// A thing that has not moved yet is believed so much.
  private static let beliefWithoutMotion = 0.7

  /// Begins anew.
  mutating func forget() {
    self = FingertipSightings()
  }

  /// Adds a sighting.
  ///
  /// - Returns: the chance that it is a fingertip; nil while too few sightings agree.
  mutating func confidence(adding sighting: FingertipSighting) -> Double? {
    guard sighting.likeness >= Self.leastLikeness else {
      forget()
      return nil
    }
    if let last = recent.last, !Self.follows(sighting, last) { forget() }
    let step = recent.last.map { $0.point.distance(to: sighting.point) / sighting.widthInPixels } ?? 0
    recent = recent.suffix(Self.needed - 1) + [sighting]
    let start = start ?? sighting.point
    self.start = start
    greatestWayInWidths = max(
      greatestWayInWidths, start.distance(to: sighting.point) / sighting.widthInPixels)
    guard recent.count == Self.needed else { return nil }
    let mean = recent.reduce(0) { $0 + $1.likeness } / Double(Self.needed)
    let sharpness = min(max(1 + Self.smearingStepInWidths - step, 0), 1)
    let motion = Self.beliefWithoutMotion + (1 - Self.beliefWithoutMotion) * min(greatestWayInWidths, 1)
    return min(mean, sighting.likeness) * sharpness * motion
  }

  /// Whether two sightings, one after the other, can be of one fingertip.
  private static func follows(_ sighting: FingertipSighting, _ last: FingertipSighting) -> Bool {
    let (narrow, wide) = (
      min(sighting.widthInPixels, last.widthInPixels), max(sighting.widthInPixels, last.widthInPixels)
    )
    return wide <= widthRatio * narrow
      && sighting.timestampInSeconds - last.timestampInSeconds <= longestGapInSeconds
      && sighting.point.distance(to: last.point) <= longestStepInWidths * wide
  }
}
