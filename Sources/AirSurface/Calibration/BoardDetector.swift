import AirCapture
import AirGeometry
import CVision

/// Finds a calibration board in pictures, its points to a fraction of a pixel.
///
/// OpenCV finds the board; the points are then refined here (`SaddleRefiner`, `CircleCentroids`).
public struct BoardDetector: Sendable {
  /// The fewest points of a partly seen board that tell its pose.
  static let fewestPoints = 6

  /// What is looked for.
  public let board: CalibrationBoard

  /// Makes a detector.
  public init(_ board: CalibrationBoard) { self.board = board }

  /// What came of looking at a picture.
  public enum Finding: Hashable, Sendable {
    /// The board, where it was seen.
    case seen(BoardSighting)
    /// No board.
    case nothing
    /// Markers of a ChArUco board's dictionary, but not in its layout.
    case otherLayout
  }

  /// Looks for the board. Chessboards and circles must be in view wholly, ChArUco boards by six corners.
  ///
  /// - Parameter isThorough: false where there are so many pictures that those in which a chessboard is hard to find may be
  ///   missed: looking at a picture without one then takes a tenth of the time.
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  public func find(in image: PixelImage, isThorough: Bool = true) throws(SurfaceError) -> Finding {
    let grey = try GreyPicture(image)
    var areas: [Double] = []
    let grid: CornerGrid
    switch board.pattern {
    case .chessboard:
      guard
        let found = try rough(image, { airvision_find_chessboard($0, $1, $2, isThorough ? 1 : 0, $3, $4) })
      else { return .nothing }
      grid = found.refined(in: grey, clearance: SaddleRefiner.reach)
      guard grid.pixels.allSatisfy({ $0 != nil }) else { return .nothing }
    case .charuco(let side, let dictionary):
      let corners = CharucoCorners(board: board, markerSideInMetres: side, dictionary: dictionary)
      switch try corners.find(in: image) {
      case .nothing: return .nothing
      case .otherLayout: return .otherLayout
      case .corners(let found):
        grid = found.refined(in: grey, clearance: (1 - side / board.spacingInMetres) / 2)
      }
    case .circles, .asymmetricCircles:
      let isAsymmetric: Int32 = board.pattern == .asymmetricCircles ? 1 : 0
      guard
        var found = try rough(image, { airvision_find_circles($0, $1, $2, isAsymmetric, $3, $4) }),
        let spacing = found.nearestDistance
      else { return .nothing }
      let centroids = CircleCentroids(grey: grey, spacing: spacing)
      let circles = found.pixels.map { $0.flatMap(centroids.circle(near:)) }
      guard circles.allSatisfy({ $0 != nil }) else { return .nothing }
      found.pixels = circles.map { $0?.centroid }
      areas = circles.compactMap { $0?.area }
      grid = found
    }
    guard let sighting = sighting(of: grid, areas: areas, in: grey) else { return .nothing }
    return .seen(sighting)
  }

  /// How many inner corners a chessboard in the picture has, whatever the detector's own board is.
  ///
  /// Patterns of other things pass for small boards when the size is open, so a board of that size has to be found as well.
  func chessboardSize(in image: PixelImage) throws -> (columns: Int, rows: Int)? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    try image.withVisionImage { airvision_measure_chessboard($0, &columns, &rows) }
    guard
      let measured = try? CalibrationBoard(
        .chessboard, columns: Int(columns), rows: Int(rows), spacingInMetres: board.spacingInMetres),
      case .seen = try BoardDetector(measured).find(in: image)
    else { return nil }
    return (measured.columns, measured.rows)
  }

  private func rough(
    _ image: PixelImage,
    _ find: (airvision_image, Int32, Int32, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Int32>) ->
      airvision_status
  ) throws(SurfaceError) -> CornerGrid? {
    var numbers = [Double](repeating: 0, count: 2 * board.pointCount)
    var found: Int32 = 0
    try image.withVisionImage { picture in
      numbers.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return airvision_status() }
        return find(picture, Int32(board.columns), Int32(board.rows), start, &found)
      }
    }
    guard found != 0 else { return nil }
    return CornerGrid(
      columns: board.pointColumns, rows: board.pointRows,
      pixels: (0..<board.pointCount).map { ImagePoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) })
  }

  private func sighting(of grid: CornerGrid, areas: [Double], in grey: GreyPicture) -> BoardSighting? {
    let corners = grid.pixels.enumerated().compactMap { index, pixel in
      pixel.map { BoardSighting.Corner(index: index, place: board.point(index), pixel: $0) }
    }
    // Points on one line leave the pose open.
    let columns = Set(corners.map { $0.index % grid.columns })
    let rows = Set(corners.map { $0.index / grid.columns })
    guard corners.count >= Self.fewestPoints, columns.count > 1, rows.count > 1 else { return nil }
    var sighting = BoardSighting(imageSize: grey.size, corners: corners)
    let xs = corners.map(\.pixel.x)
    let ys = corners.map(\.pixel.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
      return nil
    }
    sighting.edgeWidthInPixels = grey.edgeWidth(
      columns: max(0, Int(left))..<max(1, Int(right) + 1), rows: max(0, Int(top))..<max(1, Int(bottom) + 1),
      reach: min(8, max(2, Int((grid.nearestDistance ?? 16) / 2))))
    sighting.circleAreasInPixels = areas
    return sighting
  }
}

extension CornerGrid {
  /// The distance of a point to the nearest other one, in the middle of all such distances, in pixels.
  fileprivate var nearestDistance: Double? {
    let points = pixels.compactMap { $0 }
    let distances = points.indices.compactMap { index in
      points.indices.filter { $0 != index }.map { points[$0].distance(to: points[index]) }.min()
    }.sorted()
    return distances.isEmpty ? nil : distances[distances.count / 2]
  }
}
