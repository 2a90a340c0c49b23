import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite struct CameraFileTests {
  private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "camera-\(UUID().uuidString).json"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  private let size = ImageSize(width: 640, height: 480)

  @Test("our own JSON reads back to the numbers in it")
  func ownFormat() throws {
    let text = """
      {"format": "airdraw-camera", "version": 1, "image_width": 640, "image_height": 480, "model": "brown-conrady",
       "fx": 600.5, "fy": 601.25, "cx": 320, "cy": 239.5, "distortion": [-0.1, 0.02, 0.001, -0.002, 0.3]}
      """
    let camera = try withFile(text) { try CameraModel(contentsOf: $0, imageSize: size) }
    #expect(camera.intrinsics == CameraIntrinsics(fx: 600.5, fy: 601.25, cx: 320, cy: 239.5))
    #expect(camera.distortion.openCVCoefficients == [-0.1, 0.02, 0.001, -0.002, 0.3, 0, 0, 0])
  }

  @Test(
    "OpenCV's files read in their old and new spellings",
    .enabled(if: SharedData.isPresent, SharedData.absence),
    arguments: [
      ("opencv_refs/left_intrinsics.yml", 640, 480, 535.91573396163199, -0.26637260909660682),
      ("opencv_refs/out_camera_data.yml", 640, 480, 657.46697810243404, -0.41802327018241026),
      ("charuco/tutorial_camera_charuco.yml", 640, 480, 452.5107221963767, 0.12136925618707872),
    ])
  func openCVFiles(name: String, width: Int, height: Int, focal: Double, k1: Double) throws {
    let path = try SharedData.url("surface/calibration/\(name)").path
    let camera = try CameraModel(
      contentsOf: path, imageSize: ImageSize(width: width, height: height))
    #expect(abs(camera.intrinsics.fx - focal) < 1e-9)
    #expect(abs(camera.distortion.openCVCoefficients[0] - k1) < 1e-12)
  }

  @Test(
    "a camera file that can't be used is refused with its path and the reason",
    arguments: [
      ("", "empty"), ("hello", "no calibration"), ("{}", "no calibration"),
      ("{\"format\": \"airdraw-camera\", \"version\": 2}", "version"),
      ("{\"format\": \"airdraw-camera\", \"version\": 1, \"fx\": \"a\"}", "\"fx\""),
      (
        "{\"format\": \"airdraw-camera\", \"version\": 1, \"image_width\": 640, \"image_height\": 480, \"fx\": -1, "
          + "\"fy\": 1, \"cx\": 0, \"cy\": 0}", "positive"
      ),
      (
        "{\"format\": \"airdraw-camera\", \"version\": 1, \"image_width\": 640, \"image_height\": 480, \"fx\": 1, "
          + "\"fy\": 1, \"cx\": 0, \"cy\": 0, \"distortion\": [1, 2]}", "2 distortion coefficients"
      ),
      (
        "{\"format\": \"airdraw-camera\", \"version\": 1, \"image_width\": 1280, \"image_height\": 720, \"fx\": 1, "
          + "\"fy\": 1, \"cx\": 0, \"cy\": 0}", "1280×720"
      ),
    ])
  func refusals(text: String, reason: String) throws {
    try withFile(text) { path in
      do {
        _ = try CameraModel(contentsOf: path, imageSize: size)
        Issue.record("the file was taken")
      } catch {
        #expect("\(error)".contains(path) && "\(error)".contains(reason))
      }
    }
    #expect(throws: SurfaceError.self) {
      try CameraModel(contentsOf: "/nowhere/camera.json", imageSize: size)
    }
  }
}
