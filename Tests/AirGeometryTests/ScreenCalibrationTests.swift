import AirGeometry
import AirTestSupport
import Testing

@Suite struct ScreenCalibrationTests {
  @Test("its four numbers act axis by axis, and the display transform made of it maps the same")
  func fourNumbers() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let calibration = try ScreenCalibration(
        xDistortion: .random(in: 0.2...3, using: &random),
        yDistortion: .random(in: -3 ... -0.2, using: &random),
        xCorrection: .random(in: -1...1, using: &random), yCorrection: .random(in: -1...1, using: &random))
      let transform = try #require(DisplayTransform(calibration))
      let point = NormalizedImagePoint(
        x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
      let shown = calibration(point)
      #expect(shown.x == point.x * calibration.xDistortion + calibration.xCorrection)
      #expect(abs(transform(point).x - shown.x) < 1e-15 && abs(transform(point).y - shown.y) < 1e-15)
      let back = calibration.inverse(shown)
      #expect(abs(back.x - point.x) < 1e-12 && abs(back.y - point.y) < 1e-12)
    }
  }

  @Test("a 4:3 video on a 16:9 screen is enlarged by a third in height and cropped around its middle")
  func filling() throws {
    let calibration = try #require(
      ScreenCalibration(filling: ViewSize(width: 1600, height: 900), with: ImageSize(width: 640, height: 480))
    )
    #expect(abs(calibration.xDistortion - 1) < 1e-12 && abs(calibration.xCorrection) < 1e-12)
    #expect(abs(calibration.yDistortion - 4.0 / 3) < 1e-12 && abs(calibration.yCorrection + 1.0 / 6) < 1e-12)
  }

  @Test("two touched marks determine it, and what can't be inverted is refused")
  func twoPoints() throws {
    let truth = try ScreenCalibration(
      xDistortion: 1.2, yDistortion: 1.5, xCorrection: -0.1, yCorrection: -0.25)
    let points = (NormalizedImagePoint(x: 0.2, y: 0.3), NormalizedImagePoint(x: 0.8, y: 0.6))
    let found = try #require(ScreenCalibration(from: points, to: (truth(points.0), truth(points.1))))
    for (a, b) in [
      (found.xDistortion, truth.xDistortion), (found.yDistortion, truth.yDistortion),
      (found.xCorrection, truth.xCorrection), (found.yCorrection, truth.yCorrection),
    ] {
      #expect(abs(a - b) < 1e-12)
    }
    #expect(ScreenCalibration(from: (points.0, points.0), to: (truth(points.0), truth(points.1))) == nil)
    #expect(throws: CameraError.screenCalibration) {
      try ScreenCalibration(xDistortion: 0, yDistortion: 1, xCorrection: 0, yCorrection: 0)
    }
    #expect(ScreenCalibration.none(points.1) == NormalizedViewPoint(x: 0.8, y: 0.6))
  }
}
