import AirGeometry
import AirJSON
import AirStroke

// A stroke's points are columns of numbers: half as long as an object for each, and what all points share is left out.

extension Stroke {
  /// The fields of a stroke event.
  ///
  /// - Parameter eventTime: the event's own time, which points that tell none have.
  func fields(at eventTime: Double) -> [JSONField] {
    var fields = [
      JSONField("u", JSONValue(nodes.map(\.point.u))), JSONField("v", JSONValue(nodes.map(\.point.v))),
    ]
    func append(_ name: String, _ values: [Double], unless usual: Double) {
      if values.contains(where: { $0 != usual }) { fields.append(JSONField(name, JSONValue(values))) }
    }
    append("height", nodes.map(\.point.height), unless: 0)
    append("times", nodes.map(\.timestampInSeconds), unless: eventTime)
    append("confidence", nodes.map(\.confidence), unless: 1)
    // A point of unknown pressure says so by null.
    let pressures = nodes.map(\.pressure)
    if pressures.contains(where: { $0 != nil }) {
      fields.append(JSONField("pressure", .array(pressures.map { JSONValue($0) })))
    }
    fields.append(JSONField("color", .string(color.hexadecimal)))
    if let widthInMetres { fields.append(JSONField("width", .number(widthInMetres))) }
    if let heightInMetres { fields.append(JSONField("raised", .number(heightInMetres))) }
    return fields
  }

  init(at eventTime: Double, _ reader: inout FieldReader) throws(FieldReader.Fault) {
    let u = try reader.numbers("u")
    let v = try reader.numbers("v", count: u.count)
    let heights = try reader.column("height", count: u.count)
    let times = try reader.column("times", count: u.count)
    let confidences = try reader.column("confidence", count: u.count)
    let pressures = try reader.pressures(count: u.count)
    if let confidences, !confidences.allSatisfy((0...1).contains) {
      throw FieldReader.Fault(reason: "its confidence must lie between 0 and 1")
    }
    let nodes = u.indices.map { index in
      PointNode(
        point: SurfacePoint(u: u[index], v: v[index], height: heights?[index] ?? 0),
        timestampInSeconds: times?[index] ?? eventTime, confidence: confidences?[index] ?? 1,
        pressure: pressures?[index])
    }
    let height = try reader.optionalNumber("raised")
    if let height, !(height > 0) { throw FieldReader.Fault(reason: "its field \"raised\" must be positive") }
    self.init(
      nodes: nodes, color: try reader.color(), widthInMetres: try reader.width(), heightInMetres: height)
  }
}

extension FieldReader {
  /// A number for each point; nil where there is no such field.
  fileprivate mutating func column(_ name: String, count: Int) throws(Fault) -> [Double]? {
    optional(name) == nil ? nil : try numbers(name, count: count)
  }

  /// A pressure of 0…1, or null, for each point; nil where there is no such field.
  fileprivate mutating func pressures(count: Int) throws(Fault) -> [Double?]? {
    guard let list = optional("pressure") else { return nil }
    let pressures = list.arrayValue?.map(\.doubleValue) ?? []
    let isWhole =
      list.arrayValue?.allSatisfy { $0 == .null || (0...1).contains($0.doubleValue ?? -1) } ?? false
    guard isWhole, pressures.count == count else {
      throw Fault(
        reason: "its field \"pressure\" must be a list of \(count) numbers between 0 and 1, or nulls")
    }
    return pressures
  }

  /// The pen's colour, or ink where none is told.
  mutating func color() throws(Fault) -> StrokeColor {
    guard optional("color") != nil else { return .ink }
    let text = try string("color")
    guard let color = StrokeColor(hexadecimal: text) else {
      throw Fault(reason: "its colour \"\(text)\" is not of the form #rrggbb")
    }
    return color
  }

  /// The pen's width in metres; nil where none is told.
  mutating func width() throws(Fault) -> Double? {
    let width = try optionalNumber("width")
    if let width, !(width > 0) { throw Fault(reason: "its width must be positive") }
    return width
  }
}
