import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

/// The pieces of a nib's outline, each put together by itself from its definition.
struct NibPieces {
  private var polygons: [[SIMD2<Double>]] = []
  private var sectors: [(centre: SIMD2<Double>, radius: Double, from: SIMD2<Double>, to: SIMD2<Double>)] = []

  init(_ path: [WidePoint], cap: PenStyle.Cap, join: PenStyle.Join, isClosed: Bool) {
    func direction(_ a: WidePoint, _ b: WidePoint) -> SIMD2<Double> {
      (b.place - a.place) / distance(a.place, b.place)
    }
    func right(_ v: SIMD2<Double>) -> SIMD2<Double> { SIMD2(v.y, -v.x) }
    for (a, b) in zip(path, path.dropFirst()) {
      let side = right(direction(a, b))
      polygons.append([
        a.place - side * a.width / 2, a.place + side * a.width / 2, b.place + side * b.width / 2,
        b.place - side * b.width / 2,
      ])
    }
    var joints = (1..<path.count - 1).map { (path[$0 - 1], path[$0], path[$0 + 1]) }
    if isClosed { joints.append((path[path.count - 2], path[0], path[1])) }
    for (before, point, after) in joints {
      let (arriving, leaving) = (direction(before, point), direction(point, after))
      let turn = arriving.x * leaving.y - arriving.y * leaving.x
      // On the outer side, counter-clockwise.
      let sides = turn > 0 ? (right(arriving), right(leaving)) : (-right(leaving), -right(arriving))
      let radius = point.width / 2
      let (first, second) = (point.place + sides.0 * radius, point.place + sides.1 * radius)
      let cosine = (1 + (arriving * leaving).sum()).squareRoot() / 2.0.squareRoot()
      switch join {
      case .round: sectors.append((point.place, radius, sides.0, sides.1))
      case .mitre(let limit) where limit * cosine >= 1:
        let corner = point.place + (sides.0 + sides.1) * (radius / (2 * cosine * cosine))
        polygons.append([point.place, first, corner, second])
      case .mitre, .bevel: polygons.append([point.place, first, second])
      }
    }
    guard !isClosed else { return }
    for (end, other) in [(path[path.count - 1], path[path.count - 2]), (path[0], path[1])] {
      let outward = direction(other, end)
      let side = right(outward) * (end.width / 2)
      let ahead = outward * (end.width / 2)
      switch cap {
      case .flat: break
      case .square:
        polygons.append([
          end.place + side, end.place + side + ahead, end.place - side + ahead, end.place - side,
        ])
      case .round:
        sectors.append((end.place, end.width / 2, right(outward), outward))
        sectors.append((end.place, end.width / 2, outward, -right(outward)))
      }
    }
  }

  func contains(_ place: SIMD2<Double>) -> Bool {
    func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
    return polygons.contains { polygon in
      zip(polygon, polygon.dropFirst() + polygon.prefix(1)).allSatisfy { cross($1 - $0, place - $0) >= 0 }
    }
      || sectors.contains { sector in
        let offset = place - sector.centre
        return hypot(offset.x, offset.y) <= sector.radius && cross(sector.from, offset) >= 0
          && cross(offset, sector.to) >= 0
      }
  }
}

@Suite("Pens against what they cover, place by place")
struct PenUnionTests {
  /// A random path with steps of some millimetres and widths of 0.2 to 5.2 mm.
  private func randomPath(_ random: inout SeededGenerator, isClosed: Bool = false) -> [WidePoint] {
    var place = SIMD2<Double>.zero
    var path = (0..<Int.random(in: 2...12, using: &random)).map { _ in
      let angle = Double.random(in: 0..<2 * .pi, using: &random)
      place += SIMD2(cos(angle), sin(angle)) * Double.random(in: 0.0005...0.006, using: &random)
      return WidePoint(place: place, width: .random(in: 0.0002...0.0052, using: &random))
    }
    if isClosed { path.append(path[0]) }
    return path
  }

