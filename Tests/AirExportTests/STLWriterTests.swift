import AirExport
import AirExtrusion
import AirStroke
import AirTestSupport
import Foundation
import Testing

@Suite struct STLWriterTests {
  /// The facets of a file, taken apart by the specification: normal, three corners, attribute.
  private func facets(_ bytes: [UInt8]) throws -> [(vectors: [SIMD3<Float>], attribute: UInt16)] {
    func word(_ place: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
    }
    let count = Int(word(80))
    try #require(bytes.count == 84 + 50 * count)
    return (0..<count).map { facet in
      let start = 84 + 50 * facet
      let floats = (0..<12).map { Float(bitPattern: word(start + 4 * $0)) }
      let vectors = (0..<4).map { SIMD3(floats[3 * $0], floats[3 * $0 + 1], floats[3 * $0 + 2]) }
      return (vectors, UInt16(bytes[start + 48]) | UInt16(bytes[start + 49]) << 8)
    }
  }

  private func write(_ scene: ExportScene) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try scene.write(to: folder("a.stl"))
    return try folder.bytes("a.stl")
  }

  @Test("the header is 80 letters of ASCII that name unit, axis and scale and never begin with “solid”")
  func header() throws {
    for generator in ["solid state drawer", "Zeichner äöü \u{7} 1.0 " + String(repeating: "x", count: 100)] {
      var scene = TestMesh.scene(for: .stl)
      scene.generator = generator
      let header = String(decoding: try write(scene).prefix(80), as: UTF8.self)
      #expect(header.utf8.count == 80 && header.hasPrefix("binary STL, millimetres, z up; "), "\(header)")
      #expect(header.utf8.allSatisfy { (0x20..<0x7f).contains($0) })
    }
    var scene = TestMesh.scene(for: .stl)
    scene.generator = "AirDraw"
    #expect(String(decoding: try write(scene).prefix(80), as: UTF8.self).contains("scale: marker of 40 mm"))
  }

  @Test("the mesh's up is the file's z, its coordinates are exact, and it is turned, not mirrored")
  func axes() throws {
    let scene = TestMesh.scene(for: .stl)
    let mesh = scene.solids[0].mesh
    let facets = try facets(try write(scene))
    #expect(facets.count == mesh.triangles.count)
    var volume = 0.0
    for (facet, triangle) in zip(facets, mesh.triangles) {
      #expect(facet.attribute == 0)
      for corner in 0..<3 {
        let vertex = mesh.vertices[Int(triangle[corner])]
        let read = facet.vectors[corner + 1] * 4096
        #expect(read == SIMD3(Float(vertex.x), Float(-vertex.z), Float(vertex.y)))
        // A zero is never written as the negative one.
        #expect((0..<3).allSatisfy { read[$0] != 0 || read[$0].sign == .plus })
      }
      let (a, b, c) = (
        SIMD3<Double>(facet.vectors[1]), SIMD3<Double>(facet.vectors[2]), SIMD3<Double>(facet.vectors[3])
      )
      volume += (a * SIMD3(b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x)).sum() / 6
    }
    let expected = MeshReport(of: mesh).volume
    #expect(volume > 0 && abs(volume - expected) < 1e-6 * expected)
  }

  @Test("normals point outward by the right-hand rule and are of unit length to single precision")
  func normals() throws {
    var random = SeededGenerator(seed: 5)
    var mesh = Mesh(lattice: .millimetres, vertices: [], triangles: [], parts: [])
    for reach: Int32 in [3, 200, 1 << 14, 1 << 24] {
      for _ in 0..<300 {
        let first = UInt32(mesh.vertices.count)
        for _ in 0..<3 { mesh.vertices.append(LatticeVertex.random(in: -reach...reach, using: &random)) }
        mesh.triangles.append(SIMD3(first, first + 1, first + 2))
      }
    }
    mesh.parts = [MeshPart(name: "all", color: .ink, triangleRange: mesh.triangles.indices)]
    let scene = ExportScene(solids: [ExportSolid(name: "a", mesh: mesh)], generator: "t", scaleSource: nil)
    for (facet, triangle) in zip(try facets(try write(scene)), mesh.triangles) {
      func corner(_ index: UInt32) -> SIMD3<Int64> {
        let v = mesh.vertices[Int(index)]
        return SIMD3(Int64(v.x), Int64(-v.z), Int64(v.y))
      }
      let (a, b) = (corner(triangle.y) &- corner(triangle.x), corner(triangle.z) &- corner(triangle.x))
      let cross = SIMD3(
        Double(a.y * b.z - a.z * b.y), Double(a.z * b.x - a.x * b.z), Double(a.x * b.y - a.y * b.x))
      let length = (cross * cross).sum().squareRoot()
      let expected = length > 0 ? cross / length : SIMD3()
      let error = SIMD3<Double>(facet.vectors[0]) - expected
      #expect((0..<3).allSatisfy { abs(error[$0]) <= 0x1p-25 }, "\(triangle)")
    }
  }
}
