import AirCapture
import AirGeometry
import AirTestSupport
import AirTracking
import Foundation
import Testing

/// The detector on recordings of real hands, whose fingertips were marked by people, and of things that are no hands.
@Suite("Finding the fingertip in recordings")
struct RealRecordingDetectionTests {
  /// What is offered with less confidence is not taken.
  private static let leastConfidence = 0.6

  private func offers(in url: URL, upToFrame end: Int = .max) throws -> [FingertipCandidate] {
    let source = try openFrameSource(path: url.path)
    var detector = MovingFingertipDetector(size: source.imageSize)
    var offers: [FingertipCandidate] = []
    while let frame = try source.nextFrame(), frame.index <= end {
      offers += try detector.detect(in: frame).filter { $0.confidence >= Self.leastConfidence }
    }
    return offers
  }

  @Test(
    "in the rendered sample the nail is found before the pen is down, a third of the finger's width off at most"
  )
  func sample() throws {
    let samples = SharedData.packageRoot.appendingPathComponent("Samples")
    let truth = try TipAnnotation(
      samples.appendingPathComponent("desk.truth.csv"), frame: "frame", firstFrame: 1, x: "image_x",
      y: "image_y")
    let first = try #require(
      try offers(in: samples.appendingPathComponent("desk.mp4"), upToFrame: 54).first)
    #expect(try first.point.distance(to: #require(truth.place(in: first.frameIndex))) <= 13)
  }

  @Test(
    "a finger on a desk is found within a second and kept while it draws",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func desk() throws {
    let truth = try TipAnnotation(ofRecording: "desk-cam0")
    let offers = try offers(in: SharedData.url("recordings/desk-cam0.mp4"), upToFrame: 140)
    let errors = try offers.map { try $0.point.distance(to: #require(truth.place(in: $0.frameIndex))) }
    #expect(try #require(offers.first).frameIndex <= 30)
    #expect(try #require(errors.first) <= 10)
    #expect(median(errors) <= 8)
    #expect(try #require(errors.max()) <= 20)
  }

  @Test(
    "a hand that is there from the start, before a wall, is found within a second",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func wall() throws {
    let truth = try TipAnnotation(ofRecording: "white-wall")
    let first = try #require(
      try offers(in: SharedData.url("recordings/white-wall.mp4"), upToFrame: 30).first)
    #expect(try first.point.distance(to: #require(truth.place(in: first.frameIndex))) <= 20)
  }

  @Test(
    "with a moving camera there is no offer, or the fingertip",
    .enabled(if: SharedData.isPresent, SharedData.absence),
    arguments: ["rotation_1", "rotation_3", "scale_1", "scale_3", "translation_1", "translation_3"])
  func movingCamera(name: String) throws {
    let truth = try TipAnnotation(ofRecording: "egocentric-\(name)")
    for offer in try offers(in: SharedData.url("recordings/egocentric-\(name).mp4")) {
      #expect(
        try offer.point.distance(to: #require(truth.place(in: offer.frameIndex))) <= 25,
        "frame \(offer.frameIndex)")
    }
  }

  @Test(
    "balls, people and motor cycles are no fingertips",
    .enabled(if: SharedData.isPresent, SharedData.absence),
    arguments: ["otb_Crossing", "otb_MotorRolling", "vot15_ball1"])
  func otherThings(name: String) throws {
    #expect(try offers(in: SharedData.url("sequences/\(name)/img")).isEmpty)
  }
}
