import AirImport
import AirTestSupport
import Foundation
import Testing

/// Paths against the specification's own examples and against their formulas.
@Suite struct SVGPathTests {
  private func path(_ data: String, options: ImportOptions = ImportOptions()) throws -> [[SIMD2<Double>]] {
    try lines("<path fill='none' stroke='red' d='\(data)'/>", options: options)
  }

  @Test(
    "straight commands, absolute and relative, long and compact, give the points that the specification says",
    arguments: [
      // SVG 1.1, 8.3.2 to 8.3.4.
      ("M 100 100 L 300 100 L 200 300 z", [[[100, 100], [300, 100], [200, 300], [100, 100]]]),
      ("M 100 100 L 200 200", [[[100, 100], [200, 200]]]),
      ("M100 100L200 200", [[[100, 100], [200, 200]]]),
      ("M 100 200 L 200 100 -100 -200", [[[100, 200], [200, 100], [-100, -200]]]),
      ("M 100 200 L 200 100 L -100 -200", [[[100, 200], [200, 100], [-100, -200]]]),
      // 8.3.1: what comes after the first number's second point begins the next number.
      ("M 0.6.5 L.5.5-1e2 3", [[[0.6, 0.5], [0.5, 0.5], [-100, 3]]]),
      ("M1-2-3-4", [[[1, -2], [-3, -4]]]), ("m1 2 3 4l5 6-1-1", [[[1, 2], [4, 6], [9, 12], [8, 11]]]),
      ("M1,2h3v4H0V0", [[[1, 2], [4, 2], [4, 6], [0, 6], [0, 0]]]),
      ("M1 2 h1 1 v1 1", [[[1, 2], [2, 2], [3, 2], [3, 3], [3, 4]]]),
      // After closing, a relative move counts from the subpath's start, and a line begins there.
      ("m1 1h2v2zm5 5h1", [[[1, 1], [3, 1], [3, 3], [1, 1]], [[6, 6], [7, 6]]]),
      ("M1 1h2v2zl5 5", [[[1, 1], [3, 1], [3, 3], [1, 1]], [[1, 1], [6, 6]]]),
      ("M0 0h1h-1z", [[[0, 0], [1, 0], [0, 0]]]), ("M1 1zz", [[[1, 1], [1, 1]]]),
      ("M1e1+2L+3.e1 .4E+1", [[[10, 2], [30, 4]]]), ("\n M\t1\r\n2 L 3 , 4 ", [[[1, 2], [3, 4]]]),
      // A move without a line draws nothing.
      ("M5 5M1 1h1M9 9", [[[1, 1], [2, 1]]]),
    ] as [(String, [[[Double]]])])
  func straight(data: String, expected: [[[Double]]]) throws {
    let lines = try path(data)
    #expect(isClose(lines, expected.map { $0.map { SIMD2($0[0], $0[1]) } }), "\(data): \(lines)")
  }

  @Test(
    "equal paths written in different ways are the same points",
    arguments: [
      // SVG 1.1, 8.3.8: flags need nothing after them.
      ("M300 200 a25,25 -30 0,1 50,-25", "M300 200 a25 25 -30 0150-25"),
      ("M300 200 a25,25 -30 0,1 50,-25", "M300 200 A25 25 -30 0 1 350 175"),
      ("M600,350 l 50,-25 a25,25 -30 0,1 50,-25 l 50,-25", "M600 350L650 325A25 25-30 01700 300L750 275"),
      // 8.3.6: S mirrors the last control point; alone it starts at the pen.
      (
        "M100,200 C100,100 250,100 250,200 S400,300 400,200",
        "M100 200c0-100 150-100 150 0c0 100 150 100 150 0"
      ),
      ("M0 0 S10 10 20 0", "M0 0 C0 0 10 10 20 0"),
      ("M0 0Q5 9 9 0S10 10 20 0", "M0 0Q5 9 9 0C9 0 10 10 20 0"),
      // 8.3.7: so does T, again and again.
      ("M200,300 Q400,50 600,300 T1000,300", "M200 300q200-250 400 0q200 250 400 0"),
      ("M0 0T10 0T20 0", "M0 0Q0 0 10 0Q20 0 20 0"), ("M0 0C1 1 2 2 3 0T9 9", "M0 0C1 1 2 2 3 0Q3 0 9 9"),
      // F.6.2: an arc whose radius is nothing is a line; F.6.6: one whose radii are too small grows.
      ("M0 0A0 5 0 0 1 9 9", "M0 0L9 9"), ("M0 0A1 1 0 0 1 20 0", "M0 0A10 10 0 0 1 20 0"),
      ("M0 0A-10 10 0 0 1 20 0", "M0 0A10 10 0 0 1 20 0"), ("M1 1A5 5 0 1 1 1 1L2 2", "M1 1L1 1L2 2"),
    ])
  func sameCurves(first: String, second: String) throws {
    let (a, b) = (try path(first), try path(second))
    #expect(isClose(a, b), "\(first): \(a) \(b)")
  }

