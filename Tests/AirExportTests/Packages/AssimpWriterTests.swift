import AirExport
import AirExtrusion
import AirStroke
import Foundation
import Testing

@Suite struct AssimpWriterTests {
  private func text(_ scene: ExportScene, _ name: String, in folder: TemporaryFolder) throws -> XMLElements {
    try scene.write(to: folder(name))
    return try XMLElements(try folder.bytes(name))
  }

  @Test("COLLADA says its unit, axis and scale, has no time, and no library without members")
  func collada() throws {
    let folder = try TemporaryFolder()
    var scene = TestMesh.scene(for: .dae)
    scene.scaleSource = "paper <a> & \"b\""
    let file = try text(scene, "a.dae", in: folder)
    #expect(file["unit"].first?.attributes == ["name": "meter", "meter": "1"])
    #expect(file["up_axis"].first?.text == "Y_UP")
    #expect(file["comments"].first?.text == "Scale: paper <a> & \"b\"")
    #expect(file["authoring_tool"].first?.text == "AirDraw 1.2.3")
    #expect(
      (file["created"] + file["modified"]).map(\.text) == ["1980-01-01T00:00:00Z", "1980-01-01T00:00:00Z"])
    let libraries = file.elements.filter { $0.name.hasPrefix("library_") }
    for library in libraries {
      #expect(file.elements.contains { $0.around.last == library.name }, "\(library.name)")
    }
    #expect(
      file["node"].map { $0.attributes["name"] } == [
        "Zeichnung auf Papier", "stroke", "Strich ä\"ö\" ü", "stroke 2",
      ])
    #expect(
      Set(file.elements.compactMap { $0.attributes["id"] }).count
        == file.elements.count { $0.attributes["id"] != nil })
  }

  @Test("COLLADA's floats are those of the mesh to the bit")
  func colladaFloats() throws {
    let scene = TestMesh.scene(for: .dae)
    let file = try text(scene, "a.dae", in: try TemporaryFolder())
    let mesh = scene.solids[0].mesh
    let numbers = try file["float_array"].filter { $0.attributes["id"]?.contains("positions") == true }
      .flatMap {
        try $0.text.split(whereSeparator: \.isWhitespace).map { try #require(Float($0)) }
      }
    let read = Set(
      (0..<numbers.count / 3).map { SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) })
    #expect(read == Set(mesh.vertices.indices.map { mesh.position($0) }))
  }

  @Test(
    "X3D is metres to its readers, off by at most half a millionth of a millimetre, with its colours and scale"
  )
  func x3d() throws {
    let folder = try TemporaryFolder()
    let scene = TestMesh.scene(for: .x3d)
    let file = try text(scene, "a.x3d", in: folder)
    #expect(file["meta"].map { $0.attributes["content"] } == ["AirDraw 1.2.3", "Scale: marker of 40 mm"])
    #expect(file["ImageTexture"].isEmpty)
    let expected = [StrokeColor.ink, TestMesh.orange].map { color in
      [color.red, color.green, color.blue].map { Double($0) / 255 }
    }
    let colors = try file["Material"].map { material in
      try #require(material.attributes["diffuseColor"]).split(separator: " ").compactMap { Double($0) }
    }
    #expect(colors.count == 2)
    for (color, expected) in zip(colors, expected) {
      #expect(zip(color, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }
    let mesh = scene.solids[0].mesh
    let points = try file["Coordinate"].flatMap {
      try #require($0.attributes["point"]).split(separator: " ").compactMap { Double($0) }
    }
    let known = Set(mesh.vertices.flatMap { [$0.x, $0.y, $0.z] })
    for point in points {
      let step = (point * 4096).rounded()
      #expect(known.contains(Int32(step)) && abs(point - step / 4096) <= 0.5000001e-6)
    }
    let bounds = try #require(try ImportedScene(path: folder("a.x3d")).bounds)
    let highest = mesh.vertices.indices.reduce(SIMD3<Float>(repeating: -.infinity)) {
      pointwiseMax($0, mesh.position($1))
    }
    let error = bounds.maximum * 1000 - highest
    #expect(error.max() < 1e-4 && error.min() > -1e-4)
  }
}
