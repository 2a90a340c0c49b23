import AirExport
import AirExtrusion
import AirGeometry
import AirStroke
import AirTestSupport
import Foundation
import Testing

@Suite struct RoundTripTests {
  private static let fileNames = [
    "a", "mit Leerzeichen und ÄÖÜ", " leading space", "100% #1 'quoted'", "日本", "a.b",
  ]

  @Test(
    "a written scene is read back to the bit under every kind of name", arguments: ExportFormat.allCases,
    fileNames)
  func roundTrip(format: ExportFormat, name: String) throws {
    let folder = try TemporaryFolder()
    let scene = TestMesh.scene(for: format, pose: TestMesh.tiltedPose)
    let file = "\(name).\(format.ending)"
    let written = try scene.write(to: folder(file))
    #expect(written.first == folder(file))
    let read = try ImportedScene(path: folder(file))
    #expect(read.triangleCount == scene.solids[0].mesh.triangles.count)
    #expect(read.difference(from: scene, writtenAs: format) == nil)
    #expect(try folder.contents.count == written.count)
  }

  @Test(
    "random meshes, up to the ends of the lattice, are read back to the bit", arguments: ExportFormat.allCases
  )
  func randomMeshes(format: ExportFormat) throws {
    let folder = try TemporaryFolder()
    for seed in UInt64(1)...8 {
      var random = SeededGenerator(seed: seed)
      let largest = Lattice.largestCoordinate
      let reach: Int32 = seed.isMultiple(of: 2) ? largest : 1 << Int32.random(in: 1...23, using: &random)
      var mesh = Mesh(lattice: format.lattice, vertices: [], triangles: [], parts: [])
      for _ in 0..<400 {
        mesh.vertices.append(LatticeVertex.random(in: -reach...reach, using: &random))
      }
      for part in 0..<5 {
        let start = mesh.triangles.count
        for _ in 0..<100 {
          var corners = SIMD3<UInt32>()
          repeat {
            corners = SIMD3.random(in: 0..<400, using: &random)
          } while corners.x == corners.y
            || corners.y == corners.z || corners.z == corners.x
          mesh.triangles.append(corners)
        }
        let color = StrokeColor(
          red: UInt8(50 * part), green: 7, blue: UInt8.random(in: 0...255, using: &random))
        mesh.parts.append(
          MeshPart(name: "part \(part % 3)", color: color, triangleRange: start..<mesh.triangles.count))
      }
      let scene = ExportScene(
        solids: [ExportSolid(name: "random", mesh: mesh)], generator: "test", scaleSource: nil)
      let path = folder("random.\(format.ending)")
      try scene.write(to: path)
      let read = try ImportedScene(path: path)
      #expect(read.difference(from: scene, writtenAs: format) == nil, "seed \(seed)")
    }
  }

