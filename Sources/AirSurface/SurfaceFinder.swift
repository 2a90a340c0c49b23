import AirCapture
import AirGeometry

/// Finds the surface of a recording by known things in its frames.
///
/// Where the camera stands still, what all frames show of the things is averaged (robustly, so that a hand over a corner
/// now and then does not count), the surface is told at the first sighting and again as it gets better, and a move of the
/// camera is noted. Where it moves, each frame has a pose of its own, and what is learned is where the things lie.
public struct SurfaceFinder: Sendable {
  /// What is looked for.
  public let specification: SurfaceSpecification
  /// What was taken, where that was left open: the same as `specification` otherwise, and before anything was seen.
  public private(set) var taken: SurfaceSpecification
  /// The camera, where it is known.
  public let camera: CameraModel?
  /// False where each frame is seen from another place.
  public let isCameraStill: Bool
  /// The surface, as soon as it was seen.
  public private(set) var anchor: PlaneAnchor?
  /// How many frames were searched.
  public private(set) var searchedFrameCount = 0
  /// How often the thing was seen.
  public private(set) var sightingCount = 0
  /// The furthest that the seen corners have moved from their place, as a median over the corners, in pixels.
  public private(set) var largestMoveInPixels = 0.0
  /// The camera in the surface's frame as the last observed frame alone tells it; nil where that frame was not searched,
  /// shows nothing, or no camera is known.
  public private(set) var cameraPose: CameraPose?
  /// Where the last observed frame shows the corners of each thing.
  public private(set) var seenCorners: [[ImagePoint]] = []

  private let ideal: IdealImage
  private var sighters: [SurfaceSighter] = []
  private var averages: [Int: CornerAverage] = [:]
  private var learned = LearnedPlacements()
  private var nextSearchInSeconds = -Double.infinity
  private var wasEdgeOn = false

  /// From so many sightings on, the noise is averaged away but for what all frames share.
  private static let wantedSightings = 60
  /// How often a surface that is known is checked, in seconds.
  private static let checkInterval = 0.5
  /// How often a surface that was not seen in the first second is looked for, in seconds.
  private static let patientInterval = 0.2
  /// A move by more than this is no noise; what is seen then belongs to another pose.
  private static let largestStillMoveInPixels = 3.0

  /// Makes a finder. A quad, a given plane and `none` are known at once: their anchor is there before the first frame.
  ///
  /// - Parameters:
  ///   - specification: what is looked for.
  ///   - camera: the camera, where it is known.
  ///   - isCameraStill: false where each frame is seen from another place; that needs a camera.
  /// - Throws: `SurfaceError.noPose` when no camera pose explains a quad's corners, `SurfaceError.edgeOn` when they lie on
  ///   a plane seen edge-on, `SurfaceError.specification` when a given plane lacks a camera.
  public init(
    specification: SurfaceSpecification, camera: CameraModel?, isCameraStill: Bool = true
  ) throws(SurfaceError) {
    self.specification = specification
    self.camera = camera
    self.isCameraStill = isCameraStill || camera == nil
    taken = specification
    ideal = IdealImage(camera: camera)
    switch specification {
    case .none:
      anchor = .flatImage
    case .plane(let plane):
      guard camera != nil else {
        throw .specification(
          "a given plane needs the camera that looks at it; give a camera file or its field of view")
      }
      guard let pose = plane.cameraPose else { throw .noPose(what: specification.summary) }
      anchor = PlaneAnchor(
        id: specification.anchorID, geometry: .fixedCamera(pose),
        extent: SurfaceExtent(minU: 0, minV: 0, maxU: 0, maxV: 0), residualInPixels: nil,
        scale: .known(specification.summary))
    case .quad(let corners, let width, let height):
      let things = try Self.pointedOut(corners, width: width, height: height, ideal)
      guard let estimate = try SurfaceEstimate(things, ideal: ideal), let known = makeAnchor(estimate) else {
        throw .noPose(what: specification.summary)
      }
      guard !estimate.isEdgeOn else { throw .edgeOn(what: specification.summary) }
      anchor = known
    case .automatic(let side):
      let candidates = SurfaceSpecification.automaticCandidates(markerSideInMetres: side)
      for candidate in candidates {
        let rivals = candidates.filter { $0 != candidate }
        if let sighter = try SurfaceSighter(candidate, rivals: rivals, ideal: ideal) {
          sighters.append(sighter)
        }
      }
    case .pictures, .motion, .recorded:
      // `SurfaceWatch` finds these.
      break
    case .marker, .board, .chessboard, .paper, .card, .picture:
      if let sighter = try SurfaceSighter(specification, ideal: ideal) { sighters = [sighter] }
    }
  }

