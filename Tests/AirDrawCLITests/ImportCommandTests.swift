import AirTestSupport
import Foundation
import Testing

/// Drawings of others, and many solids at once, through the whole command.
@Suite struct ImportCommandTests {
  private let cats = """
    {"word":"A cat!","drawing":[[[0,100,100],[0,0,50],[0,10,20]],[[50],[25],[30]]]}
    {"word":"Ünï / cödé","drawing":[[[0,255],[0,255]]]}
    {"word":"","drawing":[[[3,30,3],[4,40,4]]]}

    """

  private func write(_ text: String, _ name: String, _ folder: TemporaryFolder) throws {
    try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
  }

  private func mesh(_ name: String, _ folder: TemporaryFolder) throws -> [String: Any] {
    let outcome = try AirDrawProcess.run(["inspect", name, "--json"], in: folder.url)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any], "\(outcome.errors)"
    )
    return try #require(report["mesh"] as? [String: Any])
  }

  private func size(_ mesh: [String: Any]) throws -> [Double] {
    let low = try #require(mesh["lower_bound"] as? [Double])
    let high = try #require(mesh["upper_bound"] as? [Double])
    return zip(low, high).map { $1 - $0 }
  }

  @Test(
    "drawings become files with safe and unique names, and all of them become solids of the size asked for")
  func manyDrawings() throws {
    let folder = try TemporaryFolder()
    try write(cats, "cats.ndjson", folder)
    let outcome = try AirDrawProcess.run(["import", "cats.ndjson", "-o", "events"], in: folder.url)
    #expect(outcome.exitCode == 0 && outcome.output.contains("imported 3 drawings"), "\(outcome.errors)")
    let names = ["0001-a-cat", "0002-n-c-d", "0003-drawing"]
    func contents(_ name: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
    }
    #expect(try contents("events") == names.map { $0 + ".airdraw" })
    for jobs in ["1", "3"] {
      let built = try AirDrawProcess.run(
        [
          "build", "events", "--size", "100", "--width", "3", "--height", "5", "--out-dir", "solids\(jobs)",
          "--format", "glb,stl", "--jobs", jobs,
        ], in: folder.url)
      #expect(built.exitCode == 0 && built.errors.isEmpty, "\(built.errors)")
      // In the order of the names, however many were built at the same time.
      let lines = built.output.split(separator: "\n")
      #expect(
        lines.count == 4 && zip(lines, names).allSatisfy { $0.hasPrefix($1 + ": ") }
          && lines[3] == "built 3 of 3")
      #expect(try contents("solids\(jobs)") == names.flatMap { [$0 + ".glb", $0 + ".stl"] })
    }
    for name in names {
      for ending in [".glb", ".stl"] {
        func bytes(_ jobs: Int) throws -> Data {
          try Data(contentsOf: folder.url.appendingPathComponent("solids\(jobs)/\(name)\(ending)"))
        }
        #expect(try bytes(1) == bytes(3))
      }
      let (glb, stl) = (try mesh("solids1/\(name).glb", folder), try mesh("solids1/\(name).stl", folder))
      for mesh in [glb, stl] {
        #expect(mesh["closed"] as? Bool == true && mesh["self_intersections"] as? Int == 0)
      }
      // The pen's width comes to the 100 mm of its path; up is y in one and z in the other.
      let (a, b) = (try size(glb).map { $0 * 1000 }, try size(stl))
      #expect(abs(max(a[0], a[2]) - 103) < 0.05 && abs(a[1] - 5) < 0.001, "\(a)")
      #expect(abs(max(b[0], b[1]) - 103) < 0.05 && abs(b[2] - 5) < 0.001 && abs(a[0] - b[0]) < 0.05, "\(b)")
      #expect(stl["unit"] as? String == "millimetre")
    }
  }

  @Test("one failed session stops no other: it gives its sentence, no file, and the exit code")
  func failures() throws {
    let folder = try TemporaryFolder()
    try write(cats, "cats.ndjson", folder)
    #expect(
      try AirDrawProcess.run(["import", "cats.ndjson", "-o", "events", "-q"], in: folder.url).exitCode == 0)
    try write("nonsense\n", "events/0000-bad.airdraw", folder)
    let header = #"{"kind":"header","t":0,"version":1,"source":"a"}"#
    try write(header + "\n", "events/0002-empty.airdraw", folder)
    try write(
      header + "\n" + #"{"kind":"stroke","t":0,"u":[1e9,0],"v":[0,0]}"# + "\n", "events/far.airdraw", folder)
    let outcome = try AirDrawProcess.run(
      ["build", "events", "missing.airdraw", "--out-dir", "out", "--report", "report.json"], in: folder.url)
    #expect(outcome.exitCode == 1 && outcome.output.contains("built 3 of 7, 4 failed"), "\(outcome.output)")
    let sentences = outcome.errors.split(separator: "\n").filter { !$0.contains("Warning") }
    #expect(sentences.count == 4, "\(outcome.errors)")
    for (sentence, name) in zip(sentences, ["0000-bad", "0002-empty", "far", "missing"]) {
      #expect(sentence.contains(name) && sentence.hasSuffix("."))
    }
    // What is true of several is said once.
    #expect(outcome.errors.contains("--size MM. (3 times)"), "\(outcome.errors)")
    let solids = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
    #expect(solids == ["0001-a-cat.glb", "0002-n-c-d.glb", "0003-drawing.glb"])
    let report = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: folder.url.appendingPathComponent("report.json")))
        as? [String: Any])
    let items = try #require(report["items"] as? [[String: Any]])
    #expect(report["built"] as? Int == 3 && report["failed"] as? Int == 4 && items.count == 7)
    #expect(items.count { $0["error"] is String } == 4 && items.count { $0["mesh"] is [String: Any] } == 3)
  }

  @Test("one drawing goes to the file that is named, and its lengths are those of its file")
  func oneDrawing() throws {
    let folder = try TemporaryFolder()
    try write(
      "<svg width='90mm' height='40mm' viewBox='0 0 90 40'><path fill='none' stroke='red' stroke-width='4' d='M5 20h80'/></svg>",
      "a.svg", folder)
    #expect(
      try AirDrawProcess.run(["import", "a.svg", "-o", "a.airdraw", "-q"], in: folder.url).exitCode == 0)
    let built = try AirDrawProcess.run(["build", "a.airdraw", "-o", "a.stl"], in: folder.url)
    #expect(built.exitCode == 0 && built.errors.isEmpty && built.output.contains("the SVG's own size"))
    let (length, width, height) = try { ($0[0], $0[1], $0[2]) }(size(mesh("a.stl", folder)))
    #expect(abs(length - 84) < 0.05 && abs(width - 4) < 0.05 && height == 5)
    // The pen keeps its width when the drawing is scaled.
    let half = try AirDrawProcess.run(
      ["build", "a.airdraw", "-o", "b.stl", "--size", "40", "--json"], in: folder.url)
    #expect(half.output.contains("40.000 mm"))
    let scaled = try size(mesh("b.stl", folder))
    #expect(abs(scaled[0] - 44) < 0.05 && abs(scaled[1] - 4) < 0.05, "\(scaled)")
  }

  @Test("imported strokes are not smoothed unless asked, and a table of points comes back to the byte")
  func pointTable() throws {
    let folder = try TemporaryFolder()
    let table = """
      stroke,time,u_mm,v_mm,height_mm,confidence
      1,0.000000,0.1000,-20.0000,0.0000,1.0000
      1,0.033333,0.1001,-20.0000,3.5000,0.5000
      1,0.066667,0.1001,-20.0000,3.5000,0.5000
      1,0.100000,123.4567,33.3333,0.0000,0.1234
      2,0.500000,7.0000,8.0000,0.0000,1.0000

      """
    try write(table, "p.csv", folder)
    #expect(
      try AirDrawProcess.run(["import", "p.csv", "-o", "p.airdraw", "-q"], in: folder.url).exitCode == 0)
    let built = try AirDrawProcess.run(
      ["build", "p.airdraw", "-q", "-o", "p.glb", "--points", "q.csv"], in: folder.url)
    #expect(built.exitCode == 0 && built.errors.isEmpty, "\(built.errors)")
    #expect(try String(contentsOf: folder.url.appendingPathComponent("q.csv"), encoding: .utf8) == table)
    #expect(
      try AirDrawProcess.run(
        ["build", "p.airdraw", "-q", "--points", "r.csv", "--resample", "1", "-o", "r.glb"], in: folder.url
      ).exitCode == 0)
    let resampled = try Table(contentsOf: folder.url.appendingPathComponent("r.csv"))
    #expect(resampled.rows.count > 100)
  }

  @Test("bad drawings give their sentences while the others come in")
  func badDrawings() throws {
    let folder = try TemporaryFolder()
    try write(cats + "{\"drawing\":7}\n", "cats.ndjson", folder)
    try write("<svg>", "bad.svg", folder)
    let outcome = try AirDrawProcess.run(
      ["import", "bad.svg", "cats.ndjson", "missing.csv", "-o", "out"], in: folder.url)
    #expect(
      outcome.exitCode == 1 && outcome.output.contains("imported 3 drawings, 3 failed"), "\(outcome.output)")
    let sentences = outcome.errors.split(separator: "\n")
    #expect(
      sentences.count == 3 && sentences.contains { $0.contains("Line 4 of cats.ndjson") }, "\(outcome.errors)"
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).count == 3)
  }

  @Test("wrong use of many is told before any work")
  func wrongUse() throws {
    let folder = try TemporaryFolder()
    try write(cats, "cats.ndjson", folder)
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: false)
    #expect(try AirDrawProcess.run(["import", "cats.ndjson", "-o", "a", "-q"], in: folder.url).exitCode == 0)
    #expect(try AirDrawProcess.run(["import", "cats.ndjson", "-o", "b", "-q"], in: folder.url).exitCode == 0)
    let before = try folder.names()
    let cases: [([String], Int32, String)] = [
      (["import", "cats.ndjson", "-o", "one.airdraw"], 2, "there are 3"),
      (["import", "cats.ndjson"], 2, "--output"),
      (["import", "cats.ndjson", "-o", "cats.ndjson"], 1, "is a file and no folder"),
      (["import", "cats.ndjson", "-o", "no/where"], 1, "can't be made"),
      (["build", "a", "-o", "x.glb"], 2, "--out-dir"),
      (["build", "a/0001-a-cat.airdraw", "b/0002-n-c-d.airdraw", "-o", "x.glb"], 2, "--out-dir"),
      (["build", "a", "b", "--out-dir", "out"], 2, "same files"),
      (["build", "a", "--out-dir", "out", "-o", "x.glb"], 2, "leave them out"),
      (["build", "a", "--out-dir", "out", "--format", "glb,fbx"], 2, "“fbx”"),
      (["build", "a", "--out-dir", "out", "--format", "glb,glb"], 2, "twice"),
      (["build", "a/0001-a-cat.airdraw", "-o", "x.glb", "--format", "stl"], 2, "--out-dir"),
      (["build", "empty", "--out-dir", "out"], 1, "no .airdraw file"),
      (["build", "a", "--out-dir", "out", "--size", "0"], 2, "--size"),
    ]
    for (words, code, part) in cases {
      let outcome = try AirDrawProcess.run(words, in: folder.url)
      #expect(outcome.exitCode == code && outcome.errors.contains(part), "\(words): \(outcome.errors)")
      #expect(try folder.names() == before, "\(words)")
    }
  }

  @Test(
    "every tenth of the real drawings is built to closed solids in one run",
    .enabled(if: SharedData.isPresent, SharedData.absence))
  func realDrawings() throws {
    let folder = try TemporaryFolder()
    let lines = try String(contentsOf: SharedData.url("drawings/quickdraw_1035.ndjson"), encoding: .utf8)
      .split(separator: "\n")
    let tenth = lines.indices.filter { $0.isMultiple(of: SweepDepth.isDeep ? 1 : 10) }.map {
      lines[$0] + "\n"
    }
    try write(tenth.joined(), "q.ndjson", folder)
    #expect(try AirDrawProcess.run(["import", "q.ndjson", "-o", "e", "-q"], in: folder.url).exitCode == 0)
    let outcome = try AirDrawProcess.run(
      ["build", "e", "--size", "100", "--out-dir", "s", "--format", "glb,stl", "--json"], in: folder.url)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let meshes = try #require(report["items"] as? [[String: Any]]).compactMap { $0["mesh"] as? [String: Any] }
    #expect(meshes.count == tenth.count)
    #expect(meshes.allSatisfy { $0["closed"] as? Bool == true && $0["self_intersections"] as? Int == 0 })
  }

  @Test("a folder that was made for results that did not come is taken away again")
  func unusedFolder() throws {
    let folder = try TemporaryFolder()
    try Data("nothing drawn".utf8).write(to: folder.url.appendingPathComponent("junk.csv"))
    #expect(try AirDrawProcess.run(["import", "junk.csv", "-o", "out"], in: folder.url).exitCode == 1)
    #expect(try folder.names() == ["junk.csv"])
    try Data("{}\n".utf8).write(to: folder.url.appendingPathComponent("junk.airdraw"))
    #expect(
      try AirDrawProcess.run(["build", "junk.airdraw", "--out-dir", "out"], in: folder.url).exitCode == 1)
    #expect(try folder.names() == ["junk.airdraw", "junk.csv"])
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("kept"), withIntermediateDirectories: false)
    #expect(try AirDrawProcess.run(["import", "junk.csv", "-o", "kept"], in: folder.url).exitCode == 1)
    #expect(try folder.names().contains("kept"))
  }
}
