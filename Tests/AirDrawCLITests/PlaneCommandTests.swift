import AirDraw
import AirTestSupport
import Foundation
import Testing

/// Drawings as SVG and DXF through the whole command.
@Suite struct PlaneCommandTests {
  /// Three strokes of three colours and widths, the last one a dot.
  private let table = """
    u_mm,v_mm,stroke,width_mm,color
    0,0,1,3,#1f6feb
    40.125,0,1,3,#1f6feb
    40.125,30.000001,1,3,#1f6feb
    20,-10,2,1.5,#ff0000
    20,10.123456,2,1.5,#ff0000
    -15,5,3,4,#00aa33

    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Data(table.utf8).write(to: folder.url.appendingPathComponent("table.csv"))
    _ = try run(["import", "table.csv", "-o", "a.airdraw"], folder)
    return folder
  }

  private func run(_ arguments: [String], _ folder: TemporaryFolder) throws -> String {
    let outcome = try AirDrawProcess.run(arguments, in: folder.url)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output
  }

  private func strokes(_ name: String, _ folder: TemporaryFolder) throws -> [Stroke] {
    var session = DrawingSession()
    for event in try EventLog(contentsOf: folder.path(name)).events { session.apply(event) }
    return session.drawing(options: StrokeOptions.unchanged).strokes
  }

  @Test("an SVG, imported again, has the same strokes to a nanometre, moved to its page's corner")
  func svgRoundTrip() throws {
    let folder = try folder()
    _ = try run(["build", "a.airdraw", "-o", "a.svg"], folder)
    _ = try run(["import", "a.svg", "-o", "b.airdraw"], folder)
    let drawn = try strokes("a.airdraw", folder)
    let read = try strokes("b.airdraw", folder)
    #expect(drawn.count == 3 && read.count == 3)
    // The page's corner: the dot's left edge at −17 mm, and the second stroke's upper end at −10.75 mm.
    let corner = SIMD2(-0.017, -0.011)
    for (one, other) in zip(drawn, read) {
      #expect(one.color == other.color && one.widthInMetres == other.widthInMetres)
      // A dot comes back as a line without length, which is the same dot.
      if one.nodes.count > 1 { #expect(one.nodes.count == other.nodes.count) }
      for (node, back) in zip(one.nodes, other.nodes) {
        #expect(abs(node.point.u - corner.x - back.point.u) < 1e-9)
        #expect(abs(node.point.v - corner.y - back.point.v) < 1e-9)
      }
      #expect(Set(other.nodes.map(\.point)).count == Set(one.nodes.map(\.point)).count)
    }
  }

  @Test("plane files are made without a solid, beside one, and of many sessions at once")
  func outputs() throws {
    let folder = try folder()
    let said = try run(["build", "a.airdraw", "-o", "a.svg", "-o", "a.dxf"], folder)
    #expect(said.contains("a.svg") && said.contains("a.dxf"))
    _ = try run(["build", "a.airdraw", "-o", "a.glb", "-o", "beside.dxf"], folder)
    _ = try run(["build", "a.airdraw", "--out-dir", "many", "--format", "svg,dxf"], folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("many")).sorted()
    #expect(names == ["a.dxf", "a.svg"])
    let alone = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.dxf")))
    #expect(alone == (try Data(contentsOf: URL(fileURLWithPath: folder.path("many/a.dxf")))))
  }

  @Test("a model has no lines to convert to, and is told so")
  func conversionIsRefused() throws {
    let folder = try folder()
    _ = try run(["build", "a.airdraw", "-o", "a.glb"], folder)
    let outcome = try AirDrawProcess.run(["convert", "a.glb", "-o", "b.svg"], in: folder.url)
    #expect(outcome.exitCode != 0 && outcome.errors.contains("lines of a drawing"))
    #expect(try folder.names().contains("b.svg") == false)
  }
}
