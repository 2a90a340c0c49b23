import AirGeometry
import CVision

/// A point that is followed from the picture in which it was chosen.
struct FollowedPoint: Sendable {
  /// Where it is in that picture.
  var pixel: ImagePoint
  /// Where it is on the plane, in the plane coordinates of whoever follows it.
  var place: SIMD2<Double>
  /// Where the pixels left of it, right of it, above and below it are on the plane, `spread` pixels away.
  var neighbours: [SIMD2<Double>]

  /// How far away the neighbours are: about as far as a patch's corners, so that the warp fits all of it.
  static let spread = 5.0
}

/// Where a followed point is in another picture.
struct FollowedMatch: Sendable {
  /// The point's number in its keyframe.
  let point: Int
  /// Where it is seen.
  let pixel: ImagePoint
  /// How alike the patches are, -1…1.
  let correlation: Double
}

/// A picture whose points are followed in others.
struct PlaneKeyframe: Sendable {
  /// The picture.
  let pyramid: ImagePyramid
  /// Its points.
  var points: [FollowedPoint]

  /// How points are looked for.
  struct Search: Sendable {
    /// Half a patch's side in pixels.
    var halfSize = 7
    /// The coarsest and the finest level of the pyramid.
    var coarsestLevel: Int
    var finestLevel: Int
    /// Patches that are less alike are not believed.
    var leastCorrelation = 0.75
    /// The way back must end within so many pixels (of the finest level); nil when it is not gone.
    var largestReturnError: Double?

    /// For points that may have moved by a tenth of the picture.
    static func coarse(_ levels: Int) -> Search {
      Search(coarsestLevel: max(levels - 1, 1), finestLevel: min(levels - 1, 1), leastCorrelation: 0.6)
    }
    /// For points whose place is known to a few pixels.
    static let fine = Search(coarsestLevel: 1, finestLevel: 0, largestReturnError: 0.4)
  }

  /// Finds points again in another picture.
  ///
  /// - Parameters:
  ///   - indices: the points that are looked for.
  ///   - picture: the other picture.
  ///   - search: how they are looked for.
  ///   - project: where a place of the plane is expected to be seen in the other picture.
  /// - Complexity: linear in the number of points.
  func matches(
    of indices: [Int], in picture: ImagePyramid, _ search: Search,
    project: (SIMD2<Double>) -> ImagePoint?
  ) throws(SurfaceError) -> [FollowedMatch] {
    var patches: [airvision_patch] = []
    var numbers: [Int] = []
    let whole = picture.size.wholeBox
    for index in indices {
      let point = points[index]
      guard let middle = project(point.place), whole.contains(middle, margin: 2) else { continue }
      let around = point.neighbours.compactMap(project)
      guard around.count == 4 else { continue }
      let reach = 2 * FollowedPoint.spread
      patches.append(
        airvision_patch(
          x: point.pixel.x, y: point.pixel.y,
          warp: (
            (around[1].x - around[0].x) / reach, (around[3].x - around[2].x) / reach,
            (around[1].y - around[0].y) / reach, (around[3].y - around[2].y) / reach
          ), seen_x: middle.x, seen_y: middle.y, correlation: -1, return_error: 0))
      numbers.append(index)
    }
    let alignment = airvision_patch_alignment(
      half_size: Int32(search.halfSize), coarsest_level: Int32(search.coarsestLevel),
      finest_level: Int32(search.finestLevel), refines_warp: 0,
      goes_back: search.largestReturnError == nil ? 0 : 1)
    try pyramid.align(&patches, to: picture, alignment)
    return zip(numbers, patches).compactMap { number, patch in
      guard patch.correlation >= search.leastCorrelation,
        patch.return_error <= search.largestReturnError ?? .infinity
      else { return nil }
      return FollowedMatch(
        point: number, pixel: ImagePoint(x: patch.seen_x, y: patch.seen_y), correlation: patch.correlation)
    }
  }
}

extension ImagePyramid {
  /// Aligns patches of this picture to another one.
  func align(
    _ patches: inout [airvision_patch], to other: ImagePyramid, _ alignment: airvision_patch_alignment
  ) throws(SurfaceError) {
    guard !patches.isEmpty else { return }
    var aligned = patches
    let count = Int32(patches.count)
    try withBorrowed(other) { airvision_align_patches($0, $1, alignment, &aligned, count) }
    patches = aligned
  }
}

extension [Int] {
  /// At most `limit` of the numbers, spread evenly: the strongest corners alone may all lie on the hand.
  func everyFew(upTo limit: Int) -> [Int] {
    let step = (count + limit - 1) / limit
    return step <= 1 ? self : stride(from: 0, to: count, by: step).map { self[$0] }
  }
}
