import AirExtrusion
import AirStroke
import AirTestSupport
import Testing

@Suite struct StrokePartTests {
  private static let red = StrokeColor(red: 255, green: 0, blue: 0)
  private let style = ExtrusionStyle(widthInMetres: 0.003, heightInMetres: 0.005)

  private func divided(_ drawing: Drawing, _ style: ExtrusionStyle) throws -> ExtrudedSolid {
    try checkedSolid(drawing, style).divided(byStrokesOf: drawing, style: style)
  }

  @Test("strokes that do not meet are parts of their own, and those that cross are one")
  func names() throws {
    let apart = drawing([[(0, 0), (0.02, 0)], [(0, 0.01), (0.02, 0.01)], [(0.01, 0.005), (0.01, 0.015)]])
    #expect(try divided(apart, style).mesh.parts.map(\.name) == ["stroke 1", "strokes 2-3"])
    // Along the way there is no vertex for ten centimetres, and the neighbour is 20 µm away.
    let long = drawing([[(0, 0), (0.1, 0)], [(0, 0.00302), (0.1, 0.00302)]])
    #expect(try divided(long, style).mesh.parts.map(\.name) == ["stroke 1", "stroke 2"])
  }

  @Test("the pieces of a stroke that another colour cuts are one part")
  func cutStroke() throws {
    let cross = Drawing(strokes: [
      stroke([(-0.02, 0), (0.02, 0)]), stroke([(0, -0.02), (0, 0.02)], color: Self.red),
    ])
    let solid = try divided(cross, style)
    #expect(solid.mesh.parts.map(\.name) == ["stroke 1", "stroke 2"])
    #expect(solid.mesh.parts.map(\.color) == [.ink, Self.red])
    #expect(solid.report.shellCount == 3)
  }

  @Test("images of a stroke bear its number")
  func images() throws {
    var style = style
    style.symmetry = .translational(count: 3, stepU: 0.05, stepV: 0)
    let copies = drawing([[(0, 0), (0.01, 0)], [(0, 0.01), (0.01, 0.01)]])
    let solid = try divided(copies, style)
    #expect(solid.mesh.parts.map(\.name) == ["stroke 1", "stroke 2"])
    #expect(solid.report.shellCount == 6)
  }

  @Test("tubes that pass over one another in the air are told apart")
  func tubesInTheAir() throws {
    func raised(_ points: [(Double, Double)], _ height: Double) -> Stroke {
      var stroke = stroke(points)
      for index in stroke.nodes.indices { stroke.nodes[index].point.height = height }
      return stroke
    }
    let crossing = Drawing(strokes: [
      raised([(-0.02, 0), (0.02, 0)], 0.01), raised([(0, -0.02), (0, 0.02)], 0.03),
    ])
    let solid = try divided(crossing, ExtrusionStyle(.tube(Tube()), widthInMetres: 0.003))
    #expect(solid.mesh.parts.map(\.name) == ["stroke 1", "stroke 2"])
    for (part, height) in zip(solid.mesh.parts, [0.01, 0.03]) {
      let heights = solid.mesh.triangles[part.triangleRange].map { solid.mesh.position(Int($0.x)).y }
      #expect(heights.allSatisfy { abs(Double($0) - height) < 0.0016 })
    }
  }

  @Test("what a lift makes in one piece stays one part")
  func onePiece() throws {
    let two = drawing([[(0, 0), (0.02, 0)], [(0, 0.01), (0.02, 0.01)]])
    let solid = try divided(two, ExtrusionStyle(.plate(PlateStyle()), widthInMetres: 0.003))
    #expect(solid.mesh.parts.map(\.name) == ["drawing"])
  }

  @Test(
    "lists of strokes are short",
    arguments: [
      ([4], "stroke 4"), ([1, 2], "strokes 1-2"), ([1, 3, 4, 5, 9], "strokes 1, 3-5, 9"),
      (Array(stride(from: 2, through: 40, by: 2)), "stroke 2 and 19 more"), (Array(1...40), "strokes 1-40"),
    ])
  func lists(numbers: [Int], name: String) {
    #expect(ExtrudedSolid.name(ofStrokes: numbers) == name)
  }

  @Test(
    "random drawings keep every triangle, parts are closed, and each stroke is in one of them",
    arguments: RandomDrawing.Kind.allCases)
  func randomDrawings(kind: RandomDrawing.Kind) throws {
    for seed in 0..<UInt64(SweepDepth.count(60, timesWhenDeep: 20)) {
      var random = SeededGenerator(seed: seed)
      let sample = RandomDrawing(kind, using: &random)
      let style = ExtrusionStyle(widthInMetres: sample.widthInMetres)
      let drawing = drawing(sample.strokes)
      guard let solid = try? Extruder.solid(of: drawing, style: style) else { continue }
      let parts = solid.divided(byStrokesOf: drawing, style: style).mesh
      #expect(Set(parts.triangles) == Set(solid.mesh.triangles), "seed \(seed)")
      #expect(parts.triangles.count == solid.mesh.triangles.count)
      var numbers: [Int] = []
      for part in parts.parts {
        var edges: Set<SIMD2<UInt32>> = []
        for triangle in parts.triangles[part.triangleRange] {
          for edge in [(triangle.x, triangle.y), (triangle.y, triangle.z), (triangle.z, triangle.x)] {
            #expect(edges.insert(SIMD2(edge.0, edge.1)).inserted)
          }
        }
        #expect(edges.allSatisfy { edges.contains(SIMD2($0.y, $0.x)) }, "seed \(seed), \(part.name)")
        numbers += Self.numbers(in: part.name)
      }
      let drawn = drawing.strokes.indices.filter { !drawing.strokes[$0].nodes.isEmpty }.map { $0 + 1 }
      if !parts.parts.contains(where: { $0.name.contains("more") }) {
        #expect(numbers.sorted() == drawn, "\(kind), seed \(seed)")
      }
    }
  }

