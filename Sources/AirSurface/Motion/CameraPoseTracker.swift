import AirCapture
import AirGeometry

/// A camera's pose as it was followed.
public struct FollowedCameraPose: Hashable, Sendable {
  /// The pose in the world of the plane.
  public var cameraPose: CameraPose
  /// How many points of the plane agree with it; 0 for a detection that stands alone.
  public var inlierCount: Int
  /// How many points were looked for.
  public var soughtCount: Int
  /// Root mean square distance of the agreeing points in pixels; 0 for a detection that stands alone.
  public var residualInPixels: Double
  /// Standard deviation of the camera's place in metres against the detections, as the residuals explain it.
  public var originDeviationInMetres: Double
  /// Standard deviation of the camera's direction in degrees, likewise.
  public var turnDeviationInDegrees: Double
  /// How many frames ago the last detection was used; 0 when it is this frame's.
  public var framesSinceDetection: Int
}

/// Follows the pose of a moving camera above a plane between the detections of a marker, a picture or a sheet.
///
/// Where a detection is, points of the plane are chosen all over the picture; in the next frames they are found again by
/// aligning patches as the pose of the last frame lets them be seen, and the pose is fitted to all of them. The hand and
/// what stands off the plane don't agree with any pose and are left out. Every further detection corrects the pose: as
/// one of all so far, so that their noise averages out; one that contradicts what is followed is believed when the next
/// one says the same.
public struct CameraPoseTracker: Sendable {
  /// The plane.
  public let plane: Plane
  /// The camera.
  public let camera: CameraModel
  /// The part of the plane that surely is plane, where it is known: points in and near it lead.
  public let extent: SurfaceExtent?
  /// True while the pose is not known.
  public private(set) var isLost = true

  private let lens: PictureLens
  private let focal: SIMD2<Double>
  private var keyframes: [Keyframe] = []
  private var current = 0
  private var last: CameraPose?
  private var missesInARow = 0
  private var detectionCount = 0
  private var framesSinceDetection = 0
  private var hasContradiction = false

  /// A picture, the pose from which it was taken, and what it has of the plane.
  private struct Keyframe: Sendable {
    var picture: PlaneKeyframe
    var pose: CameraPose
    /// The points that surely lie on the plane, the strongest corners first, and those that may.
    var leaders: [Int]
    var followers: [Int]
  }

  private static let pointLimit = 300
  private static let keyframeLimit = 12
  private static let tolerance = 2.0
  private static let leastShare = 0.25
  private static let leastInliers = 12
  /// So many detections are averaged; more would hold on to how the plane lay long ago.
  private static let averagedDetections = 12.0
  /// A detection that puts the plane's points further off, in pixels, contradicts.
  private static let contradiction = 6.0

  /// Makes a tracker.
  ///
  /// - Parameters:
  ///   - plane: the plane; points are looked for on it alone.
  ///   - camera: the camera.
  ///   - extent: the part of the plane that is known, for example the marker's or the sheet's.
  public init(plane: Plane = .ground, camera: CameraModel, extent: SurfaceExtent? = nil) {
    self.plane = plane
    self.camera = camera
    self.extent = extent
    lens = PictureLens(camera: camera)
    focal = SIMD2(camera.intrinsics.fx, camera.intrinsics.fy)
  }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - image: the picture.
  ///   - detection: the camera's pose as this frame's marker, picture or sheet gives it, where one was seen.
  /// - Returns: nil while the pose is lost, or before the first detection.
  /// - Throws: `SurfaceError.vision` when image processing fails.
  /// - Complexity: linear in the number of pixels and points.
  public mutating func observe(
    _ image: PixelImage, detection: CameraPose? = nil
  ) throws(SurfaceError) -> FollowedCameraPose? {
    let picture = try ImagePyramid(image)
    framesSinceDetection += 1
    var followed = try follow(picture)
    if let detection { followed = try corrected(followed, by: detection, picture) }
    isLost = followed == nil
    missesInARow = isLost ? missesInARow + 1 : 0
    guard let followed else { return nil }
    last = followed.pose.cameraPose
    try renewKeyframe(picture, followed)
    return FollowedCameraPose(
      cameraPose: followed.pose.cameraPose, inlierCount: followed.pose.isInlier.count { $0 },
      soughtCount: followed.soughtCount, residualInPixels: followed.pose.residualInPixels,
      originDeviationInMetres: followed.pose.originDeviationInMetres,
      turnDeviationInDegrees: followed.pose.turnDeviationInRadians * 180 / .pi,
      framesSinceDetection: framesSinceDetection)
  }