  @Test("the four arcs of the specification's flags go through the ellipse's far points")
  func arcFlags() throws {
    // A circle of radius 50 around (50, 50) or (0, 0) passes through (50, 0) and (0, 50) (SVG 1.1, 8.3.8, figure).
    for (flags, middle) in [
      ("0,1", SIMD2(50 * 0.5.squareRoot(), 50 * 0.5.squareRoot())),
      ("0,0", SIMD2(50 - 50 * 0.5.squareRoot(), 50 - 50 * 0.5.squareRoot())),
      ("1,0", SIMD2(-50 * 0.5.squareRoot(), -50 * 0.5.squareRoot())),
      ("1,1", SIMD2(50 + 50 * 0.5.squareRoot(), 50 + 50 * 0.5.squareRoot())),
    ] {
      let line = try #require(try path("M50,0 A50,50 0 \(flags) 0,50").first)
      #expect(distance(from: middle, to: line) < 0.01, "\(flags)")
      #expect(isClose([[line[0], line[line.count - 1]]], [[[50, 0], [0, 50]]]))
    }
  }

  @Test(
    "random curves lie within the stated bound of their formulas, and their ends are exact", arguments: 1...60
  )
  func flattening(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func point() -> SIMD2<Double> {
      SIMD2(.random(in: -200...200, using: &random), .random(in: -200...200, using: &random))
    }
    var options = ImportOptions()
    options.curveToleranceInMetres = [1e-6, 1e-5, 1e-3].randomElement(using: &random) ?? 1e-5
    let tolerance = options.curveToleranceInMetres * 1000
    let (a, b, c, d) = (point(), point(), point(), point())
    let cubic = try #require(
      try path("M\(a.x) \(a.y)C\(b.x) \(b.y) \(c.x) \(c.y) \(d.x) \(d.y)", options: options).first)
    let quadratic = try #require(
      try path("M\(a.x) \(a.y)Q\(b.x) \(b.y) \(c.x) \(c.y)", options: options).first)
    for step in 0...500 {
      let t = Double(step) / 500
      let s = 1 - t
      let onCubic = a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
      #expect(distance(from: onCubic, to: cubic) <= tolerance + nanometre, "seed \(seed)")
      let onQuadratic = a * (s * s) + b * (2 * s * t) + c * (t * t)
      #expect(distance(from: onQuadratic, to: quadratic) <= tolerance + nanometre, "seed \(seed)")
    }
    #expect(isClose([[cubic[0], cubic[cubic.count - 1]]], [[a, d]]), "seed \(seed)")
    // Not many more points than the bound needs: a chord that is twice as long strays four times as far.
    #expect(cubic.count < 12 + Int(1.5 * 600 / tolerance.squareRoot()), "seed \(seed)")
  }

  @Test("random arcs run from end to end on an ellipse of the given radii and turn", arguments: 1...60)
  func arcs(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let center = SIMD2(Double.random(in: -50...50, using: &random), .random(in: -50...50, using: &random))
    let radii = SIMD2(Double.random(in: 1...90, using: &random), .random(in: 1...90, using: &random))
    let turn = Double.random(in: -180...180, using: &random)
    let start = Double.random(in: -4...4, using: &random)
    let sweep = Double.random(in: 0.1...6.1, using: &random) * (Bool.random(using: &random) ? 1 : -1)
    func onEllipse(_ angle: Double) -> SIMD2<Double> {
      let p = SIMD2(radii.x * cos(angle), radii.y * sin(angle))
      let t = turn * .pi / 180
      return center + SIMD2(p.x * cos(t) - p.y * sin(t), p.x * sin(t) + p.y * cos(t))
    }
    let (a, b) = (onEllipse(start), onEllipse(start + sweep))
    let flags = "\(abs(sweep) > .pi ? 1 : 0) \(sweep > 0 ? 1 : 0)"
    let line = try #require(
      try path("M\(a.x) \(a.y)A\(radii.x) \(radii.y) \(turn) \(flags) \(b.x) \(b.y)").first)
    for step in 0...300 {
      let point = onEllipse(start + sweep * Double(step) / 300)
      #expect(distance(from: point, to: line) <= 0.01 + nanometre, "seed \(seed)")
    }
    for point in line {
      // Straightened, every point of the line is on the unit circle.
      let t = -turn * .pi / 180
      let p = point - center
      let q = SIMD2(p.x * cos(t) - p.y * sin(t), p.x * sin(t) + p.y * cos(t)) / radii
      #expect(abs((q * q).sum() - 1) < 3 * nanometre / min(radii.x, radii.y), "seed \(seed)")
    }
    #expect(isClose([[line[0], line[line.count - 1]]], [[a, b]]), "seed \(seed)")
  }

  @Test("the bound holds after the transforms, not before them")
  func scaledCurves() throws {
    let line = try #require(
      try lines("<g transform='scale(100)'><path stroke='red' fill='none' d='M0 0C1 0 1 1 0 1'/></g>").first)
    for step in 0...1000 {
      let t = Double(step) / 1000
      let s = 1 - t
      let point = SIMD2(3 * s * s * t + 3 * s * t * t, 3 * s * t * t + t * t * t) * 100
      #expect(distance(from: point, to: line) <= 0.01 + nanometre)
    }
    #expect(line.count > 30)
  }
}
