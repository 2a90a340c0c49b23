import AirExport
import AirExtrusion
import AirGeometry
import AirStroke
import AirSurface
import AirTracking

/// What is drawn onto a recording: the finished drawing and its solid, on the surface on which it was drawn.
public struct OverlayScene: Sendable {
  /// The surface, as it was known in the end; nil where none was found.
  public var surface: PlaneAnchor?
  /// The camera, where it is known.
  public var camera: CameraModel?
  /// The strokes on the surface, in their true size.
  public var drawing: Drawing
  /// How wide the pen is.
  public var style: ExtrusionStyle
  /// The solids that rise in the end, in the surface's frame; none for no such end.
  public var solids: [Mesh]
  /// How high above the surface the tracked point is, in metres.
  public var tipHeightInMetres: Double

  /// Makes a scene.
  public init(
    surface: PlaneAnchor?, camera: CameraModel?, drawing: Drawing, style: ExtrusionStyle, solids: [Mesh],
    tipHeightInMetres: Double = 0
  ) {
    self.surface = surface
    self.camera = camera
    self.drawing = drawing
    self.style = style
    self.solids = solids
    self.tipHeightInMetres = tipHeightInMetres
  }
}

/// What was known at one frame of a recording.
public struct OverlayMoment: Sendable {
  /// Number of the frame, from 1.
  public var frameNumber: Int
  /// Its time in seconds.
  public var timestampInSeconds: Double
  /// What was said of each target, by its number; nil of those that did not come yet.
  public var targets: [(number: Int, observation: TrackObservation?)]
  /// The camera's pose in the world, where it moves and is known.
  public var cameraPose: CameraPose?

  /// Makes a moment.
  public init(
    frameNumber: Int, timestampInSeconds: Double, targets: [(number: Int, observation: TrackObservation?)],
    cameraPose: CameraPose? = nil
  ) {
    self.frameNumber = frameNumber
    self.timestampInSeconds = timestampInSeconds
    self.targets = targets
    self.cameraPose = cameraPose
  }
}
