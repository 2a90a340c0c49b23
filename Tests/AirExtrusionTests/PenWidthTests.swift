import AirExtrusion
import AirGeometry
import AirStroke
import AirTestSupport
import Glibc
import Testing

@Suite("Widths of pens")
struct PenWidthTests {
  /// Points along the u axis, a millimetre apart.
  private func line(
    _ count: Int = 50, time: (Int) -> Double = { Double($0) / 60 }, confidence: (Int) -> Double = { _ in 1 },
    pressure: (Int) -> Double? = { _ in nil }
  ) -> Stroke {
    Stroke(
      nodes: (0..<count).map { index in
        PointNode(
          point: SurfacePoint(u: Double(index) / 1000, v: 0), timestampInSeconds: time(index),
          confidence: confidence(index), pressure: pressure(index))
      })
  }

  /// The width across the stroke at a distance along it.
  private func width(_ stroke: Stroke, _ pen: PenStyle, at along: Double) throws -> Double {
    let style = ExtrusionStyle(widthInMetres: 0.003, toleranceInMetres: 2e-6, pen: pen)
    let rings = try Outline(of: [stroke], style: style, lattice: .metres).rings
    var (inside, outside) = (0.0, 0.01)
    #expect(isInside(SIMD2(along, 0), rings))
    while outside - inside > 1e-8 {
      let middle = (inside + outside) / 2
      if isInside(SIMD2(along, middle), rings) { inside = middle } else { outside = middle }
    }
    return 2 * inside
  }

  private func pen(_ width: PenStyle.Width) -> PenStyle {
    PenStyle(
      cap: .flat, join: .bevel, width: width, leastWidthInMetres: 0.001, greatestWidthInMetres: 0.005)
  }

  @Test("speed makes a pen thinner or wider, evenly up to the reference speed")
  func speed() throws {
    // Half of the reference speed, all of it, and twice as much.
    for (speed, thinner) in [(0.1, 0.003), (0.2, 0.001), (0.4, 0.001)] {
      let stroke = line(time: { Double($0) / 1000 / speed })
      let pens = [PenStyle.SpeedEffect.thinner, .wider].map {
        pen(.speed(referenceInMetresPerSecond: 0.2, faster: $0))
      }
      #expect(abs(try width(stroke, pens[0], at: 0.02) - thinner) < 5e-6)
      #expect(abs(try width(stroke, pens[1], at: 0.02) - (0.006 - thinner)) < 5e-6)
    }
    // A pen that rests in the middle makes a blot there.
    let resting = line(time: { $0 < 25 ? Double($0) / 400 : 1 + Double($0) / 400 })
    let ink = pen(.speed(referenceInMetresPerSecond: 0.2, faster: .thinner))
    #expect(try width(resting, ink, at: 0.005) < 0.0011)
    #expect(try width(resting, ink, at: 0.0245) > 0.004)
    // Where no time passes, nothing is known of speed.
    #expect(abs(try width(line(time: { _ in 7 }), ink, at: 0.02) - 0.003) < 5e-6)
    // Points in a row at one time are between others.
    let clustered = line(time: { Double($0 / 10) / 20 })
    #expect(try width(clustered, ink, at: 0.02) < 0.0011)
  }

  @Test("speed does not depend on how densely a path is sampled")
  func sampling() throws {
    let ink = pen(.speed(referenceInMetresPerSecond: 0.2, faster: .thinner))
    let coarse = line(time: { Double($0 * $0) / 5000 })
    var fine = coarse
    fine.nodes = zip(coarse.nodes, coarse.nodes.dropFirst()).flatMap { a, b in
      (0..<8).map { step in
        let t = Double(step) / 8
        var node = a
        node.point.u += (b.point.u - a.point.u) * t
        node.timestampInSeconds += (b.timestampInSeconds - a.timestampInSeconds) * t
        return node
      }
    }
    for along in [0.01, 0.02, 0.03] {
      #expect(isNear(try width(fine, ink, at: along), try width(coarse, ink, at: along), share: 0.05))
    }
  }

  @Test("pressure and confidence set the width evenly, and points without pressure have the plain one")
  func pressureAndConfidence() throws {
    for value in [0.0, 0.25, 1] {
      let expected = 0.001 + 0.004 * value
      #expect(abs(try width(line(pressure: { _ in value }), pen(.pressure), at: 0.02) - expected) < 5e-6)
      #expect(abs(try width(line(confidence: { _ in value }), pen(.confidence), at: 0.02) - expected) < 5e-6)
    }
    #expect(abs(try width(line(), pen(.pressure), at: 0.02) - 0.003) < 5e-6)
    let rising = line(pressure: { Double($0) / 49 })
    #expect(abs(try width(rising, pen(.pressure), at: 0.0245) - 0.003) < 5e-6)
  }

  @Test("without bounds a pen varies between half and one and a half times its width")
  func usualBounds() throws {
    let pen = PenStyle(cap: .flat, width: .pressure)
    #expect(abs(try width(line(pressure: { _ in 0 }), pen, at: 0.02) - 0.0015) < 5e-6)
    #expect(abs(try width(line(pressure: { _ in 1 }), pen, at: 0.02) - 0.0045) < 5e-6)
    // A bound that is told holds against one that is not.
    let wide = PenStyle(cap: .flat, width: .pressure, leastWidthInMetres: 0.006)
    #expect(abs(try width(line(pressure: { _ in 1 }), wide, at: 0.02) - 0.006) < 5e-6)
    let thin = PenStyle(cap: .flat, width: .pressure, greatestWidthInMetres: 0.0012)
    #expect(abs(try width(line(pressure: { _ in 0 }), thin, at: 0.02) - 0.0012) < 5e-6)
  }

