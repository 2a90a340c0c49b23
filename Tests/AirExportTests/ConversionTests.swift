import AirExport
import AirExtrusion
import AirStroke
import AirTestSupport
import Foundation
import Testing

@Suite struct ConversionTests {
  private func converted(
    _ path: String, to lattice: Lattice, side: Double? = nil
  ) throws -> ConvertedModel {
    try ImportedScene(path: path).converted(
      to: lattice, convention: ModelConvention(path: path), longestSideInMillimetres: side, path: path)
  }

  @Test(
    "every format is turned into every unit's lattice and keeps places, names and colours it has",
    arguments: ExportFormat.allCases, [Lattice.metres, .millimetres])
  func everyFormat(format: ExportFormat, lattice: Lattice) throws {
    let folder = try TemporaryFolder()
    let scene = TestMesh.scene(for: format)
    let path = folder("a.\(format.ending)")
    try scene.write(to: path)
    let model = try converted(path, to: lattice)
    #expect(model.collapsedTriangleCount == 0)
    #expect(MeshReport(of: model.mesh).problems.isEmpty)
    let original = scene.solids[0].mesh
    #expect(model.mesh.triangles.count == original.triangles.count)
    // A 3MF has its scene on the build plate, in another place.
    let isMoved = format == .threeMF
    // Formats that are written through a library keep six digits; the others lose half a step at most.
    let error = format == .dae || format == .x3d ? 1e-6 : isMoved ? 0.25e-6 : 0.13e-6
    func corners(_ mesh: Mesh) -> [SIMD3<Double>] {
      mesh.triangles.flatMap { triangle in
        triangle.indices.map {
          SIMD3<Double>(mesh.vertices[Int(triangle[$0])]) * mesh.lattice.stepInMetres
        }
      }
    }
    let sorted = [corners(original), corners(model.mesh)].map { corners in
      [0, 1, 2].map { axis in
        let sorted = corners.map { $0[axis] }.sorted()
        return isMoved ? sorted.map { $0 - sorted[0] } : sorted
      }
    }
    for axis in 0..<3 {
      for (before, after) in zip(sorted[0][axis], sorted[1][axis]) { #expect(abs(before - after) <= error) }
    }
    if ![.stl, .ply].contains(format) {
      #expect(Set(model.mesh.parts.map(\.color)) == Set(original.parts.map(\.color)))
    }
  }

  @Test("every colour comes back from linear light")
  func colors() throws {
    let folder = try TemporaryFolder()
    var scene = TestMesh.scene(for: .glb)
    for byte in stride(from: UInt8(0), through: 254, by: 2) {
      scene.solids[0].mesh.parts[0].color = StrokeColor(red: byte, green: byte + 1, blue: 255 - byte)
      var options = ExportOptions()
      options.isVerified = false
      try scene.write(to: folder("a.glb"), options: options)
      let mesh = try converted(folder("a.glb"), to: .metres).mesh
      #expect(mesh.parts.first?.color == scene.solids[0].mesh.parts[0].color)
    }
  }

  @Test("a size that is asked for is the longest side, and what is too large is refused with the mend")
  func sizes() throws {
    let folder = try TemporaryFolder()
    try TestMesh.scene(for: .stl).write(to: folder("a.stl"))
    let mesh = try converted(folder("a.stl"), to: .millimetres, side: 250).mesh
    let places = mesh.vertices.map { SIMD3<Double>($0) * Lattice.millimetres.step }
    let lowest = places.reduce(places[0]) { pointwiseMin($0, $1) }
    let highest = places.reduce(places[0]) { pointwiseMax($0, $1) }
    #expect(abs((highest - lowest).max() - 250) < 0.001)
    let convention = ModelConvention(upAxis: .z, millimetresPerUnit: 1000)
    let error = #expect(throws: ExportError.self) {
      try ImportedScene(path: folder("a.stl")).converted(
        to: .metres, convention: convention, path: folder("a.stl"))
    }
    #expect(error?.description.contains("--size") == true)
  }

  @Test("a model that was painted triangle by triangle has a part a colour, not one a stroke of the brush")
  func painted() throws {
    let folder = try TemporaryFolder()
    var scene = TestMesh.scene(for: .threeMF)
    let mesh = TestMesh.mesh(
      [("ball", .ink, .torus(around: 40, across: 20, radius: 30, thickness: 9))], on: .millimetres)
    scene.solids[0].mesh = mesh
    // Each triangle a part of its own, in three colours by turns.
    let colors = [StrokeColor.ink, TestMesh.orange, StrokeColor(red: 9, green: 99, blue: 9)]
    scene.solids[0].mesh.parts = mesh.triangles.indices.map {
      MeshPart(name: "touch \($0)", color: colors[$0 % 3], triangleRange: $0..<$0 + 1)
    }
    try scene.write(to: folder("a.3mf"))
    let model = try converted(folder("a.3mf"), to: .millimetres)
    #expect(model.mesh.parts.count == 3 && Set(model.mesh.parts.map(\.color)) == Set(colors))
    #expect(model.mesh.triangles.count == mesh.triangles.count)
    #expect(MeshReport(of: model.mesh).problems.isEmpty)
  }

  @Test("triangles thinner than the lattice's step are left out and counted")
  func collapsed() throws {
    let folder = try TemporaryFolder()
    let text = """
      v 0 0 0
      v 1 0 0
      v 0 1 0
      v 1 0.00001 0
      f 1 2 3
      f 1 2 4
      f 2 4 3
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder("a.obj")))
    let model = try converted(folder("a.obj"), to: .millimetres)
    #expect(model.collapsedTriangleCount == 2 && model.mesh.triangles.count == 1)
    try Data("v 0 0 0\nv 1 0 0\nv 0 1e-5 0\nf 1 2 3".utf8).write(to: URL(fileURLWithPath: folder("b.obj")))
    let error = #expect(throws: ExportError.self) { try converted(folder("b.obj"), to: .millimetres) }
    #expect(error?.description.contains("b.obj cannot be converted: none of its triangles") == true)
  }
}
