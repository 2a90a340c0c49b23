import AirCapture
import AirGeometry

/// Keeps the anchors of printed pictures that are seen in a recording, each by its name.
///
/// With a camera that stands still each picture's pose is the median of all its sightings. Where the camera moves, the
/// world is the frame of the picture seen first, and what is learned is where the others lie in it. The first one is
/// drawn on and stays; of the others those are gone that were not seen for three seconds.
struct PictureWatch: Sendable {
  /// What is wrong with entries of the list.
  let problems: [PictureError]
  /// The anchors.
  private(set) var scene = SurfaceScene()
  /// How many frames showed a picture.
  private(set) var sightingCount = 0
  /// Where the last frame shows the corners of each picture.
  private(set) var seenCorners: [[ImagePoint]] = []
  private var finder: PictureFinder
  private let isCameraStill: Bool
  private var first: String?
  private var counts: [String: Int] = [:]
  private var medians: [String: PoseMedian] = [:]
  private var leastResiduals: [String: Double] = [:]

  init(
    list: String, camera: CameraModel?, isCameraStill: Bool, maximumCount: Int
  ) throws(SurfaceError) {
    let set: PictureDataSet
    do throws(PictureError) {
      set = try PictureDataSet(at: list)
    } catch {
      throw .picture(error)
    }
    problems = set.problems
    finder = PictureFinder(references: set.references, camera: camera, maximumTrackedCount: maximumCount)
    self.isCameraStill = isCameraStill
  }

  /// Looks at a frame.
  ///
  /// - Returns: what changed, and the camera's pose in the world where it moves and is known.
  mutating func observe(_ frame: Frame) throws(SurfaceError) -> (
    changes: [AnchorChange], cameraPose: CameraPose?
  ) {
    let time = frame.timestampInSeconds
    let sightings = try finder.observe(frame)
    seenCorners = sightings.map(\.corners)
    if !sightings.isEmpty { sightingCount += 1 }
    if first == nil { first = sightings.first?.name }
    let camera = isCameraStill ? nil : cameraPose(by: sightings)
    var changes = scene.expire(at: time)
    for sighting in sightings {
      guard let anchor = anchor(of: sighting, camera) else { continue }
      changes += scene.observe(anchor, at: time, mustBeSeen: sighting.name != first)
    }
    return (changes, camera)
  }

  /// The anchor with what this sighting adds: made anew as often as there are four times as many, and else as it was.
  private mutating func anchor(of sighting: PictureSighting, _ camera: CameraPose?) -> PlaneAnchor? {
    let known = scene.anchors.first { $0.id == sighting.name }
    counts[sighting.name, default: 0] += 1
    let count = counts[sighting.name] ?? 1
    let isDue = known == nil || (count.nonzeroBitCount == 1 && count.trailingZeroBitCount.isMultiple(of: 2))
    guard let own = sighting.cameraPose?.pose else {
      // A homography has no median: the one that fits best is kept.
      let residual = sighting.anchor.residualInPixels ?? 0
      guard known == nil || residual < leastResiduals[sighting.name] ?? .infinity else { return known }
      leastResiduals[sighting.name] = residual
      return sighting.anchor
    }
    var anchor = sighting.anchor
    if isCameraStill {
      medians[sighting.name, default: PoseMedian()].add(own)
      guard isDue, let pose = medians[sighting.name]?.pose else { return known }
      anchor.geometry = .fixedCamera(CameraPose(pose))
      return anchor
    }
    if sighting.name == first {
      anchor.geometry = .world(.ground)
      return known ?? anchor
    }
    guard let camera else { return known }
    medians[sighting.name, default: PoseMedian()].add(camera.pose.appending(own.inverse))
    guard isDue, let pose = medians[sighting.name]?.pose else { return known }
    anchor.geometry = .world(Plane(pose))
    return anchor
  }

  /// The moving camera in the world, by the picture seen first, or by one whose place in the world is known.
  private func cameraPose(by sightings: [PictureSighting]) -> CameraPose? {
    if let direct = sightings.first(where: { $0.name == first })?.cameraPose { return direct }
    for sighting in sightings {
      if let own = sighting.cameraPose, let place = medians[sighting.name]?.pose {
        return CameraPose(place.appending(own.pose))
      }
    }
    return nil
  }
}