  @Test("a width that varies by nothing gives the outline of the plain pen", arguments: 1...20)
  func constantVariation(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let points = (0..<10).map { _ in
      (Double.random(in: 0...0.03, using: &random), Double.random(in: 0...0.03, using: &random))
    }
    let plain = try Outline(of: [stroke(points)], style: ExtrusionStyle(), lattice: .metres)
    let pen = PenStyle(width: .confidence, leastWidthInMetres: 0.003, greatestWidthInMetres: 0.003)
    let varied = try Outline(of: [stroke(points)], style: ExtrusionStyle(pen: pen), lattice: .metres)
    // Where two sides run almost in parallel, the plain pen's outline is drawn more truly.
    #expect(isNear(varied.areaInSquareMetres, plain.areaInSquareMetres, share: 1e-4), "seed \(seed)")
    #expect(varied.ringCount == plain.ringCount)
  }

  @Test("pens that cannot be built are refused, all faults at once")
  func badPens() {
    for length in [-1.0, 0, 1e-6, 1.5, .infinity, .nan] {
      for pen in [
        PenStyle(leastWidthInMetres: length), PenStyle(greatestWidthInMetres: length),
        PenStyle(taper: PenTaper(tipWidthInMetres: length)),
      ] {
        #expect(throws: ExtrusionError.self) { try ExtrusionStyle(pen: pen).validate() }
      }
    }
    for bad in [-1.0, .infinity, .nan] {
      for pen in [
        PenStyle(taper: PenTaper(inInMetres: bad)), PenStyle(taper: PenTaper(outInMetres: bad)),
        PenStyle(join: .mitre(limit: bad)),
        PenStyle(width: .speed(referenceInMetresPerSecond: bad, faster: .wider)),
      ] {
        #expect(throws: ExtrusionError.self) { try ExtrusionStyle(pen: pen).validate() }
      }
    }
    let all = PenStyle(
      join: .mitre(limit: 0.5), width: .speed(referenceInMetresPerSecond: 0, faster: .thinner),
      leastWidthInMetres: 0.004, greatestWidthInMetres: 0.002,
      taper: PenTaper(inInMetres: -0.001, outInMetres: .nan, tipWidthInMetres: 0))
    let error = #expect(throws: ExtrusionError.self) { try ExtrusionStyle(pen: all).validate() }
    guard case .invalidStyle(let problems) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(problems.count == 6)
  }

  @Test("pressures, confidences and times that are none are refused in a sentence that names the point")
  func badPoints() {
    let bad: [(Stroke, PenStyle.Width, String)] = [
      (line(pressure: { $0 == 2 ? .nan : 1 }), .pressure, "pressure"),
      (line(pressure: { $0 == 2 ? 1.5 : nil }), .pressure, "pressure"),
      (line(pressure: { $0 == 2 ? -0.5 : 0 }), .pressure, "pressure"),
      (line(confidence: { $0 == 2 ? .infinity : 1 }), .confidence, "confidence"),
      (
        line(time: { $0 == 2 ? .nan : 1 }), .speed(referenceInMetresPerSecond: 1, faster: .wider), "time"
      ),
      (
        line(time: { $0 == 2 ? 0 : 1 }), .speed(referenceInMetresPerSecond: 1, faster: .wider), "time"
      ),
    ]
    for (stroke, width, word) in bad {
      let error = #expect(throws: ExtrusionError.self) {
        try Extruder.solid(of: Drawing(strokes: [stroke]), style: ExtrusionStyle(pen: PenStyle(width: width)))
      }
      let text = error?.description ?? ""
      #expect(text.contains("Point 3 of stroke 1") && text.contains(word), "\(text)")
      // What does not decide the width may be anything.
      #expect(throws: Never.self) {
        try Extruder.solid(of: Drawing(strokes: [stroke]), style: ExtrusionStyle())
      }
    }
  }

  @Test("pens that would reach beyond the lattice are refused, and those that just do not are built")
  func reach() throws {
    let corner = [(3.9, 3.9), (3.9, 3.95), (3.95, 3.95)]
    for (pen, isBuilt) in [
      (PenStyle(), true), (PenStyle(cap: .square), false), (PenStyle(join: .mitre(limit: 1)), true),
      (PenStyle(join: .mitre(limit: 100)), false),
      (PenStyle(width: .confidence, greatestWidthInMetres: 0.12), false),
    ] {
      let style = ExtrusionStyle(widthInMetres: 0.08, pen: pen)
      if isBuilt {
        try checkedSolid(drawing([corner]), style)
      } else {
        #expect(throws: ExtrusionError.self) { try Extruder.solid(of: drawing([corner]), style: style) }
      }
    }
    var huge = stroke([(0, 0), (3.4, 0), (3.4, 3.4), (-3.4, -3.4)])
    huge.widthInMetres = 1
    let pen = PenStyle(join: .bevel, width: .confidence, greatestWidthInMetres: 1)
    try checkedSolid(Drawing(strokes: [huge]), ExtrusionStyle(pen: pen))
    huge.widthInMetres = .nan
    #expect(throws: ExtrusionError.self) {
      try Extruder.solid(of: Drawing(strokes: [huge]), style: ExtrusionStyle(pen: pen))
    }
  }
}
