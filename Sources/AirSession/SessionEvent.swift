import AirJSON
import AirGeometry
import AirStroke
import AirSurface
import AirTracking

/// One thing that happened in a drawing session: a line of an `.airdraw` file.
public struct SessionEvent: Hashable, Sendable {
  /// Seconds from the session's start; never decreasing from event to event.
  public var timestampInSeconds: Double
  /// What happened.
  public var kind: Kind
  /// Fields that a newer version wrote and this one does not know: kept and passed on.
  public var unknownFields: [JSONField]

  /// Makes an event.
  public init(at timestampInSeconds: Double, _ kind: Kind, unknownFields: [JSONField] = []) {
    self.timestampInSeconds = timestampInSeconds
    self.kind = kind
    self.unknownFields = unknownFields
  }

  /// What can happen.
  public enum Kind: Hashable, Sendable {
    /// The first event: what was recorded.
    case header(SessionHeader)
    /// The camera's calibration became known.
    case camera(CameraModel)
    /// The view that taps refer to was set.
    case view(SessionView)
    /// A surface was found or found more exactly.
    case planeUpdated(PlaneAnchor)
    /// A surface is gone.
    case planeRemoved(id: String)
    /// The camera moved to a place in the world, or, where there is none, its place is not known any more.
    case pose(CameraPose?)
    /// Somebody named a target. It goes on where it was tracked up to here already, since it was also followed back from
    /// this frame; else what it draws begins here.
    case tap(SessionTap, target: Int = 1, goesOn: Bool = false)
    /// The tracker looked for a target in a frame.
    case track(frame: Int, TrackObservation, target: Int = 1)
    /// The pen went down (with its colour and width) or up.
    case pen(SessionPen)
    /// A stroke was drawn whose points on the surface are known already. It goes on where it is the rest of the last one,
    /// which was too long for one event.
    case stroke(Stroke, goesOn: Bool = false)
    /// The mode changed.
    case mode(DrawingMode)
    /// The last change of the strokes is taken back.
    case undo
    /// The last change that was taken back is made again.
    case redo
    /// All strokes are taken away.
    case clear
    /// A stroke is taken away, by its number from 0 in the order of drawing.
    case erase(stroke: Int)
    /// A place on a surface is marked.
    case mark(SurfacePoint, surface: String)
    /// Somebody or something says something.
    case note(String)
    /// An event of a newer version: its kind and its fields are kept in `unknownFields`.
    case unknown(String)
  }
}

/// What a session was recorded from.
public struct SessionHeader: Hashable, Sendable {
  /// The version of the event format that this code writes and reads.
  public static let currentVersion = 1

  /// Version of the event format.
  public var version: Int
  /// Size of the upright pictures; nil where there are none, since the strokes came from a file.
  public var imageSize: ImageSize?
  /// Name of the recording or the file, without its folder.
  public var source: String

  /// Makes a header.
  public init(version: Int = SessionHeader.currentVersion, imageSize: ImageSize?, source: String) {
    self.version = version
    self.imageSize = imageSize
    self.source = source
  }
}

/// The view that shows the camera's picture, and how.
public struct SessionView: Hashable, Sendable {
  /// Size of the view in points.
  public var size: ViewSize
  /// How the picture is shown in it.
  public var transform: DisplayTransform

  /// Makes a view.
  public init(size: ViewSize, transform: DisplayTransform) {
    self.size = size
    self.transform = transform
  }
}

/// How somebody named the target.
public enum SessionTap: Hashable, Sendable {
  /// A tap on a point of the image.
  case image(ImagePoint)
  /// A box drawn around the target in the image.
  case box(ImageBox)
  /// A tap on a point of the view.
  case view(ViewPoint)
}

/// The pen's state.
public struct SessionPen: Hashable, Sendable {
  /// True while the pen draws.
  public var isDown: Bool
  /// Colour of what it draws.
  public var color: StrokeColor
  /// Width of what it draws in metres; nil leaves it to the style of the solid.
  public var widthInMetres: Double?

  /// Makes a pen state.
  public init(isDown: Bool, color: StrokeColor = .ink, widthInMetres: Double? = nil) {
    self.isDown = isDown
    self.color = color
    self.widthInMetres = widthInMetres
  }
}

/// What the finger's movement does; the modes exclude one another.
public enum DrawingMode: String, CaseIterable, Hashable, Sendable {
  /// Nothing.
  case off
  /// It draws on the surface.
  case draw
  /// It raises what is drawn.
  case lift
}
