extension CalibrationBoard {
  /// The forms of a board's description, for help.
  public static let specificationForms =
    "chessboard:COLSxROWS:SQUARE_MM|charuco:COLSxROWS:SQUARE_MM:MARKER_MM:DICT|circles:COLSxROWS:SPACING_MM|"
    + "asymmetric-circles:COLSxROWS:SPACING_MM"

  /// Reads a board's description, for example `chessboard:9x6:25` (inner corners, millimetres) or
  /// `charuco:5x7:40:20:6X6_250` (squares, sides of square and marker, dictionary).
  ///
  /// - Throws: `CalibrationError.board` with the reason.
  public init(parsing text: String) throws(CalibrationError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let kinds = ["chessboard", "charuco", "circles", "asymmetric-circles"]
    guard let kind = parts.first, kinds.contains(kind) else {
      throw .board("a board is \(Self.specificationForms.split(separator: "|").joined(separator: ", "))")
    }
    let needed = kind == "charuco" ? 5 : 3
    guard parts.count == needed else {
      let form = Self.specificationForms.split(separator: "|").first { $0.hasPrefix(kind + ":") } ?? ""
      throw .board("a \(kind) is given as \(form)")
    }
    let counts = parts[1].lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard counts.count == 2, let columns = counts[0], let rows = counts[1] else {
      throw .board("“\(parts[1])” is no COLSxROWS, such as 9x6")
    }
    func metres(_ text: String) throws(CalibrationError) -> Double {
      guard let value = Double(text), value.isFinite, (0.01...100_000).contains(value) else {
        throw .board("“\(text)” is no size from 0.01 to 100000 mm")
      }
      return value / 1000
    }
    let spacing = try metres(parts[2])
    switch kind {
    case "chessboard": try self.init(.chessboard, columns: columns, rows: rows, spacingInMetres: spacing)
    case "circles": try self.init(.circles, columns: columns, rows: rows, spacingInMetres: spacing)
    case "asymmetric-circles":
      try self.init(.asymmetricCircles, columns: columns, rows: rows, spacingInMetres: spacing)
    default:
      guard let dictionary = MarkerDictionary(name: parts[4]) else {
        throw .board("there is no dictionary “\(parts[4])”; there are \(MarkerDictionary.list)")
      }
      try self.init(
        .charuco(markerSideInMetres: try metres(parts[3]), dictionary: dictionary), columns: columns,
        rows: rows, spacingInMetres: spacing)
    }
  }
}

extension CalibrationBoard: CustomStringConvertible {
  /// The description that reads back as this board, for example `chessboard:9x6:25`.
  public var description: String {
    let size = "\(columns)x\(rows):\(Self.millimetres(spacingInMetres))"
    return switch pattern {
    case .chessboard: "chessboard:\(size)"
    case .circles: "circles:\(size)"
    case .asymmetricCircles: "asymmetric-circles:\(size)"
    case .charuco(let side, let dictionary):
      "charuco:\(size):\(Self.millimetres(side)):\(dictionary.rawValue)"
    }
  }

  /// A length in millimetres to the tenth of a micrometre, without the digits that only rounding made.
  private static func millimetres(_ metres: Double) -> String {
    let value = (metres * 1e7).rounded() / 1e4
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
