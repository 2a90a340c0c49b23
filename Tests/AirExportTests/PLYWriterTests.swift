import AirExport
import AirExtrusion
import AirStroke
import Foundation
import Testing

@Suite struct PLYWriterTests {
  /// What stands in a PLY file of text, read by the format's own rules.
  private struct TextPLY {
    var header: [Substring] = []
    var vertices: [[Double]] = []
    var faces: [[Int]] = []

    init(_ text: String) throws {
      let lines = text.split(separator: "\n")
      let end = try #require(lines.firstIndex(of: "end_header"))
      header = Array(lines[...end])
      func count(_ element: String) throws -> Int {
        let line = try #require(header.first { $0.hasPrefix("element \(element) ") })
        return try #require(line.split(separator: " ").last.flatMap { Int($0) })
      }
      let rows = lines[(end + 1)...].map { $0.split(separator: " ") }
      let vertexCount = try count("vertex")
      #expect(try rows.count == vertexCount + count("face"))
      vertices = try rows.prefix(vertexCount).map { try $0.map { try #require(Double($0)) } }
      faces = try rows.dropFirst(vertexCount).map { try $0.map { try #require(Int($0)) } }
    }
  }

  private func write(_ scene: ExportScene, isText: Bool) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    var options = ExportOptions()
    options.isText = isText
    try scene.write(to: folder("a.ply"), options: options)
    return try folder.bytes("a.ply")
  }

  @Test("a PLY of text has every corner to the bit, z up, and the colour of its part")
  func textHoldsCornersAndColours() throws {
    let scene = TestMesh.scene(for: .ply)
    let mesh = scene.solids[0].mesh
    let file = try TextPLY(String(decoding: try write(scene, isText: true), as: UTF8.self))
    #expect(file.faces.count == mesh.triangles.count)
    for part in mesh.parts {
      let color = [part.color.red, part.color.green, part.color.blue].map(Double.init)
      for index in part.triangleRange {
        #expect(file.faces[index][0] == 3)
        for corner in 0..<3 {
          let position = mesh.position(Int(mesh.triangles[index][corner]))
          let expected = [position.x, -position.z, position.y].map { Double($0) + 0 }
          #expect(file.vertices[file.faces[index][corner + 1]] == expected + color)
        }
      }
    }
  }

  @Test("a PLY shares each vertex of a part, so that it is closed without welding")
  func verticesAreShared() throws {
    let scene = TestMesh.scene(for: .ply)
    let file = try TextPLY(String(decoding: try write(scene, isText: true), as: UTF8.self))
    #expect(file.vertices.count == scene.solids[0].mesh.vertices.count)
    var edges: [[Int]: Int] = [:]
    for face in file.faces {
      for (a, b) in [(1, 2), (2, 3), (3, 1)] { edges[[face[a], face[b]], default: 0] += 1 }
    }
    #expect(edges.allSatisfy { $0.value == 1 && edges[$0.key.reversed()] == 1 })
  }

  @Test("a binary PLY holds the same numbers as one of text")
  func binaryIsTheSame() throws {
    let scene = TestMesh.scene(for: .ply)
    let text = try TextPLY(String(decoding: try write(scene, isText: true), as: UTF8.self))
    let bytes = try write(scene, isText: false)
    let end = try #require(Data(bytes).range(of: Data("end_header\n".utf8))).upperBound
    #expect(String(decoding: bytes[..<end], as: UTF8.self).contains("binary_little_endian 1.0"))
    #expect(bytes.count == end + 15 * text.vertices.count + 13 * text.faces.count)
    bytes.withUnsafeBytes { raw in
      for (index, vertex) in text.vertices.enumerated() {
        let start = end + 15 * index
        let place = (0..<3).map { axis in
          Double(raw.loadUnaligned(fromByteOffset: start + 4 * axis, as: Float.self)) + 0
        }
        #expect(place + bytes[(start + 12)..<(start + 15)].map(Double.init) == vertex)
      }
      for (index, face) in text.faces.enumerated() {
        let start = end + 15 * text.vertices.count + 13 * index
        let corners = (0..<3).map { corner in
          Int(raw.loadUnaligned(fromByteOffset: start + 1 + 4 * corner, as: Int32.self))
        }
        #expect([Int(bytes[start])] + corners == face)
      }
    }
  }
}
