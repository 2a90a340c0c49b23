import AirGeometry

/// Measures dark circles: the centroid and the area of each, to some hundredths of a pixel.
struct CircleCentroids {
  let grey: GreyPicture
  /// The distance of neighbouring circles in pixels.
  let spacing: Double

  /// A circle's centroid and how many pixels it covers; nil where there is none.
  ///
  /// Each pixel counts by how dark it is between the circle and the paper around it, so the edge's pixels count as far as
  /// they are covered.
  func circle(near start: ImagePoint) -> (centroid: ImagePoint, area: Double)? {
    var centre = start
    // Circles touch each other at half the spacing; those of an asymmetric grid are nearest diagonally.
    let reach = 0.5 * spacing
    guard reach >= 3 else { return nil }
    for _ in 0..<6 {
      guard let sums = sums(around: centre, reach: reach) else { return nil }
      let moved = centre.distance(to: sums.centroid)
      centre = sums.centroid
      guard centre.distance(to: start) < 0.3 * spacing else { return nil }
      if moved < 1e-3 { return sums }
    }
    return sums(around: centre, reach: reach)
  }

  private func sums(around centre: ImagePoint, reach: Double) -> (centroid: ImagePoint, area: Double)? {
    let columns = Int((centre.x - reach).rounded(.down))...Int((centre.x + reach).rounded(.up))
    let rows = Int((centre.y - reach).rounded(.down))...Int((centre.y + reach).rounded(.up))
    guard columns.lowerBound >= 0, rows.lowerBound >= 0, columns.upperBound < grey.size.width,
      rows.upperBound < grey.size.height
    else { return nil }
    var values: [(x: Double, y: Double, grey: Double)] = []
    for y in rows {
      for x in columns {
        let (dx, dy) = (Double(x) - centre.x, Double(y) - centre.y)
        guard dx * dx + dy * dy <= reach * reach else { continue }
        values.append((dx, dy, Double(grey.bytes[y * grey.size.width + x])))
      }
    }
    let sorted = values.map(\.grey).sorted()
    guard sorted.count > 20 else { return nil }
    let dark = sorted[sorted.count / 20]
    let bright = sorted[sorted.count - 1 - sorted.count / 20]
    guard bright - dark > 12 else { return nil }
    // A fifth at each end is left out: there noise and shading decide, not the edge.
    let (low, high) = (dark + 0.2 * (bright - dark), bright - 0.2 * (bright - dark))
    var (area, x, y) = (0.0, 0.0, 0.0)
    for value in values {
      let cover = min(1, max(0, (high - value.grey) / (high - low)))
      area += cover
      x += cover * value.x
      y += cover * value.y
    }
    guard area > 4 else { return nil }
    return (centre.moved(dx: x / area, dy: y / area), area)
  }
}
