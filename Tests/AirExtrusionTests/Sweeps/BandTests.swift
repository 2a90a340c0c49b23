import AirExtrusion
import AirStroke
import Glibc
import Testing

@Suite("Ribbons and walls along paths in space")
struct BandTests {
  let style = ExtrusionStyle()

  @Test("a ribbon has the volume of its width, thickness and length", arguments: SweepFrame.allCases)
  func straightRibbon(frame: SweepFrame) throws {
    let swept = try Ribbon(thicknessInMetres: 0.001, frame: frame).mesh(
      of: [spatialStroke([.zero, SIMD3(0.01, 0.02, 0.02)])], style: style)
    #expect(isNear(checkedReport(swept).volume, 0.003 * 0.001 * 0.03, share: 0.001))
    let point = try Ribbon(frame: frame).mesh(of: [spatialStroke([.zero])], style: style)
    #expect(isNear(checkedReport(point).volume, 0.003 * 0.003 * 0.001, share: 0.001))
  }

  @Test("an upright ribbon lies flat on a level ring, and a knotted one closes without a seam")
  func closedRibbons() throws {
    let flat = try Ribbon().mesh(of: [spatialStroke(helix(turns: 1, radius: 0.02, pitch: 0))], style: style)
    let report = checkedReport(flat)
    #expect(report.genus == 1)
    #expect(isNear(report.upperBound.y - report.lowerBound.y, 0.001, share: 0.001))
    #expect(isNear(report.volume, 2 * .pi * 0.02 * 0.003 * 0.001, share: 0.002))
    for frame in SweepFrame.allCases {
      let knot = try Ribbon(frame: frame).mesh(of: [spatialStroke(trefoil(scale: 0.01))], style: style)
      #expect(knot.unitedStrokes.isEmpty)
      #expect(checkedReport(knot).genus == 1)
    }
  }

  @Test("ribbons that cross are united on a grid")
  func crossingRibbons() throws {
    let swept = try Ribbon(thicknessInMetres: 0.001).mesh(
      of: [
        spatialStroke([SIMD3(-0.01, 0, 0), SIMD3(0.01, 0, 0)]),
        spatialStroke([SIMD3(0, 0, -0.01), SIMD3(0, 0, 0.01)]),
      ], style: style)
    #expect(swept.unitedStrokes == [1, 2])
    let expected = (2 * 0.02 * 0.003 - 0.003 * 0.003) * 0.001
    // What a grid cuts off sharp edges is within the error that is stated.
    let report = checkedReport(swept)
    #expect(report.volume < expected * 1.001)
    #expect(expected - report.volume < report.area * swept.gridErrorInMetres)
    #expect(isNear(report.volume, expected, share: 0.04))
  }

  @Test("level walls are exact: crossing sheets share a square post")
  func levelWalls() throws {
    let cross = [
      spatialStroke([SIMD3(-0.015, 0, 0), SIMD3(0.015, 0, 0)]),
      spatialStroke([SIMD3(0, 0, -0.015), SIMD3(0, 0, 0.015)]),
    ]
    let walls = ExtrusionStyle(.wall(Wall()))
    let solid = try checkedSolid(Drawing(strokes: cross), walls)
    #expect(solid.grid == nil)
    let report = solid.report
    #expect(report.genus == 0)
    #expect(isNear(report.volume, 0.005 * (2 * 0.03 * 0.003 - 0.003 * 0.003), share: 0.001))
    let side = 0.03
    let square = [
      SIMD3<Double>.zero, SIMD3(side, 0, 0), SIMD3(side, 0, side), SIMD3(0, 0, side), SIMD3<Double>.zero,
    ]
    let frame = try checkedSolid(Drawing(strokes: [spatialStroke(square)]), walls).report
    #expect(frame.genus == 1)
    #expect(frame.vertexCount == 16)
    #expect(isNear(frame.volume, 0.005 * 4 * side * 0.003, share: 0.001))
    let post = try checkedSolid(Drawing(strokes: [spatialStroke([.zero])]), walls).report
    #expect(isNear(post.volume, 0.003 * 0.003 * 0.005, share: 0.001))
  }

  @Test("a wall reaches from the surface to the style's height above its path")
  func ramp() throws {
    let swept = try Wall().mesh(of: [spatialStroke([.zero, SIMD3(0.03, 0.01, 0)])], style: style)
    let report = checkedReport(swept)
    #expect(report.lowerBound.y == 0)
    #expect(isNear(report.upperBound.y, 0.015, share: 0.001))
    #expect(isNear(report.volume, 0.003 * 0.03 * 0.010, share: 0.001))
    #expect(report.triangleCount == 12)
  }

  @Test("walls of two heights that cross are exact; one that rises is united with what it meets on a grid")
  func crossingHeights() throws {
    func cross(rising: Double) -> Drawing {
      Drawing(strokes: [
        spatialStroke([SIMD3(-0.01, 0.005, 0), SIMD3(0.01, 0.005 + rising, 0)]),
        spatialStroke([SIMD3(0, 0, -0.01), SIMD3(0, 0, 0.01)]),
      ])
    }
    let walls = ExtrusionStyle(.wall(Wall()))
    let level = try checkedSolid(cross(rising: 0), walls)
    let expected = 0.02 * 0.003 * 0.010 + 0.02 * 0.003 * 0.005 - 0.003 * 0.003 * 0.005
    #expect(level.grid == nil)
    #expect(isNear(level.report.volume, expected, share: 0.0005))
    let sloping = try checkedSolid(cross(rising: 0.002), walls)
    #expect(sloping.grid?.strokes == [1, 2])
    #expect(isNear(sloping.report.volume, expected + 0.02 * 0.003 * 0.001, share: 0.01))
  }

  @Test("walls of several colours never touch")
  func colours() throws {
    let red = StrokeColor(red: 255, green: 0, blue: 0)
    let cross = [
      spatialStroke([SIMD3(-0.015, 0, 0), SIMD3(0.015, 0, 0)]),
      spatialStroke([SIMD3(0, 0, -0.015), SIMD3(0, 0, 0.015)], color: red),
    ]
    let solid = try checkedSolid(Drawing(strokes: cross), ExtrusionStyle(.wall(Wall())))
    #expect(solid.report.shellCount == 3)
    #expect(solid.mesh.parts.map(\.color) == [.ink, red])
  }

  @Test("options that cannot be built are refused in a sentence")
  func refusals() {
    let line = [spatialStroke([.zero, SIMD3(0.01, 0, 0)])]
    for thickness in [0, -1, .nan, 2] {
      let error = #expect(throws: ExtrusionError.self) {
        try Ribbon(thicknessInMetres: thickness).mesh(of: line, style: style)
      }
      #expect(error?.description.contains("thickness") == true)
    }
    #expect(throws: ExtrusionError.self) { try Wall(gridInMetres: 0).mesh(of: line, style: style) }
    #expect(throws: ExtrusionError.self) { try Wall().mesh(of: [], style: style) }
  }
}
