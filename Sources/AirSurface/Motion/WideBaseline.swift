import AirGeometry
import CVision
import Glibc

/// Relates two pictures of a plane that were taken from quite different places, nothing being known of the way between.
///
/// A pattern that repeats itself looks the same in many places, so alike features alone decide nothing. Each alike pair
/// is a guess of how one place is turned and stretched; the guesses that others support are aligned by their
/// brightness, and grown from there over the whole plane. The guess that explains most of the plane's points wins:
/// one that is off by a period of the pattern fails at the pattern's rim and wherever the plane has a mark.
struct WideBaseline {
  /// The lens of both pictures.
  let lens: PictureLens

  /// How many features are described in each picture.
  private let featureLimit: Int32 = 1500
  /// How many of the second picture's features each of the first one's is compared with.
  private let neighbours: Int32 = 5
  /// How many guesses are grown.
  private let guessLimit = 120

  /// Searches for the map between ideal pixels that explains most of a keyframe's points.
  ///
  /// - Parameters:
  ///   - keyframe: the first picture; its points' places are ideal pixels.
  ///   - indices: the points that are to be explained.
  ///   - box: the part of the first picture in which features are described.
  ///   - picture: the second picture.
  /// - Returns: nil when no guess explains a fifth of the points.
  func search(
    from keyframe: PlaneKeyframe, _ indices: [Int], in box: ImageBox, to picture: ImagePyramid
  ) throws(SurfaceError) -> ImageHomography? {
    var best: ImageHomography?
    var mostInliers = max(indices.count / 5, 11)
    for guess in try guesses(keyframe.pyramid, box, picture) {
      guard let answer = try grown(guess, keyframe, indices, picture) else { continue }
      if answer.inlierCount > mostInliers { (best, mostInliers) = (answer.homography, answer.inlierCount) }
      if Double(answer.inlierCount) > 0.75 * Double(indices.count) { break }
    }
    return best
  }

  private func guesses(
    _ first: ImagePyramid, _ box: ImageBox, _ second: ImagePyramid
  ) throws(SurfaceError) -> [airvision_likeness] {
    let capacity = featureLimit * neighbours
    var pairs = [airvision_likeness](repeating: airvision_likeness(), count: Int(capacity))
    var count: Int32 = 0
    try first.withBorrowed(second) {
      airvision_find_likenesses(
        $0.finest, box.wholePixels, $1.finest, featureLimit, neighbours, capacity, &pairs, &count)
    }
    pairs = Array(pairs.prefix(Int(count)))
    let votes = pairs.map { Self.votes(for: $0, pairs) }
    let order = pairs.indices.sorted { (votes[$0], $1) > (votes[$1], $0) }
    var chosen: [airvision_likeness] = []
    for index in order where chosen.count < guessLimit {
      let isNew = !chosen.contains { $0.isAlike(pairs[index]) }
      if isNew { chosen.append(pairs[index]) }
    }
    return chosen
  }

  /// How many features near a guess's own have a counterpart where the guess puts them. The more alike a counterpart
  /// is, the more it counts: at the rim of a repeating pattern only the right one is the most alike.
  private static func votes(for guess: airvision_likeness, _ pairs: [airvision_likeness]) -> Double {
    let map = Similarity(guess)
    var votes = 0.0
    var (voter, rank, hasVoted) = (SIMD2(Double.infinity, .infinity), 0.0, false)
    for pair in pairs {
      let from = SIMD2(pair.first_x, pair.first_y)
      // The counterparts of one feature follow each other, the most alike first; it has one vote.
      if from == voter { rank += 1 } else { (voter, rank, hasVoted) = (from, 0, false) }
      let distance = length(from - map.from)
      guard !hasVoted, distance < 250 else { continue }
      let miss = length(map(from) - SIMD2(pair.second_x, pair.second_y))
      if miss < (4 + 0.15 * distance) * map.scale {
        votes += 1 / (1 + rank)
        hasVoted = true
      }
    }
    return votes
  }

