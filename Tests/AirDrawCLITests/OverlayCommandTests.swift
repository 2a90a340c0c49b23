import AirCapture
import AirTestSupport
import Foundation
import Testing

@Suite struct OverlayCommandTests {
  private let samples = SharedData.packageRoot.appendingPathComponent("Samples")

  /// Draws what is drawn in the sample recording's third second.
  private func draw(_ recording: String, _ folder: TemporaryFolder, _ more: [String]) throws
    -> AirDrawProcess.Outcome
  {
    try AirDrawProcess.run(
      [
        "draw", recording, "--from", "1.5", "--to", "2.3", "--tap", "613,255@1.5", "--pen", "1.85-2.2",
        "--surface", "paper:a4", "--camera", samples.appendingPathComponent("desk.camera.json").path,
        "--quiet",
      ] + more, in: folder.url)
  }

  private var desk: String { samples.appendingPathComponent("desk.mp4").path }

  @Test("films appear with the other files and change none of them")
  func films() throws {
    let folder = try TemporaryFolder()
    let plain = try draw(
      desk, folder, ["-o", "plain.glb", "--csv", "plain.csv", "--events", "plain.airdraw"])
    #expect(plain.exitCode == 0, "\(plain.errors)")
    let outcome = try draw(
      desk, folder,
      [
        "-o", "a.glb", "--csv", "a.csv", "--events", "a.airdraw", "--overlay", "a b.mp4", "--helper-pane",
        "--helper", "helper.mp4",
      ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      try folder.names() == [
        "a b.mp4", "a.airdraw", "a.csv", "a.glb", "helper.mp4", "plain.airdraw", "plain.csv", "plain.glb",
      ])
    for ending in ["glb", "csv", "airdraw"] {
      let files = ["plain", "a"].map { folder.url.appendingPathComponent("\($0).\(ending)") }
      #expect(try Data(contentsOf: files[0]) == Data(contentsOf: files[1]), "\(ending)")
    }
    // 25 frames of the recording, and at its rate of 30 a second three seconds of the solid.
    var counts: [Int] = []
    for name in ["a b.mp4", "helper.mp4"] {
      let reader = try VideoFileReader(path: folder.path(name))
      var count = 0
      while try reader.nextFrame() != nil { count += 1 }
      counts.append(count)
    }
    #expect(counts[1] == 25 && counts[0] == 25 + 90, "\(counts)")
  }

  @Test("what can't be had is refused before any work, and leaves nothing")
  func refusals() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: desk, toPath: folder.path("desk.mp4"))
    for (recording, options, words) in [
      ("desk.mp4", ["--overlay", "desk.mp4"], "read by this command"),
      ("desk.mp4", ["--overlay", "a.mp4", "--helper", "a.mp4"], "written twice"),
      ("desk.mp4", ["--overlay", "a.avi"], "its ending must be .mp4"),
      ("desk.mp4", ["-o", "a.glb", "--mute"], "--mute goes with --overlay"),
      ("desk.mp4", ["-o", "a.glb", "--helper-pane"], "--helper-pane goes with --overlay"),
      ("desk.mp4", ["--overlay", "missing/a.mp4"], "does not exist"),
      ("/dev/zero", ["--overlay", "a.mp4"], "frames can't be seen twice"),
    ] {
      let outcome = try draw(recording, folder, options)
      #expect(outcome.exitCode != 0 && outcome.errors.contains(words), "\(options): \(outcome.errors)")
      #expect(try folder.names() == ["desk.mp4"], "\(options)")
    }
  }
}
