import AirGeometry
import AirSession
import AirTestSupport
import Foundation
import Testing

@Suite struct CameraEventTests {
  private let header = #"{"kind":"header","t":0,"version":1,"image":[640,480],"source":"desk.mp4"}"#

  private func events(_ line: String) throws -> EventLog {
    try EventLog(bytes: Array("\(header)\n\(line)\n".utf8), name: "test.airdraw")
  }

  @Test("cameras with skew, twelve or fourteen coefficients and fisheyes come back to the same bits")
  func everyLens() throws {
    var random = SeededGenerator(seed: 21)
    for count in [8, 12, 14, -4] {
      let numbers = (0..<abs(count)).map { _ in Double.random(in: -0.1...0.1, using: &random) }
      let distortion: LensDistortion =
        count < 0
        ? .fisheye(try #require(FisheyeDistortion(openCVCoefficients: numbers)))
        : .brownConrady(try #require(BrownConradyDistortion(openCVCoefficients: numbers)))
      let camera = try #require(
        CameraModel(
          intrinsics: CameraIntrinsics(fx: 600.1, fy: 601, cx: 1.0 / 3, cy: 240, skew: 0.7),
          distortion: distortion,
          imageSize: ImageSize(width: 640, height: 480)))
      let event = SessionEvent(at: 0, .camera(camera))
      let log = try events(event.json.text)
      #expect(log.events.last?.kind == .camera(camera), "\(event.json.text)")
    }
  }

  @Test(
    "a camera of an older file is a lens of Brown and Conrady's kind without skew, and is written as it was")
  func olderFiles() throws {
    let line =
      #"{"kind":"camera","t":0,"image":[640,480],"fx":600.5,"fy":601,"cx":320,"cy":240,"#
      + #""distortion":[-0.1,0.02,0.001,0.002,0.3,0,0,0]}"#
    let event = try #require(try events(line).events.last)
    guard case .camera(let camera) = event.kind else {
      Issue.record("it is no camera")
      return
    }
    #expect(camera.intrinsics.skew == 0 && event.unknownFields.isEmpty)
    #expect(event.json.text == line)
  }

  @Test(
    "a camera that makes no sense is refused with its line",
    arguments: [
      (#""model":"omni","distortion":[]"#, "fisheye"),
      (#""model":"fisheye","distortion":[0,0,0,0,0]"#, "fisheye"),
      (#""distortion":[0,0,0]"#, "14"), (#""skew":"a","distortion":[]"#, "skew"),
      (#""skew":1"#, "distortion"),
    ])
  func refusals(fields: String, reason: String) {
    do {
      _ = try events(#"{"kind":"camera","t":0,"image":[640,480],"fx":1,"fy":1,"cx":0,"cy":0,\#(fields)}"#)
      Issue.record("it was taken")
    } catch {
      #expect("\(error)".contains(reason) && "\(error)".contains("2"))
    }
  }
}
