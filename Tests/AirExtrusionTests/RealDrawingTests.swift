import AirExtrusion
import AirStroke
import AirTestSupport
import Foundation
import Testing

@Suite("Real drawings", .enabled(if: SharedData.isPresent, SharedData.absence))
struct RealDrawingTests {
  /// One drawing of a Quick, Draw! file: x and y of each stroke.
  private struct Sketch: Decodable {
    var drawing: [[[Double]]]

    /// The strokes with the longer side scaled to 100 mm.
    var scaled: [[(Double, Double)]] {
      let strokes = drawing.map { Array(zip($0[0], $0[1])) }
      let (xs, ys) = (strokes.joined().map(\.0), strokes.joined().map(\.1))
      guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
        return []
      }
      let scale = 0.1 / max(right - left, bottom - top, 1e-9)
      return strokes.map { $0.map { (($0.0 - left) * scale, ($0.1 - top) * scale) } }
    }
  }

  @Test(
    "every tenth hand-made drawing becomes a solid, and every one in the deep sweep",
    arguments: ["drawings/quickdraw_1035.ndjson", "drawings/omniglot_1000.ndjson"])
  func drawings(file: String) throws {
    let lines = try String(contentsOf: SharedData.url(file), encoding: .utf8).split(separator: "\n")
    #expect(lines.count >= 1000)
    for (index, line) in lines.enumerated() where SweepDepth.isDeep || index % 10 == 0 {
      let sketch = try JSONDecoder().decode(Sketch.self, from: Data(line.utf8))
      do {
        let solid = try Extruder.solid(of: drawing(sketch.scaled), style: ExtrusionStyle())
        #expect(solid.report.problems.isEmpty, "drawing \(index)")
      } catch {
        Issue.record("drawing \(index): \(error)")
      }
    }
  }

  @Test("a page of two hundred strokes becomes a solid")
  func page() throws {
    let strokes = try JSONDecoder().decode(
      [[[Double]]].self, from: Data(contentsOf: SharedData.url("drawings/page200.json")))
    #expect(strokes.count >= 200)
    try checkedSolid(
      drawing(strokes.map { $0.map { ($0[0], $0[1]) } }), ExtrusionStyle(widthInMetres: 0.001))
  }
}
