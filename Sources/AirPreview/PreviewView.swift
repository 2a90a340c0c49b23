/// From where a model is looked at, and how space is brought into the picture.
public struct PreviewView: Hashable, Sendable {
  /// Turn of the view around the vertical: 0 from the front (+z), positive to the right.
  public var azimuthInDegrees: Double
  /// How far above the horizon the camera stands, 0…90.
  public var elevationInDegrees: Double
  /// True for a picture as an eye sees it, false where equal lengths across the view are to be equal in the picture.
  public var isPerspective: Bool

  /// Makes a view.
  public init(azimuthInDegrees: Double, elevationInDegrees: Double, isPerspective: Bool = true) {
    self.azimuthInDegrees = azimuthInDegrees
    self.elevationInDegrees = elevationInDegrees
    self.isPerspective = isPerspective
  }

  /// From the front right and above, as an eye sees it.
  public static let perspective = PreviewView(azimuthInDegrees: 28, elevationInDegrees: 36)
  /// Straight from the front, without perspective.
  public static let front = PreviewView(azimuthInDegrees: 0, elevationInDegrees: 0, isPerspective: false)
  /// Straight from above, without perspective: the drawing as it was drawn.
  public static let top = PreviewView(azimuthInDegrees: 0, elevationInDegrees: 90, isPerspective: false)

  var projection: PreviewCamera.Projection {
    // The field of view of a short telephoto lens: little distortion, yet depth is seen.
    isPerspective ? .perspective(fieldOfViewInDegrees: 26) : .parallel
  }
}
