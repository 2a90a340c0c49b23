import AirExport
import AirExtrusion
import Testing

@Suite struct TextSTLTests {
  @Test("an STL of text has every corner to the bit, z up, and unit normals of its faces")
  func textHoldsCorners() throws {
    let folder = try TemporaryFolder()
    var options = ExportOptions()
    options.isText = true
    let scene = TestMesh.scene(for: .stl)
    try scene.write(to: folder("a.stl"), options: options)
    let lines = String(decoding: try folder.bytes("a.stl"), as: UTF8.self).split(separator: "\n")
    #expect(lines.first?.hasPrefix("solid ") == true && lines.last == "endsolid")
    func numbers(_ line: Substring, after word: String) throws -> SIMD3<Double> {
      #expect(line.hasPrefix(word + " "))
      let values = try line.dropFirst(word.count).split(separator: " ").map { try #require(Double($0)) }
      return SIMD3(values[0], values[1], values[2])
    }
    let mesh = scene.solids[0].mesh
    #expect(lines.count == 2 + 7 * mesh.triangles.count)
    for (index, triangle) in mesh.triangles.enumerated() {
      let facet = Array(lines[(1 + 7 * index)..<(8 + 7 * index)])
      var corners: [SIMD3<Double>] = []
      for corner in 0..<3 {
        let position = SIMD3<Double>(mesh.position(Int(triangle[corner])))
        corners.append(SIMD3(position.x, -position.z, position.y))
        #expect(try numbers(facet[2 + corner], after: "vertex") == corners[corner])
      }
      let normal = try numbers(facet[0], after: "facet normal")
      #expect(abs((normal * normal).sum() - 1) < 1e-4)
      #expect(abs((normal * (corners[1] - corners[0])).sum()) < 1e-3)
      #expect(abs((normal * (corners[2] - corners[0])).sum()) < 1e-3)
    }
  }
}
