import AirGeometry
import AirSurface
import Foundation
import Testing

/// Files of these texts in a folder of their own for as long as `body` runs.
func withFolder<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
  let folder = NSTemporaryDirectory() + "camera-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
  return try body(folder)
}

/// What is read from a file of this text; its name tells nothing.
func cameraFile(_ text: String, imageSize: ImageSize? = nil) throws -> CameraFile {
  try withFolder(["some.thing": text]) {
    try CameraFile(contentsOf: "\($0)/some.thing", imageSize: imageSize)
  }
}

/// The sentence with which a file of this text is refused.
func refusal(_ text: String) throws -> String {
  try withFolder(["some.thing": text]) { folder in
    do {
      _ = try CameraFile(contentsOf: "\(folder)/some.thing")
      Issue.record("the file was taken: \(text.prefix(80))")
      return ""
    } catch {
      #expect("\(error)".contains("\(folder)/some.thing"))
      return "\(error)"
    }
  }
}

extension CameraPose {
  /// The directions in the world in which the camera looks and in which its picture's rows follow one another.
  var looks: (forward: SIMD3<Double>, down: SIMD3<Double>) {
    (pose.rotation(SIMD3(0, 0, 1)), pose.rotation(SIMD3(0, 1, 0)))
  }
}

func expectEqual(
  _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double = 1e-12,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let difference = a - b
  #expect(
    (difference * difference).sum().squareRoot() <= tolerance, "\(a) is not \(b)",
    sourceLocation: sourceLocation)
}
