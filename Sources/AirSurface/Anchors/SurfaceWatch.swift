import AirCapture
import AirGeometry

/// Finds the surfaces of a recording, by whatever is known of them, and where the camera is in each frame.
public struct SurfaceWatch: Sendable {
  /// How surfaces are looked for.
  public struct Options: Hashable, Sendable {
    /// False where each frame is seen from another place.
    public var isCameraStill = true
    /// So many pictures of a list are followed at once, at the most.
    public var maximumPictureCount = 4

    /// A camera that stands still.
    public init() {}
  }

  /// What one frame told.
  public struct Glimpse: Hashable, Sendable {
    /// What changed of the surfaces.
    public var changes: [AnchorChange] = []
    /// The camera's pose in the world, where it moves and is known in this frame.
    public var cameraPose: CameraPose?
  }

  /// What is looked for.
  public let specification: SurfaceSpecification
  /// The camera, where it is known.
  public let camera: CameraModel?
  /// How surfaces are looked for.
  public let options: Options
  /// How many frames were looked at.
  public private(set) var frameCount = 0
  private var source: Source
  /// Follows a moving camera between sightings.
  private var follower: CameraPoseTracker?

  private enum Source: Sendable {
    case finder(SurfaceFinder)
    case pictures(PictureWatch)
    case recorded(RecordedSurface)
    /// The motion has not been surveyed yet.
    case unsurveyed(KnownLength?)
  }

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - specification: what is known of the surface.
  ///   - camera: the camera, where it is known.
  ///   - recordedPoses: the camera's poses that its file tells, for planes of an AR session.
  ///   - options: how it is looked for.
  /// - Throws: `SurfaceError` where the specification can't be met.
  public init(
    specification: SurfaceSpecification, camera: CameraModel?, recordedPoses: [TimedCameraPose] = [],
    options: Options = Options()
  ) throws(SurfaceError) {
    self.specification = specification
    self.camera = camera
    switch specification {
    case .motion, .recorded: self.options = options.moving
    default: self.options = options
    }
    if !self.options.isCameraStill, camera == nil {
      throw .specification("a camera that moves must be known: give its file or its field of view")
    }
    switch specification {
    case .pictures(let list):
      source = .pictures(
        try PictureWatch(
          list: list, camera: camera, isCameraStill: options.isCameraStill,
          maximumCount: options.maximumPictureCount))
    case .motion(let length): source = .unsurveyed(length)
    case .recorded(let file, let plane):
      source = .recorded(try RecordedSurface(recordedIn: file, plane: plane, poses: recordedPoses))
    default:
      source = .finder(
        try SurfaceFinder(
          specification: specification, camera: camera, isCameraStill: options.isCameraStill))
    }
  }

  /// The surface that is drawn on, as soon as it is known.
  public var anchor: PlaneAnchor? { anchors.first }

  /// All surfaces that are known.
  public var anchors: [PlaneAnchor] {
    switch source {
    case .finder(let finder): finder.anchor.map { [$0] } ?? []
    case .pictures(let watch): watch.scene.anchors
    case .recorded(let surface): [surface.anchor]
    case .unsurveyed: []
    }
  }

  /// In how many frames the surface was seen; nil where it is not looked for in frames.
  public var sightingCount: Int? {
    switch source {
    case .finder(let finder): specification.isSoughtInFrames ? finder.sightingCount : nil
    case .pictures(let watch): watch.sightingCount
    case .recorded, .unsurveyed: nil
    }
  }

  /// In how many frames the surface was looked for.
  public var searchedFrameCount: Int {
    if case .finder(let finder) = source { finder.searchedFrameCount } else { frameCount }
  }

  /// Where the last frame shows the corners of each known thing.
  public var seenCorners: [[ImagePoint]] {
    switch source {
    case .finder(let finder): finder.seenCorners
    case .pictures(let watch): watch.seenCorners
    case .recorded, .unsurveyed: []
    }
  }

  /// What is wrong with pictures of a list.
  var pictureProblems: [PictureError] {
    if case .pictures(let watch) = source { watch.problems } else { [] }
  }

