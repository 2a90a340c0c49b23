import AirCapture
import AirGeometry

/// How one picture of a plane relates to the first one.
public struct ImageMotionStep: Sendable {
  /// Takes the picture's pixels to pixels of the first picture. With a camera both are the pixels of a pinhole of the
  /// same focal length: the lens's distortion is taken out first (`ImageMotion.referencePoint` does both).
  public let toReference: ImageHomography
  /// How many points of the plane agree with it.
  public let inlierCount: Int
  /// How many points were looked for.
  public let soughtCount: Int
  /// Root mean square distance in pixels between where the points are seen and where the map puts them.
  public let residualInPixels: Double
}

/// How the pictures that are looked at follow each other.
public enum PictureOrder: Hashable, Sendable {
  /// Frames of a video: each is nearly the one before.
  case video
  /// Photographs from here and there: each is related on its own, at a second or two of computing.
  case photographs
}

/// Follows a plane through the pictures of a moving camera of which nothing need be known, so that everything drawn
/// on the plane lands in one picture of it: the first.
///
/// Points are found again by aligning patches with a keyframe, warped as the plane is seen now, so that errors don't
/// add up from frame to frame; the hand and what stands off the plane don't agree with the plane's map and are left
/// out. A new keyframe is taken when too little of the last one is left in view. Same pictures, same answers.
public struct ImageMotion: Sendable {
  /// The camera, where it is known; only its distortion has an influence.
  public let camera: CameraModel?
  /// The part of the first picture in which the plane is; all of it where nil.
  public let region: ImageBox?
  /// How the pictures follow each other.
  public let order: PictureOrder
  /// True while the plane is not found.
  public var isLost: Bool { missesInARow > 0 }

  let lens: PictureLens
  private(set) var keyframes: [Keyframe] = []
  private var current = 0
  /// From the current keyframe to the last frame that was related, in ideal pixels.
  private var last = ImageHomography.identity
  /// How much of the plane was found in that frame.
  private var lastShare: Double?
  private var missesInARow = 0

  /// A keyframe and its way to the first one.
  struct Keyframe: Sendable {
    var picture: PlaneKeyframe
    /// From its ideal pixels to those of the first picture.
    var toReference: ImageHomography
    /// The number of its first point among the points of all keyframes.
    var firstPoint: Int
    /// The points that tell the plane from whatever else is in view, the strongest corners first; the others join where
    /// they agree.
    var leaders: [Int] { didSet { leads = Set(leaders) } }
    private(set) var leads: Set<Int>
    /// The box that the leaders are in.
    var box: ImageBox

    init(
      picture: PlaneKeyframe, toReference: ImageHomography, firstPoint: Int, leaders: [Int], box: ImageBox
    ) {
      self.picture = picture
      self.toReference = toReference
      self.firstPoint = firstPoint
      self.leaders = leaders
      self.box = box
      leads = Set(leaders)
    }
  }

  /// Where points of the plane are seen in a frame.
  struct Sighting: Sendable {
    var step: ImageMotionStep
    /// The points' numbers among those of all keyframes, and the ideal pixels at which they are seen.
    var points: [(number: Int, ideal: SIMD2<Double>)]
  }

  /// How many points a keyframe has at most, in and out of the region.
  private static let pointLimit = 350
  /// So many keyframes are kept; a camera that goes on and on forgets those between the first and the last.
  private static let keyframeLimit = 24
  /// So many pixels off its place a point still belongs to the plane.
  private static let tolerance = 2.0
  /// With fewer of its leaders found and agreeing, the plane counts as lost.
  private static let leastShare = 0.3

  /// Makes a follower.
  ///
  /// - Parameters:
  ///   - camera: the camera, where it is known.
  ///   - region: the part of the first picture in which the plane is, where it is known.
  ///   - order: how the pictures follow each other.
  public init(camera: CameraModel? = nil, region: ImageBox? = nil, order: PictureOrder = .video) {
    self.camera = camera
    self.region = region
    self.order = order
    lens = PictureLens(camera: camera)
  }

  /// Relates the next picture to the first one.
  ///
  /// - Returns: nil while the plane is lost: too few of its points are seen, or they don't agree.
  /// - Throws: `SurfaceError.vision` when image processing fails.
  /// - Complexity: linear in the number of pixels and points; a search through alike features is added where the
  ///   plane is not found near its last place.
  public mutating func observe(_ image: PixelImage) throws(SurfaceError) -> ImageMotionStep? {
    try sight(image)?.step
  }

  /// Where a pixel of a frame lies in the first picture.
  public func referencePoint(of pixel: ImagePoint, by step: ImageMotionStep) -> ImagePoint? {
    lens.ideal(pixel).flatMap(step.toReference.mapped).flatMap(lens.pixel)
  }

  /// Relates the next picture and tells where the points are seen in it.
  mutating func sight(_ image: PixelImage) throws(SurfaceError) -> Sighting? {
    let picture = try ImagePyramid(image)
    guard !keyframes.isEmpty else { return try begun(picture) }
    let sighting = try followed(picture)
    missesInARow = sighting == nil ? missesInARow + 1 : 0
    return sighting
  }