  /// Looks at a frame, where that is due; `cameraPose` and `seenCorners` then tell of this frame.
  ///
  /// - Returns: the surface when this frame made it known or changed it, else nil.
  /// - Throws: `SurfaceError.vision` when image processing fails, `SurfaceError.frameSize` when the camera was calibrated
  ///   for frames of another size.
  /// - Complexity: linear in the number of pixels until the things are found, then in that of the pixels around them.
  public mutating func observe(_ frame: Frame) throws(SurfaceError) -> PlaneAnchor? {
    cameraPose = nil
    seenCorners = []
    guard specification.isSoughtInFrames, frame.timestampInSeconds >= nextSearchInSeconds else { return nil }
    if let camera, camera.imageSize != frame.image.size {
      throw .frameSize(camera: "\(camera.imageSize)", frame: "\(frame.image.size)")
    }
    searchedFrameCount += 1
    let things = try see(frame.image)
    planNextSearch(after: frame.timestampInSeconds, hasSeen: !things.isEmpty)
    guard !things.isEmpty else { return nil }
    seenCorners = things.map(\.pixels)
    if let own = try estimate(things) {
      guard !own.isEdgeOn else {
        wasEdgeOn = true
        return nil
      }
      cameraPose = own.cameraPose
    }
    sightingCount += 1
    return isCameraStill ? try stillAnchor(things) : movingAnchor()
  }

  /// The surface from all sightings of a recording that ended.
  ///
  /// - Returns: the surface if it changed.
  /// - Throws: `SurfaceError.neverSeen` when there was none, `SurfaceError.edgeOn` when it was never seen but edge-on,
  ///   `SurfaceError.noPose` when none fits what was seen.
  public mutating func finish() throws(SurfaceError) -> PlaneAnchor? {
    guard specification.isSoughtInFrames else { return nil }
    guard sightingCount > 0 else {
      if wasEdgeOn { throw .edgeOn(what: specification.summary) }
      throw .neverSeen(what: specification.summary, frames: searchedFrameCount)
    }
    guard isCameraStill else { return movingAnchor() }
    guard let estimate = try averagedEstimate(), let final = makeAnchor(estimate) else {
      throw .noPose(what: specification.summary)
    }
    let isChanged = final != anchor
    anchor = final
    return isChanged ? final : nil
  }

  /// What the frame shows by the sighters: all of them until one has seen something, which is kept alone.
  private mutating func see(_ image: PixelImage) throws(SurfaceError) -> [SeenThing] {
    for index in sighters.indices {
      let things = try sighters[index].see(image)
      if !things.isEmpty {
        taken = sighters[index].specification
        sighters = [sighters[index]]
        return things
      }
    }
    return []
  }

  private mutating func planNextSearch(after time: Double, hasSeen: Bool) {
    guard isCameraStill else { return }
    if sightingCount >= Self.wantedSightings {
      nextSearchInSeconds = time + Self.checkInterval
    } else if !hasSeen, searchedFrameCount > 30 {
      nextSearchInSeconds = time + Self.patientInterval
    }
  }

  /// A thing with its place on the surface, where that is known or was learned.
  private func fittedThing(_ key: Int, _ observation: CornerObservation) -> FittedThing {
    if case .known(let placement)? = sighters.first?.placement(of: key) {
      return FittedThing(key: key, observation: observation, placement: placement)
    }
    return FittedThing(key: key, observation: observation, placement: isCameraStill ? nil : learned[key])
  }

  /// The fit to what one frame shows; of a moving camera it also teaches where the things lie.
  private mutating func estimate(_ things: [SeenThing]) throws(SurfaceError) -> SurfaceEstimate? {
    let placed = things.map { fittedThing($0.key, $0.observation) }
    guard !isCameraStill else { return try SurfaceEstimate(placed, ideal: ideal) }
    // Things that were never seen together with those that are known tell nothing of the surface yet.
    guard learned.isEmpty || placed.contains(where: { $0.placement != nil }),
      let own = try SurfaceEstimate(placed, ideal: ideal, nearest: learned.lastPose)
    else { return nil }
    learned.note(own)
    if let free = learned.freed(placed),
      let lesson = try SurfaceEstimate(free, ideal: ideal, nearest: own.cameraPose)
    {
      learned.learn(lesson)
    }
    return own
  }

