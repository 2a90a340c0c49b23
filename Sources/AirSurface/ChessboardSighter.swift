import AirCapture
import AirGeometry

/// Sees a chessboard and fits all of its inner edges.
struct ChessboardSighter: Sendable {
  /// Inner corners in a row.
  let columns: Int
  /// Rows of inner corners.
  let rows: Int
  /// A square's side in metres.
  let squareInMetres: Double
  /// The plane on which edges are straight.
  let ideal: IdealImage

  /// The board in a picture, if all of it is there.
  func see(_ image: PixelImage) throws(SurfaceError) -> [SeenThing] {
    guard let found = try image.chessboardCorners(columns: columns, rows: rows), let grey = try image.grey()
    else { return [] }
    func corners(_ indices: [Int]) -> [ImagePoint] { indices.map { found[$0] } }
    let last = columns * rows - 1
    let around = corners([0, columns - 1, last, last - columns + 1])
    // The corners may run the other way round; the board is seen from above all the same.
    let outer = around.runsClockwise ? around : corners([columns - 1, 0, last - columns + 1, last])
    let pattern = KnownPattern(
      chessboardOfSquare: squareInMetres, columns: columns - 1, rows: rows - 1)
    let places = outer.compactMap(ideal.point(of:))
    guard places.count == 4,
      let result = EdgeAlignment(pattern: pattern, grey: grey, ideal: ideal).refined(places, reach: 3),
      let thing = SeenThing(key: 0, result, points: pattern.corners, ideal: ideal)
    else { return [] }
    return [thing]
  }
}
