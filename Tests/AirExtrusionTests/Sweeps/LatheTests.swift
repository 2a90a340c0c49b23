import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

@Suite("Profiles turned on a lathe")
struct LatheTests {
  let style = ExtrusionStyle()
  let disc = [stroke([(0.02, 0.0)], widthInMetres: 0.01)]

  /// The share of a circle's area that a regular polygon in it has.
  private func polygonShare(_ steps: Int) -> Double {
    let step = 2 * .pi / Double(steps)
    return sin(step) / step
  }

  @Test("a disc away from the axis is a torus", arguments: [8, 24, 200])
  func torus(steps: Int) throws {
    let solid = try Lathe(axis: .vertical(uInMetres: 0), steps: steps).solid(of: disc, style: style)
    let report = solid.report
    #expect(report.genus == 1)
    #expect(report.shellCount == 1)
    // By Pappus the volume is that of the section times the way of its centre.
    let expected = 2 * .pi * .pi * 0.02 * 0.005 * 0.005 * polygonShare(steps)
    #expect(isNear(report.volume, expected, share: 0.001))
    #expect(report.area < 4 * .pi * .pi * 0.02 * 0.005 * 1.001)
    #expect(report.area > 4 * .pi * .pi * 0.02 * 0.005 * polygonShare(steps) * 0.995)
    #expect(report.lowerBound.y == 0)
  }

  @Test("a turn of a part of a circle has that part of the volume and two flat sides", arguments: 1...24)
  func partialTurn(index: Int) throws {
    let angle = Double(index) * 14.9
    let steps = 48
    let solid = try Lathe(axis: .vertical(uInMetres: 0), angleInDegrees: angle, steps: steps).solid(
      of: disc, style: style)
    #expect(solid.report.genus == 0)
    let step = angle / 180 * .pi / Double(steps)
    let expected = angle / 360 * 2 * .pi * .pi * 0.02 * 0.005 * 0.005 * sin(step) / step
    #expect(isNear(solid.report.volume, expected, share: 0.001))
  }

  @Test("a disc that is centred on the axis is a ball, however the axis lies")
  func sphere() throws {
    for axis in [Lathe.Axis.vertical(uInMetres: 0.02), .horizontal(vInMetres: 0)] {
      let solid = try Lathe(axis: axis, steps: 100).solid(of: disc, style: style)
      #expect(solid.report.genus == 0)
      #expect(isNear(solid.report.volume, 4 / 3 * .pi * pow(0.005, 3) * polygonShare(100), share: 0.003))
      #expect(isNear(solid.report.upperBound.y, 0.01, share: 0.002))
    }
    let half = try Lathe(axis: .vertical(uInMetres: 0.02), angleInDegrees: 180, steps: 50).solid(
      of: disc, style: style)
    #expect(isNear(half.report.volume, 2 / 3 * .pi * pow(0.005, 3) * polygonShare(100), share: 0.003))
  }

  @Test("a straight stroke beside the axis is a pipe, and one on it a rod with round ends")
  func pipes() throws {
    let upright = [stroke([(0.01, 0), (0.01, 0.03)])]
    let pipe = try Lathe(axis: .vertical(uInMetres: 0)).solid(of: upright, style: style)
    #expect(pipe.report.genus == 1)
    let section = 0.003 * 0.03 + .pi * 0.0015 * 0.0015
    #expect(isNear(pipe.report.volume, 2 * .pi * 0.01 * section, share: 0.003))
    let rod = try Lathe(axis: .vertical(uInMetres: 0.01)).solid(of: upright, style: style)
    #expect(rod.report.genus == 0)
    let expected = .pi * 0.0015 * 0.0015 * 0.03 + 4 / 3 * .pi * pow(0.0015, 3)
    #expect(isNear(rod.report.volume, expected, share: 0.02))
  }

  @Test("a slanted stroke through the axis is a cone")
  func cone() throws {
    let slope = [stroke([(0, 0), (0.02, 0.03)], widthInMetres: 0.0002)]
    let solid = try Lathe(axis: .vertical(uInMetres: 0)).solid(of: slope, style: style)
    // A thin sheet: its area on both sides is twice that of the cone.
    #expect(isNear(solid.report.area, 2 * .pi * 0.02 * hypot(0.02, 0.03), share: 0.03))
    #expect(solid.report.genus == 0)
  }

