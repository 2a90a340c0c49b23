/// The regions of a relief's levels, nested in one another and brought to edges that meet at their ends only.
///
/// The boundaries of n nested regions, each of weight one, make the winding number of a place the number of regions
/// that it is in. So whatever rounding does to one boundary or another, the places of winding number k and more lie in
/// those of k − 1 and more, and a relief over them never overhangs.
///
/// What rises and what sinks is arranged together, so that both have the same points on their common rim: the levels
/// that sink count in the upper half of the winding numbers.
struct ReliefArrangement {
  /// The levels of one side of a relief.
  struct Side {
    /// The boundaries of its regions.
    let graph: PlanarGraph
    /// The winding number above each edge: the number of the highest level there, 0 outside of all.
    let windingAbove: [Int32]
  }

  /// The side that rises.
  let rising: Side
  /// The side that sinks, the first rising region being its first too.
  let sinking: Side

  private static let sinkingWeight: Int32 = 1 << 16
  private static let firstNotch: Int32 = 8
  private static let largestRoundCount = 12

  /// Arranges regions, each of which should lie in the one before; what does not is left out.
  ///
  /// Where a region touches itself in a point, that point would be a line with four walls: it and the regions in it
  /// are notched there by some micrometres, or every other time filled, and all is arranged again.
  ///
  /// - Parameters:
  ///   - rising: regions that rise.
  ///   - sinking: regions that sink, in the first one that rises.
  /// - Throws: `ExtrusionError.outlineNotResolved`.
  init(rising: [Outline], sinking: [Outline]) throws(ExtrusionError) {
    var layers: [Layer] = []
    for (index, region) in rising.enumerated() {
      let weight = index == 0 ? 1 + Self.sinkingWeight : 1
      layers.append(
        Layer(weight: weight, levels: Levels(rising: index + 1, sinking: index == 0 ? 1 : 0), region))
    }
    for (index, region) in sinking.enumerated() {
      layers.append(
        Layer(weight: Self.sinkingWeight, levels: Levels(rising: 0, sinking: index + 2), region))
    }
    var notch = Self.firstNotch
    for round in 0..<Self.largestRoundCount {
      let graph = PlanarGraph(SnapRounding.pieces(of: layers.flatMap(\.edges)))
      let windingAbove = WindingSweep.windingsAbove(of: graph)
      let touching = Self.touchingPoints(graph, windingAbove)
      if touching.isEmpty {
        self.rising = Self.side(graph, windingAbove) { Levels(of: $0).rising }
        self.sinking = Self.side(graph, windingAbove) { Levels(of: $0).sinking }
        return
      }
      for index in layers.indices {
        layers[index].part(graph, windingAbove, touching, notch, fills: round % 2 == 1)
      }
      notch *= 2
    }
    throw .outlineNotResolved(rounds: Self.largestRoundCount)
  }

  /// How many regions of each side a place is in; of a layer, the number of the region, or 0 where it is none of that
  /// side.
  private struct Levels {
    var rising: Int
    var sinking: Int

    init(rising: Int, sinking: Int) { (self.rising, self.sinking) = (rising, sinking) }

    init(of winding: Int32) {
      let sinking = (winding + sinkingWeight / 2) >> 16
      // Both sides have one rim, wherever rounding has left a sliver of a higher level outside of the first.
      let rising = max(0, Int(winding - sinking * sinkingWeight))
      self.init(rising: rising, sinking: rising > 0 ? max(1, Int(sinking)) : 0)
    }

    /// Whether a place in so many regions is in the region of this number.
    func contains(_ place: Levels) -> Bool {
      (rising == 0 || place.rising >= rising) && (sinking == 0 || place.sinking >= sinking)
    }
  }

  private struct Touch {
    var point: LatticePoint
    var levels: Levels
  }

  private struct Layer {
    let weight: Int32
    let levels: Levels
    var edges: [WeightedEdge]

    init(weight: Int32, levels: Levels, _ region: Outline) {
      (self.weight, self.levels) = (weight, levels)
      edges = region.edges(weight: weight)
    }

    /// Takes over the boundary as it is arranged, notched where this region or one around it touches itself.
    mutating func part(
      _ graph: PlanarGraph, _ windingAbove: [Int32], _ touching: [Touch], _ notch: Int32, fills: Bool
    ) {
      var boundary = graph.edges(windingAbove) { levels.contains(Levels(of: $0)) ? 1 : 0 }
      let notched = touching.filter { fills ? isFilled(at: $0.levels) : isCut(at: $0.levels) }
      if !notched.isEmpty {
        for touch in notched {
          OutlineRings.appendNotch(at: touch.point, size: notch, isFilled: fills, to: &boundary)
        }
        boundary = WindingSweep.boundary(of: boundary)
      }
      edges = boundary.map { WeightedEdge(start: $0.start, end: $0.end, weight: $0.weight * weight) }
    }

    /// Whether a square that is taken out of regions of these numbers is taken out of this one, which lies in them.
    private func isCut(at touch: Levels) -> Bool {
      (touch.rising > 0 && touch.rising <= levels.rising) || touch.rising == 1 || touch.sinking == 1
        || (touch.sinking > 0 && touch.sinking <= levels.sinking)
    }

    /// Whether a square that is filled in regions of these numbers is filled in this one, in which they lie.
    private func isFilled(at touch: Levels) -> Bool {
      (levels.rising > 0 && levels.rising <= touch.rising)
        || (levels.sinking > 0 && levels.sinking <= touch.sinking)
    }
  }

  /// The points that the boundary of a region passes more than once.
  private static func touchingPoints(_ graph: PlanarGraph, _ windingAbove: [Int32]) -> [Touch] {
    var degree = [Int32](repeating: 0, count: graph.points.count)
    for edge in graph.edges {
      degree[Int(edge.low)] += 1
      degree[Int(edge.high)] += 1
    }
    // Two edges, or three, bound no region twice.
    var edges: [Int: [Int]] = [:]
    for (index, edge) in graph.edges.enumerated() {
      for end in [Int(edge.low), Int(edge.high)] where degree[end] > 3 {
        edges[end, default: []].append(index)
      }
    }
    return edges.keys.sorted().compactMap { point in
      let sides = (edges[point] ?? []).map { index in
        (
          Levels(of: windingAbove[index]), Levels(of: windingAbove[index] - graph.edges[index].weight)
        )
      }
      let rising = lowestPassedTwice(sides.map { ($0.0.rising, $0.1.rising) })
      let sinking = lowestPassedTwice(sides.map { ($0.0.sinking, $0.1.sinking) })
      if rising == 0, sinking == 0 { return nil }
      return Touch(point: graph.points[point], levels: Levels(rising: rising, sinking: sinking))
    }
  }

  /// The lowest level whose boundary more than two of a point's edges belong to; 0 when there is none.
  private static func lowestPassedTwice(_ sides: [(Int, Int)]) -> Int {
    let highest = sides.reduce(0) { max($0, $1.0, $1.1) }
    if highest < 1 { return 0 }
    return (1...highest).first { level in
      sides.filter { ($0.0 >= level) != ($0.1 >= level) }.count > 2
    } ?? 0
  }

  /// The edges at which the level of one side changes.
  private static func side(
    _ graph: PlanarGraph, _ windingAbove: [Int32], _ level: (Int32) -> Int
  ) -> Side {
    let side = PlanarGraph(graph.edges(windingAbove) { Int32(level($0)) })
    return Side(graph: side, windingAbove: WindingSweep.windingsAbove(of: side))
  }
}
