import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

@Suite("Bevels and heights")
struct ReliefTests {
  let radius = 0.0015
  let height = 0.005
  let length = 0.04

  /// The area of what is farther than a distance from the rim of a straight stroke.
  private func area(inset: Double) -> Double {
    2 * (radius - inset) * length + .pi * (radius - inset) * (radius - inset)
  }

  /// The volume that a bevel's profile takes from a straight stroke at one side: areas at equal steps of its height.
  private func volume(of bevel: Bevel) -> Double {
    let steps = 2000
    return (0..<steps).reduce(0) { sum, step in
      let height = (Double(step) + 0.5) / Double(steps) * bevel.sizeInMetres
      let inset =
        bevel.shape == .chamfer
        ? height
        : bevel.sizeInMetres - (bevel.sizeInMetres * bevel.sizeInMetres - height * height).squareRoot()
      return sum + area(inset: inset) * bevel.sizeInMetres / Double(steps)
    }
  }

  @Test(
    "a chamfered stroke lacks what the chamfer cuts off, at the top, the bottom or both",
    arguments: Bevel.Edges.allCases)
  func chamfer(edges: Bevel.Edges) throws {
    for size in [0.0002, 0.0007, 0.0014] {
      let bevel = Bevel(sizeInMetres: size, edges: edges)
      let solid = try checkedSolid(drawing([[(0, 0), (length, 0)]]), ExtrusionStyle(bevel: bevel))
      let count = edges == .both ? 2.0 : 1
      let expected = area(inset: 0) * (height - count * size) + count * volume(of: bevel)
      #expect(isNear(solid.report.volume, expected, share: 0.002))
      #expect(solid.report.genus == 0 && solid.report.shellCount == 1)
      #expect(isNear(solid.report.upperBound.y - solid.report.lowerBound.y, height, share: 1e-4))
    }
  }

  @Test("a rounded edge comes as near to a quarter of a circle as its steps allow")
  func roundBevel() throws {
    for (steps, share) in [(2, 0.02), (6, 0.004), (24, 0.002)] {
      let bevel = Bevel(.round, sizeInMetres: 0.001, stepCount: steps)
      let solid = try checkedSolid(drawing([[(0, 0), (0, length)]]), ExtrusionStyle(bevel: bevel))
      let expected = area(inset: 0) * (height - 0.001) + volume(of: bevel)
      #expect(isNear(solid.report.volume, expected, share: share), "\(steps) steps")
      // Chords lie inside of the arc.
      #expect(solid.report.volume < expected * 1.002)
    }
  }

  @Test("a bevel is the same on the millimetre lattice, and the same twice")
  func lattices() throws {
    let style = ExtrusionStyle(bevel: Bevel(.round, sizeInMetres: 0.001, edges: .both))
    let path = drawing([arc(0, 0, radius: 0.02), [(-0.03, -0.03), (0.03, 0.02)]])
    let metres = try checkedSolid(path, style)
    let millimetres = try checkedSolid(path, style, lattice: .millimetres)
    #expect(isNear(millimetres.report.volume, metres.report.volume * 1e9, share: 1e-4))
    #expect(try checkedSolid(path, style) == metres)
  }