  private struct Followed {
    var pose: RobustCameraPose
    var soughtCount: Int
    var soughtLeaderCount: Int
    var share: Double
  }
}

// MARK: - Following

extension CameraPoseTracker {
  private func follow(_ picture: ImagePyramid) throws(SurfaceError) -> Followed? {
    guard let last, keyframes.indices.contains(current) else { return nil }
    let keyframe = keyframes[current]
    if let followed = try refined(last, keyframe, picture, coarseFirst: true) { return followed }
    // The long search is made less and less often while the plane stays away.
    guard missesInARow & (missesInARow - 1) == 0 else { return nil }
    return try foundAgain(keyframe, picture)
  }

  /// Looks for the plane everywhere, through alike features.
  private func foundAgain(
    _ keyframe: Keyframe, _ picture: ImagePyramid
  ) throws(SurfaceError) -> Followed? {
    let plain = PlaneKeyframe(
      pyramid: keyframe.picture.pyramid,
      points: keyframe.leaders.compactMap { lens.followed(keyframe.picture.points[$0].pixel) { $0 } })
    let box = ImageBox(around: plain.points.map(\.pixel)).grown(by: 20)
    let found = try WideBaseline(lens: lens).search(
      from: plain, Array(plain.points.indices), in: box, to: picture)
    guard let found, let pose = pose(found, from: keyframe.pose) else { return nil }
    return try refined(pose, keyframe, picture, coarseFirst: false)
  }

  /// The pose that a homography from a keyframe's ideal pixels means.
  private func pose(_ homography: ImageHomography, from pose: CameraPose) -> CameraPose? {
    let k = camera.intrinsics
    let matrix = Matrix3(rows: SIMD3(k.fx, 0, k.cx), SIMD3(0, k.fy, k.cy), SIMD3(0, 0, 1))
    let away = pose.pose.rotation.inverse(plane.normal) * -1
    let distance = dot(pose.pose.origin.position - plane.pose.origin.position, plane.normal)
    guard distance > 0, let inverse = matrix.inverse,
      let view = PlaneView(inverse * homography.matrix * matrix, normal: away),
      let turn = Rotation(view.rotation)
    else { return nil }
    // X₂ = R·X₁ + t, so the second camera's centre lies at −Rᵀ·t in the first one's axes.
    let center = CameraPoint(turn.inverse(view.translation) * -distance)
    return CameraPose(
      Pose(rotation: pose.pose.rotation * turn.inverse, origin: pose.worldPoint(center)))
  }

  private func refined(
    _ start: CameraPose, _ keyframe: Keyframe, _ picture: ImagePyramid, coarseFirst: Bool
  ) throws(SurfaceError) -> Followed? {
    var pose = start
    func matches(_ indices: [Int], _ search: PlaneKeyframe.Search) throws(SurfaceError) -> [FollowedMatch] {
      let current = pose
      return try keyframe.picture.matches(of: indices, in: picture, search) { pixel($0, current) }
    }
    func fit(_ matches: [FollowedMatch], _ tolerance: Double, _ reach: Double) -> RobustCameraPose? {
      let sightings = matches.compactMap { match -> RobustCameraPose.Sighting? in
        guard let ray = camera.unproject(match.pixel)?.direction, ray.z > 0 else { return nil }
        return RobustCameraPose.Sighting(
          world: world(keyframe.picture.points[match.point].place), place: SIMD2(ray.x / ray.z, ray.y / ray.z)
        )
      }
      guard sightings.count == matches.count else { return nil }
      return RobustCameraPose(sightings, start: pose, focal: focal, tolerance: tolerance, reach: reach)
    }
    if coarseFirst {
      let coarse = try matches(keyframe.leaders.everyFew(upTo: 150), .coarse(picture.levelCount))
      let pairs = keyframe.picture.pairs(coarse, lens)
      // The homography finds the points that move as one, however far; the pose is then fitted to those.
      if pairs.count == coarse.count, let robust = RobustHomography(pairs, tolerance: 6) {
        let agreeing = zip(coarse, robust.isInlier).filter(\.1).map(\.0)
        if let fitted = fit(agreeing, 8, 60) { pose = fitted.cameraPose }
      }
    }
    var fine = try matches(keyframe.leaders, .fine)
    guard let led = fit(fine, Self.tolerance, 8) else { return nil }
    pose = led.cameraPose
    // A better pose lets patches be seen that the first one had warped too wrongly.
    if led.isInlier.count(where: { $0 }) * 4 < keyframe.leaders.count * 3 {
      fine = try matches(keyframe.leaders, .fine)
    }
    fine += try matches(keyframe.followers, .fine)
    guard let fitted = fit(fine, Self.tolerance, 3) else { return nil }
    let whole = picture.size.wholeBox
    let isSought = keyframe.picture.points.map { point in
      pixel(point.place, fitted.cameraPose).map { whole.contains($0, margin: 8) } ?? false
    }
    var isFound = isSought.map { _ in false }
    for (match, isInlier) in zip(fine, fitted.isInlier) { isFound[match.point] = isInlier }
    let sought = keyframe.leaders.count { isSought[$0] }
    let share = Double(keyframe.leaders.count { isFound[$0] && isSought[$0] }) / Double(max(sought, 1))
    guard share >= Self.leastShare, fitted.isInlier.count(where: { $0 }) >= Self.leastInliers else {
      return nil
    }
    return Followed(
      pose: fitted, soughtCount: isSought.count { $0 }, soughtLeaderCount: sought, share: share)
  }

