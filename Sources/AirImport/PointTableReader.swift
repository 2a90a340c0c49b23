import AirGeometry
import AirStroke

/// Reads a table of points: lines of cells parted by commas, semicolons, tabs or spaces.
///
/// The first line names the columns, or there are just x and y. Where a `stroke` column changes, or at an empty line, a
/// new stroke begins. Lines that begin with `#` are comments.
struct PointTableReader {
  private let columns: PointTableColumns
  private let separator: UInt8
  private var budget: PointBudget
  private var strokes: [Stroke] = []
  private var nodes: [PointNode] = []
  private var widths: [Double] = []
  private var color = StrokeColor.ink
  private var strokeCell: ArraySlice<UInt8>?
  private var hasVaryingWidth = false

  static func drawing(
    _ bytes: [UInt8], name: String, options: ImportOptions
  ) throws(ImportFault) -> ImportedDrawing {
    var reader: PointTableReader?
    for (number, line) in TextLines(bytes) where line.first != UInt8(ascii: "#") {
      if line.isEmpty {
        reader?.finishStroke()
        continue
      }
      do throws(ImportFault) {
        if reader == nil {
          let (table, isHeader) = try PointTableReader.beginning(line, options: options)
          reader = table
          if isHeader { continue }
        }
        try reader?.read(line)
      } catch {
        throw error.at(line: number)
      }
    }
    reader?.finishStroke()
    guard let reader else { throw ImportFault("it is empty: it should hold a drawing") }
    return reader.drawing(name: name)
  }

  private init(columns: PointTableColumns, separator: UInt8, options: ImportOptions) {
    self.columns = columns
    self.separator = separator
    budget = PointBudget(options)
  }

  /// Makes a reader for a table that begins with this line, which may or may not name the columns.
  private static func beginning(
    _ line: ArraySlice<UInt8>, options: ImportOptions
  ) throws(ImportFault) -> (PointTableReader, isHeader: Bool) {
    let separators = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]
    let separator = separators.first { line.contains($0) } ?? UInt8(ascii: " ")
    let cells = line.cells(separator)
    let isHeader = cells.contains { $0.number == nil }
    let columns = isHeader ? try PointTableColumns(naming: cells.map(\.text)) : .unnamed
    if !isHeader, cells.count != 2 {
      throw ImportFault(
        "it has \(cells.count) cells and no line above names them: begin the file with a line such as u_mm,v_mm,time"
      )
    }
    return (PointTableReader(columns: columns, separator: separator, options: options), isHeader)
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(ImportFault) {
    let cells = line.cells(separator)
    guard cells.count == columns.count else {
      throw ImportFault("it has \(cells.count) cells where the table has \(columns.count) columns")
    }
    let strokeCell = columns.stroke.map { cells[$0] }
    let color = try columns.color.map { place throws(ImportFault) in
      guard let color = StrokeColor(hexadecimal: cells[place].text) else {
        throw ImportFault("its color “\(cells[place].excerpt)” is not of the form #rrggbb")
      }
      return color
    }
    if strokeCell != self.strokeCell || (color ?? self.color) != self.color { finishStroke() }
    self.strokeCell = strokeCell
    self.color = color ?? self.color
    func number(_ column: PointTableColumns.Column?) throws(ImportFault) -> Double? {
      guard let column else { return nil }
      guard let number = cells[column.place].number else {
        throw ImportFault("its \(column.name) “\(cells[column.place].excerpt)” is no number")
      }
      return number * column.factor
    }
    let confidence = try number(columns.confidence) ?? 1
    guard (0...1).contains(confidence) else { throw ImportFault("its confidence must lie between 0 and 1") }
    let pressure = try number(columns.pressure)
    if let pressure, !(0...1).contains(pressure) {
      throw ImportFault("its pressure must lie between 0 and 1")
    }
    if let width = try number(columns.width) {
      guard width > 0 else { throw ImportFault("its width must be positive") }
      widths.append(width)
    }
    try budget.take(1)
    nodes.append(
      PointNode(
        point: SurfacePoint(
          u: try number(columns.u) ?? 0, v: try number(columns.v) ?? 0,
          height: try number(columns.height) ?? 0),
        timestampInSeconds: try number(columns.time) ?? 0, confidence: confidence,
        pressure: pressure))
  }

