import Glibc

/// Draws parts of an outline anew from the strokes' own points, where leaving out points and the corners of arcs have
/// moved it by more than the tolerance.
///
/// Each side is within the tolerance of the true one, but where two run towards each other almost in parallel, the
/// place where they meet is off by many times that. There the true distances to the path say how far, and a patch of
/// the plane takes what a finer pen draws in place of the outline.
struct OutlinePatches {
  /// A stroke's points as they were drawn, and its pen, in lattice steps.
  struct Source {
    var points: [SIMD2<Double>]
    var radius: Double
  }

  let sources: [Source]
  /// The stated tolerance in lattice steps.
  let tolerance: Double

  /// How near edges have to be, in lattice steps, to be looked at.
  var reach: Int32 { Int32(tolerance.rounded(.up)) }

  /// By how many tolerances the place where two sides meet may be off.
  private static let largestShift = 0.5
  /// How many tolerances a patch reaches along a gap at the most, besides the gap itself.
  private static let farthestReach = 50.0
  /// The finer pen's tolerance in lattice steps, about 0.5 µm: less would be lost again with the slivers.
  private static let fineTolerance = 2.0
  /// Weights of a patch and of what is drawn in it: outlines wind round a place at most once.
  private static let patchWeight: Int32 = 1 << 1
  private static let strokeWeight: Int32 = 1 << 13
  /// Numbers of patches and of the segments in them that the weights have room for. With more of them than that the
  /// rest of the outline stays as it is.
  private static let largestPatchCount = 4000
  private static let largestSegmentCount = 50_000

  /// Whether a place of a winding number made of the outline, patches and what is drawn in them is inside: in a patch
  /// only what is drawn there counts.
  static func isInside(_ winding: Int32) -> Bool {
    winding & (strokeWeight - patchWeight) != 0 ? winding >= strokeWeight : winding & 1 != 0
  }

  /// Patches, and what strokes are in them, for pairs of edges that meet in the wrong place.
  ///
  /// - Complexity: O(n log p) for n points of strokes and p pairs, and the finer outlines near the patches.
  func edges(for pairs: [FacingEdges.Pair]) -> [WeightedEdge] {
    let patches = wrongPlaces(pairs).prefix(Self.largestPatchCount)
    guard !patches.isEmpty else { return [] }
    let tree = BoxTree(
      patches.map { $0.corners.reduce(LatticeBox.none) { $0.union(.around($1, $1)) } })
    var strokes: [WeightedEdge] = []
    var segmentCount = 0
    for source in sources {
      appendNear(source, to: &strokes, &segmentCount) { a, b in
        var isNear = false
        tree.forEachItem(overlapping: .around(a, b, margin: source.radius)) { index in
          isNear = isNear || patches[index].isReached(from: a, b, radius: source.radius)
        }
        return isNear
      }
    }
    guard segmentCount <= Self.largestSegmentCount else { return [] }
    return patches.flatMap { Outline.edges(of: $0.corners, weight: Self.patchWeight) } + strokes
  }

  /// A part of the plane that is drawn anew: what is within half its width of a line, up to the line's ends.
  private struct Patch {
    let start: SIMD2<Double>
    let end: SIMD2<Double>
    let halfWidth: Double

    /// The corners in counter-clockwise order.
    var corners: [LatticePoint] {
      let along = end - start
      let across = SIMD2(-along.y, along.x) / Planar.length(along) * halfWidth
      return [start - across, end - across, end + across, start + across].map(LatticePoint.init(rounding:))
    }

    /// Whether a pen that goes from a to b may reach into it.
    func isReached(from a: SIMD2<Double>, _ b: SIMD2<Double>, radius: Double) -> Bool {
      let reach = radius + halfWidth + 2
      let (way, line) = (b - a, end - start)
      if Planar.cross(way, start - a) * Planar.cross(way, end - a) < 0,
        Planar.cross(line, a - start) * Planar.cross(line, b - start) < 0
      {
        return true
      }
      return [
        OutlinePatches.distance(start, a, b), OutlinePatches.distance(end, a, b),
        OutlinePatches.distance(a, start, end), OutlinePatches.distance(b, start, end),
      ].contains { $0 <= reach }
    }
  }

  /// The way to a place from the nearest point of a segment.
  private static func offset(
    _ place: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>
  ) -> SIMD2<Double> {
    let way = b - a
    let squared = (way * way).sum()
    let share = squared > 0 ? max(0, min(1, ((place - a) * way).sum() / squared)) : 0
    return place - (a + way * share)
  }

