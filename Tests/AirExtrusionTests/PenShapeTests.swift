import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

@Suite("Pens of known shapes")
struct PenShapeTests {
  private let width = 0.003
  private let height = 0.005
  private var radius: Double { width / 2 }

  private func area(_ strokes: [[(Double, Double)]], _ pen: PenStyle) throws -> Double {
    let solid = try checkedSolid(drawing(strokes), ExtrusionStyle(widthInMetres: width, pen: pen))
    return baseArea(solid, heightInMetres: height)
  }

  /// The area may differ by what rounding to the lattice does along the outline: half a step, 0.12 µm.
  private func isExact(_ area: Double, _ expected: Double, outline: Double) -> Bool {
    abs(area - expected) <= outline * Lattice.metres.stepInMetres / 2
  }

  @Test("a stroke between two widths is the hull of two discs")
  func roundCone() throws {
    for (r0, r1, length) in [(0.002, 0.0005, 0.03), (0.0005, 0.002, 0.03), (0.0025, 0.001, 0.0016)] {
      for (u, v) in [(1.0, 0.0), (0.0, -1.0), (0.6, 0.8)] {
        let path = [
          WidePoint(place: .zero, width: 2 * r0), WidePoint(place: SIMD2(u, v) * length, width: 2 * r1),
        ]
        let outline = try Outline(
          of: [stroke(path)], style: ExtrusionStyle(pen: pressurePen()), lattice: .metres)
        let lean = asin((r0 - r1) / length)
        let tangent = (length * length - (r0 - r1) * (r0 - r1)).squareRoot()
        let expected = tangent * (r0 + r1) + r0 * r0 * (.pi / 2 + lean) + r1 * r1 * (.pi / 2 - lean)
        #expect(isNear(outline.areaInSquareMetres, expected, share: 0.001))
      }
    }
  }

  @Test("a disc that another one contains adds nothing, at any place along a stroke")
  func containedDiscs() throws {
    let big = WidePoint(place: .zero, width: 0.005)
    let small = WidePoint(place: SIMD2(0.001, 0.0005), width: 0.001)
    for path in [[big, small], [small, big], [big, small, big], [small, small, big, big, small]] {
      let outline = try Outline(
        of: [stroke(path)], style: ExtrusionStyle(pen: pressurePen()), lattice: .metres)
      #expect(outline.ringCount == 1)
      #expect(isNear(outline.areaInSquareMetres, .pi * 0.0025 * 0.0025, share: 0.001))
    }
    // From the small disc on the cone goes to the next, not from the big one.
    let next = WidePoint(place: SIMD2(0.02, 0), width: 0.001)
    let outline = try Outline(
      of: [stroke([big, small, next])], style: ExtrusionStyle(pen: pressurePen()), lattice: .metres)
    let rings = outline.rings
    #expect(!isInside(SIMD2(0.006, 0.0011), rings) && isInside(SIMD2(0.006, 0.0007), rings))
  }

  @Test("a straight stroke with flat caps is length times width, with square caps longer by one width")
  func straightCaps() throws {
    for (end, length) in [
      ((0.04, 0.0), 0.04), ((0.0, -0.04), 0.04), ((0.03, 0.04), 0.05), ((-0.03, 0.04), 0.05),
    ] {
      let flat = try area([[(0, 0), end]], PenStyle(cap: .flat))
      #expect(isExact(flat, length * width, outline: 2 * (length + width)))
      let square = try area([[(0, 0), end]], PenStyle(cap: .square, join: .bevel))
      #expect(isExact(square, (length + width) * width, outline: 2 * (length + 2 * width)))
      let round = try area([[(0, 0), end]], PenStyle(cap: .round, join: .bevel))
      #expect(isNear(round, length * width + .pi * radius * radius, share: 0.001))
    }
  }

