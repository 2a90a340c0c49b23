import AirGeometry
import AirJSON
import AirStroke

/// Reads a JSON list of strokes, each a list of points in metres.
struct PointListReader {
  let options: ImportOptions

  func drawing(_ bytes: [UInt8], name: String) throws(ImportFault) -> ImportedDrawing {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw ImportFault("it is no JSON: \(error)")
    }
    var strokes: [Stroke] = []
    var budget = PointBudget(options)
    for (stroke, points) in (value.arrayValue ?? []).enumerated() {
      guard let points = points.arrayValue else {
        throw ImportFault("stroke \(stroke + 1) is no list of points such as [0.01, 0.02]")
      }
      try budget.take(points.count)
      var nodes: [PointNode] = []
      nodes.reserveCapacity(points.count)
      for (index, point) in points.enumerated() {
        let numbers = point.arrayValue?.compactMap(\.doubleValue) ?? []
        guard numbers.count == point.arrayValue?.count, (2...3).contains(numbers.count) else {
          throw ImportFault(
            "point \(index + 1) of stroke \(stroke + 1) is no [x, y] or [x, y, height] in metres")
        }
        nodes.append(
          PointNode(
            point: SurfacePoint(u: numbers[0], v: -numbers[1], height: numbers.count > 2 ? numbers[2] : 0),
            timestampInSeconds: 0, confidence: 1))
      }
      if !nodes.isEmpty { strokes.append(Stroke(nodes: nodes)) }
    }
    return ImportedDrawing(name: name, drawing: Drawing(strokes: strokes), scale: "the file's own metres")
  }
}
