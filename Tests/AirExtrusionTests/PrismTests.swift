import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

@Suite("Prisms of known shapes")
struct PrismTests {
  let style = ExtrusionStyle()
  let radius = 0.0015
  let height = 0.005

  @Test(
    "a dot is a disc: one shell, no hole, and the area of the circle",
    arguments: [Lattice.metres, .millimetres])
  func dot(lattice: Lattice) throws {
    let solid = try checkedSolid(drawing([[(0.01, -0.02)]]), style, lattice: lattice)
    #expect(solid.report.shellCount == 1)
    #expect(solid.report.genus == 0)
    #expect(isNear(baseArea(solid, heightInMetres: height), .pi * radius * radius, share: 0.001))
    let size = (solid.report.upperBound - solid.report.lowerBound) / lattice.unitsPerMetre
    #expect(isNear(size.x, 2 * radius, share: 0.01))
    #expect(isNear(size.y, height, share: 0.0001))
    #expect(isNear(size.z, 2 * radius, share: 0.01))
  }

  @Test("the volume is that of the outline's polygon times the height, to the last bit")
  func volumeIsExact() throws {
    let drawing = drawing([arc(0, 0, radius: 0.02), [(-0.03, -0.03), (0.03, 0.02)]])
    let solid = try checkedSolid(drawing, style)
    let outline = try Outline(of: drawing.strokes, style: style, lattice: .metres)
    let twiceArea = (0..<outline.ringCount).reduce(0) { $0 + outline.twiceArea(ofRing: $1) }
    let heightInSteps = Int64((height / Lattice.metres.step).rounded())
    let step = Lattice.metres.step
    #expect(
      solid.report.volume == Double(Int128(3 * twiceArea) * Int128(heightInSteps)) / 6 * step * step * step)
  }

  @Test("a straight stroke has the area of a rectangle and a circle")
  func straightStroke() throws {
    for (end, length) in [
      ((0.04, 0.0), 0.04), ((0.0, 0.04), 0.04), ((0.03, 0.04), 0.05), ((-0.03, -0.04), 0.05),
    ] {
      let solid = try checkedSolid(drawing([[(0, 0), end]]), style)
      let expected = 2 * radius * length + .pi * radius * radius
      #expect(isNear(baseArea(solid, heightInMetres: height), expected, share: 0.001))
    }
  }

  @Test("a stroke round a circle is an annulus with one hole")
  func annulus() throws {
    let solid = try checkedSolid(drawing([arc(0, 0, radius: 0.02)]), style)
    #expect(solid.report.shellCount == 1)
    #expect(solid.report.genus == 1)
    #expect(isNear(baseArea(solid, heightInMetres: height), 2 * .pi * 0.02 * 2 * radius, share: 0.001))
  }

  @Test("a square stroke has square inner corners and round outer ones")
  func squareStroke() throws {
    let side = 0.03
    let solid = try checkedSolid(drawing([[(0, 0), (side, 0), (side, side), (0, side), (0, 0)]]), style)
    let (outer, inner) = (side + 2 * radius, side - 2 * radius)
    let expected = outer * outer - inner * inner - (4 - .pi) * radius * radius
    #expect(isNear(baseArea(solid, heightInMetres: height), expected, share: 0.001))
    #expect(solid.report.genus == 1)
  }

  @Test("a figure eight has two holes")
  func figureEight() throws {
    let points = (0...600).map { step in
      let angle = 2 * .pi * Double(step) / 600
      return (0.03 * sin(angle), 0.02 * sin(2 * angle))
    }
    let solid = try checkedSolid(drawing([points]), style)
    #expect(solid.report.shellCount == 1)
    #expect(solid.report.genus == 2)
  }

  @Test("dots whose outlines touch are parted or joined, never both")
  func touchingDiscs() throws {
    // Every offset around the touching one, step by step of the lattice: what lies beyond must be two shells.
    for steps in -12...12 {
      let distance = 2 * radius + Double(steps) * Lattice.metres.step
      for (u, v) in [(1.0, 0.0), (0.0, 1.0), (0.6, 0.8)] {
        let solid = try checkedSolid(drawing([[(0, 0)], [(u * distance, v * distance)]]), style)
        #expect(solid.report.nonManifoldEdgeCount == 0)
        #expect((1...2).contains(solid.report.shellCount))
        #expect(isNear(baseArea(solid, heightInMetres: height), 2 * .pi * radius * radius, share: 0.001))
      }
    }
    let apart = try checkedSolid(drawing([[(0, 0)], [(0.0032, 0)]]), style)
    #expect(apart.report.shellCount == 2)
    let joined = try checkedSolid(drawing([[(0, 0)], [(0.0028, 0)]]), style)
    #expect(joined.report.shellCount == 1)
  }

  @Test("squares that share corners on the lattice are parted at every corner")
  func sharedCorners() throws {
    // A grid of lines as wide as their gaps, crossing: holes meet nothing, but dots between them do.
    let pitch = 0.006
    var strokes: [[(Double, Double)]] = []
    for i in 0..<5 {
      for j in 0..<5 {
        let (u, v) = (Double(i) * pitch, Double(j) * pitch)
        strokes.append([(u, v), (u + pitch / 2, v), (u + pitch / 2, v + pitch / 2), (u, v + pitch / 2)])
      }
    }
    try checkedSolid(drawing(strokes), ExtrusionStyle(widthInMetres: pitch / 2))
  }

  @Test("rings inside of rings keep their holes")
  func nestedRings() throws {
    let radii = [0.005, 0.01, 0.015, 0.02]
    let solid = try checkedSolid(drawing(radii.map { arc(0, 0, radius: $0) } + [[(0, 0)]]), style)
    #expect(solid.report.shellCount == 5)
    #expect(solid.report.genus == 4)
    let expected = radii.reduce(.pi * radius * radius) { $0 + 2 * .pi * $1 * 2 * radius }
    #expect(isNear(baseArea(solid, heightInMetres: height), expected, share: 0.001))
  }

  @Test("strokes drawn twice, backwards, with repeated points and turned back on themselves change nothing")
  func repeatedStrokes() throws {
    let path = [(0.0, 0.0), (0.02, 0.01), (0.03, -0.01), (0.05, 0.0)]
    let once = try checkedSolid(drawing([path]), style)
    let area = baseArea(once, heightInMetres: height)
    let variants: [[[(Double, Double)]]] = [
      [path, path], [path, path.reversed()], [path.flatMap { [$0, $0, $0] }], [path + path.reversed()],
      [Array(path[0...1]), Array(path[1...2]), Array(path[2...3])],
    ]
    for variant in variants {
      let solid = try checkedSolid(drawing(variant), style)
      #expect(isNear(baseArea(solid, heightInMetres: height), area, share: 0.001))
      #expect(solid.report.shellCount == 1)
      #expect(solid.report.genus == 0)
    }
  }

  @Test("the outline is a pen's radius away from the path, give or take the tolerance")
  func outlineIsWithinTolerance() throws {
    let path = (0...800).map { step in
      let t = Double(step) / 800
      return (0.06 * t, 0.008 * sin(17 * t) + 0.002 * sin(61 * t))
    }
    for tolerance in [5e-6, 20e-6, 100e-6] {
      let style = ExtrusionStyle(toleranceInMetres: tolerance)
      let outline = try Outline(of: [stroke(path)], style: style, lattice: .metres)
      var worst = 0.0
      for ring in 0..<outline.ringCount {
        let points = outline.ring(ring).map {
          (Double($0.x) * Lattice.metres.step, Double($0.y) * Lattice.metres.step)
        }
        for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) {
          for share in [0.0, 0.25, 0.5, 0.75] {
            let place = (a.0 + share * (b.0 - a.0), a.1 + share * (b.1 - a.1))
            worst = max(worst, abs(distance(place, path) - radius))
          }
        }
      }
      #expect(worst <= tolerance)
      #expect(worst > tolerance / 20, "a tolerance that is not used leaves too many points")
    }
  }

  private func distance(_ place: (Double, Double), _ path: [(Double, Double)]) -> Double {
    zip(path, path.dropFirst()).reduce(.infinity) { nearest, segment in
      let (a, b) = segment
      let (u, v) = (b.0 - a.0, b.1 - a.1)
      let along = max(0, min(1, ((place.0 - a.0) * u + (place.1 - a.1) * v) / (u * u + v * v)))
      return min(nearest, hypot(place.0 - a.0 - along * u, place.1 - a.1 - along * v))
    }
  }

  @Test("a scribble of thousands of crossings is one solid of the area that it covers")
  func denseScribble() throws {
    // Fifty passes over a square, each shifted by a fifth of the pen's width: five layers everywhere, and again across.
    let (side, pitch) = (0.03, radius * 2 / 5)
    let lines = Int(side / pitch)
    let along = (0...lines).flatMap { line -> [(Double, Double)] in
      let v = Double(line) * pitch
      let path = (0...60).map { (Double($0) * side / 60, v + 0.0001 * sin(Double($0 * 7))) }
      return line % 2 == 0 ? path : path.reversed()
    }
    let across = along.map { ($0.1, $0.0) }
    let solid = try checkedSolid(drawing([along, across]), style)
    let square = (side + 2 * radius) * (side + 2 * radius) - (4 - .pi) * radius * radius
    #expect(isNear(baseArea(solid, heightInMetres: height), square, share: 0.01))
    #expect(solid.report.shellCount == 1)
    #expect(solid.report.genus == 0)
  }

  @Test("faces look outward: the top faces up and lies at the height")
  func orientation() throws {
    let solid = try checkedSolid(drawing([[(0, 0), (0.01, 0.004)]]), style)
    let top = solid.mesh.vertices.map(\.y).max() ?? 0
    for triangle in solid.mesh.triangles {
      let corners = (0..<3).map { solid.mesh.vertices[Int(triangle[$0])] }
      let (ab, ac) = (corners[1] &- corners[0], corners[2] &- corners[0])
      let up = Int64(ab.z) * Int64(ac.x) - Int64(ab.x) * Int64(ac.z)
      if corners.allSatisfy({ $0.y == top }) { #expect(up > 0) }
      if corners.allSatisfy({ $0.y == 0 }) { #expect(up < 0) }
    }
  }

  @Test("strokes of one colour are one part, those of several a closed part each")
  func colours() throws {
    let red = StrokeColor(red: 255, green: 0, blue: 0)
    let cross = [[(-0.01, 0.0), (0.01, 0.0)], [(0.0, -0.01), (0.0, 0.01)]]
    let one = try checkedSolid(drawing(cross), style)
    #expect(one.mesh.parts.map(\.name) == ["drawing"])
    #expect(one.report.shellCount == 1)
    let two = try checkedSolid(Drawing(strokes: [stroke(cross[0]), stroke(cross[1], color: red)]), style)
    #expect(two.mesh.parts.map(\.name) == ["drawing #1f6feb", "drawing #ff0000"])
    #expect(two.mesh.parts.map(\.color) == [.ink, red])
    // The later bar cuts the earlier one in two, and together they are smaller than the cross by the two gaps.
    #expect(two.report.shellCount == 3)
    let gaps = 2 * style.widthInMetres * Extruder.colorGapInMetres
    let missing = baseArea(one, heightInMetres: height) - baseArea(two, heightInMetres: height)
    #expect(isNear(missing, gaps, share: 0.2))
    #expect(two.mesh.parts.last?.triangleRange.upperBound == two.mesh.triangles.count)
  }

  @Test(
    "random strokes of several colours never touch, and one that is drawn over wholly is gone",
    arguments: 1...40)
  func randomColours(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let colors = (0..<4).map { StrokeColor(red: UInt8(60 * $0), green: 0, blue: 0) }
    let strokes = (0..<8).map { index in
      let points = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        (Double.random(in: -0.02...0.02, using: &random), Double.random(in: -0.02...0.02, using: &random))
      }
      return stroke(points, color: colors[index % 4])
    }
    let solid = try checkedSolid(Drawing(strokes: strokes), style)
    var united = strokes
    for index in united.indices { united[index].color = .ink }
    let whole = try checkedSolid(Drawing(strokes: united), style)
    #expect(solid.report.volume <= whole.report.volume, "seed \(seed)")
    #expect(solid.report.volume >= 0.97 * whole.report.volume, "seed \(seed)")
    let covered =
      strokes.map { Stroke(nodes: $0.nodes, color: .ink) }
      + strokes.map { Stroke(nodes: $0.nodes, color: colors[1]) }
    #expect(
      try checkedSolid(Drawing(strokes: covered), style).mesh.parts.map(\.color) == [colors[1]],
      "seed \(seed)")
  }

  @Test("a stroke's own width comes before the style's")
  func strokeWidth() throws {
    let solid = try checkedSolid(Drawing(strokes: [stroke([(0, 0)], widthInMetres: 0.01)]), style)
    #expect(isNear(baseArea(solid, heightInMetres: height), .pi * 0.005 * 0.005, share: 0.001))
  }

  @Test("the same drawing gives the same mesh")
  func determinism() throws {
    let drawing = drawing([
      arc(0, 0, radius: 0.02), [(-0.03, -0.03), (0.03, 0.02)], arc(0.01, 0, radius: 0.007),
    ])
    #expect(try checkedSolid(drawing, style).mesh == checkedSolid(drawing, style).mesh)
  }

  @Test("a drawing without points, wild places and impossible widths are refused in a sentence")
  func badDrawings() {
    let bad: [(Drawing, String)] = [
      (Drawing(strokes: []), "empty"), (drawing([[], []]), "empty"),
      (drawing([[(0, 0)], [(0, 0), (.nan, 0)]]), "2"),
      (drawing([[(0, 0), (0, .nan)]]), "2"), (drawing([[(.infinity, 0)]]), "finite"),
      (drawing([[(1e9, 0)]]), "4"), (drawing([[(0, -4)]]), "±4"),
      (Drawing(strokes: [stroke([(0, 0)], widthInMetres: -1)]), "Stroke 1"),
    ]
    for (drawing, word) in bad {
      let error = #expect(throws: ExtrusionError.self) { try Extruder.solid(of: drawing, style: style) }
      #expect(error?.description.contains(word) == true, "\(String(describing: error))")
    }
  }

  @Test("solids reach to the lattice's ends")
  func farAway() throws {
    let far = drawing([[(-3.98, -3.98), (3.98, 3.98)], [(-3.98, 3.98), (3.98, -3.97)], [(3.9, 3.9)]])
    let solid = try checkedSolid(far, style)
    #expect(solid.report.shellCount == 1)
    let positions = solid.mesh.vertices.indices.map { solid.mesh.position($0) }
    for (position, vertex) in zip(positions, solid.mesh.vertices) {
      #expect(SIMD3<Double>(position) == SIMD3<Double>(vertex) * Lattice.metres.step)
    }
  }
}