  @Test("a right-angled bend has the exact area of its join, to either side")
  func rightAngle() throws {
    let (a, b) = (0.03, 0.02)
    let strips = (a + b) * width - radius * radius
    for side in [1.0, -1.0] {
      let path = [[(0.0, 0.0), (a, 0.0), (a, side * b)]]
      let outline = 2 * (a + b + width)
      let mitre = try area(path, PenStyle(cap: .flat, join: .mitre(limit: 4)))
      #expect(isExact(mitre, strips + radius * radius, outline: outline))
      let bevel = try area(path, PenStyle(cap: .flat, join: .bevel))
      #expect(isExact(bevel, strips + radius * radius / 2, outline: outline))
      let round = try area(path, PenStyle(cap: .flat, join: .round))
      #expect(isNear(round, strips + .pi / 4 * radius * radius, share: 0.0005))
    }
  }

  @Test(
    "a mitre that is longer than its limit is a bevel, at the angles that SVG's specification names",
    arguments: [(1.414, 90.0, 0.1), (4.0, 29.0, 0.5), (10.0, 11.5, 0.2)])
  func mitreLimit(limit: Double, angleInDegrees: Double, margin: Double) throws {
    for (angle, isMitred) in [(angleInDegrees + margin, true), (angleInDegrees - margin, false)] {
      let turn = angle * .pi / 180
      let stroke = stroke([(0.05, 0.0), (0.0, 0.0), (0.05 * cos(turn), 0.05 * sin(turn))])
      let style = ExtrusionStyle(
        widthInMetres: width, pen: PenStyle(cap: .flat, join: .mitre(limit: limit)))
      let outline = try Outline(of: [stroke], style: style, lattice: .metres)
      // The corner points away from both stretches, to the left.
      let axis = SIMD2(-cos(turn / 2), -sin(turn / 2))
      let reach = outline.rings.joined().map { ($0 * axis).sum() }.max() ?? 0
      let mitre = radius / sin(turn / 2)
      let bevel = radius * sin(turn / 2)
      #expect(abs(reach - (isMitred ? mitre : bevel)) < 1e-6, "\(angle)°")
    }
  }

  @Test("a closed square is a frame: mitred with square corners, bevelled without them")
  func closedSquare() throws {
    let side = 0.03
    let square = [(0.0, 0.0), (side, 0), (side, side), (0, side), (0, 0)]
    let frame = (side + width) * (side + width) - (side - width) * (side - width)
    for path in [square, square.reversed()] {
      for (join, missing) in [
        (PenStyle.Join.mitre(limit: 4), 0.0), (.bevel, 2 * radius * radius),
        (.round, (4 - .pi) * radius * radius),
      ] {
        let solid = try checkedSolid(
          drawing([path]), ExtrusionStyle(widthInMetres: width, pen: PenStyle(cap: .flat, join: join)))
        #expect(solid.report.genus == 1 && solid.report.shellCount == 1)
        #expect(isNear(baseArea(solid, heightInMetres: height), frame - missing, share: 0.0005))
      }
    }
    // One point less, and there are two caps and no corner.
    let open = try area(
      [Array(square.dropLast()) + [(0, 0.004)]], PenStyle(cap: .flat, join: .mitre(limit: 4)))
    #expect(isNear(open, frame - (0.004 - radius) * width - width * radius, share: 0.001))
  }

  @Test("a closed stroke is tapered like an open one")
  func closedTaper() throws {
    let square = [(0.0, 0.0), (0.03, 0), (0.03, 0.03), (0, 0.03), (0, 0)]
    let taper = PenTaper(inInMetres: 0.01, outInMetres: 0.01)
    let outline = try Outline(
      of: [stroke(square)], style: ExtrusionStyle(pen: PenStyle(cap: .flat, join: .bevel, taper: taper)),
      lattice: .metres)
    #expect(isInside(SIMD2(0.0001, 0.0001), outline.rings) && !isInside(SIMD2(0.0008, 0.0008), outline.rings))
  }

  @Test("a dot is a disc with round caps and a square with others", arguments: PenStyle.Cap.allCases)
  func dots(cap: PenStyle.Cap) throws {
    let expected = cap == .round ? .pi * radius * radius : width * width
    for join in [PenStyle.Join.round, .mitre(limit: 4), .bevel] {
      // One point, repeated points, and trembling well within the tolerance.
      for path in [
        [(0.01, 0.01)], [(0.01, 0.01), (0.01, 0.01)], [(0.01, 0.01), (0.010002, 0.01), (0.01, 0.010001)],
      ] {
        let taper = PenTaper(inInMetres: path.count < 3 ? 0.01 : 0, outInMetres: 0)
        let dot = try area([path], PenStyle(cap: cap, join: join, taper: taper))
        #expect(isNear(dot, expected, share: 0.005))
      }
    }
  }

