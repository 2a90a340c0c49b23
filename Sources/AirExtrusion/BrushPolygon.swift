import Glibc

/// Traces the outline of a round pen drawn along a path: one closed polygon that turns counter-clockwise.
///
/// The polygon is the sum of a strip for each half of each segment and a sector for each outer bend and each end, all
/// counter-clockwise, so that its winding number is positive just where the pen has been, however often the path
/// crosses or covers itself. Lengths are in lattice steps.
struct BrushPolygon {
  /// The pen's circle.
  let circle: BrushCircle
  var radius: Double { circle.radius }
  private var points: [LatticePoint] = []

  init(radius: Double, arcTolerance: Double) {
    circle = BrushCircle(radius: radius, tolerance: arcTolerance)
  }

  /// Appends the outline of `path` to `edges`; a path of one point gives a disc.
  ///
  /// - Parameters:
  ///   - startsRound: false for a path cut off at its start, where the pen's round end is of no matter.
  ///   - endsRound: the same at its end.
  mutating func trace(
    _ path: [SIMD2<Double>], startsRound: Bool = true, endsRound: Bool = true,
    into edges: inout [WeightedEdge]
  ) {
    points.removeAll(keepingCapacity: true)
    if path.count < 2 {
      if let centre = path.first { circle.trace(around: centre, into: &points) }
    } else {
      traceBothSides(Spine(path), startsRound: startsRound, endsRound: endsRound)
    }
    close(into: &edges)
  }

  /// Calls `body` with the outlines of short stretches of `path`, which together are the outline of the whole: they
  /// meet in flat ends in the middle of segments, at equal points, so that the ends cancel when summed.
  mutating func traceInParts(
    _ path: [SIMD2<Double>], segmentsPerPart: Int, _ body: ([WeightedEdge]) -> Void
  ) {
    let spine = Spine(path)
    var first = 0
    while first < path.count {
      let last = min(first + segmentsPerPart, path.count) - 1
      var edges: [WeightedEdge] = []
      points.removeAll(keepingCapacity: true)
      if path.count < 2 {
        circle.trace(around: path[0], into: &points)
      } else {
        traceBothSides(
          spine.part(first...last), startsRound: first == 0, endsRound: last == path.count - 1)
      }
      close(into: &edges)
      body(edges)
      first = last + 1
    }
  }

  /// A path with the unit directions and the lengths of its segments.
  private struct Spine {
    var path: [SIMD2<Double>]
    var directions: [SIMD2<Double>]
    var lengths: [Double]

    init(_ path: [SIMD2<Double>]) {
      self.path = path
      lengths = zip(path, path.dropFirst()).map { BrushPolygon.length($1 - $0) }
      directions = zip(zip(path, path.dropFirst()), lengths).map { ($0.1 - $0.0) / $1 }
    }

    private init(_ path: [SIMD2<Double>], _ directions: [SIMD2<Double>], _ lengths: [Double]) {
      (self.path, self.directions, self.lengths) = (path, directions, lengths)
    }

    var reversed: Spine { Spine(path.reversed(), directions.reversed().map { -$0 }, lengths.reversed()) }

    /// The stretch around some of the points, from the middle of the segment before to that of the segment after.
    /// Directions are kept bit for bit, so that neighbouring stretches end in equal points.
    func part(_ range: ClosedRange<Int>) -> Spine {
      var part = Spine(
        Array(path[range]), Array(directions[range.lowerBound..<range.upperBound]),
        Array(lengths[range.lowerBound..<range.upperBound]))
      if range.lowerBound > 0 {
        let segment = range.lowerBound - 1
        part.path.insert((path[segment] + path[segment + 1]) / 2, at: 0)
        part.directions.insert(directions[segment], at: 0)
        part.lengths.insert(lengths[segment] / 2, at: 0)
      }
      if range.upperBound < path.count - 1 {
        let segment = range.upperBound
        part.path.append((path[segment] + path[segment + 1]) / 2)
        part.directions.append(directions[segment])
        part.lengths.append(lengths[segment] / 2)
      }
      return part
    }
  }

  private func close(into edges: inout [WeightedEdge]) {
    guard var last = points.last else { return }
    for point in points where point != last {
      edges.append(WeightedEdge(start: last, end: point, weight: 1))
      last = point
    }
  }

  private mutating func traceBothSides(_ spine: Spine, startsRound: Bool, endsRound: Bool) {
    traceRightSide(spine, endsRound: endsRound)
    traceRightSide(spine.reversed, endsRound: startsRound)
  }

  /// The right side from the first to the last point, and the half circle around the last one or its diameter.
  private mutating func traceRightSide(_ spine: Spine, endsRound: Bool) {
    let (path, directions, lengths) = (spine.path, spine.directions, spine.lengths)
    for index in 1..<path.count - 1 {
      let (centre, before, after) = (path[index], directions[index - 1], directions[index])
      let (sine, cosine) = (Self.cross(before, after), (before * after).sum())
      let (from, to) = (SIMD2(before.y, -before.x), SIMD2(after.y, -after.x))
      if sine > 0 || (sine == 0 && cosine < 0) {
        circle.traceArc(around: centre, from: from, to: to, angle: atan2(abs(sine), cosine), into: &points)
      } else if cosine > 0, -2 * radius * sine <= min(lengths[index - 1], lengths[index]) {
        // The sides meet within the nearer half of each segment: what the sides' ends beyond would enclose is
        // covered by both strips.
        append(centre + (from + to) * (radius / (1 + cosine)))
      } else {
        append(centre + from * radius)
        append(centre)
        append(centre + to * radius)
      }
    }
    let direction = directions[directions.count - 1]
    let side = SIMD2(direction.y, -direction.x)
    let end = path[path.count - 1]
    if endsRound {
      circle.traceArc(around: end, from: side, to: -side, angle: .pi, into: &points)
    } else {
      append(end + side * radius)
      append(end - side * radius)
    }
  }

  private mutating func append(_ point: SIMD2<Double>) {
    points.append(LatticePoint(rounding: point))
  }

  private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
  private static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
}
