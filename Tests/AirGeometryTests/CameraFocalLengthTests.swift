import AirGeometry
import AirTestSupport
import Foundation
import Testing

@Suite struct CameraFocalLengthTests {
  private let size = ImageSize(width: 1280, height: 720)
  private let focal = 1000.0

  /// Where a rectangle of 297 × 210 mm is seen from 0.6 m, its plane tilted by an angle about an axis in it.
  private func corners(tiltInDegrees: Double, azimuth: Double) throws -> [ImagePoint] {
    let camera = try #require(CameraModel(focalLengthInPixels: focal, imageSize: size))
    let axis = SIMD3(cos(azimuth), sin(azimuth), 0)
    let rotation = Rotation(rotationVector: axis * (tiltInDegrees * .pi / 180))
    return try [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map { x, y in
      let point = rotation(SIMD3(x * 0.1485, y * 0.105, 0)) + SIMD3(0.02, -0.01, 0.6)
      return try #require(camera.project(CameraPoint(point)))
    }
  }

  private func gaussian(_ random: inout SeededGenerator) -> Double {
    (-2 * log(Double.random(in: 1e-12...1, using: &random))).squareRoot()
      * cos(2 * .pi * Double.random(in: 0...1, using: &random))
  }

  @Test(
    "exact corners give the exact focal length, with the aspect known and, where both sides converge, without it"
  )
  func exact() throws {
    for azimuth in [0.0, 0.4, 1.0, 1.5, 2.5] {
      let seen = try corners(tiltInDegrees: 35, azimuth: azimuth)
      let known = try FocalLengthEstimate(
        rectangle: seen, widthInMetres: 0.297, heightInMetres: 0.210, imageSize: size)
      #expect(abs(known.focalLengthInPixels - focal) < 1e-6)
      #expect(known.camera.intrinsics.cx == 639.5)
    }
    let seen = try corners(tiltInDegrees: 40, azimuth: 0.7)
    let unknown = try FocalLengthEstimate(rectangles: [seen], aspect: nil, imageSize: size)
    #expect(abs(unknown.focalLengthInPixels - focal) < 1e-6)
    let known = try FocalLengthEstimate(rectangles: [seen], aspect: 297.0 / 210, imageSize: size)
    #expect(known.standardDeviationInPixels < unknown.standardDeviationInPixels)
  }

  @Test("the uncertainty it tells is the scatter of estimates from noisy corners", arguments: [1, 3])
  func uncertainty(sightings: Int) throws {
    var random = SeededGenerator(seed: 42)
    let clean = try (0..<sightings).map { try corners(tiltInDegrees: 40, azimuth: 0.3 + Double($0)) }
    let noise = 0.3
    var told: [Double] = []
    var errors: [Double] = []
    for _ in 0..<300 {
      let noisy = clean.map { corners in
        corners.map { ImagePoint(x: $0.x + noise * gaussian(&random), y: $0.y + noise * gaussian(&random)) }
      }
      let estimate = try FocalLengthEstimate(
        rectangles: noisy, aspect: 297.0 / 210, imageSize: size, cornerNoiseInPixels: noise)
      told.append(estimate.standardDeviationInPixels)
      errors.append(estimate.focalLengthInPixels - focal)
    }
    let mean = errors.reduce(0, +) / 300
    let scatter = (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 299).squareRoot()
    let ratio = scatter / median(told)
    // The scatter of 300 draws is itself known to 4 %; four of that, and as much for what is not linear.
    #expect((0.7...1.35).contains(ratio), "ratio \(ratio)")
    #expect(abs(mean) < 4 * scatter / 300.0.squareRoot() + 0.1 * scatter)
  }

  @Test("a frontal view is refused, since any focal length explains it, and so are corners that are none")
  func degenerate() throws {
    for tilt in [0.0, 1.0] {
      let seen = try corners(tiltInDegrees: tilt, azimuth: 0.5)
      do {
        let estimate = try FocalLengthEstimate(rectangles: [seen], aspect: 297.0 / 210, imageSize: size)
        Issue.record("a focal length of \(estimate.focalLengthInPixels) was told")
      } catch {
        guard case .frontalRectangle = error else {
          Issue.record("\(error)")
          continue
        }
        #expect("\(error)".contains("parallel"))
      }
    }
    let p = ImagePoint(x: 10, y: 10)
    for bad in [
      [], [p], [p, p, p, p],
      [p, ImagePoint(x: 20, y: 20), ImagePoint(x: 20, y: 10), ImagePoint(x: 10, y: 20)],
    ] {
      #expect(throws: CameraError.noRectangle) {
        try FocalLengthEstimate(rectangles: [bad], aspect: 1, imageSize: size)
      }
    }
  }
}