  @Test("repeated points, and turns back over the same way, change nothing", arguments: PenStyle.Cap.allCases)
  func repeatedPoints(cap: PenStyle.Cap) throws {
    for join in [PenStyle.Join.round, .mitre(limit: 4), .bevel] {
      let pen = PenStyle(cap: cap, join: join)
      let plain = try area([[(0, 0), (0.02, 0.01), (0.03, 0)]], pen)
      let repeated = try area([[(0, 0), (0, 0), (0.02, 0.01), (0.02, 0.01), (0.03, 0), (0.03, 0)]], pen)
      #expect(isNear(repeated, plain, share: 1e-5))
      let line = try area([[(0, 0), (0.04, 0)]], pen)
      let back = try area([[(0, 0), (0.04, 0), (0.01, 0), (0.02, 0)]], pen)
      // Where the pen turns back there is a join in place of a cap: a half disc or nothing.
      let turn = join == .round ? .pi / 2 * radius * radius : 0
      let ofCap: Double
      switch cap {
      case .round: ofCap = .pi / 2 * radius * radius
      case .square: ofCap = width * radius
      case .flat: ofCap = 0
      }
      #expect(isNear(back, line - ofCap + turn, share: 0.001), "\(cap), \(join)")
    }
  }

  @Test("a taper is even, begins and ends at its tip, and keeps the full width between")
  func taper() throws {
    let taper = PenTaper(inInMetres: 0.01, outInMetres: 0.02, tipWidthInMetres: 0.0006)
    let mean = (width + taper.tipWidthInMetres) / 2
    let expected = 0.03 * mean + 0.02 * width
    for join in [PenStyle.Join.bevel, .round] {
      let pen = PenStyle(cap: .flat, join: join, taper: taper)
      // However many points the path has.
      for count in [1, 3, 50, 1000] {
        let path = (0...count).map { (0.05 * Double($0) / Double(count), 0.0) }
        // Of many points some are left out, and with them the very ends of the tapers.
        let area = try area([path], pen)
        #expect(
          count < 10 ? isExact(area, expected, outline: 0.11) : isNear(area, expected, share: 0.002),
          "\(count) points")
      }
    }
    // A stroke of half the tapers' length reaches its width where a third of it is drawn.
    let short = try area([[(0, 0), (0.015, 0)]], PenStyle(cap: .flat, taper: taper))
    #expect(isExact(short, 0.015 * mean, outline: 0.04))
    let outline = try Outline(
      of: [stroke([(0, 0), (0.015, 0)])],
      style: ExtrusionStyle(widthInMetres: width, pen: PenStyle(cap: .flat, taper: taper)), lattice: .metres)
    let widest = outline.rings[0].max { $0.y < $1.y }
    #expect(abs((widest?.x ?? 0) - 0.005) < 1e-6 && abs((widest?.y ?? 0) - radius) < 1e-6)
    // Only one end.
    let one = try area([[(0, 0), (0.05, 0)]], PenStyle(cap: .flat, taper: PenTaper(outInMetres: 0.02)))
    #expect(isExact(one, 0.03 * width + 0.02 * (width + 0.0002) / 2, outline: 0.11))
  }

  @Test("a round tapered stroke is a row of round cones")
  func roundTaper() throws {
    let taper = PenTaper(inInMetres: 0.01, outInMetres: 0.02, tipWidthInMetres: 0.001)
    let style = ExtrusionStyle(widthInMetres: width, pen: PenStyle(taper: taper))
    let outline = try Outline(of: [stroke([(0, 0), (0.05, 0)])], style: style, lattice: .metres)
    let path = [(0, 0.001), (0.01, width), (0.03, width), (0.05, 0.001)].map {
      WidePoint(place: SIMD2($0.0, 0), width: $0.1)
    }
    for place in outline.rings.joined() { #expect(abs(depth(of: place, in: path)) < 20e-6) }
  }
}
