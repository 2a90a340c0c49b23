import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

/// Calibrations from the photos of OpenCV's samples and of its ChArUco tutorial.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct RealCalibrationTests {
  private func stereo(_ side: String) throws -> [String] {
    try ([1...9, 11...14] as [ClosedRange<Int>]).flatMap { $0 }.map { number in
      let name = "\(side)\(number < 10 ? "0" : "")\(number).jpg"
      return try SharedData.url("surface/calibration/opencv_stereo/\(name)").path
    }
  }

  @Test(
    "all 13 photos of either camera are found, and all their corners fit",
    arguments: [("left", 0.195), ("right", 0.207)])
  func chessboards(side: String, limit: Double) throws {
    let board = try CalibrationBoard(parsing: "chessboard:9x6:25")
    let outcome = try BoardSearch(for: board).photos(try stereo(side))
    let calibration = try CameraCalibrator(board).calibrate(outcome.pictures)
    #expect(calibration.usedViews.count == 13)
    #expect(calibration.usedViews.allSatisfy { $0.corners.count == 54 })
    #expect(calibration.rmsInPixels <= limit, "\(calibration.rmsInPixels) px")
    // Published for these photos, with the corners of 2006: fx 535.9, cx 342.3, cy 235.6 for the left camera.
    if side == "left" {
      #expect(
        abs(calibration.camera.intrinsics.fx - 535.9) < 5 && abs(calibration.camera.intrinsics.cx - 342.3) < 3
      )
    }
  }

  @Test("every corner of the ChArUco photos is found and fits better than the published calibration's")
  func charuco() throws {
    let board = try CalibrationBoard(parsing: "charuco:5x7:40:20:DICT_6X6_250")
    let paths = try (0..<4).map { try SharedData.url("surface/calibration/charuco/img_0\($0).jpg").path }
    let outcome = try BoardSearch(for: board).photos(paths)
    let calibration = try CameraCalibrator(board).calibrate(outcome.pictures)
    #expect(calibration.usedViews.map(\.corners.count) == [24, 24, 24, 24])
    #expect(calibration.rmsInPixels <= 0.182, "\(calibration.rmsInPixels) px")
    // Turned about, the same markers are elsewhere; in another dictionary there are none.
    let turned = try CalibrationBoard(parsing: "charuco:7x5:40:20:DICT_6X6_250")
    #expect(throws: CalibrationError.otherLayout(board: turned.description)) {
      try BoardSearch(for: turned).photos(paths)
    }
  }

  @Test("photos that say that the camera was turned are calibrated as those that do not")
  func orientation() throws {
    let board = try CalibrationBoard(parsing: "chessboard:9x6:25")
    let plain = try stereo("left")
    let folder = try TemporaryFolder()
    let paths = try plain.enumerated().map { index, path in
      // The pixels stay as the sensor gave them; only what the camera says about them changes.
      let tag: UInt8? = [2: 3, 5: 6, 7: 8, 9: 1, 11: 5][index]
      guard let tag else { return path }
      let copy = folder.path("\(index).jpg")
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let exif: [UInt8] =
        [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [
          0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0,
        ]
        + [tag, 0, 0, 0, 0, 0, 0]
      try (data.prefix(2) + Data(exif) + data.dropFirst(2)).write(to: URL(fileURLWithPath: copy))
      return copy
    }
    let search = BoardSearch(for: board)
    let expected = try CameraCalibrator(board).calibrate(try search.photos(plain).pictures)
    let calibration = try CameraCalibrator(board).calibrate(try search.photos(paths).pictures)
    #expect(calibration.usedViews.count == 13)
    #expect(calibration.imageSize == ImageSize(width: 640, height: 480))
    // Corners are found a little differently in turned pictures, by hundredths of a pixel.
    for (number, plain) in zip(calibration.numbers, expected.numbers) {
      #expect(abs(number.value - plain.value) < 0.5 * plain.standardDeviation, "\(number) \(plain)")
    }
    #expect(abs(calibration.rmsInPixels - expected.rmsInPixels) < 0.005)
  }

  @Test("photos that can't be read or have another size are named and left out")
  func faults() throws {
    let board = try CalibrationBoard(parsing: "chessboard:9x6:25")
    let folder = try TemporaryFolder()
    let broken = folder.path("broken.jpg")
    let photo = try Data(contentsOf: URL(fileURLWithPath: try stereo("left")[0]))
    try Data(photo.prefix(200)).write(to: URL(fileURLWithPath: broken))
    let outcome = try BoardSearch(for: board).photos([broken] + (try stereo("left").prefix(6)))
    #expect(outcome.warnings.count == 1 && outcome.warnings[0].contains(broken))
    #expect(outcome.pictures[0].reason != nil && outcome.pictures.count == 7)
    let calibration = try CameraCalibrator(board).calibrate(outcome.pictures)
    #expect(calibration.usedViews.count == 6)
    #expect(throws: CalibrationError.self) { try BoardSearch(for: board).photos([broken]) }
    // A part of the board is a board as well, but not this one.
    #expect(throws: CalibrationError.otherBoard(asked: "8x6", seen: "9x6")) {
      try BoardSearch(for: try CalibrationBoard(parsing: "chessboard:8x6:25")).photos(try stereo("left"))
    }
  }
}
