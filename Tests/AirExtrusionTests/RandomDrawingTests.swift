import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

/// Small drawings of every kind that gave some builder of solids trouble.
struct RandomDrawing {
  enum Kind: CaseIterable, CustomTestStringConvertible {
    case grid, collinear, coincident, spiral, star, tiny, huge, duplicates, scribble, dots

    var testDescription: String { "\(self)" }
  }

  var strokes: [[(Double, Double)]]
  var widthInMetres: Double

  init(_ kind: Kind, using random: inout SeededGenerator) {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    widthInMetres = 0.003
    switch kind {
    case .grid:
      // Points, widths and pitch in simple ratios: outlines run along and into one another.
      widthInMetres = 0.002 * Double(whole(1...3))
      strokes = (0..<whole(1...6)).map { _ in
        (0..<whole(1...6)).map { _ in (0.002 * Double(whole(0...6)), 0.002 * Double(whole(0...6))) }
      }
    case .collinear:
      let (u, v) = (number(-1...1), number(-1...1))
      strokes = (0..<whole(1...5)).map { _ in
        (0..<whole(2...6)).map { _ in
          let along = 0.001 * Double(whole(0...20))
          return (u * along, v * along)
        }
      }
    case .coincident:
      let path = (0..<whole(2...5)).map { _ in (number(0...0.02), number(0...0.02)) }
      let shift = 0x1p-22 * Double(whole(-3...3))
      strokes = [path, path.reversed(), path.map { ($0.0 + shift, $0.1) }, path.map { ($0.0, $0.1 - shift) }]
    case .spiral:
      let (turns, pitch) = (number(1...3), number(0.0005...0.004))
      strokes = [
        (0...whole(20...80)).map { step in
          let angle = 2 * .pi * turns * Double(step) / 60
          return (pitch * angle / 6 * cos(angle), pitch * angle / 6 * sin(angle))
        }
      ]
    case .star:
      let (rays, skip) = (whole(3...13), whole(1...5))
      strokes = [
        (0...rays).map { ray in
          let angle = 2 * .pi * Double(ray * skip) / Double(rays)
          return (0.01 * cos(angle), 0.01 * sin(angle))
        }
      ]
      if Bool.random(using: &random) { strokes += strokes[0].map { [(0, 0), $0] } }
    case .tiny:
      widthInMetres = number(20e-6...200e-6)
      strokes = (0..<whole(1...4)).map { _ in
        (0..<whole(1...8)).map { _ in (number(0...3e-4), number(0...3e-4)) }
      }
    case .huge:
      widthInMetres = number(1e-3...1)
      strokes = (0..<whole(1...3)).map { _ in
        (0..<whole(1...5)).map { _ in (number(-3.4...3.4), number(-3.4...3.4)) }
      }
    case .duplicates:
      let point = (number(0...0.01), number(0...0.01))
      strokes = [
        (0..<whole(1...12)).map { _ in
          Bool.random(using: &random) ? point : (number(0...0.01), number(0...0.01))
        }, [point, point], [point],
      ]
    case .scribble:
      var (u, v) = (0.0, 0.0)
      strokes = [
        (0..<whole(10...60)).map { _ in
          u += number(-0.003...0.003)
          v += number(-0.003...0.003)
          return (u, v)
        }
      ]
    case .dots:
      // Distances around one width: discs that only just touch.
      strokes = (0..<whole(2...8)).map { _ in
        [(0.003 * Double(whole(0...3)) + 0x1p-22 * Double(whole(-2...2)), 0.003 * Double(whole(0...3)))]
      }
    }
  }
}

@Suite("Random drawings")
struct RandomDrawingTests {
  /// 10⁴ in all, 10⁶ in the deep sweep.
  static let drawingsOfEachKind = SweepDepth.count(1000, timesWhenDeep: 100)

  @Test("whatever is drawn becomes a solid", arguments: RandomDrawing.Kind.allCases)
  func everyDrawingIsASolid(kind: RandomDrawing.Kind) throws {
    for seed in 0..<UInt64(Self.drawingsOfEachKind) {
      var random = SeededGenerator(seed: seed)
      let sample = RandomDrawing(kind, using: &random)
      let style = ExtrusionStyle(widthInMetres: sample.widthInMetres)
      let lattice: Lattice = seed % 2 == 0 ? .metres : .millimetres
      do {
        let solid = try Extruder.solid(of: drawing(sample.strokes), style: style, lattice: lattice)
        #expect(solid.report.problems.isEmpty, "\(kind), seed \(seed)")
      } catch {
        Issue.record("\(kind), seed \(seed): \(error)")
      }
    }
  }

  @Test(
    "the area of a drawing is that of the union, counted point by point",
    arguments: RandomDrawing.Kind.allCases)
  func areaIsThatOfTheUnion(kind: RandomDrawing.Kind) throws {
    for seed in 0..<UInt64(10) {
      var random = SeededGenerator(seed: seed)
      let sample = RandomDrawing(kind, using: &random)
      let style = ExtrusionStyle(widthInMetres: sample.widthInMetres)
      let solid = try checkedSolid(drawing(sample.strokes), style)
      let (lower, upper) = (solid.report.lowerBound, solid.report.upperBound)
      let count = 20_000
      var hits = 0
      for _ in 0..<count {
        let place = (
          Double.random(in: lower.x...upper.x, using: &random),
          Double.random(in: lower.z...upper.z, using: &random)
        )
        if isCovered(place, by: sample) { hits += 1 }
      }
      let box = (upper.x - lower.x) * (upper.z - lower.z)
      let share = baseArea(solid, heightInMetres: style.heightInMetres) / box
      // Four standard deviations of a count, and what the tolerance may add.
      let deviation = 4 * (share * (1 - min(share, 1)) / Double(count)).squareRoot() + 0.01
      #expect(abs(Double(hits) / Double(count) - share) < deviation, "\(kind), seed \(seed)")
    }
  }

  private func isCovered(_ place: (Double, Double), by sample: RandomDrawing) -> Bool {
    sample.strokes.contains { path in
      zip(path, path.count > 1 ? Array(path.dropFirst()) : path).contains { a, b in
        let (u, v) = (b.0 - a.0, b.1 - a.1)
        let squared = u * u + v * v
        let along =
          squared > 0 ? max(0, min(1, ((place.0 - a.0) * u + (place.1 - a.1) * v) / squared)) : 0
        return hypot(place.0 - a.0 - along * u, place.1 - a.1 - along * v) <= sample.widthInMetres / 2
      }
    }
  }
}
