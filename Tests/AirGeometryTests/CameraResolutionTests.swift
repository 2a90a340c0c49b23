import AirGeometry
import AirTestSupport
import Foundation
import Testing

@Suite struct CameraResolutionTests {
  private func camera(width: Int = 1280, height: Int = 960) throws -> CameraModel {
    try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 1000, fy: 1010, cx: 650.25, cy: 470.5, skew: 0.5),
        distortion: BrownConradyDistortion(openCVCoefficients: [-0.2, 0.05, 0.001, -0.002]) ?? .none,
        imageSize: ImageSize(width: width, height: height)))
  }

  @Test("a scaled camera sees every point at the same fraction of the picture")
  func scaling() throws {
    let full = try camera()
    let half = try full.scaled(to: ImageSize(width: 640, height: 480))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<100 {
      let point = CameraPoint(
        x: .random(in: -0.4...0.4, using: &random), y: .random(in: -0.4...0.4, using: &random), z: 1)
      let a = try #require(full.project(point)).normalized(in: full.imageSize)
      let b = try #require(half.project(point)).normalized(in: half.imageSize)
      #expect(abs(a.x - b.x) < 1e-12 && abs(a.y - b.y) < 1e-12)
    }
    // The top-left pixel of the half picture covers the first four, whose middle is at (0.5, 0.5).
    #expect(abs(half.intrinsics.cx - (650.25 - 0.5) / 2) < 1e-12)
    let again = try half.scaled(to: full.imageSize)
    #expect(abs(again.intrinsics.cx - 650.25) < 1e-12 && abs(again.intrinsics.fx - 1000) < 1e-12)
  }

  @Test(
    "scaling to another shape is refused with both sizes; a size rounded to whole pixels is not another shape"
  )
  func aspect() throws {
    let full = try camera()
    do {
      _ = try full.scaled(to: ImageSize(width: 1280, height: 720))
      Issue.record("it was scaled")
    } catch {
      #expect(
        "\(error)".contains("1280×960") && "\(error)".contains("1280×720") && "\(error)".contains("crop"))
    }
    #expect(throws: CameraError.self) { try full.scaled(to: ImageSize(width: 960, height: 1280)) }
    #expect(throws: CameraError.self) { try full.scaled(to: ImageSize(width: 0, height: 0)) }
    // 1280 × 960 by 0.667 is 853.76 × 640.32.
    #expect(try full.scaled(to: ImageSize(width: 854, height: 640)).imageSize.width == 854)
  }

  @Test("a cropped camera sees every point at its pixel less the crop's corner")
  func crop() throws {
    let full = try camera()
    let part = try full.cropped(x: 100, y: 50, to: ImageSize(width: 640, height: 480))
    let point = CameraPoint(x: 0.1, y: -0.05, z: 0.8)
    let a = try #require(full.project(point))
    let b = try #require(part.project(point))
    #expect(abs(a.x - 100 - b.x) < 1e-12 && abs(a.y - 50 - b.y) < 1e-12)
    for (x, y, width, height) in [
      (-1, 0, 10, 10), (0, 0, 1281, 10), (1000, 0, 281, 1), (0, 0, 0, 5), (5, .max, 1, 1),
    ] {
      #expect(throws: CameraError.self) {
        try full.cropped(x: x, y: y, to: ImageSize(width: width, height: height))
      }
    }
  }

  @Test("a video that is told to be a crop keeps the picture's middle and fills one direction")
  func centeredCrop() throws {
    let full = try camera()
    // 16:9 out of 4:3 at the same width: 120 rows are lost above and below.
    let wide = try full.fitted(to: ImageSize(width: 1280, height: 720), crop: .centered)
    #expect(wide == (try full.cropped(x: 0, y: 120, to: ImageSize(width: 1280, height: 720))))
    // The same at two thirds of the size.
    let small = try full.fitted(to: ImageSize(width: 640, height: 360), crop: .centered)
    #expect(
      small.intrinsics
        == (try full.fitted(
          to: ImageSize(width: 640, height: 360),
          crop: .pixels(x: 0, y: 120, ImageSize(width: 1280, height: 720))
        )).intrinsics)
    // The middle of the picture stays the middle, whatever the shape.
    var random = SeededGenerator(seed: 11)
    for _ in 0..<50 {
      let video = ImageSize(
        width: .random(in: 100...4000, using: &random), height: .random(in: 100...4000, using: &random))
      let fitted = try full.fitted(to: video, crop: .centered)
      let scale = fitted.intrinsics.fx / full.intrinsics.fx
      #expect(abs(scale - max(Double(video.width) / 1280, Double(video.height) / 960)) < 1e-12)
      let fromMiddle = (650.25 - 639.5) * scale
      #expect(abs(fitted.intrinsics.cx - (Double(video.width) - 1) / 2 - fromMiddle) < 1e-9)
    }
    #expect(try full.fitted(to: full.imageSize) == full)
  }

  @Test("a field of view is the angle between the outer edges, the upper and lower ones, or the corners")
  func fieldsOfView() throws {
    let size = ImageSize(width: 1280, height: 720)
    let horizontal = try #require(CameraModel(fieldOfView: .horizontal(degrees: 70), imageSize: size))
    #expect(abs(try #require(horizontal.horizontalFieldOfViewInDegrees) - 70) < 1e-9)
    let vertical = try #require(CameraModel(fieldOfView: .vertical(degrees: 43), imageSize: size))
    #expect(abs(try #require(vertical.verticalFieldOfViewInDegrees) - 43) < 1e-9)
    let diagonal = try #require(CameraModel(fieldOfView: .diagonal(degrees: 78), imageSize: size))
    let first = try #require(diagonal.unproject(ImagePoint(x: -0.5, y: -0.5))).direction
    let last = try #require(diagonal.unproject(ImagePoint(x: 1279.5, y: 719.5))).direction
    #expect(abs(acos((first * last).sum()) * 180 / .pi - 78) < 1e-9)
    // A webcam's 78° of diagonal are 70.4° across.
    #expect(abs(try #require(diagonal.horizontalFieldOfViewInDegrees) - 70.43) < 0.01)
    for field in [FieldOfView.vertical(degrees: 0.5), .diagonal(degrees: 180), .horizontal(degrees: .nan)] {
      #expect(CameraModel(fieldOfView: field, imageSize: size) == nil)
    }
  }
}
