import AirGeometry
import AirStroke
import AirSurface
import AirTracking

/// When and where the target of a recording is named.
public struct TimedSeed: Hashable, Sendable {
  /// Where: a tap on the target or a box around it.
  public var seed: TrackSeed
  /// When, in seconds from the recording's start: the frame nearest in time is taken.
  public var timestampInSeconds: Double

  /// Makes a seed.
  public init(_ seed: TrackSeed, at timestampInSeconds: Double = 0) {
    self.seed = seed
    self.timestampInSeconds = timestampInSeconds
  }
}

/// What is to be made of a recording.
public struct RecordingPlan: Sendable {
  /// How the target is named.
  public var seed: RecordingSeed
  /// What is known of the surface.
  public var surface: SurfaceSpecification
  /// The camera, where it is known.
  public var camera: CameraModel?
  /// When the pen is down, in order and apart; nil: whenever the target is tracked.
  public var penRanges: [PenRange]?
  /// Colour of the strokes.
  public var color: StrokeColor
  /// How the tracker works.
  public var tracker: TrackerOptions
  /// Further targets: the plan's seed is number 1, these are numbered from 2. Only beside a seed that is named: a search
  /// finds one fingertip.
  public var otherSeeds: [TimedSeed] = []
  /// How surfaces are looked for; a camera that stands still by default.
  public var surfaceOptions = SurfaceWatch.Options()
  /// The camera's poses that its file tells, for a plane of an AR session.
  public var recordedPoses: [TimedCameraPose] = []
  /// Whether each target is also followed back from its seed to the recording's start; true by default. A camera's
  /// frames are gone by then.
  public var followsBackward = true
  /// Whether each target is tracked to and fro, chunk by chunk, before anything is told; false by default. Only where
  /// the recording can be read again.
  public var refines = false

  /// Makes a plan.
  public init(
    seed: RecordingSeed, surface: SurfaceSpecification, camera: CameraModel? = nil,
    penRanges: [PenRange]? = nil, color: StrokeColor = .ink, tracker: TrackerOptions = TrackerOptions()
  ) {
    self.seed = seed
    self.surface = surface
    self.camera = camera
    self.penRanges = penRanges
    self.color = color
    self.tracker = tracker
  }
}

/// Why nothing came of a recording.
public enum RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The recording holds no frame.
  case noFrames
  /// The target was to be named before the recording's start.
  case seedBeforeStart(seedInSeconds: Double, startInSeconds: Double)
  /// The target was to be named after the recording's end.
  case seedAfterEnd(seedInSeconds: Double, endInSeconds: Double)
  /// The plane is to be found by the motion of a live camera, whose frames can't be looked at twice.
  case motionOfCamera
  /// The fingertip was looked for, and none was found.
  case fingertipNotFound(startInSeconds: Double, endInSeconds: Double)

  /// One sentence that says what is wrong and how to mend it.
  public var description: String {
    switch self {
    case .noFrames: "The recording holds no frame between the chosen start and end; choose others."
    case .seedBeforeStart(let seed, let start):
      "The target is named at \(Self.text(seed)) s, but the first frame looked at is at "
        + "\(Self.text(start)) s; choose a later time."
    case .seedAfterEnd(let seed, let end):
      "The target is named at \(Self.text(seed)) s, but the recording's last frame is at "
        + "\(Self.text(end)) s; choose an earlier time."
    case .motionOfCamera:
      "A camera's frames can't be looked at twice, which finding a plane by motion needs; record a video first."
    case .fingertipNotFound(let start, let end):
      "No moving fingertip was found for certain between \(Self.text(start)) s and \(Self.text(end)) s; say where it "
        + "is with --tap X,Y@SECONDS."
    }
  }

  /// Seconds to the millisecond.
  private static func text(_ seconds: Double) -> String { "\((seconds * 1000).rounded() / 1000)" }
}
