import AirGeometry

/// The points of a board where they are seen, some of them perhaps not.
struct CornerGrid {
  let columns: Int
  let rows: Int
  var pixels: [ImagePoint?]

  init(columns: Int, rows: Int, pixels: [ImagePoint?]) {
    self.columns = columns
    self.rows = rows
    self.pixels = pixels
  }

  /// From a point to the next in its row (`dx` 1, `dy` 0) or in its column, in pixels; nil where neither neighbour is seen.
  private func step(_ index: Int, dx: Int, dy: Int) -> SIMD2<Double>? {
    guard let here = pixels[index] else { return nil }
    let (column, row) = (index % columns, index / columns)
    func at(_ sign: Int) -> ImagePoint? {
      let (x, y) = (column + sign * dx, row + sign * dy)
      guard (0..<columns).contains(x), (0..<rows).contains(y) else { return nil }
      return pixels[y * columns + x]
    }
    switch (at(-1), at(1)) {
    case (let a?, let b?): return SIMD2(b.x - a.x, b.y - a.y) / 2
    case (nil, let b?): return SIMD2(b.x - here.x, b.y - here.y)
    case (let a?, nil): return SIMD2(here.x - a.x, here.y - a.y)
    case (nil, nil): return nil
    }
  }

  /// From each point to the next in its row and in its column; where no neighbour is seen, that of the nearest point that has
  /// one. Nil where the point, or any neighbour in the whole grid, is not seen.
  func steps() -> [(right: SIMD2<Double>, down: SIMD2<Double>)?] {
    let rights = pixels.indices.map { step($0, dx: 1, dy: 0) }
    let downs = pixels.indices.map { step($0, dx: 0, dy: 1) }
    func nearest(_ steps: [SIMD2<Double>?], to index: Int) -> SIMD2<Double>? {
      if let own = steps[index] { return own }
      guard let here = pixels[index] else { return nil }
      let candidates = pixels.indices.filter { steps[$0] != nil }
      let best = candidates.min { a, b in
        (pixels[a]?.distance(to: here) ?? .infinity) < (pixels[b]?.distance(to: here) ?? .infinity)
      }
      return best.flatMap { steps[$0] }
    }
    return pixels.indices.map { index in
      guard pixels[index] != nil, let right = nearest(rights, to: index), let down = nearest(downs, to: index)
      else { return nil }
      return (right, down)
    }
  }

  /// The grid with every point refined; points that turn out to be none are taken out.
  func refined(in grey: GreyPicture, clearance: Double) -> CornerGrid {
    let refiner = SaddleRefiner(grey: grey, clearance: clearance)
    var grid = self
    // Once more with the directions between refined points: the first ones may be a pixel off.
    for _ in 0..<2 {
      let steps = grid.steps()
      for index in grid.pixels.indices {
        guard let pixel = grid.pixels[index] else { continue }
        grid.pixels[index] = steps[index].flatMap {
          refiner.corner(near: pixel, right: $0.right, down: $0.down)
        }
      }
    }
    return grid
  }
}
