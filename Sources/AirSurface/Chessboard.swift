import AirCapture
import AirGeometry
import CVision

extension PixelImage {
  /// The inner corners of a chessboard, row by row, refined to a fraction of a pixel; nil when not all are seen.
  ///
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  package func chessboardCorners(columns: Int, rows: Int) throws(SurfaceError) -> [ImagePoint]? {
    var numbers = [Double](repeating: 0, count: 2 * columns * rows)
    var found: Int32 = 0
    try withVisionImage {
      airvision_find_chessboard_in_frame($0, Int32(columns), Int32(rows), &numbers, &found)
    }
    return found != 0 ? numbers.imagePoints : nil
  }
}
