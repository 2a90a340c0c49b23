import AirCapture
import AirGeometry

/// Finds a ChArUco board's corners from the markers around them.
struct CharucoCorners {
  let board: CalibrationBoard
  let markerSideInMetres: Double
  let dictionary: MarkerDictionary

  /// What a picture shows of the board.
  enum Finding {
    /// No marker of the dictionary.
    case nothing
    /// Markers, but not where the board has them.
    case otherLayout
    /// Corners, to about a pixel.
    case corners(CornerGrid)
  }

  func find(in image: PixelImage) throws(SurfaceError) -> Finding {
    let markers = try MarkerDetector(dictionary: dictionary).markers(in: image)
    guard !markers.isEmpty else { return .nothing }
    // Which square is the first one's colour is not said by the board's numbers: the layout that the picture agrees with
    // better is taken.
    let layouts = [1, 0].map { grid(of: markers, parity: $0) }
    guard let best = layouts.max(by: { $0.agreement < $1.agreement }), best.agreement > 0 else {
      return .otherLayout
    }
    return .corners(best.grid)
  }

  /// The squares with markers, in the order of their numbers: those whose column and row add up to an odd number, or to an
  /// even one.
  private func squares(parity: Int) -> [(column: Int, row: Int)] {
    (0..<board.rows).flatMap { row in
      (0..<board.columns).filter { ($0 + row) % 2 == parity }.map { (column: $0, row: row) }
    }
  }

  private func grid(of markers: [MarkerSighting], parity: Int) -> (grid: CornerGrid, agreement: Int) {
    let squares = squares(parity: parity)
    var seen = [[ImagePoint]](repeating: [], count: board.pointCount)
    let margin = (board.spacingInMetres - markerSideInMetres) / 2
    for marker in markers where squares.indices.contains(marker.identifier) {
      let square = squares[marker.identifier]
      let (u, v) = (
        Double(square.column) * board.spacingInMetres, Double(square.row) * board.spacingInMetres
      )
      let (a, b) = (margin, margin + markerSideInMetres)
      let places = [(a, a), (b, a), (b, b), (a, b)].map { SurfacePoint(u: u + $0.0, v: v + $0.1) }
      guard let homography = Homography(from: marker.corners, to: places) else { continue }
      // The square's four corners, of which those on the board's border are none of its points.
      for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let (x, y) = (square.column + column - 1, square.row + row - 1)
        guard (0..<board.pointColumns).contains(x), (0..<board.pointRows).contains(y) else { continue }
        let index = y * board.pointColumns + x
        let place = SurfacePoint(
          u: Double(x + 1) * board.spacingInMetres, v: Double(y + 1) * board.spacingInMetres)
        if let pixel = homography.imagePoint(of: place) { seen[index].append(pixel) }
      }
    }
    // Where there are markers on both sides of a corner they have to agree on it, or it is another board.
    let side = markers.map { $0.corners[0].distance(to: $0.corners[1]) }.max() ?? 0
    let tolerance = 0.25 * side * board.spacingInMetres / markerSideInMetres
    var agreement = 0
    let pixels = seen.map { guesses -> ImagePoint? in
      guard guesses.count > 1 else { return guesses.first }
      let mean = ImagePoint(
        x: guesses.map(\.x).reduce(0, +) / Double(guesses.count),
        y: guesses.map(\.y).reduce(0, +) / Double(guesses.count))
      guard guesses.allSatisfy({ $0.distance(to: mean) < tolerance }) else {
        agreement -= 1
        return nil
      }
      agreement += 1
      return mean
    }
    return (CornerGrid(columns: board.pointColumns, rows: board.pointRows, pixels: pixels), agreement)
  }
}
