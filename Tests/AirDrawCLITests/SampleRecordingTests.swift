import AirTestSupport
import Foundation
import Testing

/// The whole way on the rendered sample, whose truth is known.
@Suite struct SampleRecordingTests {
  private let samples = SharedData.packageRoot.appendingPathComponent("Samples")

  private func draw(_ folder: TemporaryFolder, surface: String, _ more: [String]) throws
    -> AirDrawProcess.Outcome
  {
    try AirDrawProcess.run(
      [
        "draw", samples.appendingPathComponent("desk.mp4").path, "--tap", "613,255@1.5", "--pen",
        "1.85-3.72,4.66-5.71", "--surface", surface, "--camera",
        samples.appendingPathComponent("desk.camera.json").path, "--quiet",
      ] + more, in: folder.url)
  }

  /// The strokes of a table, in order.
  private func strokes(
    _ table: Table, _ u: String, _ v: String, isNew: ([String: String], [String: String]) -> Bool
  )
    -> [[SIMD2<Double>]]
  {
    var strokes: [[SIMD2<Double>]] = []
    var last: [String: String] = [:]
    for row in table.rows {
      defer { last = row }
      guard let x = row.number(u), let y = row.number(v) else { continue }
      if isNew(last, row) { strokes.append([]) }
      if !strokes.isEmpty { strokes[strokes.count - 1].append(SIMD2(x, y)) }
    }
    return strokes
  }

  private func truth() throws -> [[SIMD2<Double>]] {
    let table = try Table(contentsOf: samples.appendingPathComponent("desk.truth.csv"))
    var down: [[SIMD2<Double>]] = []
    var isDown = false
    for row in table.rows {
      if row["pen"] == "1", let u = row.number("u_mm"), let v = row.number("v_mm") {
        if !isDown { down.append([]) }
        down[down.count - 1].append(SIMD2(u, v))
      }
      isDown = row["pen"] == "1"
    }
    return down
  }

  @Test("the drawn path lies within half a millimetre of the truth at the median and two at the worst")
  func pathAgainstTruth() throws {
    let folder = try TemporaryFolder()
    let outcome = try draw(folder, surface: "paper:a4", ["--points", "points.csv"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let drawn = strokes(
      try Table(contentsOf: folder.url.appendingPathComponent("points.csv")), "u_mm", "v_mm"
    ) {
      $0["stroke"] != $1["stroke"]
    }
    let truth = try truth()
    #expect(drawn.count == truth.count)
    var distances: [Double] = []
    for (path, true_) in zip(drawn, truth) {
      distances += path.map { distance(from: $0, to: true_) }
      distances += true_.map { distance(from: $0, to: path) }
    }
    #expect(median(distances) <= 0.5)
    #expect((distances.max() ?? .infinity) <= 2)
  }

  @Test("the same command twice gives the same bytes, and the events alone give the same solids")
  func determinism() throws {
    let folder = try TemporaryFolder()
    let outputs = ["-o", "a.glb", "-o", "a.obj", "--points", "a.csv"]
    #expect(try draw(folder, surface: "marker:4X4_50:40", outputs + ["--events", "a.airdraw"]).exitCode == 0)
    func contents() throws -> [String: Data] {
      let names = try folder.names()
      return Dictionary(
        try names.map { ($0, try Data(contentsOf: folder.url.appendingPathComponent($0))) },
        uniquingKeysWith: { $1 })
    }
    let first = try contents()
    #expect(first.keys.sorted() == ["a.airdraw", "a.csv", "a.glb", "a.mtl", "a.obj"])
    #expect(try draw(folder, surface: "marker:4X4_50:40", outputs + ["--events", "a.airdraw"]).exitCode == 0)
    #expect(try contents() == first)
    let built = try AirDrawProcess.run(["build", "a.airdraw", "-q"] + outputs, in: folder.url)
    #expect(built.exitCode == 0, "\(built.errors)")
    #expect(try contents() == first)
  }

  @Test("without a tap the fingertip is found, and the tap that the report names does the same")
  func automatic() throws {
    let folder = try TemporaryFolder()
    let words = [
      "draw", samples.appendingPathComponent("desk.mp4").path, "--surface", "marker:4X4_50:40", "--pen",
      "1.85-3.72,4.66-5.71", "--points",
    ]
    let found = try AirDrawProcess.run(
      words + ["a.csv", "--auto", "-o", "a.glb", "--events", "a.airdraw"], in: folder.url)
    #expect(found.exitCode == 0, "\(found.errors)")
    let tap = try #require(found.output.firstMatch(of: /--tap (\S+)/)?.output.1)
    let tapped = try AirDrawProcess.run(
      words + ["b.csv", "--tap", String(tap), "-o", "b.glb"], in: folder.url)
    #expect(tapped.exitCode == 0, "\(tapped.errors)")
    let built = try AirDrawProcess.run(["build", "a.airdraw", "-o", "c.glb"], in: folder.url)
    #expect(built.exitCode == 0, "\(built.errors)")
    func bytes(_ name: String) throws -> Data {
      try Data(contentsOf: folder.url.appendingPathComponent(name))
    }
    #expect(try bytes("a.csv") == bytes("b.csv"))
    #expect(try bytes("a.glb") == bytes("b.glb"))
    #expect(try bytes("a.glb") == bytes("c.glb"))
  }
}
