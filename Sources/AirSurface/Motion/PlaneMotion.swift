import AirGeometry

/// A plane and the cameras that looked at it, from nothing but the pictures of a moving camera.
///
/// The world is the surface's own frame: the plane is `Plane.ground`, y is its normal towards the cameras.
public struct PlaneMotion: Sendable {
  /// The camera's pose for each frame that was related, by the frame's number among those that were looked at.
  public var cameraPoses: [Int: CameraPose]
  /// The part of the surface on which points were followed.
  public var extent: SurfaceExtent
  /// Where the millimetres come from. Without a known length the unit is not known: a millimetre then stands for a
  /// pixel in the middle of the first picture.
  public var scale: ScaleSource
  /// Root mean square distance in pixels between where points are seen and where plane and poses put them.
  public var residualInPixels: Double
  /// Standard deviation of the plane's normal in degrees, in its worst direction, as the residuals explain it.
  public var normalDeviationInDegrees: Double
  /// Standard deviation of every length as a share of it, when the known length's ends are pointed out to half a
  /// pixel; nil without a known length.
  public var scaleDeviation: Double?
  /// How many frames the plane was computed from.
  public var viewCount: Int
  /// How many points of the plane it was computed from.
  public var pointCount: Int
  /// How much worse the other plane explains the pictures that a homography leaves possible: the difference of the
  /// robust costs, in which 20 is already far beyond chance. Infinite where no other plane is possible.
  public var decision: Double

  /// The surface as the rest of the engine knows it: a plane of the world, the camera's pose told frame by frame.
  public func anchor(id: String) -> PlaneAnchor {
    PlaneAnchor(
      id: id, geometry: .world(.ground), extent: extent, residualInPixels: residualInPixels, scale: scale)
  }
}
