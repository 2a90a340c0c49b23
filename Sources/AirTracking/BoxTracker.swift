import AirCapture

/// Whatever follows one target through the frames of a recording.
public protocol BoxTracker {
  /// Takes a target, and forgets any earlier one.
  ///
  /// - Throws: `TrackingError` when the seed does not fit into the picture.
  mutating func seed(at seed: TrackSeed, in frame: Frame) throws -> TrackObservation

  /// Says where the target is in the next frame.
  ///
  /// - Throws: `TrackingError` when nothing was seeded, or the frame does not fit to those before it.
  mutating func track(_ frame: Frame) throws -> TrackObservation
}
