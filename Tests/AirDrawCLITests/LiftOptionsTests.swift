import AirTestSupport
import Foundation
import Testing

/// The lifts through the whole command.
@Suite struct LiftOptionsTests {
  private let spiral = SharedData.packageRoot.appendingPathComponent("Samples/traces/spiral.airdraw").path
  private let rings = SharedData.packageRoot.appendingPathComponent("Samples/traces/rings.airdraw").path

  /// The JSON report of a build of some events.
  private func build(_ events: String, _ options: [String]) throws -> [String: Any] {
    let folder = try TemporaryFolder()
    let outcome = try AirDrawProcess.run(
      ["build", events, "-o", "x.glb", "--json"] + options, in: folder.url)
    #expect(outcome.exitCode == 0, "\(options): \(outcome.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  private func mesh(_ events: String, _ options: [String]) throws -> [String: Any] {
    let mesh = try #require(try build(events, options)["mesh"] as? [String: Any])
    #expect(mesh["closed"] as? Bool == true && mesh["self_intersections"] as? Int == 0, "\(options)")
    return mesh
  }

  private func volume(_ events: String, _ options: [String]) throws -> Double {
    try #require(try mesh(events, options)["volume"] as? Double)
  }

  @Test(
    "every lift builds a solid of the sample's lines",
    arguments: [
      "prism", "fill", "dots", "inflate", "tube", "ribbon", "wall", "plate", "stamp", "keychain", "stencil",
      "cookie-cutter",
    ])
  func everyLift(name: String) throws {
    #expect(try volume(rings, ["--extrude", name]) > 0)
  }

