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
  /// How many frames were related to the first one.
  public private(set) var relatedCount = 0
  /// True while the last frame was not related.
  public private(set) var isLost = false

  let lens: PictureLens
  private(set) var keyframes: [Keyframe] = []
  private var current = 0
  /// From the current keyframe to the last frame, in ideal pixels.
  private var last = ImageHomography.identity

  /// A keyframe and its way to the first one.
  struct Keyframe: Sendable {
    var picture: PlaneKeyframe
    /// From its ideal pixels to those of the first picture.
    var toReference: ImageHomography
    /// The number of its first point among the points of all keyframes.
    var firstPoint: Int
    /// The points that tell the plane from whatever else is in view; the others join where they agree.
    var leaders: [Int]
    /// The box that the leaders are in.
    var box: ImageBox
  }

  /// Where points of the plane are seen in a frame.
  struct Sighting: Sendable {
    var step: ImageMotionStep
    /// The points' numbers among those of all keyframes, and the ideal pixels at which they are seen.
    var points: [(number: Int, ideal: SIMD2<Double>)]
  }

  /// How many points a keyframe has at most.
  private static let pointLimit = 350
  /// So many pixels off its place a point still belongs to the plane.
  static let tolerance = 2.0

  /// Makes a follower.
  ///
  /// - Parameters:
  ///   - camera: the camera, where it is known.
  ///   - region: the part of the first picture in which the plane is, where it is known.
  public init(camera: CameraModel? = nil, region: ImageBox? = nil) {
    self.camera = camera
    self.region = region
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
    guard !keyframes.isEmpty else {
      try addKeyframe(picture, in: region ?? image.size.wholeBox, toReference: .identity)
      guard let keyframe = keyframes.last, keyframe.picture.points.count >= 12 else {
        keyframes = []
        isLost = true
        return nil
      }
      relatedCount = 1
      let points = keyframe.picture.points.enumerated().map { (number: $0.offset, ideal: $0.element.place) }
      return Sighting(
        step: ImageMotionStep(
          toReference: .identity, inlierCount: points.count, soughtCount: points.count, residualInPixels: 0),
        points: points)
    }
    let sighting = try followed(picture)
    isLost = sighting == nil
    if sighting != nil { relatedCount += 1 }
    return sighting
  }

  private mutating func followed(_ picture: ImagePyramid) throws(SurfaceError) -> Sighting? {
    let keyframe = keyframes[current]
    var found = isLost ? nil : try refined(last, keyframe, picture, coarseFirst: true)
    // A pattern that repeats itself is easily followed to the wrong repetition: when much is missing, look everywhere.
    if (found?.share ?? 0) < 0.7 {
      let wide = WideBaseline(lens: lens)
      if let guess = try wide.search(from: keyframe.picture, keyframe.leaders, in: keyframe.box, to: picture),
        let other = try refined(guess, keyframe, picture, coarseFirst: false),
        other.leaderCount > found?.leaderCount ?? 0
      {
        found = other
      }
    }
    guard let found, found.share >= 0.3 else { return nil }
    last = found.homography.homography
    let toReference = keyframe.toReference * last.inverse
    let step = ImageMotionStep(
      toReference: toReference, inlierCount: found.homography.inlierCount, soughtCount: found.soughtCount,
      residualInPixels: found.homography.residualInPixels)
    var points: [(number: Int, ideal: SIMD2<Double>)] = []
    for (index, match) in found.matches.enumerated() where found.homography.isInlier[index] {
      points.append((keyframe.firstPoint + match.point, found.pairs[index].second))
    }
    let isRunningOut = points.count * 2 < keyframe.picture.points.count
    if isRunningOut, found.share > 0.4 { try renewKeyframe(picture, toReference: toReference) }
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
      let coarse = try matches(keyframe.leaders, .coarse(picture.levelCount))
      let pairs = keyframe.picture.pairs(coarse, lens)
      if let robust = RobustHomography(pairs, tolerance: 6, start: model) { model = robust.homography }
    }
    let leading = keyframe.picture.pairs(try matches(keyframe.leaders, .fine), lens)
    guard let led = RobustHomography(leading, tolerance: Self.tolerance, start: model) else { return nil }
    model = led.homography
    let all = Array(keyframe.picture.points.indices)
    let fine = try matches(all, .fine)
    let pairs = keyframe.picture.pairs(fine, lens)
    // Without samples: the rest of the picture may be larger than the plane and must not outvote it.
    guard pairs.count == fine.count,
      let robust = RobustHomography(pairs, tolerance: Self.tolerance, start: model, samples: 0)
    else { return nil }
    let isSought = keyframe.picture.points.map { point in
      guard let pixel = robust.homography.mapped(point.place).flatMap(lens.pixel) else { return false }
      return pixel.x > 8 && pixel.y > 8 && pixel.x < Double(picture.size.width) - 8
        && pixel.y < Double(picture.size.height) - 8
    }
    var isFound = isSought.map { _ in false }
    for (match, isInlier) in zip(fine, robust.isInlier) { isFound[match.point] = isInlier }
    return Refined(
      homography: robust, matches: fine, pairs: pairs, soughtCount: isSought.count { $0 },
      leaderCount: keyframe.leaders.count { isFound[$0] },
      soughtLeaderCount: keyframe.leaders.count { isSought[$0] })
  }

  private mutating func renewKeyframe(
    _ picture: ImagePyramid, toReference: ImageHomography
  ) throws(SurfaceError) {
    try addKeyframe(picture, in: picture.size.wholeBox, toReference: toReference)
    current = keyframes.count - 1
    last = .identity
  }

  private mutating func addKeyframe(
    _ picture: ImagePyramid, in box: ImageBox, toReference: ImageHomography
  ) throws(SurfaceError) {
    func corners(in box: ImageBox) throws(SurfaceError) -> [ImagePoint] {
      let distance = max(5, (box.area / Double(4 * Self.pointLimit)).squareRoot())
      return try picture.corners(in: box, limit: Self.pointLimit, distance: distance)
    }
    var points = try corners(in: box).compactMap { lens.followed($0) { $0 } }
    let leaders = Array(points.indices)
    if box != picture.size.wholeBox {
      points += try corners(in: picture.size.wholeBox).compactMap { lens.followed($0) { $0 } }
    }
    let first = keyframes.last.map { $0.firstPoint + $0.picture.points.count } ?? 0
    keyframes.append(
      Keyframe(
        picture: PlaneKeyframe(pyramid: picture, points: points), toReference: toReference,
        firstPoint: first, leaders: leaders, box: box))
  }
}

extension ImageSize {
  /// The box of all pixels.
  var wholeBox: ImageBox { ImageBox(x: 0, y: 0, width: Double(width), height: Double(height)) }
}