  @Test(
    "several surfaces keep their places, and are refused in OBJ, STL and PLY, where they would lose them"
  )
  func severalSurfaces() throws {
    let folder = try TemporaryFolder()
    for format in ExportFormat.allCases {
      var scene = TestMesh.scene(for: format)
      scene.solids += TestMesh.scene(for: format, pose: TestMesh.tiltedPose).solids
      let path = folder("two.\(format.ending)")
      switch format {
      case .glb, .gltf, .threeMF, .usdz, .dae, .x3d:
        try scene.write(to: path)
        #expect(try ImportedScene(path: path).difference(from: scene, writtenAs: format) == nil)
      case .obj, .stl, .ply:
        let error = try #require(throws: ExportError.self) { try scene.write(to: path) }
        #expect(error.description.contains("write GLB"))
      }
    }
    #expect(
      try folder.contents == [
        "two.3mf", "two.bin", "two.dae", "two.glb", "two.gltf", "two.usdz", "two.x3d",
      ])
  }

  @Test("scene positions are the stored ones, mapped as the plane maps its own points")
  func scenePositions() throws {
    let folder = try TemporaryFolder()
    let scene = TestMesh.scene(for: .glb, pose: TestMesh.tiltedPose)
    try scene.write(to: folder("a.glb"))
    let plane = Plane(TestMesh.tiltedPose)
    for part in try ImportedScene(path: folder("a.glb")).parts {
      for (stored, placed) in zip(part.positions, part.scenePositions) {
        let expected = plane.worldPoint(
          SurfacePoint(u: Double(stored.x), v: Double(stored.z), height: Double(stored.y)))
        #expect(abs(Double(placed.x) - expected.position.x) < 1e-6)
        #expect(abs(Double(placed.y) - expected.position.y) < 1e-6)
        #expect(abs(Double(placed.z) - expected.position.z) < 1e-6)
      }
    }
  }

  @Test(
    "the comparison sees one lattice step, a turned triangle, a lost one, another colour and another pose")
  func comparisonSeesDefects() throws {
    let folder = try TemporaryFolder()
    for format in ExportFormat.allCases {
      let scene = TestMesh.scene(for: format, pose: TestMesh.tiltedPose)
      let path = folder("a.\(format.ending)")
      try scene.write(to: path)
      let read = try ImportedScene(path: path)
      func difference(_ change: (inout ExportSolid) -> Void) -> String? {
        var changed = scene
        change(&changed.solids[0])
        return read.difference(from: changed, writtenAs: format)
      }
      #expect(difference { _ in } == nil)
      #expect(difference { $0.mesh.vertices[17].y += 1 } != nil)
      #expect(difference { $0.mesh.triangles[3] = $0.mesh.triangles[3].reversed } != nil)
      #expect(difference { $0.mesh.triangles.removeLast() } != nil)
      if format != .stl { #expect(difference { $0.mesh.parts[1].color.green += 1 } != nil) }
      if [.glb, .gltf, .usdz, .dae, .x3d].contains(format) {
        #expect(difference { $0.pose = .identity } != nil)
      }
    }
  }

  @Test(
    "every float in an OBJ file is exactly a coordinate of the lattice, for an exact reader as for a sloppy one"
  )
  func decimalsAreExact() throws {
    let folder = try TemporaryFolder()
    var mesh = TestMesh.mesh([("b", .ink, .box(SIMD3(1, 1, 1)))], on: .millimetres)
    let steps: [Int32] = [0, 1, -1, 4095, -4097, 1 << 24, -(1 << 24), 12_345_677]
    for (index, step) in steps.enumerated() { mesh.vertices[index] = LatticeVertex(step, -step, step / 3) }
    let scene = ExportScene(solids: [ExportSolid(name: "b", mesh: mesh)], generator: "t", scaleSource: nil)
    try scene.write(to: folder("a.obj"))
    let lines = String(decoding: try folder.bytes("a.obj"), as: UTF8.self).split(separator: "\n")
    let read = try lines.filter { $0.hasPrefix("v ") }.map { line in
      try line.split(separator: " ").dropFirst().map { try #require(Double($0)) }
    }
    #expect(read == mesh.vertices.map { v in [v.x, v.y, v.z].map { Double($0) / 4096 } })
  }

  @Test("two writes give the same bytes, a second apart")
  func determinism() throws {
    let first = try writtenBytes()
    // Times are written to the second, in ZIP to two.
    Thread.sleep(forTimeInterval: 2)
    #expect(try writtenBytes() == first)
  }

  private static let commaLocales = ["de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "it_IT.UTF-8"]

  @Test(
    "a locale whose decimal point is a comma changes no byte",
    .enabled(if: commaLocales.contains { newlocale(1 << LC_NUMERIC, $0, nil) != nil }, "no such locale here"))
  func locale() throws {
    let bytes = try writtenBytes()
    #expect(Self.commaLocales.contains { setlocale(LC_ALL, $0) != nil })
    defer { setlocale(LC_ALL, "C") }
    #expect(try writtenBytes() == bytes)
  }

  private func writtenBytes() throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    for format in ExportFormat.allCases {
      try TestMesh.scene(for: format, pose: TestMesh.tiltedPose).write(to: folder("a.\(format.ending)"))
    }
    return try folder.contents.map { try folder.bytes($0) }
  }

  @Test(
    "a file of triangles that is no model is refused with its name and the mend",
    arguments: ["x.glb", "x.obj", "x.stl", "x.txt", "x.3mf", "x.usdz"])
  func unreadable(name: String) throws {
    let folder = try TemporaryFolder()
    #expect(throws: ExportError.self) { try ImportedScene(path: folder(name)) }
    try Data("this is no model".utf8).write(to: URL(fileURLWithPath: folder(name)))
    let error = try #require(throws: ExportError.self) { try ImportedScene(path: folder(name)) }
    #expect(error.description.hasPrefix(folder(name)) && error.description.hasSuffix("."))
  }
}

extension SIMD3<UInt32> {
  fileprivate var reversed: Self { SIMD3(x, z, y) }
}