  @Test("the measures of a lift change the solid in the way they say")
  func measures() throws {
    let plain = try volume(spiral, [])
    let chamfered = try volume(spiral, ["--bevel", "1"])
    let rounded = try volume(spiral, ["--bevel", "round:1", "--bevel-steps", "12"])
    #expect(chamfered < rounded && rounded < plain)
    #expect(try volume(spiral, ["--bevel", "1", "--bevel-edges", "both"]) < chamfered)
    #expect(try volume(spiral, ["--symmetry", "mirror-u:500"]) > 1.99 * plain)
    #expect(try volume(spiral, ["--symmetry", "repeat:3@300,0"]) > 2.99 * plain)
    let plate = try volume(spiral, ["--extrude", "plate"])
    #expect(try volume(spiral, ["--extrude", "plate", "--margin", "10"]) > plate)
    #expect(try volume(spiral, ["--extrude", "plate", "--plate", "1"]) < plate)
    let even = try volume(rings, ["--extrude", "fill"])
    #expect(try volume(rings, ["--extrude", "fill", "--close", "0"]) <= even)
    #expect(
      try volume(spiral, ["--extrude", "tube", "--sides", "8"]) < volume(spiral, ["--extrude", "tube"]))
    let lathe = ["--extrude", "lathe", "--axis", "u:-100"]
    let half = try volume(spiral, lathe + ["--angle", "180"])
    #expect(abs(try volume(spiral, lathe) / half - 2) < 0.01)
  }

  @Test("a cookie cutter is 12 mm high unless told, and filled shapes end at their lines on wish")
  func defaults() throws {
    func height(_ options: [String]) throws -> Double {
      let bounds = try #require(try mesh(rings, options)["upper_bound"] as? [Double])
      return (bounds[1] * 1e6).rounded() / 1e3
    }
    #expect(try height(["--extrude", "cookie-cutter"]) == 12)
    #expect(try height(["--extrude", "cookie-cutter", "--height", "15"]) == 15)
    #expect(try height(["--extrude", "fill"]) == 5)
    let filled = try volume(rings, ["--extrude", "plate", "--filled"])
    #expect(try volume(rings, ["--extrude", "plate", "--filled", "--no-outline"]) < filled)
    #expect(try volume(rings, ["--extrude", "plate"]) < filled)
  }

  @Test("a width that should vary with what is not known is told to stay as it is")
  func unknownWidths() throws {
    let report = try build(spiral, ["--width-by", "pressure"])
    #expect((report["warnings"] as? [String])?.contains { $0.contains("pressure") } == true)
    let known = try build(spiral, ["--width-by", "speed"])
    #expect((known["warnings"] as? [String])?.contains { $0.contains("speed") } != true)
  }

  @Test("separate dots are as many solids, united ones hang together")
  func separateDots() throws {
    let united = try mesh(spiral, ["--extrude", "dots"])
    let separate = try mesh(spiral, ["--extrude", "dots", "--separate"])
    #expect(united["shells"] as? Int == 1)
    #expect((separate["shells"] as? Int ?? 0) > 100)
  }

  @Test("strokes that meet in space are told to be united on a grid, and how true it is")
  func grid() throws {
    let folder = try TemporaryFolder()
    // Two lines that cross at different heights, nearer than a pen's width.
    let table = "x_mm,y_mm,height_mm,stroke\n0,0,0,1\n20,0,2,1\n10,-10,1.5,2\n10,10,1.5,2\n"
    try Data(table.utf8).write(to: folder.url.appendingPathComponent("cross.csv"))
    #expect(
      try AirDrawProcess.run(["import", "cross.csv", "-o", "cross.airdraw"], in: folder.url).exitCode == 0)
    let report = try build(folder.path("cross.airdraw"), ["--extrude", "tube", "--grid", "0.25"])
    let grid = try #require(report["grid"] as? [String: Any])
    #expect(grid["strokes"] as? [Int] == [1, 2])
    #expect(try #require(grid["error_mm"] as? Double) < 0.25)
    #expect((report["warnings"] as? [String])?.contains { $0.contains("united on a grid") } == true)
  }

  @Test(
    "measures that are wrong, or that the lift does not have, are refused by name and leave no file",
    arguments: [
      ["--extrude", "pyramid"], ["--bevel", "0"], ["--bevel", "flat:1"], ["--bevel-edges", "both"],
      ["--bevel-steps", "4"], ["--symmetry", "mirror"], ["--symmetry", "radial:1@0,0"],
      ["--symmetry", "radial:3@nan,0"], ["--margin", "3"], ["--close", "3"], ["--dot", "3"], ["--two-sided"],
      ["--hole", "3"], ["--bridge", "1"], ["--flange", "3"], ["--sides", "6"], ["--thickness", "1"],
      ["--grid", "1"], ["--axis", "left"], ["--extrude", "lathe", "--axis", "w:3"],
      ["--extrude", "lathe", "--angle", "0"], ["--separate"], ["--filled"], ["--no-outline"],
    ])
  func refusals(options: [String]) throws {
    let folder = try TemporaryFolder()
    let outcome = try AirDrawProcess.run(["build", spiral, "-o", "x.glb", "-q"] + options, in: folder.url)
    let named = (options.last { $0.hasPrefix("--") } ?? "").replacing("--no-", with: "--")
    #expect(outcome.exitCode == 2 && outcome.errors.contains(named), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try folder.names() == [])
  }

  @Test(
    "what a drawing cannot become is said in one sentence, and no file is left",
    arguments: [
      (["--bevel", "1.6"], "bevel"), (["--bevel", "6"], "bevel"), (["--extrude", "lift"], "raised"),
      (["--extrude", "inflate", "--bevel", "1"], "bevel"), (["--extrude", "tube", "--cap", "flat"], "caps"),
      (["--extrude", "cookie-cutter", "--height", "1"], "flange"),
      (["--extrude", "lathe", "--axis", "u:3000"], "axis"),
      (["--extrude", "plate", "--bevel", "2", "--bevel-edges", "bottom"], "bottom"),
    ])
  func impossible(options: [String], word: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try AirDrawProcess.run(["build", spiral, "-o", "x.glb", "-q"] + options, in: folder.url)
    #expect(outcome.exitCode == 1 && outcome.errors.contains(word), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("spiral.airdraw"))
    #expect(try folder.names() == [])
  }
}
