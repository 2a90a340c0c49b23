import AirExport
import AirExtrusion
import AirGeometry
import AirStroke
import AirTestSupport
import Foundation
import Testing

@Suite struct USDZTests {
  private func layer(_ scene: ExportScene, in folder: TemporaryFolder) throws -> String {
    try scene.write(to: folder("a.usdz"))
    let name = try #require(ZipReader(path: folder("a.usdz"), reportedPath: "a").names.first)
    return String(decoding: try archived(name, in: folder("a.usdz")), as: UTF8.self)
  }

  @Test("the package begins with its layer of text, stored as it is at a multiple of 64 bytes")
  func package() throws {
    let folder = try TemporaryFolder()
    let text = try layer(TestMesh.scene(for: .usdz), in: folder)
    #expect(text.hasPrefix("#usda 1.0\n"))
    let reader = try ZipReader(path: folder("a.usdz"), reportedPath: "a")
    #expect(reader.names.count == 1 && reader.names[0].hasSuffix(".usda"))
    let range = try #require(reader.range(of: reader.names[0]))
    #expect(range.lowerBound.isMultiple(of: 64))
    #expect(try folder.bytes("a.usdz")[range] == Array(text.utf8)[...])
  }

  @Test("the layer says metres, y up, its default prim, and where the scale comes from")
  func stage() throws {
    let text = try layer(TestMesh.scene(for: .usdz), in: try TemporaryFolder())
    for line in [
      "metersPerUnit = 1", "upAxis = \"Y\"", "defaultPrim = \"Drawing\"",
      "string scale = \"marker of 40 mm\"",
      "string generator = \"AirDraw 1.2.3\"", "kind = \"component\"",
    ] { #expect(text.contains(line + "\n"), "\(line)") }
  }

  @Test("prims are named by identifiers, each once among its siblings, and keep their names for display")
  func names() throws {
    let names = ["", "7", "a b", "a-b", "Strich \"ä\"\n\\", "Materials", "日本"]
    let mesh = TestMesh.mesh(names.map { ($0, .ink, .box(SIMD3(1, 1, 1))) }, on: .metres)
    let scene = ExportScene(
      solids: ["Materials", "x", "x"].map { ExportSolid(name: $0, mesh: mesh) }, generator: "t",
      scaleSource: nil)
    let folder = try TemporaryFolder()
    let text = try layer(scene, in: folder)
    let prims = text.split(separator: "\n").compactMap { line -> (depth: Int, name: String)? in
      let words = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard line.drop(while: { $0 == " " }).hasPrefix("def "), words.count == 3 else { return nil }
      return (line.prefix { $0 == " " }.count, String(words[1]))
    }
    #expect(prims.count == 1 + 3 * 8 + 1 + 2)
    var siblings: [Int: Set<String>] = [:]
    for prim in prims {
      #expect(prim.name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil, "\(prim.name)")
      for deeper in siblings.keys where deeper > prim.depth { siblings[deeper] = nil }
      #expect(siblings[prim.depth, default: []].insert(prim.name).inserted, "\(prim.name)")
    }
    let read = try ImportedScene(path: folder("a.usdz"))
    #expect(read.parts.map(\.name) == names + names + names)
  }

  @Test("every number of the points is the nearest float of what stands there")
  func exactPoints() throws {
    var random = SeededGenerator(seed: 3)
    var mesh = TestMesh.mesh([("b", .ink, .box(SIMD3(1, 1, 1)))], on: .metres)
    for index in mesh.vertices.indices {
      let reach = Int32(1) << Int32.random(in: 0...24, using: &random)
      mesh.vertices[index] = LatticeVertex.random(in: -reach...reach, using: &random)
    }
    let scene = ExportScene(solids: [ExportSolid(name: "b", mesh: mesh)], generator: "t", scaleSource: nil)
    let text = try layer(scene, in: try TemporaryFolder())
    let points = try #require(text.firstMatch(of: /point3f\[\] points = \[([^\]]*)\]/)).output.1
    // Readers of USD go by double precision.
    let numbers = try points.split { ", ()\n".contains($0) }.map { Float(try #require(Double($0))) }
    let expected = Set(mesh.vertices.indices.map { mesh.position($0) })
    #expect(
      Set((0..<numbers.count / 3).map { SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) })
        == expected)
  }

  @Test("solids on several surfaces stand in the world as their planes say")
  func surfaces() throws {
    let folder = try TemporaryFolder()
    var scene = TestMesh.scene(for: .usdz, pose: TestMesh.tiltedPose)
    scene.solids += TestMesh.scene(for: .usdz).solids
    try scene.write(to: folder("a.usdz"))
    let read = try ImportedScene(path: folder("a.usdz"))
    #expect(read.parts.count == 6)
    let plane = Plane(TestMesh.tiltedPose)
    for (tilted, flat) in zip(read.parts[..<3], read.parts[3...]) {
      for (place, position) in zip(tilted.scenePositions, flat.scenePositions) {
        let expected = plane.worldPoint(
          SurfacePoint(u: Double(position.x), v: Double(position.z), height: Double(position.y)))
        let error = SIMD3<Double>(place) - expected.position
        #expect(error.max() < 1e-6 && error.min() > -1e-6)
      }
    }
  }

  @Test("a layer of another program is read: centimetres become metres, z up becomes y up, squares are cut")
  func foreignLayer() throws {
    let folder = try TemporaryFolder()
    let text = """
      #usda 1.0
      ( upAxis = 'Z' )
      # a square, and a triangle that is turned
      def Xform "a" { def Mesh "b" ( customData = { dictionary c = { string[] d = ["]", ")"] } } )
      { uniform token subdivisionScheme = "none" int[] faceVertexCounts = [4, 3]
      int[] faceVertexIndices = [0, 1, 2, 3, 0, 1, 2] point3f[] points = [(0, 0, 100), (100, 0, 0), (1e2, 200, 0), (0, 200.0, 0)] (
      interpolation = "vertex" ) uniform token orientation = "leftHanded" bool doubleSided } }
      """
    let path = folder("other.usdz")
    try AtomicFile.write(to: path) { (output) throws(ExportError) in
      let archive = ZipWriter(output, path: path)
      try archive.add("a.usda", isCompressed: false) { (file) throws(ExportError) in try file.append(text) }
      try archive.finish()
    }
    let read = try ImportedScene(path: path)
    #expect(read.parts[0].triangles == [SIMD3(0, 2, 1), SIMD3(0, 3, 2), SIMD3(0, 2, 1)])
    #expect(
      read.parts[0].scenePositions == [SIMD3(0, 1, 0), SIMD3(1, 0, 0), SIMD3(1, 0, -2), SIMD3(0, 0, -2)])
  }

  @Test("a layer that is cut anywhere is refused with one sentence")
  func cutLayers() throws {
    let folder = try TemporaryFolder()
    let mesh = TestMesh.mesh([("b", .ink, .box(SIMD3(1, 1, 1)))], on: .metres)
    let scene = ExportScene(solids: [ExportSolid(name: "b", mesh: mesh)], generator: "t", scaleSource: nil)
    let bytes = Array(try layer(scene, in: folder).utf8)
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
    for count in stride(from: 0, to: end, by: 7) {
      let path = folder("cut.usdz")
      try AtomicFile.write(to: path) { (output) throws(ExportError) in
        let archive = ZipWriter(output, path: path)
        try archive.add("a.usda", isCompressed: false) { (file) throws(ExportError) in
          try file.append(Array(bytes[..<count]))
        }
        try archive.finish()
      }
      let error = try #require(throws: ExportError.self, "\(count)") { try ImportedScene(path: path) }
      #expect(error.description.hasPrefix(path))
    }
  }
}
