import AirGeometry
import AirSurface
import Testing

@Suite struct CalibrationBoardTests {
  @Test(
    "a board's description reads back as itself",
    arguments: [
      "chessboard:9x6:25", "chessboard:7x5:30.5", "charuco:5x7:40:20:6X6_250",
      "charuco:8x11:15:11:APRILTAG_36h11", "circles:7x6:20", "asymmetric-circles:4x11:12.25",
    ])
  func roundTrip(text: String) throws {
    #expect(try CalibrationBoard(parsing: text).description == text)
  }

  @Test("points lie where the pattern has them")
  func points() throws {
    let chessboard = try CalibrationBoard(parsing: "chessboard:9x6:25")
    #expect(chessboard.pointCount == 54 && chessboard.point(10) == SurfacePoint(u: 0.025, v: 0.025))
    let charuco = try CalibrationBoard(parsing: "charuco:5x7:40:20:DICT_6X6_250")
    #expect(charuco.pointCount == 24 && charuco.point(5) == SurfacePoint(u: 0.04, v: 0.04))
    let circles = try CalibrationBoard(parsing: "asymmetric-circles:4x11:10")
    #expect(circles.pointCount == 44 && circles.point(5) == SurfacePoint(u: 0.03, v: 0.01))
  }

  @Test(
    "a description that is no board is refused with the reason",
    arguments: [
      ("", "chessboard:COLSxROWS"), ("checkers:9x6:25", "chessboard:COLSxROWS"),
      ("chessboard:9x6", "chessboard:COLSxROWS:SQUARE_MM"), ("chessboard:9by6:25", "9by6"),
      ("chessboard:9x6:0", "0.01"), ("chessboard:9x6:nan", "nan"), ("chessboard:2x6:25", "2x6"),
      ("chessboard:900x6:25", "900x6"), ("chessboard:9x6:25:3", "SQUARE_MM"),
      ("charuco:5x7:40:20", "MARKER_MM"), ("charuco:5x7:40:40:6X6_250", "smaller"),
      ("charuco:5x7:40:20:6X6_1", "6X6_1"), ("charuco:20x20:40:20:4X4_50", "200 markers"),
    ])
  func refusals(text: String, reason: String) {
    do {
      _ = try CalibrationBoard(parsing: text)
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.description.contains(reason), "\(error)")
      #expect(error.description.hasSuffix("."))
    }
  }
}