  /// The distance of a place from a segment.
  private static func distance(
    _ place: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>
  ) -> Double { Planar.length(offset(place, a, b)) }

  /// Appends the finer outlines of a stroke's stretches that reach into patches.
  private func appendNear(
    _ source: Source, to edges: inout [WeightedEdge], _ segmentCount: inout Int,
    where isNear: (SIMD2<Double>, SIMD2<Double>) -> Bool
  ) {
    let simplification = PathSimplification(
      tolerance: Self.fineTolerance / 2, shortestStep: Self.fineTolerance / 4)
    var brush = BrushPolygon(radius: source.radius, arcTolerance: Self.fineTolerance / 2)
    var stretch: [SIMD2<Double>] = []
    var startsRound = true
    /// Where a stretch is cut off, its next segment does not reach any patch, and so its round end does not either.
    func finish(endsRound: Bool) {
      guard !stretch.isEmpty else { return }
      let start = edges.count
      let path = simplification(stretch)
      segmentCount += path.count
      brush.trace(path, startsRound: startsRound, endsRound: endsRound, into: &edges)
      for index in start..<edges.count { edges[index].weight *= Self.strokeWeight }
      stretch.removeAll(keepingCapacity: true)
    }
    var isFirst = true
    source.forEachSegment { a, b in
      if isNear(a, b) {
        if stretch.isEmpty {
          stretch.append(a)
          startsRound = isFirst
        }
        stretch.append(b)
      } else {
        finish(endsRound: false)
      }
      isFirst = false
    }
    finish(endsRound: true)
  }

  // MARK: Places

  /// A place of a pair's channel, with what the strokes' points say of its two sides there.
  private struct Sample {
    let place: SIMD2<Double>
    let gap: Double
    /// How far each true side is outside of ours; nil while no stroke is known to make it.
    var errors: (Double?, Double?) = (nil, nil)
    var isCovered = false

    init(_ place: SIMD2<Double>, gap: Double) { (self.place, self.gap) = (place, gap) }

    /// How far apart the true sides are; nil where not both of them are there.
    var trueGap: Double? {
      guard !isCovered, let first = errors.0, let second = errors.1 else { return nil }
      return gap - first - second
    }

    /// Takes notice of a stroke's segment from `a` to `b`.
    mutating func note(
      _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ normals: (SIMD2<Double>, SIMD2<Double>), radius: Double,
      tolerance: Double
    ) {
      let facing = place + normals.0 * gap
      errors.0 = Self.greater(errors.0, error(a, b, place, normals.0, radius, tolerance))
      errors.1 = Self.greater(errors.1, error(a, b, facing, normals.1, radius, tolerance))
    }

    /// How far a segment's side is outside of a place whose outward normal is given; nil where that is no side of it.
    private mutating func error(
      _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ place: SIMD2<Double>, _ normal: SIMD2<Double>,
      _ radius: Double, _ tolerance: Double
    ) -> Double? {
      let offset = OutlinePatches.offset(place, a, b)
      let distance = Planar.length(offset)
      if distance < radius - 4 * tolerance { isCovered = true }
      guard abs(distance - radius) <= 4 * tolerance, (offset * normal).sum() > 0.8 * distance else {
        return nil
      }
      return radius - distance
    }

    private static func greater(_ a: Double?, _ b: Double?) -> Double? {
      guard let a else { return b }
      return b.map { max(a, $0) } ?? a
    }
  }

  /// A pair of edges, looked at in its tightest place and some more along its channel.
  private struct Candidate {
    /// Outward normals of the first and the second edge.
    let normals: (SIMD2<Double>, SIMD2<Double>)
    let direction: SIMD2<Double>
    let stretch: (SIMD2<Double>, SIMD2<Double>)
    var samples: [Sample] = []
    /// Around all samples and what faces them.
    private let middle: SIMD2<Double>
    private let reach: Double
    /// True where a stroke covers all of it.
    private var isCovered = false

    /// Chords of the outline stray from what they stand for most in their middles: this many places of each tell.
    private static let sampleCount = 6

