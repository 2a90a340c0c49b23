import AirExtrusion
import AirStroke
import Glibc
import Testing

@Suite("Tubes along paths in space")
struct TubeTests {
  let style = ExtrusionStyle()
  let radius = 0.0015
  private var section: Double { .pi * radius * radius }
  private var ball: Double { 4 / 3 * .pi * radius * radius * radius }

  @Test("a helix has the volume of its section times its length and of its two domes")
  func spring() throws {
    let turnLength = hypot(2 * .pi * 0.02, 0.006)
    for (cap, ends) in [(Tube.Cap.flat, 0), (.dome, ball)] {
      let swept = try Tube(cap: cap).mesh(
        of: [spatialStroke(helix(turns: 5, radius: 0.02, pitch: 0.006))], style: style)
      let report = checkedReport(swept)
      #expect(swept.unitedStrokes.isEmpty)
      #expect(report.genus == 0)
      #expect(report.shellCount == 1)
      #expect(isNear(report.volume, section * 5 * turnLength + ends, share: 0.001))
    }
  }

  @Test("a closed ring is a torus", arguments: [Lattice.metres, .millimetres])
  func ring(lattice: Lattice) throws {
    let swept = try Tube().mesh(
      of: [spatialStroke(helix(turns: 1, radius: 0.02, pitch: 0))], style: style, lattice: lattice)
    let report = checkedReport(swept)
    #expect(swept.unitedStrokes.isEmpty)
    #expect(report.genus == 1)
    let volume = report.volume / pow(lattice.unitsPerMetre, 3)
    #expect(isNear(volume, 2 * .pi * .pi * 0.02 * radius * radius, share: 0.001))
    let area = report.area / pow(lattice.unitsPerMetre, 2)
    #expect(isNear(area, 4 * .pi * .pi * 0.02 * radius, share: 0.005))
  }

  @Test("a trefoil knot is one handle, whatever the number of sides", arguments: [nil, 3, 4, 7])
  func knot(sides: Int?) throws {
    let swept = try Tube(sides: sides).mesh(of: [spatialStroke(trefoil(scale: 0.01))], style: style)
    let report = checkedReport(swept)
    #expect(swept.unitedStrokes.isEmpty)
    #expect(report.shellCount == 1)
    #expect(report.genus == 1)
    let path = trefoil(scale: 0.01)
    let length = zip(path, path.dropFirst()).reduce(0) {
      $0 + (($1.1 - $1.0) * ($1.1 - $1.0)).sum().squareRoot()
    }
    let sine = sides.map { Double($0) / 2 * sin(2 * .pi / Double($0)) } ?? .pi
    #expect(isNear(report.volume, sine * radius * radius * length, share: 0.002))
  }

  @Test("a straight tube is a cylinder and a ball, and a point a ball")
  func straight() throws {
    let line = checkedReport(
      try Tube().mesh(of: [spatialStroke([.zero, SIMD3(0.01, 0.02, 0.02)])], style: style))
    #expect(isNear(line.volume, section * 0.03 + ball, share: 0.002))
    #expect(line.genus == 0)
    let point = checkedReport(try Tube(cap: .flat).mesh(of: [spatialStroke([.zero])], style: style))
    #expect(isNear(point.volume, ball, share: 0.02))
    let repeated = checkedReport(
      try Tube().mesh(of: [spatialStroke([.zero, .zero, .zero, .zero])], style: style))
    #expect(repeated == point)
    // Points on the line that come back on themselves within it add nothing.
    let path = [
      SIMD3<Double>.zero, SIMD3(0.005, 0.01, 0.01), SIMD3(0.005, 0.01, 0.01), SIMD3(0.01, 0.02, 0.02),
    ]
    #expect(checkedReport(try Tube().mesh(of: [spatialStroke(path)], style: style)) == line)
  }

  @Test("a bend of a right angle is mitred: two flat-ended cylinders whose axes meet in the corner")
  func mitre() throws {
    let swept = try Tube(cap: .flat).mesh(
      of: [spatialStroke([SIMD3(0.02, 0, 0), .zero, SIMD3(0, 0.02, 0)])], style: style)
    #expect(swept.unitedStrokes.isEmpty)
    #expect(isNear(checkedReport(swept).volume, section * 0.04, share: 0.001))
  }

  @Test("crossing cylinders are united: by Archimedes they share 16 r³ / 3")
  func crossing() throws {
    let length = 0.02
    let strokes = [
      spatialStroke([SIMD3(-length / 2, 0.01, 0), SIMD3(length / 2, 0.01, 0)]),
      spatialStroke([SIMD3(0, 0.01, -length / 2), SIMD3(0, 0.01, length / 2)]),
    ]
    let expected = 2 * section * length - 16 / 3 * radius * radius * radius
    // The finer the grid the nearer, down to the style's tolerance.
    for (grid, share) in [(0.001, 0.05), (0.0005, 0.03), (0.00025, 0.015)] {
      let swept = try Tube(cap: .flat, gridInMetres: grid).mesh(of: strokes, style: style)
      let report = checkedReport(swept)
      #expect(swept.unitedStrokes == [1, 2])
      #expect(report.shellCount == 1)
      #expect(report.genus == 0)
      #expect(isNear(report.volume, expected, share: share))
    }
    let fine = ExtrusionStyle(toleranceInMetres: 4e-6)
    let swept = try Tube(cap: .flat, gridInMetres: 0.00025).mesh(of: strokes, style: fine)
    #expect(isNear(checkedReport(swept).volume, expected, share: 0.005))
  }

