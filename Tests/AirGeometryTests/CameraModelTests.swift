import AirGeometry
import AirTestSupport
import Foundation
import Testing

@Suite struct CameraModelTests {
  private func webcam() throws -> CameraModel {
    // The coefficients of OpenCV's own sample camera (samples/data/left_intrinsics.yml).
    let distortion = try #require(
      BrownConradyDistortion(openCVCoefficients: [-0.26637, -0.03858, 0.0017831, -0.00028122, 0.23839]))
    return try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 535.9157, fy: 535.9157, cx: 342.2831, cy: 235.5708),
        distortion: distortion, imageSize: ImageSize(width: 640, height: 480)))
  }

  @Test("a pixel's ray is seen at that pixel again to a billionth of the focal length")
  func unprojectProject() throws {
    let camera = try webcam()
    for y in stride(from: 0, through: 479, by: 31) {
      for x in stride(from: 0, through: 639, by: 31) {
        let pixel = ImagePoint(x: Double(x), y: Double(y))
        let ray = try #require(camera.unproject(pixel))
        let again = try #require(camera.project(CameraPoint(ray.direction * 2)))
        #expect(again.distance(to: pixel) < 1e-9 * 535)
      }
    }
  }

  @Test(
    "an undistorted pinhole sees the middle of its axis at the principal point and obeys similar triangles")
  func pinhole() throws {
    let camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 800, fy: 820, cx: 320, cy: 240),
        imageSize: ImageSize(width: 640, height: 480)))
    #expect(camera.project(CameraPoint(x: 0, y: 0, z: 3)) == ImagePoint(x: 320, y: 240))
    #expect(camera.project(CameraPoint(x: 0.5, y: -0.25, z: 2)) == ImagePoint(x: 520, y: 137.5))
    #expect(camera.project(CameraPoint(x: 0, y: 0, z: -1)) == nil)
  }

  @Test("the distortion follows the published Brown–Conrady formula at a point worked out by hand")
  func publishedFormula() throws {
    let distortion = try #require(
      BrownConradyDistortion(openCVCoefficients: [0.1, 0.01, 0.002, 0.003, 0.001, 0.2, 0.02, 0.004]))
    let camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 1, fy: 1, cx: 0, cy: 0), distortion: distortion,
        imageSize: ImageSize(width: 2, height: 2)))
    // r² = 0.25; x = 0.3, y = 0.4.
    let numerator: Double = 1 + 0.1 * 0.25 + 0.01 * 0.0625 + 0.001 * 0.015625
    let denominator: Double = 1 + 0.2 * 0.25 + 0.02 * 0.0625 + 0.004 * 0.015625
    let radial = numerator / denominator
    let x: Double = 0.3 * radial + 2 * 0.002 * 0.12 + 0.003 * (0.25 + 0.18)
    let y: Double = 0.4 * radial + 0.002 * (0.25 + 0.32) + 2 * 0.003 * 0.12
    let seen = try #require(camera.project(CameraPoint(x: 0.3, y: 0.4, z: 1)))
    #expect(abs(seen.x - x) < 1e-15 && abs(seen.y - y) < 1e-15)
  }

  @Test("a field of view is the angle between the outer edges of the outer pixels")
  func fieldOfView() throws {
    let camera = try #require(
      CameraModel(
        horizontalFieldOfViewInDegrees: 90, imageSize: ImageSize(width: 1280, height: 720)))
    let left = try #require(camera.unproject(ImagePoint(x: -0.5, y: 359.5))).direction
    let right = try #require(camera.unproject(ImagePoint(x: 1279.5, y: 359.5))).direction
    #expect(abs((left * right).sum()) < 1e-12)
    #expect(
      CameraModel(
        horizontalFieldOfViewInDegrees: 180, imageSize: ImageSize(width: 1280, height: 720)) == nil)
  }

  @Test("a pixel beyond the fold of a lens model has no ray")
  func fold() throws {
    let distortion = try #require(BrownConradyDistortion(openCVCoefficients: [-0.5, 0, 0, 0]))
    let camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 100, fy: 100, cx: 0, cy: 0), distortion: distortion,
        imageSize: ImageSize(width: 1000, height: 1000)))
    // x·(1 − x²/2) is largest at x = √(2/3), where it is 0.5443: nothing is seen beyond 54 pixels.
    #expect(camera.unproject(ImagePoint(x: 54, y: 0)) != nil)
    #expect(camera.unproject(ImagePoint(x: 55, y: 0)) == nil)
  }
}