  private func place(in rings: [[SIMD2<Double>]], _ random: inout SeededGenerator) -> SIMD2<Double> {
    let places = rings.joined()
    let margin = SIMD2(repeating: 0.0001)
    let lower = places.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1) } - margin
    let upper = places.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1) } + margin
    return SIMD2(
      .random(in: lower.x...upper.x, using: &random), .random(in: lower.y...upper.y, using: &random))
  }

  @Test("a round pen of varying width covers the discs along its path and nothing else", arguments: 1...150)
  func discs(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let path = randomPath(&random)
    let outline = try Outline(
      of: [stroke(path)], style: ExtrusionStyle(pen: pressurePen()), lattice: .metres)
    let rings = outline.rings
    for place in rings.joined() {
      #expect(abs(depth(of: place, in: path)) < 20e-6, "seed \(seed)")
    }
    for _ in 0..<400 {
      let place = place(in: rings, &random)
      let depth = depth(of: place, in: path)
      guard abs(depth) > 20e-6 else { continue }
      #expect(isInside(place, rings) == (depth > 0), "seed \(seed), \(place)")
    }
  }

  @Test(
    "nibs cover their stretches, joins and caps and nothing else",
    arguments: PenStyle.Cap.allCases, [PenStyle.Join.round, .mitre(limit: 1.5), .mitre(limit: 6), .bevel])
  func nibs(cap: PenStyle.Cap, join: PenStyle.Join) throws {
    if cap == .round, join == .round { return }
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      let isClosed = seed % 3 == 0
      var path = randomPath(&random, isClosed: isClosed)
      if seed % 4 == 0 { for index in path.indices { path[index].width = 0.003 } }
      guard path.count > 3 else { continue }
      let outline = try Outline(
        of: [stroke(path)], style: ExtrusionStyle(pen: pressurePen(cap, join)), lattice: .metres)
      let rings = outline.rings
      let pieces = NibPieces(path, cap: cap, join: join, isClosed: isClosed)
      for _ in 0..<300 {
        let place = place(in: rings, &random)
        guard isInside(place, rings) != pieces.contains(place) else { continue }
        // Within the tolerance of the pieces' rim, either is right.
        let around = (0..<16).map { step in
          let angle = 2 * .pi * Double(step) / 16
          return place + SIMD2(cos(angle), sin(angle)) * 20e-6
        }
        #expect(
          around.contains { pieces.contains($0) != pieces.contains(place) }, "seed \(seed), \(place)")
      }
    }
  }

  @Test(
    "the outline of a smooth stroke of varying width stays within the tolerance, both ways",
    arguments: [5e-6, 20e-6, 200e-6])
  func hausdorff(tolerance: Double) throws {
    let path = (0...4000).map { step in
      let t = Double(step) / 4000
      return WidePoint(
        place: SIMD2(0.1 * t, 0.004 * sin(40 * t)), width: 0.0025 + 0.0015 * sin(70 * t + 1) * cos(11 * t))
    }
    let style = ExtrusionStyle(toleranceInMetres: tolerance, pen: pressurePen())
    let outline = try Outline(of: [stroke(path)], style: style, lattice: .metres)
    let rings = outline.rings
    #expect(rings.count == 1)
    var worst = 0.0
    for (a, b) in zip(rings[0], rings[0].dropFirst()) {
      for share in [0, 0.25, 0.5, 0.75] {
        worst = max(worst, abs(depth(of: a + (b - a) * share, in: path)))
      }
    }
    // Ends of radii that no other disc covers are the true outline.
    for index in stride(from: 1, to: path.count - 1, by: 20) {
      let (before, after) = (path[index - 1], path[index + 1])
      let length = distance(before.place, after.place)
      let direction = (after.place - before.place) / length
      let sine = (before.width - after.width) / 2 / length
      for side in [1.0, -1.0] {
        let aside = SIMD2(direction.y, -direction.x) * side * (1 - sine * sine).squareRoot()
        let rim = path[index].place + (direction * sine + aside) * (path[index].width / 2)
        if depth(of: rim, in: path) < 1e-7 { worst = max(worst, distance(rim, rings)) }
      }
    }
    #expect(worst <= tolerance)
    #expect(worst > tolerance / 20, "a tolerance that is not used leaves too many points")
    // Chords stray by the square of their length.
    #expect(Double(outline.points.count) * tolerance.squareRoot() < 3)
  }

  @Test("a smooth nib of constant width stays within the tolerance of the band around its path")
  func nibBand() throws {
    let style = ExtrusionStyle(pen: PenStyle(cap: .flat, join: .mitre(limit: 4)))
    let path = arc(0, 0, radius: 0.02, from: 0, to: 0.6, steps: 3000)
    let outline = try Outline(of: [stroke(path)], style: style, lattice: .metres)
    for place in outline.rings.joined() {
      let offset = abs(hypot(place.x, place.y) - 0.02)
      #expect(abs(offset - 0.0015) < 20e-6)
    }
    #expect(outline.points.count < 120)
  }

  @Test(
    "a dense scribble is one solid of the area that it covers, with any pen",
    arguments: PenStyle.Cap.allCases, [PenStyle.Join.round, .mitre(limit: 4), .bevel])
  func denseScribble(cap: PenStyle.Cap, join: PenStyle.Join) throws {
    // Passes over a square, each shifted by a fifth of the pen's width, along and across.
    let (side, radius) = (0.02, 0.0015)
    let lines = Int(side / (radius * 2 / 5))
    let along = (0...lines).flatMap { line -> [(Double, Double)] in
      let v = Double(line) * radius * 2 / 5
      let path = (0...40).map { (Double($0) * side / 40, v + 0.0001 * sin(Double($0 * 7))) }
      return line % 2 == 0 ? path : path.reversed()
    }
    var strokes = [stroke(along), stroke(along.map { ($0.1, $0.0) }), stroke(along + along.prefix(1))]
    for index in strokes.indices {
      for node in strokes[index].nodes.indices { strokes[index].nodes[node].pressure = node % 3 == 0 ? 1 : 0 }
    }
    for width in [PenStyle.Width.constant, .pressure] {
      let pen = PenStyle(
        cap: cap, join: join, width: width, leastWidthInMetres: 0.0026, greatestWidthInMetres: 0.003)
      let solid = try checkedSolid(Drawing(strokes: strokes), ExtrusionStyle(pen: pen))
      #expect(solid.report.shellCount == 1 && solid.report.genus == 0)
      let (least, most) = ((side + 2 * 0.001) * (side + 2 * 0.001), (side + 2 * 0.0025) * (side + 2 * 0.0025))
      #expect((least...most).contains(baseArea(solid, heightInMetres: 0.005)))
    }
  }
}