  /// Grows a guess over the plane.
  private func grown(
    _ guess: airvision_likeness, _ keyframe: PlaneKeyframe, _ indices: [Int], _ picture: ImagePyramid
  ) throws(SurfaceError) -> RobustHomography? {
    let map = Similarity(guess)
    var patch = [
      airvision_patch(
        x: map.from.x, y: map.from.y, warp: (map.cosine, -map.sine, map.sine, map.cosine), seen_x: map.onto.x,
        seen_y: map.onto.y, correlation: -1, return_error: 0)
    ]
    let alignment = airvision_patch_alignment(
      half_size: 14, coarsest_level: 1, finest_level: 0, refines_warp: 1, goes_back: 0)
    try keyframe.pyramid.align(&patch, to: picture, alignment)
    guard patch[0].correlation > 0.75, var model = ImageHomography(patch[0], lens) else { return nil }
    let middle = map.from
    let byDistance = indices.map { index in
      let pixel = keyframe.points[index].pixel
      return (index: index, distance: length(SIMD2(pixel.x, pixel.y) - middle))
    }.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    let furthest = byDistance.last?.distance ?? 0
    var radius = 50.0
    var search = PlaneKeyframe.Search(coarsestLevel: 1, finestLevel: 0)
    search.leastCorrelation = 0.7
    while true {
      let near = byDistance.prefix { $0.distance <= radius }.map(\.index)
      let current = model
      let matches = try keyframe.matches(of: near, in: picture, search) { place in
        current.mapped(place).flatMap(lens.pixel)
      }
      let isLast = radius >= furthest
      if matches.count >= 12 || isLast {
        let pairs = keyframe.pairs(matches, lens)
        guard pairs.count == matches.count,
          let robust = RobustHomography(pairs, tolerance: 2 + 0.01 * radius, start: model)
        else { return nil }
        if isLast { return robust }
        guard robust.inlierCount * 2 > near.count / 2 else { return nil }
        model = robust.homography
      }
      radius *= 1.5
    }
  }
}

extension PlaneKeyframe {
  /// Matches as pairs of places on the plane and ideal pixels of the other picture.
  func pairs(_ matches: [FollowedMatch], _ lens: PictureLens) -> [PlanePair] {
    matches.compactMap { match in
      lens.ideal(match.pixel).map { PlanePair(first: points[match.point].place, second: $0) }
    }
  }
}

/// A turn, a scale and a shift.
private struct Similarity {
  let from: SIMD2<Double>
  let onto: SIMD2<Double>
  let cosine: Double
  let sine: Double
  let scale: Double

  init(_ pair: airvision_likeness) {
    from = SIMD2(pair.first_x, pair.first_y)
    onto = SIMD2(pair.second_x, pair.second_y)
    scale = pair.scale
    cosine = pair.scale * cos(pair.turn)
    sine = pair.scale * sin(pair.turn)
  }

  func callAsFunction(_ p: SIMD2<Double>) -> SIMD2<Double> {
    let d = p - from
    return onto + SIMD2(cosine * d.x - sine * d.y, sine * d.x + cosine * d.y)
  }
}

extension airvision_likeness {
  /// True when two guesses would grow into the same map.
  fileprivate func isAlike(_ other: airvision_likeness) -> Bool {
    guard abs(remainder(turn - other.turn, 2 * .pi)) < 0.2, abs(log(scale / other.scale)) < 0.3 else {
      return false
    }
    let reach = length(SIMD2(first_x - other.first_x, first_y - other.first_y))
    let miss = length(
      Similarity(self)(SIMD2(other.first_x, other.first_y)) - SIMD2(other.second_x, other.second_y))
    return miss < 5 + 0.08 * reach
  }
}

extension ImageHomography {
  /// The map that a patch's place and warp make, between ideal pixels.
  fileprivate init?(_ patch: airvision_patch, _ lens: PictureLens) {
    let reach = 10.0
    let offsets = [SIMD2(-reach, -reach), SIMD2(reach, -reach), SIMD2(reach, reach), SIMD2(-reach, reach)]
    let pairs = offsets.compactMap { offset -> PlanePair? in
      let w = patch.warp
      let seen = ImagePoint(
        x: patch.seen_x + w.0 * offset.x + w.1 * offset.y, y: patch.seen_y + w.2 * offset.x + w.3 * offset.y)
      guard let first = lens.ideal(ImagePoint(x: patch.x + offset.x, y: patch.y + offset.y)),
        let second = lens.ideal(seen)
      else { return nil }
      return PlanePair(first: first, second: second)
    }
    guard pairs.count == 4 else { return nil }
    self.init(fitting: pairs, weights: [1, 1, 1, 1])
  }
}

extension airvision_pyramid {
  fileprivate var finest: airvision_image {
    airvision_image(
      data: levels, width: width, height: height, channels: 1, bytes_per_row: Int(width))
  }
}
