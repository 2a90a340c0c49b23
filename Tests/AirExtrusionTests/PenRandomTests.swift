import AirExtrusion
import AirGeometry
import AirStroke
import AirTestSupport
import Testing

@Suite("Random strokes of random pens")
struct PenRandomTests {
  private static let joins = [
    PenStyle.Join.round, .mitre(limit: 1.2), .mitre(limit: 4), .mitre(limit: 30), .bevel,
  ]
  private static let widths = [
    PenStyle.Width.constant, .speed(referenceInMetresPerSecond: 0.1, faster: .thinner),
    .speed(referenceInMetresPerSecond: 0.02, faster: .wider), .pressure, .confidence,
  ]

  private func pen(_ cap: PenStyle.Cap, _ seed: UInt64, _ random: inout SeededGenerator) -> PenStyle {
    let isTapered = Bool.random(using: &random)
    func length() -> Double { isTapered ? .random(in: 0...0.02, using: &random) : 0 }
    return PenStyle(
      cap: cap, join: Self.joins[Int(seed % 5)], width: Self.widths[Int(seed / 5 % 5)],
      leastWidthInMetres: 0.0003, greatestWidthInMetres: 0.005,
      taper: PenTaper(
        inInMetres: length(), outInMetres: length(),
        tipWidthInMetres: .random(in: 20e-6...1e-3, using: &random))
    )
  }

  private func strokes(of sample: RandomDrawing, _ random: inout SeededGenerator) -> [Stroke] {
    // Half of the size leaves room for the longest mitres.
    sample.strokes.map { path in
      var time = 0.0
      var stroke = stroke(path.map { ($0.0 / 2, $0.1 / 2) })
      if path.count > 2, Bool.random(using: &random) { stroke.nodes.append(stroke.nodes[0]) }
      for index in stroke.nodes.indices {
        // Clocks that stand still now and then, and pressures that jump.
        time += Bool.random(using: &random) ? .random(in: 0...0.06, using: &random) : 0
        stroke.nodes[index].timestampInSeconds = time
        stroke.nodes[index].confidence = .random(in: 0...1, using: &random)
        stroke.nodes[index].pressure = Bool.random(using: &random) ? .random(in: 0...1, using: &random) : 1
      }
      return stroke
    }
  }

  /// 2,250 in all, a hundred times as many in the deep sweep.
  private static let drawingsOfEachKind = UInt64(SweepDepth.count(75, timesWhenDeep: 100))

  @Test(
    "whatever is drawn with whatever pen becomes a solid", arguments: PenStyle.Cap.allCases,
    RandomDrawing.Kind.allCases)
  func everyDrawingIsASolid(cap: PenStyle.Cap, kind: RandomDrawing.Kind) throws {
    for seed in 0..<Self.drawingsOfEachKind {
      var random = SeededGenerator(seed: seed)
      let sample = RandomDrawing(kind, using: &random)
      let strokes = strokes(of: sample, &random)
      let style = ExtrusionStyle(
        widthInMetres: min(sample.widthInMetres, 0.1), pen: pen(cap, seed, &random))
      do {
        let lattice: Lattice = seed % 2 == 0 ? .metres : .millimetres
        let solid = try Extruder.solid(of: Drawing(strokes: strokes), style: style, lattice: lattice)
        #expect(solid.report.problems.isEmpty, "\(kind), seed \(seed)")
      } catch {
        Issue.record("\(kind), seed \(seed): \(error)")
      }
    }
  }

  @Test("the same strokes and pen give the same mesh", arguments: PenStyle.Cap.allCases)
  func determinism(cap: PenStyle.Cap) throws {
    for seed in UInt64(0)..<25 {
      var random = SeededGenerator(seed: seed)
      let sample = RandomDrawing(.scribble, using: &random)
      let drawing = Drawing(strokes: strokes(of: sample, &random))
      let style = ExtrusionStyle(pen: pen(cap, seed, &random))
      #expect(
        try Extruder.solid(of: drawing, style: style).mesh == Extruder.solid(of: drawing, style: style).mesh)
    }
  }
}