  private func world(_ place: SIMD2<Double>) -> SIMD3<Double> {
    plane.worldPoint(SurfacePoint(u: place.x, v: place.y)).position
  }

  private func pixel(_ place: SIMD2<Double>, _ pose: CameraPose) -> ImagePoint? {
    camera.project(pose.cameraPoint(WorldPoint(world(place))))
  }
}

// MARK: - Detections and keyframes

extension CameraPoseTracker {
  /// What is believed when a detection comes.
  private mutating func corrected(
    _ followed: Followed?, by detection: CameraPose, _ picture: ImagePyramid
  ) throws(SurfaceError) -> Followed? {
    guard let followed else { return try begun(at: detection, picture) }
    let isContradicted = difference(followed.pose.cameraPose, detection) > Self.contradiction
    if isContradicted, !hasContradiction {
      hasContradiction = true
      return followed
    }
    hasContradiction = false
    if isContradicted { return try begun(at: detection, picture) }
    framesSinceDetection = 0
    detectionCount += 1
    let weight = 1 / min(Double(detectionCount), Self.averagedDetections)
    let pose = followed.pose.cameraPose.mixed(with: detection, share: weight)
    // All keyframes move with the correction, so that what is followed next agrees with it.
    let old = followed.pose.cameraPose.pose
    let turn = pose.pose.rotation * old.rotation.inverse
    for index in keyframes.indices {
      let before = keyframes[index].pose.pose
      let origin = turn(before.origin.position - old.origin.position) + pose.pose.origin.position
      keyframes[index].pose = CameraPose(
        Pose(rotation: turn * before.rotation, origin: WorldPoint(origin)))
      keyframes[index].picture.points = keyframes[index].picture.points.map { point in
        placed(point.pixel, keyframes[index].pose) ?? point
      }
    }
    return Followed(
      pose: followed.pose.moved(to: pose), soughtCount: followed.soughtCount,
      soughtLeaderCount: followed.soughtLeaderCount, share: followed.share)
  }

  /// Begins anew at a detection.
  private mutating func begun(
    at detection: CameraPose, _ picture: ImagePyramid
  ) throws(SurfaceError) -> Followed? {
    keyframes = [try keyframe(picture, detection)]
    current = 0
    detectionCount = 1
    framesSinceDetection = 0
    return Followed(
      pose: RobustCameraPose(standingAlone: detection), soughtCount: 0,
      soughtLeaderCount: keyframes[0].leaders.count, share: 1)
  }

  /// How far apart two poses put what is in view, in pixels.
  private func difference(_ a: CameraPose, _ b: CameraPose) -> Double {
    let points = keyframes[current].picture.points
    let moves = stride(from: 0, to: points.count, by: max(points.count / 20, 1)).compactMap { index in
      pixel(points[index].place, a).flatMap { p in pixel(points[index].place, b)?.distance(to: p) }
    }.sorted()
    return moves.isEmpty ? .infinity : moves[moves.count / 2]
  }

