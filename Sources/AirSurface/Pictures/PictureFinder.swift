import AirCapture
import AirGeometry

/// Finds printed pictures in the frames of a video and follows them, several at once.
///
/// A picture is found by its features, which takes a while; from then on it is followed by aligning it with each frame
/// from where it was in the last one, which is quick and does not drift, since it is always the reference that is
/// aligned. Parts under a hand do not agree and have no say.
public struct PictureFinder: Sendable {
  /// What is looked for.
  public let references: [PictureReference]
  /// The camera, where it is known.
  public let camera: CameraModel?
  /// At most so many pictures are followed at once.
  public let maximumTrackedCount: Int
  /// How often pictures that are not in view are looked for, in seconds.
  public let searchIntervalInSeconds: Double

  /// Where each followed picture was seen last: takes pixels of its largest level to pixels of the frame.
  private var places: [Int: Matrix3] = [:]
  private var nextSearchInSeconds = -Double.infinity

  /// Makes a finder.
  ///
  /// - Parameters:
  ///   - references: what is looked for.
  ///   - camera: the camera, where it is known; without one, sightings hold a homography instead of a pose.
  ///   - maximumTrackedCount: at most so many are followed at once, four by default as AR frameworks allow.
  ///   - searchIntervalInSeconds: how often missing pictures are looked for.
  public init(
    references: [PictureReference], camera: CameraModel?, maximumTrackedCount: Int = 4,
    searchIntervalInSeconds: Double = 0.5
  ) {
    self.references = references
    self.camera = camera
    self.maximumTrackedCount = max(1, maximumTrackedCount)
    self.searchIntervalInSeconds = searchIntervalInSeconds
  }

  /// Looks at a frame.
  ///
  /// - Returns: the pictures that are seen in it, in the references' order.
  /// - Throws: `SurfaceError.vision` when image processing fails.
  /// - Complexity: linear in the pixels that followed pictures cover; in all of the frame's and the number of
  ///   references while some are searched for.
  public mutating func observe(_ frame: Frame) throws(SurfaceError) -> [PictureSighting] {
    var sightings: [Int: PictureSighting] = [:]
    for (index, place) in places.sorted(by: { $0.key < $1.key }) {
      guard let found = try follow(references[index], from: place, in: frame.image) else {
        places[index] = nil
        // What was lost is looked for at once.
        nextSearchInSeconds = -.infinity
        continue
      }
      places[index] = found.place
      sightings[index] = found.sighting
    }
    let isFull = places.count >= min(maximumTrackedCount, references.count)
    if !isFull, frame.timestampInSeconds >= nextSearchInSeconds {
      nextSearchInSeconds = frame.timestampInSeconds + searchIntervalInSeconds
      for (index, found) in try search(frame.image) {
        places[index] = found.place
        sightings[index] = found.sighting
      }
    }
    return sightings.sorted { $0.key < $1.key }.map(\.value)
  }

  private struct Found {
    var place: Matrix3
    var sighting: PictureSighting
    var featureCount = 0
  }

  /// Frames are searched at no more than this size.
  private static let searchedSide = 960
  /// A homography that fewer features follow may be chance: four fix it.
  private static let leastFeatureCount = 10
  /// A picture is there when so many of its patches, and this share of those in view, agree.
  private static let leastPatchCount = 12
  private static let leastAgreement = 0.25

  /// Looks for the pictures that are not followed, those that are seen best first.
  private func search(_ image: PixelImage) throws(SurfaceError) -> [(Int, Found)] {
    let (small, reduction) = try image.reduced(toLargestSide: Self.searchedSide)
    guard let enlargement = reduction.inverse else { return [] }
    let features = try PictureFeatures(
      of: small, PictureFeatures.Options(maximumCount: 2000, contrastThreshold: 0.03))
    var found: [(Int, Found)] = []
    for index in references.indices where places[index] == nil {
      let reference = references[index]
      let matches = try reference.features.matches(with: features, largestRatio: 0.8)
      guard let fit = try MatchedHomography(matches, thresholdInPixels: 4),
        fit.inliers.count >= Self.leastFeatureCount
      else { continue }
      let start = enlargement * fit.matrix
      guard reference.isPlausible(start),
        let seen = try align(reference, from: start, in: image, largestSide: 640, coarsestLevels: [1, 2])
      else { continue }
      found.append(
        (index, Found(place: seen.place, sighting: seen.sighting, featureCount: fit.inliers.count)))
    }
    found.sort { ($1.1.featureCount, $0.0) < ($0.1.featureCount, $1.0) }
    return Array(found.prefix(maximumTrackedCount - places.count))
  }

