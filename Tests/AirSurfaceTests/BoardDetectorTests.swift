import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite struct BoardDetectorTests {
  @Test(
    "a chessboard's corners are found to a thirtieth of a pixel, whatever the slant",
    arguments: [1, 2, 3] as [UInt64])
  func chessboard(seed: UInt64) throws {
    var studio = try BoardStudio("chessboard:9x6:25", distortion: [], seed: seed)
    let pose = studio.pose(tilt: 0.2...0.9)
    let image = try studio.photo(pose)
    guard case .seen(let sighting) = try BoardDetector(studio.board).find(in: image) else {
      Issue.record("seed \(seed): not found")
      return
    }
    #expect(sighting.corners.count == 54)
    // A chessboard may be read from either end.
    let errors = [false, true].map { isReversed in
      sighting.corners.map { corner in
        let index = isReversed ? 53 - corner.index : corner.index
        return corner.pixel.distance(to: studio.pixel(index, pose))
      }
    }
    let best = errors.map { ($0.reduce(0) { $0 + $1 * $1 } / 54).squareRoot() }.min() ?? .infinity
    #expect(best < 0.03, "seed \(seed): \(best) px")
  }

  @Test(
    "circles give the camera back, the pull of their slant taken out",
    arguments: ["circles:8x6:25", "asymmetric-circles:4x9:18"])
  func circles(board: String) throws {
    var studio = try BoardStudio(board, distortion: [], seed: 21)
    let detector = BoardDetector(studio.board)
    var pictures: [CameraCalibrator.Picture] = []
    for number in 0..<7 {
      guard case .seen(let sighting) = try detector.find(in: try studio.photo(studio.pose())) else {
        continue
      }
      pictures.append(CameraCalibrator.Picture(name: "\(number)", sighting: sighting))
    }
    #expect(pictures.count >= 6)
    let calibration = try CameraCalibrator(studio.board, lens: .none).calibrate(pictures)
    // Without the correction the middles are off by up to half a pixel here.
    #expect(calibration.rmsInPixels < 0.05, "\(calibration.rmsInPixels) px")
    #expect(abs(calibration.numbers[0].value - 540) < 2, "\(calibration.numbers[0])")
    #expect(abs(calibration.numbers[2].value - 322) < 2, "\(calibration.numbers[2])")
  }

  @Test("a picture without the board shows none, and one of another board is told by its size")
  func others() throws {
    var studio = try BoardStudio("chessboard:9x6:25", distortion: [], seed: 31)
    let image = try studio.photo(studio.pose())
    let grey = try #require(
      PixelImage(
        size: image.size, format: .grey8, bytesPerRow: image.size.width,
        bytes: [UInt8](repeating: 128, count: image.bytes.count)))
    for board in ["chessboard:9x6:25", "charuco:5x7:40:20:6X6_250", "circles:7x5:20"] {
      #expect(try BoardDetector(CalibrationBoard(parsing: board)).find(in: grey) == .nothing)
    }
    let other = try CalibrationBoard(parsing: "chessboard:7x5:25")
    #expect(throws: CalibrationError.otherBoard(asked: "7x5", seen: "9x6")) {
      try BoardSearch(for: other).video(PictureSource([image], framesPerSecond: 10), named: "board")
    }
  }

  @Test("of a video, blurred frames and those like others are left out, and the rest is spread")
  func video() throws {
    var studio = try BoardStudio("chessboard:7x5:25", distortion: [], scale: 0.6, seed: 41)
    var pictures: [PixelImage] = []
    for number in 0..<8 {
      let image = try studio.photo(studio.pose())
      // Each pose is held for half a second, which is two stretches; the last one is smeared by 7 pixels.
      pictures += Array(repeating: number == 7 ? smeared(image, by: 7) : image, count: 2)
    }
    let outcome = try BoardSearch(for: studio.board).video(
      PictureSource(pictures, framesPerSecond: 4), named: "board.mp4")
    let used = outcome.pictures.filter { $0.reason == nil }
    #expect(used.count == 7)
    #expect(outcome.pictures.count { $0.reason?.hasPrefix("like another") == true } == 7)
    #expect(outcome.pictures.allSatisfy { $0.name.hasPrefix("board.mp4@") })
    let fewer = try BoardSearch(for: studio.board, viewLimit: 4).video(
      PictureSource(pictures, framesPerSecond: 4), named: "board.mp4")
    #expect(fewer.pictures.count { $0.reason == nil } == 4)
  }

  private func smeared(_ image: PixelImage, by width: Int) -> PixelImage {
    var bytes = image.bytes
    for y in 0..<image.size.height {
      for x in 0..<image.size.width - width {
        let start = y * image.bytesPerRow + x
        bytes[start] = UInt8(image.bytes[start..<start + width].reduce(0) { $0 + Int($1) } / width)
      }
    }
    return PixelImage(size: image.size, format: image.format, bytesPerRow: image.bytesPerRow, bytes: bytes)
      ?? image
  }
}
