import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

@Suite("Outlines where strokes run towards each other almost in parallel")
struct TrueOutlineTests {
  /// A circle and a straight stroke that passes it, turned at random, and where their outlines meet.
  private struct Passing {
    var strokes: [[(Double, Double)]] = []
    var meetings: [SIMD2<Double>] = []

    /// - Parameter overlap: how far the straight stroke reaches into the circle's, in metres; negative for a gap.
    init(overlap: Double, radius: Double, pen: Double, using random: inout SeededGenerator) {
      let turn = Double.random(in: 0..<2 * .pi, using: &random)
      let (along, across) = (SIMD2(cos(turn), sin(turn)), SIMD2(-sin(turn), cos(turn)))
      // The straight stroke's near side is so far from the circle's centre.
      let distance = radius + pen - overlap
      let ends = [-0.03, 0.03].map { along * $0 + across * (distance + pen) }
      strokes = [arc(0, 0, radius: radius, steps: 3000), ends.map { ($0.x, $0.y) }]
      if overlap > 0 {
        let half = ((radius + pen) * (radius + pen) - distance * distance).squareRoot()
        meetings = [-half, half].map { along * $0 + across * distance }
      }
    }
  }

  @Test("the tips between a circle and a line that it only just reaches are where round pens leave them")
  func tips() throws {
    for seed in 0..<80 {
      var random = SeededGenerator(seed: UInt64(seed))
      let passing = Passing(
        overlap: .random(in: 5e-6...80e-6, using: &random), radius: .random(in: 2e-3...5e-3, using: &random),
        pen: 1.5e-3, using: &random)
      let outline = try Outline(
        of: passing.strokes.map { stroke($0) }, style: ExtrusionStyle(), lattice: .metres)
      let places = outline.points.map { SIMD2<Double>($0) * outline.lattice.stepInMetres }
      for meeting in passing.meetings {
        let nearest = places.map { (($0 - meeting) * ($0 - meeting)).sum().squareRoot() }.min() ?? .infinity
        #expect(nearest < 20e-6, "seed \(seed): \(nearest * 1e6) µm")
      }
    }
  }

  @Test("a gap of some micrometres between a circle and a line stays open, and an overlap stays closed")
  func gaps() throws {
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let width = Double.random(in: 3e-6...30e-6, using: &random)
      for overlap in [width, -width] {
        let passing = Passing(overlap: overlap, radius: 4e-3, pen: 1.5e-3, using: &random)
        let solid = try checkedSolid(drawing(passing.strokes))
        #expect(solid.report.shellCount == (overlap > 0 ? 1 : 2), "seed \(seed): \(overlap * 1e6) µm")
      }
    }
  }
}
