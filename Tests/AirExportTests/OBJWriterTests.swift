import AirExport
import AirExtrusion
import AirStroke
import Testing

@Suite struct OBJWriterTests {
  private func lines(_ scene: ExportScene, _ options: ExportOptions) throws -> [[Substring]] {
    let folder = try TemporaryFolder()
    try scene.write(to: folder("a.obj"), options: options)
    return String(decoding: try folder.bytes("a.obj"), as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ")
    }
  }

  /// The drawing, with one triangle of its last part moved to the first's vertices, so that colours share vertices.
  private var sharingScene: ExportScene {
    var scene = TestMesh.scene(for: .obj)
    let mesh = scene.solids[0].mesh
    scene.solids[0].mesh.triangles[mesh.parts[1].triangleRange.lowerBound] = mesh.triangles[0]
    return scene
  }

  @Test("normals are written with every bit")
  func normalsAreExact() throws {
    let scene = TestMesh.scene(for: .obj)
    let written = Set(
      try lines(scene, ExportOptions()).filter { $0[0] == "vn" }.map { line in
        try line.dropFirst().map { try #require(Float($0)).bitPattern }
      })
    let normals = ShadedMesh(scene.solids[0].mesh).normals
    #expect(written == Set(normals.map { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] }))
  }

  @Test("vertex colours on wish are the parts' own, also where parts share vertices, and move no corner")
  func vertexColors() throws {
    let scene = sharingScene
    let mesh = scene.solids[0].mesh
    var options = ExportOptions()
    options.hasVertexColors = true
    let lines = try lines(scene, options)
    let vertices = try lines.filter { $0[0] == "v" }.map { line in
      try line.dropFirst().map { try #require(Float($0)) }
    }
    let faces = try lines.filter { $0[0] == "f" }.map { line in
      try line.dropFirst().map { try #require(Int($0.prefix { $0 != "/" })) - 1 }
    }
    #expect(faces.count == mesh.triangles.count)
    for part in mesh.parts {
      let color = [part.color.red, part.color.green, part.color.blue].map { Float(Double($0) / 255) }
      for index in part.triangleRange {
        for corner in 0..<3 {
          let position = mesh.position(Int(mesh.triangles[index][corner]))
          #expect(vertices[faces[index][corner]] == [position.x, position.y, position.z] + color)
        }
      }
    }
  }
}
