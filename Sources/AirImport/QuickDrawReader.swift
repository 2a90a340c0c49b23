import AirGeometry
import AirJSON
import AirStroke

/// Reads one line of Quick, Draw! NDJSON.
struct QuickDrawReader {
  let options: ImportOptions

  func drawing(_ line: ArraySlice<UInt8>, name: String) throws(ImportFault) -> ImportedDrawing {
    let object: JSONValue
    do throws(JSONError) {
      object = try JSONValue(parsing: line)
    } catch {
      // The line is told by the caller.
      throw ImportFault(
        "it is no JSON (\(error.description.replacingLine)); each line must be one whole drawing")
    }
    guard let list = object["drawing"] else {
      throw ImportFault(
        object["kind"] == nil
          ? "it has no field \"drawing\""
          : "it is an event of a session: airdraw build takes such files as they are")
    }
    guard let list = list.arrayValue else { throw ImportFault("its \"drawing\" is no list of strokes") }
    var strokes: [Stroke] = []
    var budget = PointBudget(options)
    for (index, value) in list.enumerated() {
      let nodes = try nodes(of: value, stroke: index + 1, &budget)
      if !nodes.isEmpty { strokes.append(Stroke(nodes: nodes)) }
    }
    let word = [object["word"], object["key_id"]].lazy.compactMap { $0?.stringValue }.first
    return ImportedDrawing(name: word ?? name, drawing: Drawing(strokes: strokes), scale: nil)
  }

  private func nodes(
    of value: JSONValue, stroke: Int, _ budget: inout PointBudget
  ) throws(ImportFault) -> [PointNode] {
    guard let columns = value.arrayValue, columns.count >= 2 else {
      throw ImportFault("stroke \(stroke) is no list of x and y coordinates")
    }
    let x = try numbers(columns[0], "x coordinates", stroke)
    let y = try numbers(columns[1], "y coordinates", stroke)
    let times = columns.count > 2 ? try numbers(columns[2], "times", stroke) : nil
    guard y.count == x.count, times.map({ $0.count == x.count }) ?? true else {
      let counts = [x.count, y.count] + (times.map { [$0.count] } ?? [])
      throw ImportFault(
        "stroke \(stroke) has lists of \(counts.map(String.init).joined(separator: ", ")) numbers, which must be "
          + "equally many")
    }
    try budget.take(x.count)
    return x.indices.map { index in
      PointNode(
        point: SurfacePoint(u: x[index] / 1000, v: y[index] / 1000),
        timestampInSeconds: (times?[index] ?? 0) / 1000, confidence: 1)
    }
  }

  private func numbers(_ value: JSONValue, _ what: String, _ stroke: Int) throws(ImportFault) -> [Double] {
    let list = value.arrayValue
    let numbers = list?.compactMap(\.doubleValue)
    guard let numbers, numbers.count == list?.count else {
      throw ImportFault("the \(what) of stroke \(stroke) are no list of numbers")
    }
    return numbers
  }
}

/// How many more points a drawing may have.
struct PointBudget {
  private let most: Int
  private var taken = 0

  init(_ options: ImportOptions) { most = options.mostPoints }

  /// Counts points before they are made.
  mutating func take(_ count: Int) throws(ImportFault) {
    let (sum, overflow) = taken.addingReportingOverflow(count)
    guard !overflow, sum <= most else {
      throw ImportFault("it has more than \(most) points, the most that a drawing may have: split it")
    }
    taken = sum
  }
}

extension String {
  /// A parser's words without “line 1”, where a line of the file was parsed by itself.
  fileprivate var replacingLine: String { replacing(" at line 1, column ", with: " at column ") }
}
