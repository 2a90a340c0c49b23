import AirGeometry

/// A flat board with a regular pattern of known size, by whose pictures a camera is calibrated.
public struct CalibrationBoard: Hashable, Sendable {
  /// What is printed on the board.
  public enum Pattern: Hashable, Sendable {
    /// Black and white squares; columns and rows count the inner corners, where four squares meet.
    case chessboard
    /// A chessboard with a marker in each white square; columns and rows count squares. Boards whose first square is
    /// black are understood as well as those whose first square is white, as OpenCV drew boards with an even number of
    /// rows until version 4.6.
    case charuco(markerSideInMetres: Double, dictionary: MarkerDictionary)
    /// Dark circles, one at each place of the grid.
    case circles
    /// Dark circles, every other row moved by half the distance of two circles in a row; the spacing is half that
    /// distance, as OpenCV has it.
    case asymmetricCircles
  }

  /// What is printed.
  public let pattern: Pattern
  /// How many there are of what the pattern counts, from left to right.
  public let columns: Int
  /// How many there are from top to bottom.
  public let rows: Int
  /// A square's side, or the circles' spacing, in metres.
  public let spacingInMetres: Double

  /// Makes a board.
  ///
  /// - Throws: `CalibrationError.board` when a count or a size makes no board.
  public init(
    _ pattern: Pattern, columns: Int, rows: Int, spacingInMetres: Double
  ) throws(CalibrationError) {
    // OpenCV's detectors need three corners or circles each way to tell a board from a corner of something.
    let fewest = if case .charuco = pattern { 2 } else { 3 }
    guard (fewest...100).contains(columns), (fewest...100).contains(rows) else {
      throw .board("a board has from \(fewest) to 100 columns and rows, not \(columns)x\(rows)")
    }
    guard spacingInMetres.isFinite, spacingInMetres > 0 else {
      throw .board("a board's sizes are positive numbers of millimetres")
    }
    if case .charuco(let side, let dictionary) = pattern {
      guard side.isFinite, side > 0, side < spacingInMetres else {
        throw .board("a ChArUco board's markers are smaller than its squares")
      }
      guard columns * rows / 2 <= dictionary.markerCount else {
        throw .board(
          "a board of \(columns)x\(rows) has \(columns * rows / 2) markers, and \(dictionary.rawValue) only "
            + "\(dictionary.markerCount)")
      }
    }
    self.pattern = pattern
    self.columns = columns
    self.rows = rows
    self.spacingInMetres = spacingInMetres
  }

  /// The grid of the points that are measured: how many columns of them there are.
  var pointColumns: Int { isCharuco ? columns - 1 : columns }
  /// How many rows of measured points there are.
  var pointRows: Int { isCharuco ? rows - 1 : rows }

  /// True for boards with markers, which may be seen in part.
  var isCharuco: Bool { if case .charuco = pattern { true } else { false } }

  /// True for boards of circles.
  var hasCircles: Bool { pattern == .circles || pattern == .asymmetricCircles }

  /// How many points a wholly seen board gives.
  public var pointCount: Int { pointColumns * pointRows }

  /// Where a point of the board lies on it, row by row from the first one, which is the origin.
  public func point(_ index: Int) -> SurfacePoint {
    let (row, column) = (index / pointColumns, index % pointColumns)
    let u = pattern == .asymmetricCircles ? 2 * column + row % 2 : column
    return SurfacePoint(u: Double(u) * spacingInMetres, v: Double(row) * spacingInMetres)
  }
}
