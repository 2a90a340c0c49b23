import AirDraw
import AirTestSupport
import Foundation
import Testing

/// Models in other formats, and what glTF holds on wish, through the whole command.
@Suite struct ConvertCommandTests {
  /// Two strokes of two colours with times.
  private let table = """
    u_mm,v_mm,time,stroke,color
    0,0,0,1,#1f6feb
    40,0,1,1,#1f6feb
    20,-10,3,2,#ff0000
    20,10,5,2,#ff0000

    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Data(table.utf8).write(to: folder.url.appendingPathComponent("table.csv"))
    _ = try run(["import", "table.csv", "-o", "a.airdraw"], folder)
    return folder
  }

  @discardableResult
  private func run(_ arguments: [String], _ folder: TemporaryFolder) throws -> String {
    let outcome = try AirDrawProcess.run(arguments, in: folder.url)
    #expect(outcome.exitCode == 0, "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  @Test("a model goes through every format and comes back with its size, strokes and colours")
  func roundTrip() throws {
    let folder = try folder()
    try run(["build", "a.airdraw", "-o", "0.glb"], folder)
    let formats = ["gltf", "obj", "3mf", "usdz", "glb"]
    for (index, ending) in formats.enumerated() {
      let before = index == 0 ? "0.glb" : "\(index).\(formats[index - 1])"
      try run(["convert", before, "-o", "\(index + 1).\(ending)"], folder)
    }
    func facts(_ name: String) throws -> (JSONValue, ImportedScene) {
      let json = try JSONValue(parsing: Array(run(["inspect", name, "--json"], folder).utf8))
      return (json, try ImportedScene(path: folder.path(name)))
    }
    let (first, before) = try facts("0.glb")
    let (last, after) = try facts("5.glb")
    #expect(first["mesh"]?["triangles"] == last["mesh"]?["triangles"])
    #expect(last["mesh"]?["closed"] == .boolean(true))
    // Three times rounded by an eighth of a micrometre at a surface of some 2,000 mm².
    let volumes = [first, last].compactMap { $0["mesh"]?["volume"]?.doubleValue }
    #expect(volumes.count == 2 && abs(volumes[0] - volumes[1]) < 1e-4 * volumes[0])
    #expect(Set(before.parts.map(\.color)) == Set(after.parts.map(\.color)) && after.parts.count == 2)
  }

  @Test("what the model's file names is not written over")
  func companions() throws {
    let folder = try folder()
    try run(["build", "a.airdraw", "-o", "b.gltf", "-o", "c.obj"], folder)
    try FileManager.default.copyItem(atPath: folder.path("b.gltf"), toPath: folder.path("other.gltf"))
    try FileManager.default.copyItem(atPath: folder.path("c.obj"), toPath: folder.path("other.obj"))
    let before = try ["b.bin", "c.mtl"].map { try Data(contentsOf: URL(fileURLWithPath: folder.path($0))) }
    for arguments in [
      ["b.gltf", "-o", "b.GLTF"], ["other.gltf", "-o", "b.gltf"], ["other.obj", "-o", "c.obj"],
    ] {
      let outcome = try AirDrawProcess.run(["convert"] + arguments + ["--size", "20"], in: folder.url)
      #expect(outcome.exitCode == 2 && outcome.errors.contains("is read by this command"))
    }
    #expect(
      before == (try ["b.bin", "c.mtl"].map { try Data(contentsOf: URL(fileURLWithPath: folder.path($0))) }))
  }

  @Test("every wish for glTF is written, and verified, and refused where no file could hold it")
  func wishes() throws {
    let folder = try folder()
    for wishes in [
      ["--quantize"], ["--times", "--manifold"], ["--animate"], ["--animate", "--quantize", "--times"],
    ] {
      try run(["build", "a.airdraw", "-o", "w.glb", "-o", "w.gltf"] + wishes, folder)
      try run(["build", "a.airdraw", "-o", "p.glb", "--extrude", "plate"] + wishes, folder)
      let report = try JSONValue(parsing: Array(run(["inspect", "w.glb", "--json"], folder).utf8))
      #expect(report["mesh"]?["closed"] == .boolean(true))
    }
    for (wish, output) in [("--quantize", "x.stl"), ("--text", "x.glb"), ("--vertex-colors", "x.ply")] {
      let outcome = try AirDrawProcess.run(["build", "a.airdraw", "-o", output, wish], in: folder.url)
      #expect(outcome.exitCode == 2 && outcome.errors.contains("\(wish) is for"))
    }
  }
}
