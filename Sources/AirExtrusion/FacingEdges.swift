/// Pairs of an outline's edges that face each other across a narrow gap or a thin overlap, or meet in a sharp corner.
///
/// Where two sides run towards each other so nearly in parallel, a micrometre across moves the place where they meet by
/// many along.
struct FacingEdges {
  /// Two edges, each with the solid on its left.
  struct Pair {
    var first: (start: LatticePoint, end: LatticePoint)
    var second: (start: LatticePoint, end: LatticePoint)
  }

  /// How near edges are that count, in lattice steps.
  let reach: Int32
  private(set) var pairs: [Pair] = []

  /// The tangent of the largest angle between the edges: 40°.
  private static let largestTangent = 0.84

  init(reach: Int32) { self.reach = reach }

  /// Notes two edges that run against each other within the reach.
  @inline(__always)
  mutating func noteIfFacing(_ first: WeightedEdge, _ second: WeightedEdge) {
    let (d, e) = (first.end &- first.start, second.end &- second.start)
    let along = Int64(d.x) &* Int64(e.x) &+ Int64(d.y) &* Int64(e.y)
    guard along < 0 else { return }
    let across = Int64(d.x) &* Int64(e.y) &- Int64(d.y) &* Int64(e.x)
    guard Double(abs(across)) <= -Self.largestTangent * Double(along) else { return }
    noteIfNear(first, second)
  }

  private mutating func noteIfNear(_ first: WeightedEdge, _ second: WeightedEdge) {
    let channel = Channel(from: first.start, to: first.end, facing: second.start, second.end)
    guard let channel, channel.isNear(Double(reach)) else { return }
    pairs.append(Pair(first: (first.start, first.end), second: (second.start, second.end)))
  }
}

/// Where two edges lie across from each other: a stretch of the first, and how far the second is to its right there.
struct Channel {
  /// Unit direction of the first edge.
  let direction: SIMD2<Double>
  /// The stretch's ends.
  let near: SIMD2<Double>
  let far: SIMD2<Double>
  /// How far the second edge is at each end on the outer side of the first; negative where they overlap.
  let nearGap: Double
  let farGap: Double

  /// - Returns: nil when no part of the first lies across from the second.
  init?(from a: LatticePoint, to b: LatticePoint, facing c: LatticePoint, _ d: LatticePoint) {
    let start = SIMD2<Double>(a)
    let way = SIMD2<Double>(b &- a)
    let length = (way * way).sum().squareRoot()
    guard length > 0 else { return nil }
    let direction = way / length
    let (toC, toD) = (SIMD2<Double>(c) - start, SIMD2<Double>(d) - start)
    let (alongC, alongD) = ((toC * direction).sum(), (toD * direction).sum())
    // The second runs the other way: its end comes first.
    let (from, to) = (max(0, alongD), min(length, alongC))
    guard from <= to, alongC > alongD else { return nil }
    let right = SIMD2(direction.y, -direction.x)
    let (acrossC, acrossD) = ((toC * right).sum(), (toD * right).sum())
    let slope = (acrossC - acrossD) / (alongC - alongD)
    self.direction = direction
    near = start + direction * from
    far = start + direction * to
    nearGap = acrossD + slope * (from - alongD)
    farGap = acrossD + slope * (to - alongD)
  }

  /// Whether the edges come nearer to each other than `reach`.
  func isNear(_ reach: Double) -> Bool {
    min(abs(nearGap), abs(farGap)) <= reach || (nearGap < 0) != (farGap < 0)
  }

  /// The place at a share of the stretch.
  func place(_ share: Double) -> SIMD2<Double> { near + (far - near) * share }

  /// The gap at a share of the stretch.
  func gap(_ share: Double) -> Double { nearGap + (farGap - nearGap) * share }

  /// The shares of the stretch between which the gap is no wider than `width`.
  func shares(within width: Double) -> (Double, Double) {
    let slope = farGap - nearGap
    guard slope != 0 else { return (0, 1) }
    let shares = [(-width - nearGap) / slope, (width - nearGap) / slope].map { max(0, min(1, $0)) }
    return (min(shares[0], shares[1]), max(shares[0], shares[1]))
  }

  /// Where the gap is least: where the edges cross, if they do.
  var tightestShare: Double {
    if (nearGap < 0) != (farGap < 0) { return nearGap / (nearGap - farGap) }
    return abs(nearGap) <= abs(farGap) ? 0 : 1
  }
}