  @Test("a profile that touches the axis in a point is joined there, never pinched")
  func touchingAxis() throws {
    for shift in -8...8 {
      let place = 0.015 + Double(shift) * 2 * Lattice.metres.step
      let solid = try Lathe(axis: .vertical(uInMetres: place)).solid(of: disc, style: style)
      #expect((0...1).contains(solid.report.genus ?? -1))
      #expect(isNear(solid.report.volume, 2 * .pi * .pi * 0.005 * 0.005 * 0.005, share: 0.005))
    }
    let solid = try Lathe().solid(of: disc, style: style)
    #expect(solid.report.problems.isEmpty)
  }

  @Test("the chords keep to the tolerance that the style asks for")
  func tolerance() throws {
    for tolerance in [5e-6, 20e-6, 100e-6] {
      let solid = try Lathe(axis: .vertical(uInMetres: 0)).solid(
        of: disc, style: ExtrusionStyle(toleranceInMetres: tolerance))
      let turned = solid.mesh.vertices.map { (radius: hypot(Double($0.x), Double($0.z)), vertex: $0) }
      let largest = turned.map(\.radius).max() ?? 0
      // Neighbours on the widest ring, by angle.
      let ring = turned.filter { $0.radius > largest - 4 }.map(\.vertex)
      let angles = ring.map { atan2(Double($0.z), Double($0.x)) }.sorted()
      let radius = largest * Lattice.metres.step
      let gaps = zip(angles, angles.dropFirst()).map { $1 - $0 }
      #expect(radius * (1 - cos((gaps.max() ?? .pi) / 2)) <= tolerance * 1.01)
    }
  }

  @Test("random profiles, axes and angles give solids or one sentence", arguments: 0..<8)
  func randomProfiles(block: Int) throws {
    for seed in UInt64(25 * block)..<UInt64(25 * block + 25) {
      var random = SeededGenerator(seed: seed)
      let strokes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        stroke(
          (0..<Int.random(in: 1...8, using: &random)).map { _ in
            (Double.random(in: 0...0.01, using: &random), Double.random(in: 0...0.01, using: &random))
          })
      }
      let place = Double.random(in: -0.002...0.006, using: &random)
      let angle = Bool.random(using: &random) ? 360 : Double.random(in: 0.5...360, using: &random)
      let lathe = Lathe(
        axis: Bool.random(using: &random)
          ? .vertical(uInMetres: place) : .horizontal(vInMetres: place + 0.005),
        angleInDegrees: angle)
      let style = ExtrusionStyle(
        widthInMetres: Double.random(in: 0.0005...0.003, using: &random), toleranceInMetres: 50e-6)
      do {
        let solid = try lathe.solid(
          of: strokes, style: style, lattice: seed % 2 == 0 ? .metres : .millimetres)
        #expect(solid.report.problems.isEmpty, "seed \(seed)")
      } catch {
        #expect(error == .nothingBesideAxis, "seed \(seed)")
      }
    }
  }

  @Test("options that cannot be built are refused in a sentence")
  func refusals() {
    let bad: [(Lathe, String)] = [
      (Lathe(angleInDegrees: 0), "angle"), (Lathe(angleInDegrees: 361), "angle"),
      (Lathe(angleInDegrees: .nan), "angle"), (Lathe(steps: 0), "steps"), (Lathe(steps: 2), "120°"),
      (Lathe(axis: .vertical(uInMetres: .nan)), "axis"), (Lathe(axis: .horizontal(vInMetres: 5)), "axis"),
      (Lathe(axis: .vertical(uInMetres: 1)), "beside the axis"),
      (Lathe(axis: .vertical(uInMetres: 0), angleInDegrees: 1e-9, steps: 4096), "beside the axis"),
    ]
    for (lathe, word) in bad {
      let error = #expect(throws: ExtrusionError.self) { try lathe.solid(of: disc, style: style) }
      #expect(error?.description.contains(word) == true, "\(String(describing: error))")
    }
  }

  @Test("an almost full turn keeps its flat sides apart", arguments: [0.1, 179.9, 350, 359, 359.5, 359.9])
  func almostFullTurn(angle: Double) throws {
    let hook = drawing([[(0, 0), (0.03, 0), (0.03, 0.02)]])
    for fill in [nil, FillStyle()] {
      let style = ExtrusionStyle(.lathe(Lathe(angleInDegrees: angle), fill: fill))
      let solid = try checkedSolid(hook, style)
      let full = try checkedSolid(hook, ExtrusionStyle(.lathe(Lathe(), fill: fill)))
      #expect(isNear(solid.report.volume, full.report.volume * angle / 360, share: 0.01))
    }
  }
}