  @Test("a tube that turns back on itself is the tube drawn once")
  func reversal() throws {
    let end = SIMD3(0.01, 0.02, 0.02)
    let swept = try Tube().mesh(of: [spatialStroke([.zero, end, .zero])], style: style)
    #expect(swept.unitedStrokes == [1])
    #expect(isNear(checkedReport(swept).volume, section * 0.03 + ball, share: 0.015))
  }

  @Test("bends tighter than the radius and sharp zigzags become one solid")
  func tightBends() throws {
    let spring = try Tube().mesh(
      of: [spatialStroke(helix(turns: 2, radius: 0.0008, pitch: 0.002, steps: 200))], style: style)
    #expect(checkedReport(spring).shellCount == 1)
    #expect(spring.unitedStrokes == [1])
    let zigzag = (0...12).map { (index: Int) -> SIMD3<Double> in
      SIMD3(0.001 * Double(index), 0.005 * Double(index % 2), 0.0005 * Double(index % 3))
    }
    let united = try Tube().mesh(of: [spatialStroke(zigzag)], style: style)
    #expect(checkedReport(united).shellCount == 1)
  }

  @Test("only strokes that meet are put on a grid, and what another covers is gone")
  func groups() throws {
    let far = spatialStroke([SIMD3(0, 0.03, 0), SIMD3(0.01, 0.03, 0)])
    let cross = [
      spatialStroke([SIMD3(-0.005, 0, 0), SIMD3(0.005, 0, 0)]),
      spatialStroke([SIMD3(0, 0, -0.005), SIMD3(0, 0, 0.005)]),
    ]
    let swept = try Tube().mesh(of: [cross[0], far, cross[1]], style: style)
    #expect(checkedReport(swept).shellCount == 2)
    #expect(swept.unitedStrokes == [1, 3])
    let thick = spatialStroke([SIMD3(-0.01, 0, 0), SIMD3(0.01, 0, 0)], widthInMetres: 0.01)
    let alone = try Tube().mesh(of: [thick], style: style)
    #expect(try Tube().mesh(of: [cross[0], thick], style: style).mesh == alone.mesh)
  }

  @Test("each colour is a closed part, and the later one cuts the earlier one in two")
  func colours() throws {
    let red = StrokeColor(red: 255, green: 0, blue: 0)
    let swept = try Tube().mesh(
      of: [
        spatialStroke([SIMD3(-0.005, 0, 0), SIMD3(0.005, 0, 0)]),
        spatialStroke([SIMD3(0, 0, -0.005), SIMD3(0, 0, 0.005)], color: red),
      ], style: style)
    #expect(checkedReport(swept).shellCount == 3)
    #expect(swept.mesh.parts.map(\.color) == [.ink, red])
    for part in swept.mesh.parts {
      let own = Mesh(
        lattice: swept.mesh.lattice, vertices: swept.mesh.vertices,
        triangles: Array(swept.mesh.triangles[part.triangleRange]), parts: [])
      #expect(MeshReport(of: own).problems.isEmpty)
    }
  }

  @Test("the same strokes give the same mesh")
  func determinism() throws {
    let strokes = [spatialStroke(helix(turns: 2, radius: 0.0008, pitch: 0.002, steps: 200))]
    #expect(try Tube().mesh(of: strokes, style: style) == Tube().mesh(of: strokes, style: style))
  }

  @Test("options and places that cannot be built are refused in a sentence")
  func refusals() {
    let line = [spatialStroke([.zero, SIMD3(0.01, 0, 0)])]
    let bad: [(Tube, [Stroke], String)] = [
      (Tube(sides: 2), line, "2 sides"), (Tube(closingDistanceInMetres: -1), line, "closing distance"),
      (Tube(gridInMetres: .nan), line, "grid"), (Tube(), [], "empty"),
      (Tube(), [spatialStroke([.zero, SIMD3(0, .nan, 0)])], "Point 2"),
      (Tube(), [spatialStroke([SIMD3(0, 1e9, 0)])], "beyond"),
      (Tube(), [spatialStroke([.zero], widthInMetres: -1)], "Stroke 1"),
      (Tube(gridInMetres: 0.01), [spatialStroke([.zero, SIMD3(0.01, 0, 0), .zero])], "half as wide"),
      (Tube(gridInMetres: 2e-6), [spatialStroke([.zero, SIMD3(1, 0, 0), .zero])], "coarser grid"),
    ]
    for (tube, strokes, word) in bad {
      let error = #expect(throws: ExtrusionError.self) { try tube.mesh(of: strokes, style: style) }
      #expect(error?.description.contains(word) == true, "\(String(describing: error))")
    }
    #expect(throws: ExtrusionError.self) {
      try Tube().mesh(of: line, style: ExtrusionStyle(widthInMetres: -1))
    }
  }
}
