import AirGeometry
import AirJSON
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite struct CameraWritingTests {
  private func cameras() throws -> [CameraModel] {
    var random = SeededGenerator(seed: 9)
    var lenses: [LensDistortion] = []
    for count in [0, 4, 5, 8, 12, 14] {
      let numbers = (0..<count).map { _ in Double.random(in: -0.1...0.1, using: &random) }
      lenses.append(.brownConrady(try #require(BrownConradyDistortion(openCVCoefficients: numbers))))
    }
    let four = (0..<4).map { _ in Double.random(in: -1e-5...1e-5, using: &random) }
    lenses.append(.fisheye(try #require(FisheyeDistortion(openCVCoefficients: four))))
    return try lenses.enumerated().map { index, lens in
      try #require(
        CameraModel(
          intrinsics: CameraIntrinsics(
            fx: .random(in: 300...900, using: &random), fy: 600, cx: .random(in: 300...340, using: &random),
            cy: 1.0 / 3,
            skew: index.isMultiple(of: 2) ? 0 : 0.125),
          distortion: lens, imageSize: ImageSize(width: 640, height: 480)))
    }
  }

  @Test(
    "every camera reads back to the same bits from our JSON and from OpenCV's YAML by OpenCV's own parser",
    arguments: CameraOutputFormat.allCases)
  func roundTrip(format: CameraOutputFormat) throws {
    for camera in try cameras() {
      let text = camera.fileText(format)
      #expect(text == camera.fileText(format))
      // `%YAML` goes to OpenCV's FileStorage.
      #expect(format == .json || text.hasPrefix("%YAML:1.0\n"))
      let again = try CameraModel(contentsOfText: text, imageSize: camera.imageSize)
      #expect(again == camera, "\(text)")
    }
  }

  @Test("uncertainties are written and read, and fields that are not needed are left out")
  func uncertainty() throws {
    let camera = try cameras()[2]
    let told = CameraUncertainty(
      intrinsics: CameraIntrinsics(fx: 0.5, fy: 0.25, cx: 0.3, cy: 0.4),
      distortion: [0.01, 0.02, 0.001, 0.002, 0.1])
    let text = camera.fileText(.json, uncertainty: told)
    #expect(try cameraFile(text).cameras.first?.uncertainty == told)
    #expect(!text.contains("skew") && text.contains("\"model\": \"brown-conrady\""))
    let json = try JSONValue(parsing: text.utf8)
    #expect(json["distortion"]?.arrayValue?.count == 5 && json["version"] == 1)
  }

  @Test("the file's ending chooses the form, and what can't be written leaves nothing behind")
  func files() throws {
    let camera = try cameras()[3]
    try withFolder([:]) { folder in
      for name in ["a.json", "b.yml", "c.yaml", "d"] {
        try camera.write(to: "\(folder)/\(name)")
        #expect(try CameraModel(contentsOf: "\(folder)/\(name)", imageSize: camera.imageSize) == camera)
        let first = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).first
        #expect(first == (name.contains(".y") ? "%" : "{"))
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.count == 4)
      do {
        try camera.write(to: "\(folder)/no/where.json")
        Issue.record("it was written")
      } catch {
        #expect("\(error)".contains("\(folder)/no/where.json") && "\(error)".contains("folder"))
      }
    }
  }
}

extension CameraModel {
  fileprivate init(contentsOfText text: String, imageSize: ImageSize) throws {
    self = try cameraFile(text).camera(for: imageSize).camera
  }
}