  /// The numbers that a name lists.
  private static func numbers(in name: String) -> [Int] {
    name.split(separator: " ").dropFirst().flatMap { item -> [Int] in
      let ends = item.filter { $0 != "," }.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last else { return [] }
      return Array(first...last)
    }
  }
}

@Suite struct VertexTimeTests {
  private let style = ExtrusionStyle(widthInMetres: 0.002, heightInMetres: 0.004)

  @Test("along a straight stroke, time passes as the pen went")
  func straight() throws {
    var line = drawing([[(0, 0), (0.01, 0), (0.06, 0)], [(0, 0.02), (0.06, 0.02)]])
    for (node, time) in [2.0, 4, 9].enumerated() { line.strokes[0].nodes[node].timestampInSeconds = time }
    for (node, time) in [20.0, 21].enumerated() { line.strokes[1].nodes[node].timestampInSeconds = time }
    let solid = try checkedSolid(line, style)
    let times = try solid.timesInSeconds(ofVerticesDrawnIn: line, style: style)
    #expect(times.count == solid.mesh.vertices.count)
    for (index, time) in times.enumerated() {
      let place = solid.mesh.position(index)
      let u = min(0.06, max(0, Double(place.x)))
      let expected = place.z > 0.01 ? 20 + u / 0.06 : u < 0.01 ? 2 + 2 * u / 0.01 : 4 + 5 * (u - 0.01) / 0.05
      #expect(abs(time - expected) < 1e-6)
    }
  }

  @Test("a plate far wider than its drawing has the times of the nearest strokes")
  func plate() throws {
    let far = drawing([
      arc(0, 0, radius: 0.01, steps: 37), [(0.013, 0.017), (0.0301, 0.0107), (0.05, 0.003)],
    ])
    let style = ExtrusionStyle(.plate(PlateStyle(marginInMetres: 0.2)), widthInMetres: 0.0011)
    let solid = try checkedSolid(far, style)
    let times = try solid.timesInSeconds(ofVerticesDrawnIn: far, style: style)
    let nodes = far.strokes.flatMap(\.nodes)
    for (index, time) in times.enumerated() {
      // No nearer than the nearest point, and that by less than a segment.
      let place = SIMD2(Double(solid.mesh.position(index).x), Double(solid.mesh.position(index).z))
      func distance(_ node: PointNode) -> Double {
        let way = SIMD2(node.point.u, node.point.v) - place
        return (way * way).sum().squareRoot()
      }
      let nearest = nodes.map(distance).min() ?? 0
      let atTime = nodes.filter { abs($0.timestampInSeconds - time) <= 1.0 / 60 }.map(distance).min() ?? 1
      #expect(atTime < nearest + 0.02)
    }
  }

  @Test("a drawing without times, a stamp and a turned body have none to give")
  func refusals() throws {
    var still = drawing([[(0.01, 0), (0.02, 0.01)]])
    let solid = try checkedSolid(still, style)
    for lift in [Lift.stamp(PlateStyle()), .lathe(Lathe(), fill: nil)] {
      var style = style
      style.lift = lift
      #expect(throws: ExtrusionError.self) {
        try solid.timesInSeconds(ofVerticesDrawnIn: still, style: style)
      }
    }
    for node in still.strokes[0].nodes.indices { still.strokes[0].nodes[node].timestampInSeconds = 5 }
    let error = #expect(throws: ExtrusionError.self) {
      try solid.timesInSeconds(ofVerticesDrawnIn: still, style: style)
    }
    #expect(error?.description.contains("same time") == true)
  }

  @Test("slices hold every triangle once, and appear when their last corner was drawn")
  func slices() throws {
    let path = arc(0, 0, radius: 0.03, steps: 200)
    let curl = drawing([path, [(0.05, 0), (0.07, 0.01)]])
    let solid = try checkedSolid(curl, style).divided(byStrokesOf: curl, style: style)
    let times = try solid.timesInSeconds(ofVerticesDrawnIn: curl, style: style)
    let slices = solid.mesh.sliced(byVertexTimes: times, stepCount: 50)
    #expect(Set(slices.mesh.triangles) == Set(solid.mesh.triangles))
    #expect(slices.mesh.triangles.count == solid.mesh.triangles.count)
    #expect(slices.appearanceInSeconds.count == slices.mesh.parts.count)
    let step = ((times.max() ?? 0) - (times.min() ?? 0)) / 50
    for (part, appearance) in zip(slices.mesh.parts, slices.appearanceInSeconds) {
      for triangle in slices.mesh.triangles[part.triangleRange] {
        let last = triangle.indices.map { times[Int(triangle[$0])] }.max() ?? 0
        let since = last - (times.min() ?? 0)
        #expect(since <= appearance + 1e-9 && since > appearance - step - 1e-9)
      }
    }
    #expect(MeshReport(of: slices.mesh).problems.isEmpty)
  }
}
