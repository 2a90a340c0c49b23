import AirGeometry

/// What a tracker is started from.
public enum TrackSeed: Hashable, Sendable {
  /// A box around the target.
  case box(ImageBox)
  /// A point on the target; the box around it is chosen from the picture.
  case tap(ImagePoint)
}
