import AirGeometry
import AirStroke
import AirTestSupport
import Testing

@Suite struct StrokeTests {
  private func node(_ u: Double, _ v: Double, at time: Double, confidence: Double = 1) -> PointNode {
    PointNode(point: SurfacePoint(u: u, v: v), timestampInSeconds: time, confidence: confidence)
  }

  private let plain = StrokeOptions(filter: nil, minimumSpacingInMetres: 0, resamplingInMetres: nil)

  private func record(_ nodes: [PointNode], _ options: StrokeOptions) -> [Stroke] {
    var recorder = StrokeRecorder(options: options)
    for node in nodes { recorder.append(node, color: .ink, widthInMetres: nil) }
    recorder.endStroke()
    return recorder.strokes
  }

  @Test("without filter, spacing and resampling the samples are the stroke")
  func plainRecording() {
    let nodes = (0..<10).map { node(Double($0) / 100, 0, at: Double($0) / 30) }
    #expect(record(nodes, plain) == [Stroke(nodes: nodes)])
  }

  @Test("trembling within the spacing is dropped, but the stroke still ends where the pen ended")
  func spacing() {
    var options = plain
    options.minimumSpacingInMetres = 0.001
    let nodes = [node(0, 0, at: 0), node(0.0004, 0, at: 1), node(0.002, 0, at: 2), node(0.0024, 0, at: 3)]
    #expect(record(nodes, options)[0].nodes == [nodes[0], nodes[2], nodes[3]])
  }

  @Test("a pen that only trembles leaves a dot, not a line")
  func dot() {
    var options = plain
    options.minimumSpacingInMetres = 0.001
    options.resamplingInMetres = 0.001
    let nodes = (0..<20).map { node(0.0002 * Double($0 % 3), 0, at: Double($0) / 30) }
    let strokes = record(nodes, options)
    #expect(strokes.count == 1 && strokes[0].nodes == [nodes[0]])
  }

  @Test("ending a stroke that was never begun makes no stroke")
  func emptyEnd() {
    var recorder = StrokeRecorder()
    #expect(recorder.endStroke() == nil && recorder.strokes.isEmpty)
  }

  @Test("a resampled stroke keeps its ends and has equal steps of at most the spacing", arguments: 1...30)
  func resampling(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var point = SIMD2(0.0, 0.0)
    let nodes = (0..<Int.random(in: 2...60, using: &random)).map { index in
      point += SIMD2(.random(in: -0.01...0.01, using: &random), .random(in: -0.01...0.01, using: &random))
      return node(point.x, point.y, at: Double(index) / 30, confidence: .random(in: 0...1, using: &random))
    }
    let stroke = Stroke(nodes: nodes).resampled(spacingInMetres: 0.001)
    #expect(stroke.nodes.first == nodes.first && stroke.nodes.last == nodes.last)
    for (a, b) in zip(stroke.nodes, stroke.nodes.dropFirst()) {
      #expect(a.point.distance(to: b.point) <= 0.001 + 1e-12, "seed \(seed)")
      #expect(a.timestampInSeconds <= b.timestampInSeconds)
    }
    #expect(stroke.nodes.allSatisfy { (0...1).contains($0.confidence) })
  }

  @Test("a circle sampled every 20° comes back as a circle to 1 % of its radius")
  func circle() {
    let nodes = (0...18).map { index in
      let angle = Double(index) * .pi / 9
      return node(0.03 * cosine(angle), 0.03 * cosine(angle - .pi / 2), at: Double(index) / 30)
    }
    let stroke = Stroke(nodes: nodes).resampled(spacingInMetres: 0.001)
    // The first and last span have one neighbour less and are straighter.
    for node in stroke.nodes where (2.0 / 30...16.0 / 30).contains(node.timestampInSeconds) {
      let radius = node.point.distance(to: SurfacePoint(u: 0, v: 0))
      #expect(abs(radius - 0.03) < 0.0003)
    }
  }

  private func cosine(_ angle: Double) -> Double {
    // The series is exact to 1e-15 within ±π; Foundation is not needed for one function.
    let x = angle.remainder(dividingBy: 2 * .pi)
    var term = 1.0
    var sum = 1.0
    for k in 1...20 {
      term *= -x * x / Double((2 * k - 1) * (2 * k))
      sum += term
    }
    return sum
  }

  @Test("points that repeat and strokes of no length resample to what they are")
  func degenerate() {
    let same = (0..<5).map { node(0.1, 0.1, at: Double($0)) }
    #expect(Stroke(nodes: same).resampled(spacingInMetres: 0.001).nodes == same)
    let twice = [node(0, 0, at: 0), node(0, 0, at: 1), node(0.002, 0, at: 2), node(0.002, 0, at: 3)]
    let stroke = Stroke(nodes: twice).resampled(spacingInMetres: 0.001)
    #expect(stroke.nodes.allSatisfy { $0.point.u.isFinite && $0.point.v == 0 })
    #expect(abs(stroke.lengthInMetres - 0.002) < 1e-12)
  }

  @Test("pressure goes evenly between nodes that know it, and as far as half the way to one that does not")
  func pressure() {
    let nodes = [0.0, 1, nil].enumerated().map { index, pressure in
      PointNode(
        point: SurfacePoint(u: Double(index) / 100, v: 0), timestampInSeconds: Double(index), confidence: 1,
        pressure: pressure)
    }
    for node in Stroke(nodes: nodes).resampled(spacingInMetres: 0.0009).nodes {
      if node.point.u <= 0.01 {
        #expect(abs((node.pressure ?? .nan) - node.timestampInSeconds) < 1e-9)
      } else {
        #expect(node.pressure == (node.timestampInSeconds < 1.5 ? 1 : nil))
      }
    }
  }

  @Test("colours read what they write, and nothing else")
  func colors() {
    let color = StrokeColor(red: 1, green: 0xab, blue: 0xff)
    #expect(color.hexadecimal == "#01abff")
    #expect(StrokeColor(hexadecimal: color.hexadecimal) == color)
    for wrong in ["", "#12345", "#1234567", "#12345g", "red", "#+12345"] {
      #expect(StrokeColor(hexadecimal: wrong) == nil)
    }
  }
}
