import AirGeometry
import AirJSON
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite struct CameraCalibratorTests {
  private let truth = [540, 542, 322, 236, -0.28, 0.09, 0.001, -0.0005, -0.02]

  @Test("corners with noise give back the camera within its stated uncertainties")
  func uncertainties() throws {
    var scores: [[Double]] = []
    for seed in 1...UInt64(SweepDepth.count(16, timesWhenDeep: 10)) {
      var studio = try BoardStudio("chessboard:9x6:25", seed: seed)
      let calibration = try CameraCalibrator(studio.board).calibrate(studio.pictures(12, noise: 0.2))
      #expect(calibration.usedViews.count == 12, "seed \(seed)")
      // Noise of 0.2 px each way is a distance of 0.2 · √2, less what the fitted numbers take up.
      #expect(abs(calibration.rmsInPixels - 0.2 * 2.0.squareRoot()) < 0.02, "seed \(seed)")
      let z = zip(calibration.numbers, truth).map { ($0.value - $1) / $0.standardDeviation }
      #expect(z.allSatisfy { abs($0) < 5 }, "seed \(seed): \(z)")
      scores.append(z)
    }
    // A right standard deviation makes errors of one on average.
    for (index, name) in CalibrationLens.five.numberNames.enumerated() {
      let mean = (scores.reduce(0) { $0 + $1[index] * $1[index] } / Double(scores.count)).squareRoot()
      #expect((0.6...1.5).contains(mean), "\(name): \(mean)")
    }
    let all = scores.flatMap { $0 }
    let mean = (all.reduce(0) { $0 + $1 * $1 } / Double(all.count)).squareRoot()
    #expect((0.85...1.18).contains(mean), "all: \(mean)")
  }

  @Test(
    "perfect corners give back the camera with every lens model that holds it",
    arguments: [CalibrationLens.five, .eight, .twelve, .fourteen])
  func perfect(lens: CalibrationLens) throws {
    var studio = try BoardStudio("chessboard:9x6:25", seed: 5)
    let calibration = try CameraCalibrator(studio.board, lens: lens).calibrate(studio.pictures(12, noise: 0))
    #expect(calibration.rmsInPixels < 1e-4)
    #expect(abs(calibration.numbers[0].value - 540) < 0.01)
    #expect(abs(calibration.numbers[2].value - 322) < 0.02)
    #expect(calibration.numbers.map(\.name) == lens.numberNames)
  }

  @Test("a fisheye's corners give back the fisheye")
  func fisheye() throws {
    var studio = try BoardStudio("chessboard:9x6:25", seed: 5)
    let lens = try #require(FisheyeDistortion(openCVCoefficients: [-0.02, 0.01, -0.003, 0.0005]))
    studio.camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 300, fy: 301, cx: 322, cy: 236), distortion: .fisheye(lens),
        imageSize: ImageSize(width: 640, height: 480)))
    let calibration = try CameraCalibrator(studio.board, lens: .fisheye).calibrate(
      studio.pictures(15, noise: 0))
    #expect(calibration.rmsInPixels < 1e-4)
    #expect(abs(calibration.numbers[0].value - 300) < 0.01, "\(calibration.numbers)")
    #expect(abs(calibration.numbers[4].value + 0.02) < 0.001, "\(calibration.numbers)")
  }

  @Test("a camera without distortion is found without coefficients, and four where four are asked for")
  func fewCoefficients() throws {
    var studio = try BoardStudio("chessboard:9x6:25", distortion: [], seed: 6)
    let plain = try CameraCalibrator(studio.board, lens: .none).calibrate(studio.pictures(10, noise: 0))
    #expect(plain.numbers.count == 4 && plain.rmsInPixels < 1e-4)
    studio = try BoardStudio("chessboard:9x6:25", distortion: [-0.2, 0.05, 0.001, 0.002], seed: 7)
    let four = try CameraCalibrator(studio.board, lens: .four).calibrate(studio.pictures(10, noise: 0))
    #expect(
      zip(four.numbers.dropFirst(4).map(\.value), [-0.2, 0.05, 0.001, 0.002]).allSatisfy {
        abs($0 - $1) < 1e-4
      })
  }

  @Test("the view whose corners are off is left out and named, and the rest is as without it")
  func outlier() throws {
    var studio = try BoardStudio("chessboard:9x6:25", seed: 8)
    var pictures = studio.pictures(11, noise: 0.1)
    let without = try CameraCalibrator(studio.board).calibrate(pictures)
    let bad = studio.sighting(studio.pose(), noise: 2)
    pictures.insert(CameraCalibrator.Picture(name: "bent", sighting: bad), at: 4)
    let calibration = try CameraCalibrator(studio.board).calibrate(pictures)
    #expect(calibration.views.filter { !$0.isUsed }.map(\.name) == ["bent"])
    #expect(calibration.views[4].reason?.hasPrefix("outlier") == true)
    #expect((calibration.views[4].rmsInPixels ?? 0) > 2)
    #expect(calibration.numbers == without.numbers && calibration.rmsInPixels == without.rmsInPixels)
  }

  @Test("views that are all frontal are warned of or refused, never taken for sure")
  func frontal() throws {
    var studio = try BoardStudio("chessboard:9x6:25", seed: 9)
    let pictures = (0..<8).map { number in
      CameraCalibrator.Picture(
        name: "\(number)", sighting: studio.sighting(studio.pose(tilt: 0...0.02), noise: 0.1))
    }
    do {
      let calibration = try CameraCalibrator(studio.board).calibrate(pictures)
      #expect(calibration.warnings.contains { $0.contains("frontal") })
    } catch let error as CalibrationError {
      guard case .undetermined = error else { throw error }
    }
  }

  @Test("too few views and views of two sizes are refused with their numbers and names")
  func refusals() throws {
    var studio = try BoardStudio("chessboard:9x6:25", seed: 10)
    var pictures = studio.pictures(2, noise: 0.1)
    pictures.append(CameraCalibrator.Picture(name: "empty", sighting: nil, reason: "the board is not seen"))
    #expect(throws: CalibrationError.tooFewViews(seen: 2, pictures: 3, needed: 3)) {
      try CameraCalibrator(studio.board).calibrate(pictures)
    }
    #expect(throws: CalibrationError.boardNeverSeen(board: "chessboard:9x6:25", pictures: 1)) {
      try CameraCalibrator(studio.board).calibrate([pictures[2]])
    }
    var other = studio.sighting(studio.pose(), noise: 0.1)
    other.imageSize = ImageSize(width: 480, height: 640)
    pictures[2] = CameraCalibrator.Picture(name: "tall", sighting: other)
    #expect(
      throws: CalibrationError.mixedSizes(
        first: "view0", firstSize: "640×480", second: "tall", secondSize: "480×640")
    ) { try CameraCalibrator(studio.board).calibrate(pictures) }
  }

  @Test("the report reads back as it was written, and its rms is that of the corners it counts")
  func report() throws {
    var studio = try BoardStudio("chessboard:9x6:25", seed: 11)
    let calibration = try CameraCalibrator(studio.board).calibrate(studio.pictures(5, noise: 0.2))
    let json = try JSONValue(parsing: Array(calibration.json.indentedText.utf8))
    #expect(json.text == calibration.json.text)
    let views = try #require(json["views"]?.arrayValue)
    let sums = views.map { view -> (squared: Double, count: Double) in
      let (rms, count) = (view["rms"]?.doubleValue ?? .nan, view["corners"]?.doubleValue ?? .nan)
      return (rms * rms * count, count)
    }
    let rms = (sums.map(\.squared).reduce(0, +) / sums.map(\.count).reduce(0, +)).squareRoot()
    #expect(abs(rms - (json["rms"]?.doubleValue ?? .nan)) < 1e-12)
    let residuals = calibration.usedViews.flatMap(\.residualsInPixels).map { ($0 * $0).sum() }
    #expect(abs((residuals.reduce(0, +) / Double(residuals.count)).squareRoot() - rms) < 1e-12)
    #expect(
      json["camera"]?["fx"]?["standard_deviation"]?.doubleValue == calibration.numbers[0].standardDeviation)
    #expect(json["warnings"]?.arrayValue?.isEmpty == false, "five views deserve a warning")
  }

  @Test("the camera files read back to the numbers that were found", arguments: ["json", "yml"])
  func files(ending: String) throws {
    var studio = try BoardStudio("chessboard:9x6:25", seed: 12)
    let calibration = try CameraCalibrator(studio.board).calibrate(studio.pictures(6, noise: 0.2))
    let folder = try TemporaryFolder()
    let path = folder.path("camera.\(ending)")
    let text = calibration.camera.fileText(
      CameraOutputFormat(path: path), uncertainty: calibration.uncertainty)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try CameraModel(contentsOf: path, imageSize: calibration.imageSize) == calibration.camera)
    #expect(throws: SurfaceError.self) {
      try CameraModel(contentsOf: path, imageSize: ImageSize(width: 1280, height: 720))
    }
  }

  @Test(
    "the same sightings give the same numbers, and a picture of the coverage that is the same to the byte")
  func determinism() throws {
    var studio = try BoardStudio("chessboard:9x6:25", seed: 13)
    let pictures = studio.pictures(6, noise: 0.3)
    let calibrations = try (0..<2).map { _ in try CameraCalibrator(studio.board).calibrate(pictures) }
    #expect(calibrations[0] == calibrations[1])
    let drawn = try calibrations.map { try #require($0.coveragePicture()).image.pngBytes() }
    #expect(drawn[0] == drawn[1])
    #expect(calibrations[0].coverage.share > 0.2 && calibrations[0].coverage.share <= 1)
  }
}
