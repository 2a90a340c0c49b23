import AirDraw
import AirTestSupport
import Foundation
import Testing

/// `airdraw calibrate` as it is run by hand.
@Suite struct CalibrateCommandTests {
  private func photos(_ side: String, _ numbers: [Int]) throws -> [String] {
    try numbers.map { try SharedData.url("surface/calibration/opencv_stereo/\(side)0\($0).jpg").path }
  }

  private func expectRefusal(_ arguments: [String], exitCode: Int32, saying parts: String...) throws {
    let folder = try TemporaryFolder()
    let outcome = try AirDrawProcess.run(["calibrate", "-q"] + arguments, in: folder.url)
    #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
    for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
    #expect(outcome.output.isEmpty && outcome.errors.split(separator: "\n").count <= (exitCode == 2 ? 3 : 1))
    #expect(try folder.names().isEmpty)
  }

  @Test(
    "photos become a camera file, a report and a picture, the same bytes each time",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func files() throws {
    let folder = try TemporaryFolder()
    let broken = folder.path("broken.jpg")
    try Data("no photo".utf8).write(to: URL(fileURLWithPath: broken))
    func run(_ name: String) throws -> [Data] {
      let outputs = ["json", "report.json", "png"].map { folder.path("\(name).\($0)") }
      let outcome = try AirDrawProcess.run(
        ["calibrate"] + (try photos("left", [1, 2, 3, 4, 5])) + [
          broken, "--board", "chessboard:9x6:25", "-o", outputs[0], "--report", outputs[1], "--picture",
          outputs[2],
        ])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains(broken) && outcome.output.contains("rms"))
      return try outputs.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    }
    let (first, second) = (try run("a"), try run("b"))
    #expect(first == second)
    let camera = try CameraModel(
      contentsOf: folder.path("a.json"), imageSize: ImageSize(width: 640, height: 480))
    let report = try JSONValue(parsing: Array(first[1]))
    #expect(report["camera"]?["fx"]?["value"]?.doubleValue == camera.intrinsics.fx)
    #expect((report["rms"]?.doubleValue ?? 1) < 0.2)
    #expect(report["views"]?.arrayValue?.count == 6)
    #expect(report["views"]?.arrayValue?.last?["used"] == false)
    #expect(report["warnings"]?.arrayValue?.isEmpty == false)
    #expect(try PixelImage(contentsOf: folder.path("a.png")).size.width == 1280)
  }

  @Test(
    "boards that are not there, another size, too few photos and photos of two sizes get one sentence",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func badPictures() throws {
    let left = try photos("left", [1, 2, 3])
    let charuco = try (0..<2).map { try SharedData.url("surface/calibration/charuco/img_0\($0).jpg").path }
    let graf = try SharedData.url("surface/homography/opencv_graf/graf1.png").path
    try expectRefusal(left + ["--board", "chessboard:8x6:25", "-o", "x.json"], exitCode: 1, saying: "9x6")
    try expectRefusal(
      Array(left.prefix(2)) + ["--board", "chessboard:9x6:25", "-o", "x.json"], exitCode: 1, saying: "2 of 2")
    try expectRefusal(
      [graf, "--board", "chessboard:9x6:25", "-o", "x.json"], exitCode: 1, saying: "chessboard:9x6:25")
    try expectRefusal(
      charuco + ["--board", "charuco:7x5:40:20:6X6_250", "-o", "x.json"], exitCode: 1, saying: "columns")
    try expectRefusal(
      left + ["--board", "chessboard:9x6:25", "-o", left[0]], exitCode: 2, saying: left[0])
  }

  @Test("wrong use is told from what can't be read")
  func badUse() throws {
    let video = SharedData.packageRoot.appendingPathComponent("Samples/desk.mp4").path
    let picture = SharedData.packageRoot.appendingPathComponent("Samples/picture.jpg").path
    let board = ["--board", "chessboard:9x6:25"]
    try expectRefusal(["missing.jpg", "-o", "x.json"] + board, exitCode: 1, saying: "missing.jpg")
    try expectRefusal([video, picture, "-o", "x.json"] + board, exitCode: 2, saying: "desk.mp4", "alone")
    try expectRefusal([picture] + board, exitCode: 2, saying: "-o")
    try expectRefusal([picture, "-o", "x.txt"] + board, exitCode: 2, saying: ".json")
    try expectRefusal([picture, "-o", "x.json"], exitCode: 2, saying: "--board")
    try expectRefusal(
      [picture, "-o", "x.json", "--board", "checkers:8x8:20"], exitCode: 2, saying: "checkers")
    try expectRefusal([picture, "-o", "x.json", "--lens", "7"] + board, exitCode: 2, saying: "fisheye")
    try expectRefusal(["/dev/null", "-o", "x.json"] + board, exitCode: 2, saying: "/dev/null")
    try expectRefusal([picture, "-o", "x.json"] + board, exitCode: 1, saying: "chessboard:9x6:25")
  }
}