  private func follow(
    _ reference: PictureReference, from place: Matrix3, in image: PixelImage
  ) throws(SurfaceError) -> Found? {
    try align(reference, from: place, in: image, largestSide: 240, coarsestLevels: [1, 2])
  }

  /// Aligns a picture with a frame, at the finest size up to `largestSide` that the frame does not blur.
  private func align(
    _ reference: PictureReference, from place: Matrix3, in image: PixelImage, largestSide: Int,
    coarsestLevels: [Int]
  ) throws(SurfaceError) -> Found? {
    let seenSide = reference.seenSide(place)
    let level =
      reference.levels.first {
        let side = max($0.size.width, $0.size.height)
        return side <= largestSide && Double(side) <= 1.25 * seenSide
      } ?? reference.levels.last
    guard let level, let largest = reference.levels.first else { return nil }
    let up = PixelImage.scaling(from: level.size, to: largest.size)
    let down = PixelImage.scaling(from: largest.size, to: level.size)
    for coarsest in coarsestLevels {
      var options = PictureAlignment.Options()
      options.coarsestLevel = coarsest
      options.stepCount = 3
      options.cellInPixels = 12
      options.keepsFirst = true
      options.smallestMoveInPixels = 0.05
      options.patchRadiusInPixels = 7
      guard
        let alignment = try PictureAlignment(from: level, to: image, startingAt: place * up, options),
        alignment.firstPlaces.count >= Self.leastPatchCount, alignment.agreement >= Self.leastAgreement
      else { continue }
      let refined = alignment.matrix * down
      guard reference.isPlausible(refined),
        let sighting = try PictureSighting(of: reference, level: level, alignment: alignment, camera: camera)
      else { continue }
      return Found(place: refined, sighting: sighting)
    }
    return nil
  }
}

extension PictureReference {
  /// The corners of the largest level's pixels as a homography puts them; fewer than four across the horizon.
  private func corners(_ place: Matrix3) -> [ImagePoint] {
    guard let size = levels.first?.size else { return [] }
    let (right, bottom) = (Double(size.width) - 0.5, Double(size.height) - 0.5)
    let all = [(-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom)]
    let depths = all.map { (place * SIMD3($0.0, $0.1, 1)).z }
    guard depths.allSatisfy({ $0 > 0 }) || depths.allSatisfy({ $0 < 0 }) else { return [] }
    return all.compactMap { place.imagePoint(ImagePoint(x: $0.0, y: $0.1)) }
  }

  /// True where a print could be seen so: whole, from its front, and neither a dot nor a line.
  func isPlausible(_ place: Matrix3) -> Bool {
    let corners = corners(place)
    guard corners.isConvexQuadrilateral, corners.runsClockwise else { return false }
    let sides = corners.indices.map { corners[$0].distance(to: corners[($0 + 1) % 4]) }
    guard let shortest = sides.min(), let longest = sides.max() else { return false }
    return shortest >= 12 && longest <= 40 * shortest
  }

  /// The length of the longer side as it is seen, in pixels.
  func seenSide(_ place: Matrix3) -> Double {
    let corners = corners(place)
    guard corners.count == 4 else { return 0 }
    let width = (corners[0].distance(to: corners[1]) + corners[2].distance(to: corners[3])) / 2
    let height = (corners[1].distance(to: corners[2]) + corners[3].distance(to: corners[0])) / 2
    return max(width, height)
  }
}