  @Test("a bevel that does not fit the height or the strokes is refused in a sentence")
  func impossibleBevels() throws {
    let dot = drawing([[(0, 0)]])
    for bevel in [
      Bevel(sizeInMetres: 0.006), Bevel(sizeInMetres: 0.003, edges: .both), Bevel(sizeInMetres: .nan),
      Bevel(sizeInMetres: -0.001), Bevel(.round, sizeInMetres: 0.001, stepCount: 0),
    ] {
      let error = #expect(throws: ExtrusionError.self) {
        try Extruder.solid(of: dot, style: ExtrusionStyle(bevel: bevel))
      }
      #expect(error?.description.contains("bevel") == true)
    }
    #expect(throws: ExtrusionError.bevelTooWide(sizeInMetres: 0.0016)) {
      try Extruder.solid(of: dot, style: ExtrusionStyle(bevel: Bevel(sizeInMetres: 0.0016)))
    }
  }

  @Test(
    "strokes of different heights that cross are one solid, each as high as it is and the higher one where both are"
  )
  func heights() throws {
    let low = stroke([(-0.02, 0), (0.02, 0)])
    var high = stroke([(0, -0.02), (0, 0.02)])
    high.heightInMetres = 0.009
    let style = ExtrusionStyle()
    let solid = try checkedSolid(Drawing(strokes: [low, high]), style)
    let union = baseArea(
      try checkedSolid(drawing([[(-0.02, 0), (0.02, 0)], [(0, -0.02), (0, 0.02)]])), heightInMetres: height)
    let upper = baseArea(try checkedSolid(drawing([[(0, -0.02), (0, 0.02)]])), heightInMetres: height)
    #expect(solid.report.shellCount == 1 && solid.report.genus == 0)
    #expect(isNear(solid.report.volume, union * height + upper * 0.004, share: 1e-4))
    #expect(isNear(solid.report.upperBound.y, 0.009, share: 1e-4))
  }

  @Test("strokes of different heights that share their sides and ends are one solid")
  func coincidentHeights() throws {
    let path = [(0.0, 0.0), (0.01, 0.0), (0.01, 0.01)]
    var strokes = [
      stroke(path), stroke(Array(path.dropLast())), stroke(Array(path.dropFirst())), stroke([path[0]]),
    ]
    for (index, height) in [0.002, 0.004, 0.003, 0.006].enumerated() {
      strokes[index].heightInMetres = height
    }
    for bevel in [nil, Bevel(sizeInMetres: 0.0005, edges: .both), Bevel(.round, sizeInMetres: 0.001)] {
      let solid = try checkedSolid(Drawing(strokes: strokes), ExtrusionStyle(bevel: bevel))
      #expect(solid.report.shellCount == 1)
      #expect(isNear(solid.report.upperBound.y, 0.006, share: 1e-4))
    }
  }

  @Test("raised strokes are asked for only of drawings in which something was raised")
  func raised() throws {
    let flat = stroke([(0, 0), (0.01, 0)])
    #expect(throws: ExtrusionError.nothingRaised) {
      try Extruder.solid(of: Drawing(strokes: [flat]), style: ExtrusionStyle(.raised))
    }
    var raised = flat
    raised.heightInMetres = 0.03
    let solid = try checkedSolid(Drawing(strokes: [raised]), ExtrusionStyle(.raised))
    #expect(isNear(solid.report.upperBound.y, 0.03, share: 1e-4))
    raised.heightInMetres = -0.01
    let error = #expect(throws: ExtrusionError.self) {
      try Extruder.solid(of: Drawing(strokes: [flat, raised]), style: ExtrusionStyle(.raised))
    }
    #expect(error?.description.contains("Stroke 2") == true)
  }

  @Test("colours that cross stay apart in every kind of relief")
  func colors() throws {
    let red = StrokeColor(red: 255, green: 0, blue: 0)
    var crossing = stroke([(0, -0.02), (0, 0.02)], color: red)
    crossing.heightInMetres = 0.008
    let strokes = [stroke([(-0.02, 0), (0.02, 0)]), crossing]
    for style in [
      ExtrusionStyle(), ExtrusionStyle(bevel: Bevel(.round, sizeInMetres: 0.001, edges: .both)),
      ExtrusionStyle(.fill(FillStyle())), ExtrusionStyle(.dots(DotStyle())),
      ExtrusionStyle(.inflate(InflateStyle(isTwoSided: true))),
    ] {
      let solid = try checkedSolid(Drawing(strokes: strokes), style)
      #expect(solid.mesh.parts.map(\.color) == [.ink, red])
      #expect(solid.report.shellCount >= 3)
    }
  }
}