  private mutating func begun(_ picture: ImagePyramid) throws(SurfaceError) -> Sighting? {
    let whole = picture.size.wholeBox
    let keyframe = try keyframe(picture, in: region ?? whole, toReference: .identity)
    guard keyframe.leaders.count >= 12 else {
      missesInARow += 1
      return nil
    }
    keyframes = [keyframe]
    missesInARow = 0
    let points = keyframe.leaders.map { (number: $0, ideal: keyframe.picture.points[$0].place) }
    return Sighting(
      step: ImageMotionStep(
        toReference: .identity, inlierCount: points.count, soughtCount: points.count, residualInPixels: 0),
      points: points)
  }

  private mutating func followed(_ picture: ImagePyramid) throws(SurfaceError) -> Sighting? {
    var found: Refined?
    if order == .video { found = try refined(last, keyframes[current], picture, coarseFirst: true) }
    // A pattern that repeats itself is easily followed to the wrong repetition: when much is missing of a sudden, look
    // everywhere. While it stays lost, the long search is made less and less often.
    let isDoubtful = (found?.share ?? 0) < max(Self.leastShare, min(0.7, 0.8 * (lastShare ?? 0)))
    let isSearchDue = order == .photographs || missesInARow & (missesInARow - 1) == 0
    if isDoubtful, isSearchDue {
      for index in current == 0 ? [0] : [current, 0] {
        let keyframe = keyframes[index]
        let wide = WideBaseline(lens: lens)
        guard
          let guess = try wide.search(
            from: keyframe.picture, keyframe.leaders, in: keyframe.box, to: picture),
          let other = try refined(guess, keyframe, picture, coarseFirst: false),
          other.share >= Self.leastShare, other.share > found?.share ?? 0
        else { continue }
        found = other
        current = index
        break
      }
    }
    guard let found, found.share >= Self.leastShare else { return nil }
    last = found.homography.homography
    lastShare = found.share
    return try accepted(found, picture)
  }

  private mutating func accepted(
    _ found: Refined, _ picture: ImagePyramid
  ) throws(SurfaceError) -> Sighting {
    let keyframe = keyframes[current]
    let toReference = keyframe.toReference * last.inverse
    let step = ImageMotionStep(
      toReference: toReference, inlierCount: found.homography.inlierCount, soughtCount: found.soughtCount,
      residualInPixels: found.homography.residualInPixels)
    var points: [(number: Int, ideal: SIMD2<Double>)] = []
    for (index, match) in found.matches.enumerated() where found.homography.isInlier[index] {
      points.append((keyframe.firstPoint + match.point, found.pairs[index].second))
    }
    let isLeaving = found.soughtLeaderCount * 2 < keyframe.leaders.count
    let magnification = last.magnification(at: keyframe.picture.points[keyframe.leaders[0]].place)
    let isResized = magnification > 1.7 || magnification < 1 / 1.7
    if order == .video, isLeaving || isResized, found.share > 0.5 {
      let places = points.compactMap { lens.pixel($0.ideal) }
      try renewKeyframe(picture, toReference, around: places)
    }
    return Sighting(step: step, points: points)
  }

  private struct Refined {
    let homography: RobustHomography
    let matches: [FollowedMatch]
    let pairs: [PlanePair]
    /// How many points should be in view.
    let soughtCount: Int
    /// How many leaders were found and agree, and how many should be in view.
    let leaderCount: Int
    let soughtLeaderCount: Int
    /// How many of the leaders that should be in view were found and agree.
    var share: Double { Double(leaderCount) / Double(max(soughtLeaderCount, 1)) }
  }

  /// Refines a guess of where the keyframe's plane is.
  private func refined(
    _ guess: ImageHomography, _ keyframe: Keyframe, _ picture: ImagePyramid, coarseFirst: Bool
  ) throws(SurfaceError) -> Refined? {
    let lens = lens
    var model = guess
    func matches(_ indices: [Int], _ search: PlaneKeyframe.Search) throws(SurfaceError) -> [FollowedMatch] {
      let current = model
      return try keyframe.picture.matches(of: indices, in: picture, search) {
        current.mapped($0).flatMap(lens.pixel)
      }
    }
    if coarseFirst {
      let coarse = try matches(keyframe.leaders.everyFew(upTo: 150), .coarse(picture.levelCount))
      let pairs = keyframe.picture.pairs(coarse, lens)
      if let robust = RobustHomography(pairs, tolerance: 6, start: model) { model = robust.homography }
    }
    var fine = try matches(keyframe.leaders, .fine)
    var pairs = keyframe.picture.pairs(fine, lens)
    guard let led = RobustHomography(pairs, tolerance: Self.tolerance, start: model) else { return nil }
    model = led.homography
    // A better map lets patches be seen that the first one had warped too wrongly.
    if led.inlierCount * 4 < keyframe.leaders.count * 3 { fine = try matches(keyframe.leaders, .fine) }
    let others = keyframe.picture.points.indices.filter { !keyframe.leads.contains($0) }
    fine += try matches(others, .fine)
    pairs = keyframe.picture.pairs(fine, lens)
    // Without samples: the rest of the picture may be larger than the plane and must not outvote it.
    guard pairs.count == fine.count,
      let robust = RobustHomography(pairs, tolerance: Self.tolerance, start: model, samples: 0)
    else { return nil }
    let isSought = keyframe.picture.points.map { point in
      guard let pixel = robust.homography.mapped(point.place).flatMap(lens.pixel) else { return false }
      return picture.size.wholeBox.contains(pixel, margin: 8)
    }
    var isFound = isSought.map { _ in false }
    for (match, isInlier) in zip(fine, robust.isInlier) { isFound[match.point] = isInlier }
    return Refined(
      homography: robust, matches: fine, pairs: pairs, soughtCount: isSought.count { $0 },
      leaderCount: keyframe.leaders.count { isFound[$0] },
      soughtLeaderCount: keyframe.leaders.count { isSought[$0] })
  }

