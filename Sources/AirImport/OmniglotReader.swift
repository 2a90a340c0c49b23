import AirGeometry
import AirStroke

/// Reads Omniglot's text form of a character.
struct OmniglotReader {
  let options: ImportOptions

  func drawing(_ bytes: [UInt8], name: String) throws(ImportFault) -> ImportedDrawing {
    var strokes: [Stroke] = []
    var nodes: [PointNode] = []
    var budget = PointBudget(options)
    func finish() {
      if !nodes.isEmpty { strokes.append(Stroke(nodes: nodes)) }
      nodes = []
    }
    for (number, line) in TextLines(bytes) where !line.isEmpty {
      if line.elementsEqual("START".utf8) || line.elementsEqual("BREAK".utf8) {
        finish()
        continue
      }
      let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      let values = cells.compactMap(\.trimmed.number)
      guard cells.count == 3, values.count == 3 else {
        throw ImportFault(line: number, "it is neither START, BREAK nor a point x,y,t")
      }
      try budget.take(1)
      nodes.append(
        PointNode(
          point: SurfacePoint(u: values[0] / 1000, v: -values[1] / 1000),
          timestampInSeconds: values[2] / 1000,
          confidence: 1))
    }
    finish()
    return ImportedDrawing(name: name, drawing: Drawing(strokes: strokes), scale: nil)
  }
}