    init?(_ pair: FacingEdges.Pair, tolerance: Double) {
      guard
        let channel = Channel(
          from: pair.first.start, to: pair.first.end, facing: pair.second.start, pair.second.end)
      else { return nil }
      direction = channel.direction
      let way = SIMD2<Double>(pair.second.end &- pair.second.start)
      let second = way / Planar.length(way)
      normals = (SIMD2(direction.y, -direction.x), SIMD2(second.y, -second.x))
      let (from, to) = channel.shares(within: 2 * tolerance)
      stretch = (channel.place(from), channel.place(to))
      middle = (stretch.0 + stretch.1) / 2
      reach = Planar.length((stretch.1 - stretch.0) / 2) + max(abs(channel.gap(from)), abs(channel.gap(to)))
      let tightest = channel.tightestShare
      samples.append(Sample(channel.place(tightest), gap: channel.gap(tightest)))
      for index in 0...Self.sampleCount {
        let share = from + (to - from) * Double(index) / Double(Self.sampleCount)
        samples.append(Sample(channel.place(share), gap: channel.gap(share)))
      }
    }

    var box: LatticeBox {
      samples.reduce(LatticeBox.none) { $0.union(.around($1.place, $1.place, margin: abs($1.gap))) }
    }

    mutating func note(_ a: SIMD2<Double>, _ b: SIMD2<Double>, radius: Double, tolerance: Double) {
      if isCovered { return }
      let distance = OutlinePatches.distance(middle, a, b)
      guard distance <= radius + reach + 4 * tolerance else { return }
      if distance < radius - reach - 4 * tolerance {
        isCovered = true
        return
      }
      for index in samples.indices {
        samples[index].note(a, b, normals, radius: radius, tolerance: tolerance)
      }
    }

    /// How far from where ours meet the true sides do, by their tangents; nil where neither meet or both do.
    private func shift(largest: Double) -> Double? {
      let tightest = samples[0]
      guard let first = tightest.errors.0, let second = tightest.errors.1, !tightest.isCovered else {
        return nil
      }
      guard abs(tightest.gap) < 0.5 else { return nil }
      let sine = Planar.cross(normals.0, normals.1)
      let x = (first * normals.1.y - second * normals.0.y) / sine
      let y = (second * normals.0.x - first * normals.1.x) / sine
      let distance = (x * x + y * y).squareRoot()
      // Parallel sides meet nowhere.
      return distance.isFinite ? min(largest, distance) : largest
    }

    /// The corners of a patch along the channel, where the true sides meet elsewhere than ours.
    func patch(tolerance: Double) -> Patch? {
      if isCovered { return nil }
      let farthest = OutlinePatches.farthestReach * tolerance
      let nearest = OutlinePatches.largestShift * tolerance
      var shift = shift(largest: farthest) ?? 0
      for sample in samples {
        guard let trueGap = sample.trueGap, (trueGap < 0) != (sample.gap < 0) else { continue }
        let offset = sample.place - samples[0].place
        // Near where ours meet it is the shift that tells.
        if abs(samples[0].gap) < 0.5, (offset * offset).sum() < nearest * nearest { continue }
        shift = max(shift, farthest / 2)
      }
      guard shift > nearest else { return nil }
      let along = direction * (min(farthest, 2 * shift) + 4 * tolerance)
      return Patch(start: stretch.0 - along, end: stretch.1 + along, halfWidth: 6 * tolerance)
    }
  }

  private func wrongPlaces(_ pairs: [FacingEdges.Pair]) -> [Patch] {
    var candidates = pairs.compactMap { Candidate($0, tolerance: tolerance) }
    let tree = BoxTree(candidates.map { $0.box.widened(by: 4 * reach) })
    for source in sources {
      source.forEachSegment { a, b in
        tree.forEachItem(overlapping: .around(a, b, margin: source.radius)) { index in
          candidates[index].note(a, b, radius: source.radius, tolerance: tolerance)
        }
      }
    }
    return candidates.compactMap { $0.patch(tolerance: tolerance) }
  }
}

extension OutlinePatches.Source {
  /// Calls `body` with the ends of each segment; a single point is a segment of no length.
  @inline(__always)
  func forEachSegment(_ body: (SIMD2<Double>, SIMD2<Double>) -> Void) {
    if points.count == 1 { body(points[0], points[0]) }
    for index in 1..<max(points.count, 1) { body(points[index - 1], points[index]) }
  }
}

extension LatticeBox {
  /// The box around two places with a margin.
  @inline(__always)
  static func around(_ a: SIMD2<Double>, _ b: SIMD2<Double>, margin: Double) -> LatticeBox {
    .around(
      LatticePoint(rounding: pointwiseMin(a, b) - margin), LatticePoint(rounding: pointwiseMax(a, b) + margin)
    )
  }
}
