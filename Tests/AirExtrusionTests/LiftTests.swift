import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

@Suite("Fills, dots and symmetries")
struct LiftTests {
  let radius = 0.0015
  let height = 0.005

  private func area(_ drawing: Drawing, _ style: ExtrusionStyle) throws -> Double {
    baseArea(try checkedSolid(drawing, style), heightInMetres: style.heightInMetres)
  }

  // MARK: Fills

  @Test("a closed square is filled to its corners and half a pen beyond")
  func filledSquare() throws {
    let side = 0.02
    // Between ends that are apart only half a pen is missing outside, and not all of it.
    for (end, share) in [((0.0, 0.0), 0.001), ((0.0, 0.0029), 0.003)] {
      let square = drawing([[(0, 0), (side, 0), (side, side), (0, side), end]])
      let solid = try checkedSolid(square, ExtrusionStyle(.fill(FillStyle())))
      #expect(solid.report.genus == 0)
      let expected = side * side + 4 * side * radius + .pi * radius * radius
      #expect(isNear(baseArea(solid, heightInMetres: height), expected, share: share))
    }
  }

  @Test("a stroke whose ends are too far apart stays a line")
  func openSquare() throws {
    let square = drawing([[(0, 0), (0.02, 0), (0.02, 0.02), (0, 0.02), (0, 0.004)]])
    #expect(
      try checkedSolid(square, ExtrusionStyle(.fill(FillStyle()))).report.volume
        == checkedSolid(square, ExtrusionStyle()).report.volume)
    let closed = ExtrusionStyle(.fill(FillStyle(closingDistanceInMetres: 0.005)))
    #expect(try area(square, closed) > 0.02 * 0.02)
  }

  @Test("of a stroke that crosses itself the loop is filled, and what leads to it stays a line")
  func loop() throws {
    // In along a line, round a square, and out crossing the way in.
    let path = [(-0.03, 0.0), (0.02, 0.0), (0.02, 0.02), (0.0, 0.02), (0.0, -0.03)]
    let filled = try area(drawing([path]), ExtrusionStyle(.fill(FillStyle())))
    let lines = try area(drawing([path]), ExtrusionStyle())
    // The pen already covers a strip of half its width along the four sides inside.
    let inner = 0.02 - 2 * radius
    #expect(isNear(filled - lines, inner * inner, share: 0.001))
  }

  @Test("both loops of a figure eight are filled by either rule", arguments: FillRule.allCases)
  func figureEight(rule: FillRule) throws {
    let points = (0...600).map { step in
      let angle = 2 * .pi * Double(step) / 600
      return (0.03 * sin(angle), 0.02 * sin(2 * angle))
    }
    let solid = try checkedSolid(drawing([points]), ExtrusionStyle(.fill(FillStyle(rule: rule))))
    #expect(solid.report.genus == 0 && solid.report.shellCount == 1)
    // The eight's area is ∫ |y dx| = 4 · 0.03 · 0.02 · 2/3.
    #expect(baseArea(solid, heightInMetres: height) > 4 * 0.03 * 0.02 * 2 / 3)
  }

  @Test("a ring in a ring is a hole by the even-odd rule, and by the non-zero rule if it runs the other way")
  func rings() throws {
    let outer = arc(0, 0, radius: 0.02)
    let inner = arc(0, 0, radius: 0.01)
    func genus(_ rule: FillRule, _ strokes: [[(Double, Double)]]) throws -> Int? {
      try checkedSolid(drawing(strokes), ExtrusionStyle(.fill(FillStyle(rule: rule)))).report.genus
    }
    #expect(try genus(.evenOdd, [outer, inner]) == 1)
    #expect(try genus(.evenOdd, [outer, inner.reversed()]) == 1)
    #expect(try genus(.nonZero, [outer, inner]) == 0)
    #expect(try genus(.nonZero, [outer, inner.reversed()]) == 1)
    let area = try area(drawing([outer, inner]), ExtrusionStyle(.fill(FillStyle())))
    let (outward, inward) = (0.02 + radius, 0.01 - radius)
    #expect(isNear(area, .pi * (outward * outward - inward * inward), share: 0.001))
  }

  @Test(
    "without its outline a closed stroke is filled to its line and no farther, and an open one stays a line")
  func barefill() throws {
    let square = [(0.0, 0.0), (0.02, 0.0), (0.02, 0.02), (0.0, 0.02), (0.0, 0.0)]
    let style = ExtrusionStyle(.fill(FillStyle(isOutlined: false)))
    let solid = try checkedSolid(drawing([square]), style)
    #expect(isNear(baseArea(solid, heightInMetres: height), 0.02 * 0.02, share: 1e-4))
    #expect(solid.report.vertexCount == 8)
    let line = [(0.05, 0.0), (0.07, 0.0)]
    let both = try area(drawing([square, line]), style)
    #expect(isNear(both, 0.02 * 0.02 + 0.02 * 2 * radius + .pi * radius * radius, share: 0.001))
  }

  // MARK: Dots

  @Test("one dot is a box with rounded corners")
  func dot() throws {
    let solid = try checkedSolid(drawing([[(0.01, 0.02)]]), ExtrusionStyle(.dots(DotStyle())))
    #expect(isNear(baseArea(solid, heightInMetres: height), 9e-6 - (4 - .pi) * 1e-6, share: 0.003))
    let size = solid.report.upperBound - solid.report.lowerBound
    #expect(isNear(size.x, 0.003, share: 1e-3) && isNear(size.z, 0.003, share: 1e-3))
    let sharp = try checkedSolid(
      drawing([[(0, 0)]]), ExtrusionStyle(.dots(DotStyle(cornerRadiusInMetres: 0))))
    #expect(isNear(sharp.report.volume, 0.003 * 0.003 * height, share: 1e-3))
  }

  @Test("a new box comes only farther than half a box's diagonal from every earlier one")
  func spacing() throws {
    // Nodes a tenth of a millimetre apart: boxes every 2.2 mm, the first place past 2.12 mm.
    let line = (0...1000).map { (Double($0) * 0.0001, 0.0) }
    let dots = try Extruder.separateDots(
      of: drawing([line, line.reversed()]), style: ExtrusionStyle(.dots(DotStyle())))
    let centres = dots.map { ($0.report.lowerBound.x + $0.report.upperBound.x) / 2 }
    #expect(centres.count == 46)
    for (index, centre) in centres.enumerated() { #expect(abs(centre - 0.0022 * Double(index)) < 1e-6) }
    for dot in dots { #expect(dot.report.problems.isEmpty && dot.report.genus == 0) }
    let united = try checkedSolid(drawing([line]), ExtrusionStyle(.dots(DotStyle())))
    #expect(united.report.shellCount == 1)
  }

  // MARK: Tubes and bands in one plane

  @Test("tubes in one plane that cross lack the solid that two crossing cylinders share")
  func crossingTubes() throws {
    let (half, radius) = (0.015, 0.0015)
    let lines = [[(-half, 0.0), (half, 0.0)], [(0.0, -half), (0.0, half)]]
    for (cap, end) in [(Tube.Cap.dome, 4.0 / 3 * .pi * radius * radius * radius), (.flat, 0)] {
      let style = ExtrusionStyle(.tube(Tube(cap: cap)), toleranceInMetres: 5e-6)
      let one = try checkedSolid(drawing([lines[0]]), style)
      let single = .pi * radius * radius * 2 * half + end
      #expect(isNear(one.report.volume, single, share: 0.002))
      let both = try checkedSolid(drawing(lines), style)
      // The Steinmetz solid has 16 r³ / 3.
      #expect(isNear(both.report.volume, 2 * single - 16 * radius * radius * radius / 3, share: 0.002))
      #expect(both.report.genus == 0 && both.report.shellCount == 1 && both.grid == nil)
      #expect(isNear(both.report.upperBound.y, radius, share: 0.01))
      #expect(isNear(both.report.lowerBound.y, -radius, share: 0.01))
    }
    let octagon = ExtrusionStyle(.tube(Tube(sides: 8, cap: .flat)))
    let area = 2 * 2.0.squareRoot() * radius * radius
    #expect(
      isNear(try checkedSolid(drawing([lines[0]]), octagon).report.volume, area * 2 * half, share: 0.001))
  }

  @Test("a tube around a circle in the plane is a torus, and lies at its path's height")
  func flatTorus() throws {
    var ring = drawing([arc(0, 0, radius: 0.02)])
    for index in ring.strokes[0].nodes.indices { ring.strokes[0].nodes[index].point.height = 0.01 }
    let solid = try checkedSolid(ring, ExtrusionStyle(.tube(Tube())))
    #expect(solid.report.genus == 1)
    #expect(isNear(solid.report.volume, 2 * .pi * .pi * 0.02 * radius * radius, share: 0.002))
    #expect(abs((solid.report.upperBound.y + solid.report.lowerBound.y) / 2 - 0.01) < 1e-6)
  }

  @Test("the thinnest pen makes a tube too")
  func thinnestTube() throws {
    let width = ExtrusionStyle.measureRange.lowerBound
    try checkedSolid(
      drawing([[(0, 0), (0.01, 0)], [(0.02, 0)]]), ExtrusionStyle(.tube(Tube()), widthInMetres: width))
  }

  @Test("flat bands that cross in one plane are exact")
  func crossingBands() throws {
    let lines = [[(-0.01, 0.0), (0.01, 0.0)], [(0.0, -0.01), (0.0, 0.01)]]
    let solid = try checkedSolid(drawing(lines), ExtrusionStyle(.ribbon(Ribbon())))
    #expect(solid.grid == nil && solid.report.shellCount == 1)
    #expect(isNear(solid.report.volume, (2 * 0.02 * 0.003 - 0.003 * 0.003) * 0.001, share: 0.0005))
  }

  // MARK: Symmetry

  @Test("copies that do not meet are as many solids, and copies that meet are one")
  func copies() throws {
    let dot = drawing([[(0.01, 0)]])
    let around = try checkedSolid(
      dot, ExtrusionStyle(symmetry: .radial(count: 6, centreU: 0, centreV: 0)))
    #expect(around.report.shellCount == 6)
    let line = drawing([[(0, 0), (0.02, 0)]])
    let star = try checkedSolid(line, ExtrusionStyle(symmetry: .radial(count: 6, centreU: 0, centreV: 0)))
    #expect(star.report.shellCount == 1)
    let row = try checkedSolid(
      dot, ExtrusionStyle(symmetry: .translational(count: 3, stepU: 0.01, stepV: 0)))
    #expect(isNear(row.report.upperBound.x - row.report.lowerBound.x, 0.023, share: 1e-3))
  }

  @Test("a half and its mirror image are the whole")
  func mirror() throws {
    let half = arc(0, 0, radius: 0.02, from: -0.25, to: 0.25)
    let ring = try checkedSolid(drawing([half]), ExtrusionStyle(symmetry: .mirrorU(at: 0)))
    #expect(ring.report.genus == 1)
    #expect(isNear(baseArea(ring, heightInMetres: height), 2 * .pi * 0.02 * 2 * radius, share: 0.001))
    let upper = arc(0, 0, radius: 0.02, from: 0, to: 0.5)
    #expect(try checkedSolid(drawing([upper]), ExtrusionStyle(symmetry: .mirrorV(at: 0))).report.genus == 1)
  }

  @Test("measures that no lift has are refused, all at once and by name")
  func badMeasures() {
    let styles: [(ExtrusionStyle, String)] = [
      (ExtrusionStyle(.fill(FillStyle(closingDistanceInMetres: .nan))), "closing distance"),
      (ExtrusionStyle(.dots(DotStyle(sideInMetres: -1))), "box"),
      (ExtrusionStyle(.dots(DotStyle(cornerRadiusInMetres: 0.002))), "corner radius"),
      (ExtrusionStyle(.inflate(InflateStyle(rimInMetres: 0))), "rim"),
      (ExtrusionStyle(.plate(PlateStyle(marginInMetres: .infinity))), "margin"),
      (ExtrusionStyle(.keychain(KeychainStyle(holeInMetres: 0))), "hole"),
      (ExtrusionStyle(.stencil(StencilStyle(bridgeInMetres: -1))), "bridge"),
      (ExtrusionStyle(.cookieCutter(CookieCutterStyle(flangeInMetres: 0.0001))), "flange"),
      (ExtrusionStyle(symmetry: .radial(count: 1, centreU: 0, centreV: 0)), "copies"),
      (ExtrusionStyle(symmetry: .mirrorU(at: .nan)), "symmetry"),
    ]
    for (style, word) in styles {
      let error = #expect(throws: ExtrusionError.self) { try style.validate() }
      #expect(error?.description.contains(word) == true, "\(word)")
    }
  }
}
