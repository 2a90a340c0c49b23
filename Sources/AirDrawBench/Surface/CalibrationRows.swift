import AirDraw

/// Calibrations from the photos of OpenCV's samples and of its ChArUco tutorial, with five lens coefficients and every
/// corner of every photo.
enum CalibrationRows {
  private static let photoNumbers = Array(1...9) + Array(11...14)

  /// Measures on the data for surfaces.
  ///
  /// - Parameter folder: the folder that holds `calibration`.
  static func measure(in folder: String) throws -> [SurfaceRow] {
    var rows: [SurfaceRow] = []
    for (side, target) in [("left", 0.195), ("right", 0.207)] {
      let calibration = try calibration(ofSide: side, in: folder)
      rows.append(row("\(side)*.jpg: rms", calibration.rmsInPixels, target, "px", isAtMost: true))
      rows.append(
        row(
          "\(side)*.jpg: views used", Double(calibration.usedViews.count), Double(photoNumbers.count),
          "of \(photoNumbers.count)", isAtMost: false))
    }
    let charuco = try calibrate(
      "charuco:5x7:40:20:6X6_250", (0..<4).map { "\(folder)/calibration/charuco/img_0\($0).jpg" })
    rows.append(row("ChArUco: rms", charuco.rmsInPixels, 0.182, "px", isAtMost: true))
    let corners = charuco.usedViews.reduce(0) { $0 + $1.corners.count }
    rows.append(row("ChArUco: corners used", Double(corners), 96, "of 96", isAtMost: false))
    return rows
  }

  /// The calibration of one camera of OpenCV's stereo sample.
  static func calibration(ofSide side: String, in folder: String) throws -> CameraCalibration {
    try calibrate(
      "chessboard:9x6:25",
      photoNumbers.map { "\(folder)/calibration/opencv_stereo/\(side)\($0 < 10 ? "0" : "")\($0).jpg" })
  }

  private static func calibrate(_ description: String, _ photos: [String]) throws -> CameraCalibration {
    let board = try CalibrationBoard(parsing: description)
    return try CameraCalibrator(board).calibrate(try BoardSearch(for: board).photos(photos).pictures)
  }

  private static func row(
    _ name: String, _ value: Double, _ target: Double, _ unit: String, isAtMost: Bool
  ) -> SurfaceRow {
    SurfaceRow(name: name, value: value, target: target, unit: unit, isAtMost: isAtMost)
  }
}
