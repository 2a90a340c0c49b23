import AirExtrusion
import AirStroke
import AirTestSupport
import Glibc
import Testing

/// Small scribbles in space of kinds that meet themselves in every way.
struct RandomScribble {
  enum Kind: CaseIterable, CustomTestStringConvertible {
    case wild, wandering, grid, coil, tiny

    var testDescription: String { "\(self)" }
  }

  var strokes: [Stroke]
  var widthInMetres = 0.003

  init(_ kind: Kind, using random: inout SeededGenerator) {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func places(_ range: ClosedRange<Double>) -> SIMD3<Double> {
      SIMD3(number(range), number(range), number(range))
    }
    var paths: [[SIMD3<Double>]] = []
    for _ in 0..<whole(1...2) {
      switch kind {
      case .wild: paths.append((0..<whole(1...4)).map { _ in places(0...0.008) })
      case .wandering:
        var place = SIMD3<Double>.zero
        paths.append(
          (0..<whole(1...10)).map { _ in
            place += places(-0.0015...0.0015)
            return place
          })
      case .grid:
        paths.append(
          (0..<whole(1...5)).map { _ in
            SIMD3(Double(whole(0...3)), Double(whole(0...3)), Double(whole(0...3))) * 0.002
          })
      case .coil:
        let shift = places(0...0.006)
        let pitch = number(0...0.005)
        paths.append(
          helix(turns: number(0.2...2), radius: number(0.001...0.004), pitch: pitch, steps: 30).map {
            $0 + shift
          })
      case .tiny:
        widthInMetres = number(20e-6...200e-6)
        paths.append((0..<whole(1...5)).map { _ in places(0...3e-4) })
      }
    }
    let red = StrokeColor(red: 255, green: 0, blue: 0)
    strokes = paths.enumerated().map { index, path in
      spatialStroke(path, color: index == 1 && path.count % 2 == 0 ? red : .ink)
    }
  }
}

@Suite("Random scribbles in space")
struct RandomSweepTests {
  /// 2,000 in all, 10⁵ in the deep sweep.
  static let scribblesOfEachKind = SweepDepth.count(400, timesWhenDeep: 50)

  @Test("whatever is drawn in space becomes a solid", arguments: RandomScribble.Kind.allCases)
  func everyScribbleIsASolid(kind: RandomScribble.Kind) throws {
    for seed in 0..<UInt64(Self.scribblesOfEachKind) {
      var random = SeededGenerator(seed: seed)
      let scribble = RandomScribble(kind, using: &random)
      let width = scribble.widthInMetres
      let style = ExtrusionStyle(widthInMetres: width, heightInMetres: width, toleranceInMetres: 1e-3)
      let lattice: Lattice = seed % 2 == 0 ? .metres : .millimetres
      do {
        let swept =
          switch seed % 4 {
          case 0: try Tube(gridInMetres: width / 2).mesh(of: scribble.strokes, style: style, lattice: lattice)
          case 1:
            try Tube(sides: 5, cap: .flat, gridInMetres: width / 4).mesh(
              of: scribble.strokes, style: style, lattice: lattice)
          case 2:
            try Ribbon(
              thicknessInMetres: max(20e-6, width / 2), frame: SweepFrame.allCases[Int(seed / 4 % 2)],
              gridInMetres: width / 4
            ).mesh(of: scribble.strokes, style: style, lattice: lattice)
          default:
            try Wall(gridInMetres: width / 2).mesh(of: scribble.strokes, style: style, lattice: lattice)
          }
        checkedReport(swept, "\(kind), seed \(seed)")
      } catch {
        Issue.record("\(kind), seed \(seed): \(error)")
      }
    }
  }
}
