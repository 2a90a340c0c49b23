import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

@Suite("Strokes drawn over themselves many times")
struct OverdrawnStrokeTests {
  /// To and fro over a rectangle of 40 mm by 20 mm, in lines half a millimetre apart.
  private let hatching: [(Double, Double)] = (0...40).flatMap { line in
    let ends = [0.0, 0.04].map { ($0, 0.0005 * Double(line)) }
    return line % 2 == 0 ? ends : ends.reversed()
  }

  @Test("a place hatched a hundred times over has the volume of one hatched once")
  func hatchedAgainAndAgain() throws {
    let once = try checkedSolid(drawing([hatching]))
    let often = try checkedSolid(
      drawing([(0..<100).flatMap { $0 % 2 == 0 ? hatching : hatching.reversed() }]))
    #expect(isNear(often.report.volume, once.report.volume, share: 1e-3))
    let difference = often.report.upperBound - once.report.upperBound
    #expect((difference * difference).sum() < 20e-6 * 20e-6)
    #expect(often.report.shellCount == 1 && often.report.genus == 0)
  }

  @Test("trembling about a place gives the rounded square that the pen reaches")
  func trembling() throws {
    var random = SeededGenerator(seed: 1)
    let points = (0..<50_000).map { _ in
      (Double.random(in: -3e-4...3e-4, using: &random), Double.random(in: -3e-4...3e-4, using: &random))
    }
    let solid = try checkedSolid(drawing([points]))
    let (side, radius) = (6e-4, 1.5e-3)
    let area = side * side + 4 * side * radius + .pi * radius * radius
    let measured = baseArea(solid, heightInMetres: 0.005)
    // Random points leave a little of the square's corners out; and of many outlines that stray by up to the
    // tolerance, the outermost is what shows.
    let border = (4 * side + 2 * .pi * radius) * ExtrusionStyle().toleranceInMetres
    #expect(measured < area + border && measured > area * 0.985)
  }

  @Test("a ring gone round a thousand times keeps its hole")
  func ring() throws {
    let circle = arc(0, 0, radius: 0.02, steps: 200).dropLast()
    let once = try checkedSolid(drawing([Array(circle) + circle.prefix(1)]))
    let often = try checkedSolid(drawing([(0..<1000).flatMap { _ in circle }]))
    #expect(often.report.genus == 1)
    #expect(isNear(often.report.volume, once.report.volume, share: 2e-3))
  }

  @Test("what is built of an overdrawn stroke is the same each time")
  func sameEachTime() throws {
    let points = (0..<30_000).map { step in
      let t = Double(step) / 100
      return (0.02 * sin(t) + 0.003 * sin(13 * t), 0.02 * sin(1.31 * t) + 0.003 * cos(11 * t))
    }
    let first = try checkedSolid(drawing([points]))
    let second = try checkedSolid(drawing([points]))
    #expect(first.mesh == second.mesh)
  }
}