  private mutating func stillAnchor(_ things: [SeenThing]) throws(SurfaceError) -> PlaneAnchor? {
    let move = move(of: things)
    if sightingCount > 12 {
      largestMoveInPixels = max(largestMoveInPixels, move)
      guard move < Self.largestStillMoveInPixels else { return nil }
    }
    for thing in things {
      averages[thing.key, default: CornerAverage(points: thing.observation.points)].add(thing.observation)
    }
    // Told at the first sighting, so that drawing can begin, and as often as there are four times as many.
    guard
      anchor == nil
        || (sightingCount.trailingZeroBitCount.isMultiple(of: 2) && sightingCount.nonzeroBitCount == 1)
    else { return nil }
    guard let estimate = try averagedEstimate(), let made = makeAnchor(estimate) else { return nil }
    anchor = made
    return made
  }

  private mutating func movingAnchor() -> PlaneAnchor? {
    guard let extent = learned.extent else { return nil }
    let isNew = anchor == nil
    anchor = PlaneAnchor(
      id: taken.anchorID, geometry: .world(.ground), extent: extent,
      residualInPixels: learned.residualInPixels, scale: .known(scaleSummary))
    return isNew ? anchor : nil
  }

  /// How far the things' corners are from their averages: the median over all of them.
  private func move(of things: [SeenThing]) -> Double {
    var moves: [Double] = []
    for thing in things {
      guard let average = averages[thing.key]?.average else { continue }
      moves += zip(average.places, thing.observation.places).map { length($0 - $1) }
    }
    return moves.median ?? 0
  }

  /// The fit to the averages of all things that were seen often enough to be no misreading.
  private func averagedEstimate() throws(SurfaceError) -> SurfaceEstimate? {
    let most = averages.values.map(\.count).max() ?? 0
    var often = averages.filter { 4 * $0.value.count >= most }.sorted { $0.key < $1.key }
    if case .known(.identity)? = sighters.first?.placement(of: 0), often.count > 1 {
      // A sheet that was taken to lie the other way now and then.
      often = often.filter { $0.value.count == most }
    }
    let things = often.compactMap { key, average in
      average.average.map { fittedThing(key, $0) }
    }
    return try SurfaceEstimate(things, ideal: ideal)
  }

  private func makeAnchor(_ estimate: SurfaceEstimate) -> PlaneAnchor? {
    guard let geometry = estimate.geometry else { return nil }
    return PlaneAnchor(
      id: taken.anchorID, geometry: geometry, extent: estimate.extent,
      residualInPixels: estimate.residualInPixels, scale: .known(scaleSummary),
      uncertainty: specification.isSoughtInFrames ? estimate.uncertainty : nil)
  }

  /// Where the millimetres come from, and whether a size was only supposed.
  private var scaleSummary: String {
    if case .automatic(.none) = specification, case .marker = taken {
      return "\(taken.summary), its side only supposed: give auto:SIDE"
    }
    return taken.summary
  }

  /// Corners that were pointed out, around a rectangle whose first side is `width` long; the first corner becomes the
  /// surface's origin, and u runs along the first side. Corners given counter-clockwise are taken the other way round
  /// from the same first corner: the surface would be seen from behind otherwise, and the drawing would come out mirrored.
  private static func pointedOut(
    _ corners: [ImagePoint], width: Double, height: Double, _ ideal: IdealImage
  ) throws(SurfaceError) -> [FittedThing] {
    let isClockwise = corners.runsClockwise
    let pixels = isClockwise ? corners : [corners[0], corners[3], corners[2], corners[1]]
    let places = pixels.compactMap(ideal.point(of:))
    guard places.count == 4 else { return [] }
    let pattern = KnownPattern(
      rectangleOfWidth: isClockwise ? width : height, height: isClockwise ? height : width)
    let observation = CornerObservation(points: pattern.corners, places: places, deviationInPixels: 1)
    return [FittedThing(key: 0, observation: observation, placement: .identity)]
  }
}

extension PlaneAnchor {
  /// The picture itself, where nothing is known: a millimetre stands for a pixel.
  static var flatImage: PlaneAnchor? {
    let matrix = Matrix3(rows: SIMD3(0.001, 0, 0), SIMD3(0, 0.001, 0), SIMD3(0, 0, 1))
    guard let homography = Homography(imageToSurface: matrix) else { return nil }
    return PlaneAnchor(
      id: "image", geometry: .homography(homography, interior: ImagePoint(x: 0, y: 0)),
      extent: SurfaceExtent(minU: 0, minV: 0, maxU: 0, maxV: 0), residualInPixels: nil, scale: .imagePixels)
  }
}