  /// Goes on with another keyframe: one that was taken before where the camera has come back, else this picture.
  private mutating func renewKeyframe(
    _ picture: ImagePyramid, _ toReference: ImageHomography, around places: [ImagePoint]
  ) throws(SurfaceError) {
    for (index, keyframe) in keyframes.enumerated() where index != current {
      let way = toReference.inverse * keyframe.toReference
      let magnification = way.magnification(at: keyframe.picture.points[keyframe.leaders[0]].place)
      let seen = keyframe.leaders.count { leader in
        guard let pixel = way.mapped(keyframe.picture.points[leader].place).flatMap(lens.pixel) else {
          return false
        }
        return picture.size.wholeBox.contains(pixel, margin: 10)
      }
      if seen * 10 > keyframe.leaders.count * 7, magnification < 1.5, magnification > 1 / 1.5 {
        (current, last, lastShare) = (index, way, nil)
        return
      }
    }
    let box = ImageBox(around: places).grown(by: 20)
    var fresh = try keyframe(
      picture, in: box.intersection(picture.size.wholeBox) ?? picture.size.wholeBox, toReference: toReference)
    // Only what lies among points of the plane leads; the hand and what stands about are in the same box.
    fresh.leaders = fresh.leaders.filter { leader in
      let pixel = fresh.picture.points[leader].pixel
      return places.contains { $0.distance(to: pixel) < 25 }
    }
    guard fresh.leaders.count >= 30 else { return }
    if keyframes.count >= Self.keyframeLimit { keyframes.remove(at: 1) }
    keyframes.append(fresh)
    current = keyframes.count - 1
    (last, lastShare) = (.identity, nil)
  }

  private func keyframe(
    _ picture: ImagePyramid, in box: ImageBox, toReference: ImageHomography
  ) throws(SurfaceError) -> Keyframe {
    func corners(in box: ImageBox) throws(SurfaceError) -> [ImagePoint] {
      let distance = max(5, (box.area / Double(4 * Self.pointLimit)).squareRoot())
      return try picture.corners(in: box, limit: Self.pointLimit, distance: distance)
    }
    var points = try corners(in: box).compactMap { lens.followed($0) { $0 } }
    let leaders = Array(points.indices)
    if box != picture.size.wholeBox {
      points += try corners(in: picture.size.wholeBox).filter { !box.contains($0) }
        .compactMap { lens.followed($0) { $0 } }
    }
    let first = keyframes.last.map { $0.firstPoint + $0.picture.points.count } ?? 0
    return Keyframe(
      picture: PlaneKeyframe(pyramid: picture, points: points), toReference: toReference,
      firstPoint: first, leaders: leaders, box: box)
  }
}

extension ImageHomography {
  /// How much larger things become around a point.
  func magnification(at p: SIMD2<Double>) -> Double {
    guard let middle = mapped(p), let right = mapped(p + SIMD2(1, 0)), let below = mapped(p + SIMD2(0, 1))
    else { return 1 }
    let (a, b) = (right - middle, below - middle)
    return abs(a.x * b.y - a.y * b.x).squareRoot()
  }
}

extension ImageBox {
  /// The smallest box that has all points in it.
  init(around points: [ImagePoint]) {
    let left = points.map(\.x).min() ?? 0
    let top = points.map(\.y).min() ?? 0
    self.init(
      x: left, y: top, width: (points.map(\.x).max() ?? 0) - left, height: (points.map(\.y).max() ?? 0) - top)
  }

  /// The box with a margin added on each side.
  func grown(by margin: Double) -> ImageBox {
    ImageBox(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// True when a pixel lies in the box, at least `margin` from its sides.
  func contains(_ pixel: ImagePoint, margin: Double = 0) -> Bool {
    pixel.x >= x + margin && pixel.y >= y + margin && pixel.x <= x + width - 1 - margin
      && pixel.y <= y + height - 1 - margin
  }
}

extension ImageSize {
  /// The box of all pixels.
  var wholeBox: ImageBox { ImageBox(x: 0, y: 0, width: Double(width), height: Double(height)) }
}
