import AirExport
import Foundation
import Testing

@Suite struct GLTFReaderTests {
  /// Reads a document whose one buffer holds these bytes, as data in the document.
  private func parts(_ fields: String, _ bytes: [UInt8]) throws -> [ImportedScene.Part] {
    let folder = try TemporaryFolder()
    let data = Data(bytes).base64EncodedString()
    let text = """
      {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],\(fields),
      "buffers":[{"byteLength":\(bytes.count),"uri":"data:application/octet-stream;base64,\(data)"}]}
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder("a.gltf")))
    return try #require(try ReadFile.parts(of: folder("a.gltf"), as: .gltf))
  }

  private func little<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
  }

  private func little(_ numbers: [Float]) -> [UInt8] { little(numbers.map(\.bitPattern)) }

  @Test("interleaved floats with indices of one byte are read through their stride and offsets")
  func interleaved() throws {
    var bytes: [UInt8] = [9, 9, 9, 9]
    for vertex in 0..<4 {
      bytes += little([Float(vertex), Float(10 * vertex), 0.5]) + little([Float(7), 7, 7])
    }
    let indices = bytes.count
    bytes += [0, 1, 2, 2, 1, 3]
    let parts = try parts(
      """
      "nodes":[{"mesh":0,"name":"n"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
      "accessors":[{"bufferView":0,"byteOffset":0,"componentType":5126,"count":4,"type":"VEC3"},
      {"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"}],
      "bufferViews":[{"buffer":0,"byteOffset":4,"byteLength":96,"byteStride":24},
      {"buffer":0,"byteOffset":\(indices),"byteLength":6}]
      """, bytes)
    #expect(parts.map(\.name) == ["n"])
    let expected = (0..<4).map { SIMD3<Float>(Float($0), Float(10 * $0), 0.5) }
    #expect(parts[0].positions == expected)
    #expect(parts[0].triangles == [SIMD3(0, 1, 2), SIMD3(2, 1, 3)])
    #expect(parts[0].color == nil)
  }

  @Test("quantised positions, plain and normalised, are placed by the scale and translation of their node")
  func quantised() throws {
    let numbers: [Int16] = [100, -200, 300, 0, 32767, -32768, 0, -32767, 0, 1, 2, 3]
    let bytes = little(numbers)
    func part(isNormalized: Bool) throws -> ImportedScene.Part {
      try parts(
        """
        "extensionsUsed":["KHR_mesh_quantization"],"extensionsRequired":["KHR_mesh_quantization"],
        "nodes":[{"children":[1],"translation":[0,0,1]},{"mesh":0,"scale":[2,2,4],"translation":[1,0,0]}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"bufferView":0,"componentType":5122,"normalized":\(isNormalized),"count":3,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":24,"byteStride":8}]
        """, bytes)[0]
    }
    let plain = try part(isNormalized: false)
    #expect(plain.positions == [SIMD3(100, -200, 300), SIMD3(32767, -32768, 0), SIMD3(0, 1, 2)])
    #expect(plain.scenePositions[0] == SIMD3(201, -400, 1201))
    #expect(plain.triangles == [SIMD3(0, 1, 2)])
    let normalized = try part(isNormalized: true)
    #expect(normalized.positions[1] == SIMD3(1, -1, 0))
  }

  @Test(
    "strips and fans keep their triangles' turn; points are left out; a mesh at two nodes is placed twice")
  func modes() throws {
    let positions = little((0..<15).map { Float($0) })
    func primitive(_ mode: Int) -> String { #"{"attributes":{"POSITION":0},"mode":\#(mode),"material":0}"# }
    let parts = try parts(
      """
      "nodes":[{"children":[1,2]},{"mesh":0,"matrix":[0,1,0,0,-1,0,0,0,0,0,1,0,5,6,7,1]},
      {"mesh":0,"rotation":[0,0,0.7071067811865476,0.7071067811865476],"translation":[5,6,7]}],
      "meshes":[{"primitives":[\(primitive(0)),\(primitive(5)),\(primitive(6))]}],
      "materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.25,0.5,0.75,1]}}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":5,"type":"VEC3"}],
      "bufferViews":[{"buffer":0,"byteLength":60}]
      """, positions)
    #expect(parts.count == 4)
    #expect(parts[0].triangles == [SIMD3(0, 1, 2), SIMD3(1, 3, 2), SIMD3(2, 3, 4)])
    #expect(parts[1].triangles == [SIMD3(1, 2, 0), SIMD3(2, 3, 0), SIMD3(3, 4, 0)])
    #expect(parts[0].color == SIMD4(0.25, 0.5, 0.75, 1))
    // The matrix and the quaternion are the same quarter turn about z.
    let turned = (0..<5).map { vertex in
      let x = Float(3 * vertex)
      return SIMD3<Float>(4 - x, 6 + x, 9 + x)
    }
    #expect(parts[0].scenePositions == turned)
    for (one, other) in zip(parts[0].scenePositions, parts[2].scenePositions) {
      #expect(((one - other) * (one - other)).sum() < 1e-9)
    }
  }

  @Test("nodes nested a hundred thousand deep are walked, not climbed")
  func deepNodes() throws {
    let depth = 100_000
    let inner = (1..<depth).map { #"{"children":[\#($0)]}"# }.joined(separator: ",")
    let parts = try parts(
      """
      "nodes":[\(inner),{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
      "bufferViews":[{"buffer":0,"byteLength":36}]
      """, little((0..<9).map { Float($0) }))
    #expect(parts.count == 1)
  }

  @Test(
    "what reaches outside of its buffer, overflows or is not finite is refused with its place",
    arguments: [
      (#""count":3"#, #""count":281474976710655"#, "accessor 0"),
      (#""count":3"#, #""count":4"#, "accessor 0"),
      (#""count":3"#, #""count":9223372036854775807"#, "count"), (#""count":3"#, #""count":-3"#, "count"),
      (#""byteLength":36}"#, #""byteLength":40}"#, "buffer view 0"),
      (#""byteLength":36}"#, #""byteLength":36,"byteOffset":4}"#, "buffer view 0"),
      (#""byteLength":36}"#, #""byteLength":36,"byteStride":4}"#, "stride"),
      (#""componentType":5126"#, #""componentType":5127"#, "accessor 0"),
      (#""POSITION":0"#, #""POSITION":1"#, "accessor 1"), (#""mesh":0"#, #""mesh":3"#, "mesh 3"),
    ])
  func bounds(old: String, new: String, place: String) throws {
    let document = """
      "nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
      "bufferViews":[{"buffer":0,"byteLength":36}]
      """
    let bytes = little((0..<9).map { Float($0) })
    #expect(try parts(document, bytes).count == 1)
    #expect(document.contains(old))
    let failure = try #require(throws: ReadFailure.self) {
      try parts(document.replacing(old, with: new), bytes)
    }
    #expect(failure.reason.contains(place))
    #expect(throws: ReadFailure.self) { try parts(document, little((0..<8).map { Float($0) } + [.nan])) }
  }
}