  /// What was taken for the surface, for people.
  public var taken: String {
    if case .finder(let finder) = source { finder.taken.summary } else { specification.summary }
  }

  /// How far the seen things moved in the picture of a camera that stands still, in pixels.
  public var largestMoveInPixels: Double {
    if case .finder(let finder) = source { finder.largestMoveInPixels } else { 0 }
  }

  // MARK: Looking

  /// Whether all frames must be surveyed before the first one is looked at.
  public var needsSurvey: Bool {
    if case .unsurveyed = source { true } else { false }
  }

  /// Finds the plane that the camera moves around, from all frames.
  ///
  /// - Throws: `SurfaceError.motion` with why there is none, what the source throws.
  public mutating func survey(_ frames: some FrameSource) throws {
    guard case .unsurveyed(let length) = source, let camera else { return }
    let isAlbum = (frames.estimatedFrameCount ?? .max) <= Self.largestAlbum
    var finder = PlaneMotionFinder(camera: camera, length: length, order: isAlbum ? .photographs : .video)
    var indices: [Int] = []
    while let frame = try frames.nextFrame() {
      indices.append(frame.index)
      _ = try finder.observe(frame.image)
    }
    let motion: PlaneMotion
    do throws(PlaneMotionError) {
      motion = try finder.solve()
    } catch {
      throw SurfaceError.motion(error)
    }
    source = .recorded(RecordedSurface(motion, frameIndices: indices))
  }

  /// Fewer frames than this are photographs, taken from wherever.
  private static let largestAlbum = 20

  /// Looks at a frame.
  ///
  /// - Throws: `SurfaceError` when image processing fails or the frame has another size than the camera.
  /// - Complexity: linear in the number of pixels in the worst case.
  public mutating func observe(_ frame: Frame) throws(SurfaceError) -> Glimpse {
    frameCount += 1
    switch source {
    case .finder(var finder):
      let isNew = finder.anchor == nil
      let anchor = try finder.observe(frame)
      source = .finder(finder)
      let pose = options.isCameraStill ? nil : try follow(frame, detection: finder.cameraPose, finder.anchor)
      return Glimpse(changes: anchor.map { [isNew ? .added($0) : .updated($0)] } ?? [], cameraPose: pose)
    case .pictures(var watch):
      let seen = try watch.observe(frame)
      source = .pictures(watch)
      let pose =
        options.isCameraStill ? nil : try follow(frame, detection: seen.cameraPose, watch.scene.anchors.first)
      return Glimpse(changes: seen.changes, cameraPose: pose)
    case .recorded(let surface):
      return Glimpse(cameraPose: surface.cameraPose(in: frame))
    case .unsurveyed:
      return Glimpse()
    }
  }

  /// The moving camera in a frame, followed from what was detected before where nothing is now.
  private mutating func follow(
    _ frame: Frame, detection: CameraPose?, _ anchor: PlaneAnchor?
  ) throws(SurfaceError) -> CameraPose? {
    guard let camera, let anchor, case .world(let plane) = anchor.geometry else { return nil }
    var tracker = follower ?? CameraPoseTracker(plane: plane, camera: camera, extent: anchor.extent)
    let followed = try tracker.observe(frame.image, detection: detection)
    follower = tracker
    return followed?.cameraPose
  }

  /// What the end of the recording changes.
  ///
  /// - Throws: `SurfaceError.neverSeen` and the like, when there is no surface.
  public mutating func finish() throws(SurfaceError) -> [AnchorChange] {
    switch source {
    case .finder(var finder):
      let isNew = finder.anchor == nil
      let anchor = try finder.finish()
      source = .finder(finder)
      return anchor.map { [isNew ? .added($0) : .updated($0)] } ?? []
    case .pictures(let watch):
      guard watch.sightingCount > 0 else {
        throw .neverSeen(what: specification.summary, frames: frameCount)
      }
      return []
    case .recorded, .unsurveyed: return []
    }
  }
}

extension SurfaceWatch.Options {
  /// The same for a camera that moves.
  fileprivate var moving: SurfaceWatch.Options {
    var options = self
    options.isCameraStill = false
    return options
  }
}
