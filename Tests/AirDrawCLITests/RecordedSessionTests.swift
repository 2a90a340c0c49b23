import AirTestSupport
import Foundation
import Testing

/// Real recordings and the sample sessions, through the whole command.
@Suite struct RecordedSessionTests {
  private let samples = SharedData.packageRoot.appendingPathComponent("Samples")

  @Test(
    "a fingertip on a real desk is followed from one box, and its drawing becomes a solid",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func desk() throws {
    let folder = try TemporaryFolder()
    let outcome = try AirDrawProcess.run(
      [
        "draw", SharedData.url("recordings/desk-cam0.mp4").path, "--box", "549,350,48,48@0.667", "--surface",
        "quad:186,335,637,343,680,627,152,619:280x176", "--pen", "0.8-4.7", "-o", "desk.glb", "--csv",
        "track.csv",
        "--json",
      ], in: folder.url)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let mesh = try #require(report["mesh"] as? [String: Any])
    #expect(mesh["closed"] as? Bool == true && mesh["self_intersections"] as? Int == 0)
    #expect(report["strokes"] as? Int == 1)

    // The annotation is the nail's centre, the box's centre lies a few pixels beside it all the time.
    let track = try Table(contentsOf: folder.url.appendingPathComponent("track.csv"))
    let annotated = try Table(contentsOf: SharedData.url("recordings/desk-cam0.points.csv"))
    var distances: [Double] = []
    for row in annotated.rows where row["visible"] == "1" {
      guard let frame = row.number("frame"), frame >= 20, frame <= 140, let x = row.number("x"),
        let y = row.number("y")
      else { continue }
      let seen = track.rows[Int(frame)]
      guard let left = seen.number("x"), let top = seen.number("y"), let width = seen.number("w"),
        let height = seen.number("h")
      else {
        distances.append(.infinity)
        continue
      }
      let (dx, dy) = (left + (width - 1) / 2 - x, top + (height - 1) / 2 - y)
      distances.append((dx * dx + dy * dy).squareRoot())
    }
    #expect(distances.count > 20 && distances.allSatisfy { $0 <= 20 })
    #expect(median(distances) <= 8)
  }

  @Test("the sample sessions build to solids", arguments: [("spiral", 1), ("rings", 4), ("lost", 3)])
  func sampleSessions(name: String, strokes: Int) throws {
    let folder = try TemporaryFolder()
    let outcome = try AirDrawProcess.run(
      ["build", samples.appendingPathComponent("traces/\(name).airdraw").path, "-o", "x.glb", "--json"],
      in: folder.url)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let mesh = try #require(report["mesh"] as? [String: Any])
    #expect(report["strokes"] as? Int == strokes)
    #expect(mesh["closed"] as? Bool == true && mesh["oriented"] as? Bool == true)
    let inspected = try AirDrawProcess.run(["inspect", "x.glb", "--json"], in: folder.url)
    #expect(inspected.exitCode == 0, "\(inspected.errors)")
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(inspected.output.utf8)) as? [String: Any])
    let again = try #require(read["mesh"] as? [String: Any])
    for key in ["triangles", "genus", "volume", "self_intersections"] {
      #expect(again[key] as? Double == mesh[key] as? Double, "\(key)")
    }
    #expect(again["self_intersections"] as? Int == 0)
  }

  @Test("a tap beside the finger is told by its target, which does not move")
  func tapOnTheTable() throws {
    let folder = try TemporaryFolder()
    let outcome = try AirDrawProcess.run(
      [
        "draw", samples.appendingPathComponent("desk.mp4").path, "--tap", "100,600@1.5", "--surface",
        "paper:a4",
        "-o", "x.glb", "--json",
      ], in: folder.url)
    #expect(outcome.exitCode == 0 && outcome.errors.contains("hardly moved"), "\(outcome.errors)")
  }
}
