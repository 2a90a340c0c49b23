import AirTracking

/// The colours of what is drawn, red, green and blue from 0 to 1.
enum OverlayColours {
  static let plain = SIMD3(0.96, 0.97, 0.98)
  static let waiting = SIMD3(0.68, 0.72, 0.78)
  static let lost = SIMD3(1, 0.32, 0.27)
  static let sure = SIMD3(0.2, 0.86, 0.36)
  static let doubtful = SIMD3(1, 0.82, 0.16)
  /// The reticle's, which is that of ARKit's focus square.
  static let reticle = SIMD3(1, 0.8, 0)

  /// From red at 0 over yellow at one half to green at 1.
  static func confidence(_ value: Double) -> SIMD3<Double> {
    let share = min(1, max(0, value))
    return share < 0.5
      ? lost + (doubtful - lost) * (2 * share) : doubtful + (sure - doubtful) * (2 * share - 1)
  }

  /// The colour of what was said of a target.
  static func state(of observation: TrackObservation?) -> SIMD3<Double> {
    guard let observation else { return waiting }
    return observation.box == nil ? lost : confidence(observation.confidence)
  }
}

/// Words for pictures.
enum OverlayText {
  /// For example `tracking` or `lost: covered`.
  static func state(of observation: TrackObservation?) -> String {
    guard let observation else { return "waiting" }
    guard observation.box == nil else { return observation.state.rawValue }
    return "lost" + (observation.lossReason.map { ": \($0)" } ?? "")
  }
}
