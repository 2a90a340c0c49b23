import AirGeometry

/// An extremity of a silhouette, measured: a finger's end keeps its width for about two widths and is followed by
/// something wider, the hand.
///
/// The width at a depth is the number of cells at that distance from the outermost cell. For a strip it soon is the
/// strip's width; for a corner or a point it grows with the depth; for a disc it grows up to the disc's own size.
struct FingerEnd {
  /// Width of the finger in cells.
  let width: Double
  /// How much the width varies along the finger, as a share of it.
  let unevenness: Double
  /// How long the finger stays a finger, in widths.
  let lengthInWidths: Double
  /// How much wider it gets behind the finger.
  let widening: Double
  /// Where one would tap: some way inside the outermost point, on the middle line; on the grid.
  let point: SIMD2<Double>
  /// Cells of the finger's last two widths.
  let cells: ArraySlice<Int>
  /// Cells of the thing up to eight widths from the tip.
  let surroundings: ArraySlice<Int>

  /// From the outermost point to where one taps, in widths: where people mark the nail's centre.
  private static let setback = 0.38
  /// In cells: what is narrower is noise.
  private static let narrowest = 2.5
  /// So far behind the tip, in the widths of the widest finger, a thing is measured.
  private static let reach = 6.0

  /// Measures the extremity at `tip`; nil when no width is kept there.
  init?(tip: Int, of thing: Silhouettes.Thing, in silhouettes: Silhouettes, widest: Double) {
    let reach = Int(Self.reach * widest)
    let ways = silhouettes.ways(from: [tip], in: thing, limit: Int32(5 * reach))
    var widths = [Double](repeating: 0, count: reach + 2)
    for cell in ways.cells {
      // In shares, since lengths of 5 and 7 do not fall evenly on whole cells.
      let depth = Double(ways.lengths[cell]) / 5
      let whole = Int(depth)
      widths[whole] += 1 - (depth - Double(whole))
      widths[whole + 1] += depth - Double(whole)
    }
    guard let (width, unevenness) = Self.keptWidth(widths, widest: widest) else { return nil }
    self.width = width
    self.unevenness = unevenness
    let kept = 0.5 * width...1.45 * width
    let end = widths.indices.dropFirst(Int(width)).first { !kept.contains(widths[$0]) }
    lengthInWidths = Double(end ?? reach) / width
    let behind = widths[min(Int(2 * width), reach)...min(Int(12 * width), reach)]
    // The third largest, since one or two may be an accident.
    widening = (behind.sorted().dropLast(2).last ?? 0) / width

    func cells(upTo depth: Double) -> ArraySlice<Int> {
      ways.cells.prefix { Double(ways.lengths[$0]) <= 5 * depth }
    }
    let near = cells(upTo: width)
    self.cells = cells(upTo: 2 * width)
    surroundings = cells(upTo: 8 * width)
    let far = self.cells.dropFirst(near.count)
    guard !far.isEmpty else { return nil }
    let center = Self.center(of: near, silhouettes)
    let along = center - Self.center(of: far, silhouettes)
    let length = (along * along).sum().squareRoot()
    guard length > 0 else { return nil }
    let axis = along / length
    let outermost = near.reduce(0.0) { outermost, cell in
      max(outermost, ((Self.place(of: cell, silhouettes) - center) * axis).sum())
    }
    // Half a cell from the outermost cell's centre to its edge.
    point = center + axis * (outermost + 0.5 - Self.setback * width)
  }

  private static func place(of cell: Int, _ silhouettes: Silhouettes) -> SIMD2<Double> {
    let (x, y) = silhouettes.place(of: cell)
    return SIMD2(Double(x), Double(y))
  }

  private static func center(of cells: ArraySlice<Int>, _ silhouettes: Silhouettes) -> SIMD2<Double> {
    cells.reduce(SIMD2<Double>.zero) { $0 + place(of: $1, silhouettes) } / Double(cells.count)
  }

  /// The width that is kept best over the depths from 0.7 to 2 times itself.
  private static func keptWidth(_ widths: [Double], widest: Double) -> (width: Double, unevenness: Double)? {
    var best: (width: Double, unevenness: Double)?
    for width in stride(from: narrowest, through: widest, by: 0.5) {
      let kept = widths[Int((0.7 * width).rounded())...Int((2 * width).rounded())]
      let mean = kept.reduce(0, +) / Double(kept.count)
      guard abs(mean - width) <= 0.12 * width + 0.25 else { continue }
      let variance = kept.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(kept.count)
      let unevenness = variance.squareRoot() / mean
      if unevenness < best?.unevenness ?? .infinity { best = (mean, unevenness) }
    }
    return best
  }
}