  private mutating func finishStroke() {
    if !nodes.isEmpty {
      // The engine's pens have one width a stroke.
      let mean = widths.isEmpty ? nil : widths.reduce(0, +) / Double(widths.count)
      let isConstant = widths.allSatisfy { $0 == widths[0] }
      hasVaryingWidth = hasVaryingWidth || !isConstant
      strokes.append(Stroke(nodes: nodes, color: color, widthInMetres: isConstant ? widths.first : mean))
    }
    nodes = []
    widths = []
  }

  private func drawing(name: String) -> ImportedDrawing {
    var warnings = columns.unused.map { "the column “\($0)” is not used" }
    if hasVaryingWidth { warnings.append("widths that vary within a stroke are replaced by their mean") }
    return ImportedDrawing(
      name: name, drawing: Drawing(strokes: strokes),
      scale: columns.hasUnit ? "the table's own millimetres" : nil,
      warnings: warnings)
  }
}

/// Which column of a table is what.
struct PointTableColumns {
  struct Column {
    var place: Int
    var name: String
    /// What its numbers are multiplied by, to be metres or seconds on the surface.
    var factor: Double
  }

  private(set) var count: Int
  private(set) var u: Column?
  private(set) var v: Column?
  private(set) var height: Column?
  private(set) var time: Column?
  private(set) var width: Column?
  private(set) var confidence: Column?
  private(set) var pressure: Column?
  private(set) var stroke: Int?
  private(set) var color: Int?
  /// True where the names of the columns say that they are millimetres.
  private(set) var hasUnit = false
  /// Columns whose names mean nothing here.
  private(set) var unused: [String] = []

  /// Two columns x and y, y up, without a unit.
  static let unnamed = PointTableColumns(
    count: 2, u: Column(place: 0, name: "x", factor: 0.001), v: Column(place: 1, name: "y", factor: -0.001))

  private init(count: Int, u: Column, v: Column) {
    self.count = count
    self.u = u
    self.v = v
  }

  /// Reads the line that names the columns.
  init(naming names: [String]) throws(ImportFault) {
    count = names.count
    var seen: Set<String> = []
    for (place, written) in names.enumerated() {
      let name = written.lowercased()
      guard seen.insert(name).inserted else { throw ImportFault("two columns are called “\(written)”") }
      // u and v are the surface's own axes, v towards the viewer; x and y are a plot's, y away from it.
      switch name {
      case "u_mm", "x_mm", "u", "x":
        u = Column(place: place, name: written, factor: 0.001)
        hasUnit = name.hasSuffix("_mm")
      case "v_mm", "v": v = Column(place: place, name: written, factor: 0.001)
      case "y_mm", "y": v = Column(place: place, name: written, factor: -0.001)
      case "height_mm", "height", "z_mm", "z": height = Column(place: place, name: written, factor: 0.001)
      case "time", "time_s", "t": time = Column(place: place, name: written, factor: 1)
      case "time_ms", "t_ms": time = Column(place: place, name: written, factor: 0.001)
      case "width_mm", "width": width = Column(place: place, name: written, factor: 0.001)
      case "confidence": confidence = Column(place: place, name: written, factor: 1)
      case "pressure": pressure = Column(place: place, name: written, factor: 1)
      case "stroke": stroke = place
      case "color", "colour": color = place
      default: unused.append(written)
      }
    }
    guard u != nil, v != nil else {
      throw ImportFault(
        seen.contains { $0.contains("{") || $0.contains("<") } || unused.count == names.count
          ? DrawingFormat.unknown
          : "no columns are called u_mm and v_mm (or x and y): it should begin with a line that names its columns"
      )
    }
  }
}

extension ArraySlice<UInt8> {
  /// A cell's text for a sentence, cut where it is long.
  fileprivate var excerpt: String { count > 40 ? prefix(40).text + "…" : text }

  /// The cells of a line, without the spaces and quotation marks around them.
  fileprivate func cells(_ separator: UInt8) -> [ArraySlice<UInt8>] {
    split(separator: separator, omittingEmptySubsequences: separator == UInt8(ascii: " ")).map { cell in
      let cell = cell.trimmed
      let isQuoted = cell.count > 1 && cell.first == UInt8(ascii: "\"") && cell.last == UInt8(ascii: "\"")
      return isQuoted ? cell.dropFirst().dropLast() : cell
    }
  }
}
