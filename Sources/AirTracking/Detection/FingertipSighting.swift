import AirGeometry

/// What looks most like a fingertip in one picture.
struct FingertipSighting {
  /// Where one would tap.
  let point: ImagePoint
  /// Width of the finger.
  let widthInPixels: Double
  /// How much it looks like a finger that ends a moving hand, 0…1.
  let likeness: Double
  /// When it was seen.
  let timestampInSeconds: Double

  /// A finger is at most this share of the picture's shorter side wide.
  private static let widestShare = 0.11
  /// So many things, and so many extremities of each, are measured at most.
  private static let thingCount = 2
  private static let endCount = 3

  /// Measures the extremities of the things that come in over the border; nil when none is like a fingertip.
  init?(
    _ silhouettes: Silhouettes, in picture: ReducedPicture, _ comparison: SceneBackground.Comparison,
    at time: Double
  ) {
    let grid = silhouettes.grid
    let widest = Self.widestShare * Double(min(grid.width, grid.height))
    var ends: [(end: FingerEnd, likeness: Double)] = []
    for thing in silhouettes.things.prefix(Self.thingCount) {
      let ways = silhouettes.ways(from: thing.entry, in: thing)
      guard let farthest = ways.cells.last else { continue }
      for tip in Self.extremities(of: ways, in: silhouettes, apart: widest) {
        guard let end = FingerEnd(tip: tip, of: thing, in: silhouettes, widest: widest) else { continue }
        let likeness =
          Self.likeness(of: end, grid)
          * Self.rise(Double(ways.lengths[tip]) / Double(ways.lengths[farthest]), from: 0.5, to: 0.9)
          * Self.activity(of: end, thing, silhouettes, picture, comparison)
        ends.append((end, likeness))
      }
    }
    ends.sort { $0.likeness > $1.likeness }
    guard let best = ends.first else { return nil }
    // With several fingers stretched out nobody knows which one draws.
    let second = ends.dropFirst().first?.likeness ?? 0
    point = grid.imagePoint(x: best.end.point.x, y: best.end.point.y)
    widthInPixels = best.end.width * grid.cellSide
    likeness = best.likeness * (1 - 0.5 * second)
    timestampInSeconds = time
  }

  /// Cells from which every way leads back, the farthest first, at least `apart` cells from each other.
  private static func extremities(
    of ways: Silhouettes.Ways, in silhouettes: Silhouettes, apart: Double
  ) -> [Int] {
    guard let farthest = ways.cells.last else { return [] }
    var result: [Int] = []
    for cell in ways.cells.reversed() {
      guard result.count < endCount, ways.lengths[cell] > ways.lengths[farthest] / 2 else { break }
      guard silhouettes.isExtremity(cell, ways) else { continue }
      let (x, y) = silhouettes.place(of: cell)
      let isNear = result.contains { other in
        let (otherX, otherY) = silhouettes.place(of: other)
        let (dx, dy) = (Double(x - otherX), Double(y - otherY))
        return dx * dx + dy * dy < apart * apart
      }
      if !isNear { result.append(cell) }
    }
    return result
  }

  /// How much an extremity's measures are a finger's, 0…1.
  private static func likeness(of end: FingerEnd, _ grid: ReducedPicture.Grid) -> Double {
    let toBorder = min(
      end.point.x, end.point.y, Double(grid.width - 1) - end.point.x, Double(grid.height - 1) - end.point.y)
    return rise(end.unevenness, from: 0.22, to: 0.1) * rise(end.lengthInWidths, from: 1.6, to: 2.1)
      * rise(end.widening, from: 1.3, to: 2) * rise(end.width, from: 2.5, to: 4.5)
      // What the border cuts off ends there, and is no tip.
      * rise(toBorder / end.width, from: 0.6, to: 1)
  }

  /// How much an extremity is part of a moving thing, the one thing that moves, and has skin, 0…1.
  private static func activity(
    of end: FingerEnd, _ thing: Silhouettes.Thing, _ silhouettes: Silhouettes, _ picture: ReducedPicture,
    _ comparison: SceneBackground.Comparison
  ) -> Double {
    func share(of cells: ArraySlice<Int>, _ isCounted: (Int) -> Bool) -> Double {
      Double(cells.count { isCounted(silhouettes.gridIndex(of: $0)) }) / Double(max(cells.count, 1))
    }
    let moving = share(of: end.cells) { comparison.changes[$0] == .other }
    let belief = rise(moving, from: -0.4, to: 0.5) * rise(thing.shareOfChange, from: 0.3, to: 0.6)
    guard picture.isColored else { return belief }
    let skin = share(of: end.cells) { MovingColors.isSkin(picture.colors[$0]) }
    let skinAround = share(of: end.surroundings) { MovingColors.isSkin(picture.colors[$0]) }
    // Skin is a hint and no condition: a pen has none, a glove has none, and some light hides it.
    return belief * rise(skin, from: -2, to: 0.5) * rise(skinAround, from: -1.2, to: 0.4)
  }

  /// 0 at `low`, 1 at `high`, in between in proportion.
  private static func rise(_ value: Double, from low: Double, to high: Double) -> Double {
    min(max((value - low) / (high - low), 0), 1)
  }
}