  private mutating func renewKeyframe(_ picture: ImagePyramid, _ followed: Followed) throws(SurfaceError) {
    let pose = followed.pose.cameraPose
    let keyframe = keyframes[current]
    let isLeaving = followed.soughtLeaderCount * 2 < keyframe.leaders.count
    guard followed.share > 0.4, isLeaving || !(0.6...1.7).contains(magnification(keyframe, pose)) else {
      return
    }
    for (index, other) in keyframes.enumerated() where index != current {
      let seen = other.leaders.count {
        pixel(other.picture.points[$0].place, pose).map { picture.size.wholeBox.contains($0, margin: 10) }
          ?? false
      }
      if seen * 10 > other.leaders.count * 7, (0.67...1.5).contains(magnification(other, pose)) {
        current = index
        return
      }
    }
    let fresh = try self.keyframe(picture, pose)
    guard fresh.leaders.count >= 30 else { return }
    if keyframes.count >= Self.keyframeLimit { keyframes.remove(at: 1) }
    keyframes.append(fresh)
    current = keyframes.count - 1
  }

  /// How much larger the plane is seen than in a keyframe.
  private func magnification(_ keyframe: Keyframe, _ pose: CameraPose) -> Double {
    guard let first = keyframe.leaders.first else { return 1 }
    let around = keyframe.picture.points[first].neighbours.compactMap { pixel($0, pose) }
    guard around.count == 4 else { return 1 }
    let (a, b) = (
      SIMD2(around[1].x - around[0].x, around[1].y - around[0].y),
      SIMD2(around[3].x - around[2].x, around[3].y - around[2].y)
    )
    return abs(a.x * b.y - a.y * b.x).squareRoot() / (2 * FollowedPoint.spread)
  }

  private func keyframe(_ picture: ImagePyramid, _ pose: CameraPose) throws(SurfaceError) -> Keyframe {
    let box = picture.size.wholeBox
    let distance = max(6, (box.area / Double(4 * Self.pointLimit)).squareRoot())
    let corners = try picture.corners(in: box, limit: Self.pointLimit, distance: distance)
    let points = corners.compactMap { placed($0, pose) }
    var leaders = Array(points.indices)
    var followers: [Int] = []
    if let extent {
      // As far again on each side as the known part is wide: a table rarely ends where the sheet on it does.
      let near = leaders.filter {
        extent.contains(SurfacePoint(u: points[$0].place.x, v: points[$0].place.y), tolerance: 1)
      }
      if near.count >= 40 {
        followers = leaders.filter(Set(near).symmetricDifference(leaders).contains)
        leaders = near
      }
    }
    return Keyframe(
      picture: PlaneKeyframe(pyramid: picture, points: points), pose: pose, leaders: leaders,
      followers: followers)
  }

  /// A pixel's point of the plane; nil at and beyond the horizon.
  private func placed(_ pixel: ImagePoint, _ pose: CameraPose) -> FollowedPoint? {
    lens.followed(pixel) { ideal in
      let k = camera.intrinsics
      guard let ray = Ray(through: SIMD3((ideal.x - k.cx) / k.fx, (ideal.y - k.cy) / k.fy, 1)),
        let worldRay = pose.worldRay(ray), let distance = plane.distance(along: worldRay)
      else { return nil }
      let point = plane.surfacePoint(worldRay.point(atDistance: distance))
      return SIMD2(point.u, point.v)
    }
  }
}

extension CameraPose {
  /// The pose on the straight way to another one.
  func mixed(with other: CameraPose, share: Double) -> CameraPose {
    let turn = pose.rotation.inverse * other.pose.rotation
    let origin = pose.origin.position + (other.pose.origin.position - pose.origin.position) * share
    return CameraPose(
      Pose(
        rotation: pose.rotation * Rotation(rotationVector: turn.rotationVector * share),
        origin: WorldPoint(origin)))
  }
}

extension Rotation {
  /// Axis times angle in radians, 0…π.
  var rotationVector: SIMD3<Double> {
    let q = quaternion
    let axis = SIMD3(q.x, q.y, q.z)
    let angle = angle(to: .identity)
    let norm = length(axis)
    return norm > 0 ? axis * (angle / norm) : SIMD3()
  }
}
