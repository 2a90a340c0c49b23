import AirImport
import AirSession
import AirStroke
import AirTestSupport
import Foundation
import Testing

/// All drawings that are measured with, against a plain reading of their JSON.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct RealDrawingsTests {
  @Test(
    "every drawing comes in with all strokes, points and times",
    arguments: [("quickdraw_1035", 1035), ("omniglot_1000", 1000)])
  func lines(name: String, count: Int) throws {
    let url = try SharedData.url("drawings/\(name).ndjson")
    let file = try DrawingFile(contentsOf: url.path)
    #expect(file.format == .quickDraw && file.count == count)
    let lines = try Data(contentsOf: url).split(separator: 0x0a)
    for (index, line) in lines.enumerated() {
      let json = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
      let strokes = try #require(json["drawing"] as? [[[Double]]])
      let read = try file.drawing(index)
      #expect(read.name == json["word"] as? String)
      try #require(read.drawing.strokes.count == strokes.count)
      for (stroke, columns) in zip(read.drawing.strokes, strokes) {
        let close = zip(stroke.nodes, zip(columns[0], zip(columns[1], columns[2]))).allSatisfy { node, p in
          abs(node.point.u * 1000 - p.0) < 1e-9 && abs(node.point.v * 1000 - p.1.0) < 1e-9
            && abs(node.timestampInSeconds * 1000 - p.1.1) < 1e-6
        }
        #expect(close && stroke.nodes.count == columns[0].count, "\(name) line \(index + 1)")
      }
    }
  }

  @Test("the pages come in whole and upright", arguments: ["page200", "page2000"])
  func pages(name: String) throws {
    let url = try SharedData.url("drawings/\(name).json")
    let strokes = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [[[Double]]])
    let read = try DrawingFile(contentsOf: url.path).drawing(0).drawing
    #expect(read.strokes.count == strokes.count)
    for (stroke, points) in zip(read.strokes, strokes) {
      #expect(stroke.nodes.map { [$0.point.u, -$0.point.v] } == points)
    }
  }

  @Test("every drawing told as events comes back as it was")
  func events() throws {
    for name in ["quickdraw_1035", "omniglot_1000"] {
      let file = try DrawingFile(contentsOf: try SharedData.url("drawings/\(name).ndjson").path)
      for index in stride(from: 0, to: file.count, by: SweepDepth.isDeep ? 1 : 7) {
        let drawing = try file.drawing(index).drawing
        let text = drawing.events(source: name, scale: .fileUnits).map { $0.json.text + "\n" }.joined()
        var session = DrawingSession()
        for event in try EventLog(bytes: Array(text.utf8), name: name).events { session.apply(event) }
        #expect(session.drawing(options: StrokeOptions()) == drawing, "\(name) \(index)")
      }
    }
  }
}
