import AirGeometry

/// The ink that lies on the surface, as a frame shows it: how much of each pixel is covered, and by which colour.
struct InkLayer {
  private let size: ImageSize
  /// How much of each pixel is covered, 0…255.
  private var cover: [UInt8]
  /// Which colour covers it.
  private var colour: [UInt8]
  /// The part that holds ink.
  private(set) var columns = 0..<0
  private(set) var rows = 0..<0

  init(size: ImageSize) {
    self.size = size
    cover = [UInt8](repeating: 0, count: size.width * size.height)
    colour = cover
  }

  /// Takes the ink away.
  mutating func clear() {
    for y in rows {
      for place in y * size.width + columns.lowerBound..<y * size.width + columns.upperBound {
        cover[place] = 0
      }
    }
    columns = 0..<0
    rows = 0..<0
  }

  /// A place of the pen: a disc on the surface.
  struct Disc {
    /// Where it lies, in metres.
    var place: SIMD2<Double>
    var radius: Double
  }

  /// Inks where a round pen has been between two places near one another, seen in true perspective.
  ///
  /// The frame is taken for an affine picture of the surface around the stretch, as true as the stretch is short. A
  /// pixel's cover comes from its distance to the outline: in metres on the surface, divided by the metres that a pixel
  /// spans in that direction.
  mutating func ink(
    from a: Disc, to b: Disc, colour number: UInt8, projection: SurfaceProjection
  ) {
    let middle = (a.place + b.place) / 2
    let centre = SurfacePoint(u: middle.x, v: middle.y)
    guard let origin = projection.pixel(of: centre), let stretch = projection.stretch(at: centre) else {
      return
    }
    let determinant = stretch.u.x * stretch.v.y - stretch.u.y * stretch.v.x
    guard abs(determinant) > 1e-9 else { return }
    // Metres on the surface for a step in the picture.
    let perX = SIMD2(stretch.v.y, -stretch.u.y) / determinant
    let perY = SIMD2(-stretch.v.x, stretch.u.x) / determinant

    let radius = max(a.radius, b.radius)
    let half = (b.place - a.place) / 2
    let ends = stretch.u * half.x + stretch.v * half.y
    // Half the box around the picture of a disc, which is an ellipse, and around both ends.
    let reach = SIMD2(
      (stretch.u.x * stretch.u.x + stretch.v.x * stretch.v.x).squareRoot() * radius + abs(ends.x) + 1,
      (stretch.u.y * stretch.u.y + stretch.v.y * stretch.v.y).squareRoot() * radius + abs(ends.y) + 1)
    guard let across = Self.range(origin.x - reach.x, origin.x + reach.x, size.width),
      let down = Self.range(origin.y - reach.y, origin.y + reach.y, size.height)
    else { return }
    grow(across, down)

    let along = b.place - a.place
    let squared = (along * along).sum()
    for y in down {
      for x in across {
        let offset = SIMD2(Double(x), Double(y)) - origin
        let place = perX * offset.x + perY * offset.y + half
        let share = squared > 0 ? min(1, max(0, (place * along).sum() / squared)) : 0
        let away = place - along * share
        let distance = (away * away).sum().squareRoot()
        let depth = a.radius + (b.radius - a.radius) * share - distance
        let outward = distance > 0 ? away / distance : SIMD2(1, 0)
        let slope = SIMD2((perX * outward).sum(), (perY * outward).sum())
        let metresPerPixel = (slope * slope).sum().squareRoot()
        let covered = min(1, max(0, 0.5 + depth / metresPerPixel))
        guard covered > 0 else { continue }
        let value = UInt8((covered * 255).rounded())
        let index = y * size.width + x
        // A later colour lies on top; along one colour the stretches' rims do not add up.
        if colour[index] == number || cover[index] == 0 {
          cover[index] = max(cover[index], value)
          colour[index] = number
        } else if value >= 128 {
          cover[index] = max(cover[index], value)
          colour[index] = number
        }
      }
    }
  }

  /// Calls `body` for each row that holds ink with its covers and colours from the first inked column on.
  func forEachRow(_ body: (Int, ArraySlice<UInt8>, ArraySlice<UInt8>) -> Void) {
    for y in rows {
      let run = y * size.width + columns.lowerBound..<y * size.width + columns.upperBound
      body(y, cover[run], colour[run])
    }
  }

  private mutating func grow(_ across: Range<Int>, _ down: Range<Int>) {
    func union(_ one: Range<Int>, _ other: Range<Int>) -> Range<Int> {
      one.isEmpty ? other : min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
    }
    columns = union(columns, across)
    rows = union(rows, down)
  }

  /// The pixels between two places that are in the picture; nil where there are none.
  private static func range(_ first: Double, _ last: Double, _ count: Int) -> Range<Int>? {
    guard first.isFinite, last.isFinite, last >= 0, first <= Double(count - 1) else { return nil }
    return Int(max(0, first.rounded(.up)))..<Int(min(Double(count - 1), last)) + 1
  }
}
