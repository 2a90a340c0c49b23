import AirExport
import AirExtrusion
import AirStroke
import AirTestSupport
import Foundation
import Testing

@Suite struct GLTFOptionTests {
  /// The test drawing with a time for each vertex that grows with x.
  private func scene() -> ExportScene {
    var scene = TestMesh.scene(for: .glb, pose: TestMesh.tiltedPose)
    let mesh = scene.solids[0].mesh
    scene.solids[0].vertexTimesInSeconds = mesh.vertices.indices.map { 3 + 50 * Double(mesh.position($0).x) }
    return scene
  }

  private func file(_ scene: ExportScene, _ change: (inout GLTFOptions) -> Void) throws -> GLBFile {
    var options = GLTFOptions()
    change(&options)
    return try GLBFile(try scene.glbBytes(options: options))
  }

  private func primitives(_ file: GLBFile) throws -> [[String: Any]] {
    try file.objects("meshes").map { try #require(($0["primitives"] as? [[String: Any]])?.first) }
  }

  private func attribute(_ name: String, _ primitive: [String: Any], _ file: GLBFile) throws -> [[Double]] {
    try file.values(try #require((primitive["attributes"] as? [String: Int])?[name]))
  }

  @Test("without options a file is what it was before there were any")
  func plain() throws {
    let scene = scene()
    #expect(try scene.glbBytes() == TestMesh.scene(for: .glb, pose: TestMesh.tiltedPose).glbBytes())
  }

  @Test("every vertex bears the time at which it was drawn")
  func times() throws {
    let file = try file(scene()) { $0.hasTimes = true }
    for primitive in try primitives(file) {
      let positions = try attribute("POSITION", primitive, file)
      let times = try attribute("_TIME", primitive, file)
      #expect(times.count == positions.count && !times.isEmpty)
      for (position, time) in zip(positions, times) {
        #expect(time[0] == Double(Float(3 + 50 * position[0])))
      }
    }
  }

  @Test("a file with an animation grows by whole nodes, in time, and is all there at its end")
  func animation() throws {
    let scene = scene()
    let file = try file(scene) { $0.isAnimated = true }
    let animation = try #require(file.objects("animations").first)
    let samplers = try #require(animation["samplers"] as? [[String: Any]])
    let channels = try #require(animation["channels"] as? [[String: Any]])
    let first = try #require(scene.solids[0].vertexTimesInSeconds?.min())
    var moving: Set<Int> = []
    for channel in channels {
      let target = try #require(channel["target"] as? [String: Any])
      let node = try #require(target["node"] as? Int)
      #expect(target["path"] as? String == "scale" && moving.insert(node).inserted)
      let sampler = samplers[try #require(channel["sampler"] as? Int)]
      #expect(sampler["interpolation"] as? String == "STEP")
      let input = try file.values(try #require(sampler["input"] as? Int)).map { $0[0] }
      let output = try file.values(try #require(sampler["output"] as? Int))
      #expect(input[0] == 0 && input[1] > 0 && input[2] > input[1])
      #expect(output == [[0, 0, 0], [1, 1, 1], [1, 1, 1]])
      // No corner of the node's mesh was drawn after it appears, and one not long before.
      let mesh = try #require(file.objects("nodes")[node]["mesh"] as? Int)
      let xs = try attribute("POSITION", try primitives(file)[mesh], file).map { $0[0] }
      let last = 3 + 50 * (xs.max() ?? 0) - first
      #expect(last <= input[1] + 1e-5 && last > input[1] - 0.05)
    }
    #expect(moving.count > 50)
    // What does not move is there from the start.
    let nodes = file.objects("nodes").indices.filter { file.objects("nodes")[$0]["mesh"] != nil }
    for node in nodes where !moving.contains(node) {
      let mesh = try #require(file.objects("nodes")[node]["mesh"] as? Int)
      let xs = try attribute("POSITION", try primitives(file)[mesh], file).map { $0[0] }
      #expect(abs(3 + 50 * (xs.max() ?? 0) - first) < 1e-6)
    }
    let triangles = try primitives(file).reduce(0) {
      $0 + (try file.values(try #require($1["indices"] as? Int)).count)
    }
    #expect(triangles == 3 * scene.solids[0].mesh.triangles.count)
    #expect(file.objects("materials").allSatisfy { $0["doubleSided"] as? Bool == true })
  }

  @Test("times that nobody knows are asked for in vain, and nothing is written")
  func unknownTimes() throws {
    let folder = try TemporaryFolder()
    for change in [{ $0.hasTimes = true }, { $0.isAnimated = true }] as [(inout GLTFOptions) -> Void] {
      var options = ExportOptions()
      change(&options.gltf)
      let error = #expect(throws: ExportError.self) {
        try TestMesh.scene(for: .glb).write(to: folder("a.glb"), options: options)
      }
      #expect(error?.description.contains("when each place") == true)
    }
    #expect(try folder.contents.isEmpty)
  }

  @Test("with the manifold extension every half-edge has its twin, and merged vertices are at one place")
  func manifold() throws {
    let file = try file(scene()) { $0.statesManifold = true }
    #expect(file.json["extensionsUsed"] as? [String] == ["EXT_mesh_manifold"])
    #expect(file.json["extensionsRequired"] == nil)
    for mesh in file.objects("meshes") {
      let plain = try #require((mesh["primitives"] as? [[String: Any]])?.first)
      let extensions = try #require(mesh["extensions"] as? [String: [String: Any]])
      let fields = try #require(extensions["EXT_mesh_manifold"])
      let primitive = try #require(fields["manifoldPrimitive"] as? [String: Any])
      #expect(primitive["material"] == nil)
      let attributes = try #require(primitive["attributes"] as? [String: Int])
      #expect(attributes == ["POSITION": try #require((plain["attributes"] as? [String: Int])?["POSITION"])])
      let positions = try file.values(try #require(attributes["POSITION"]))
      let number = try #require(primitive["indices"] as? Int)
      var indices = try file.values(number).map { Int($0[0]) }
      #expect(indices == (try file.values(try #require(plain["indices"] as? Int)).map { Int($0[0]) }))
      if let sparse = file.objects("accessors")[number]["sparse"] as? [String: Any] {
        let places = try file.values(try #require(fields["mergeIndices"] as? Int)).map { Int($0[0]) }
        let values = try file.values(try #require(fields["mergeValues"] as? Int)).map { Int($0[0]) }
        #expect(sparse["count"] as? Int == places.count && places == places.sorted())
        #expect(Set(places).count == places.count && values.count == places.count)
        for (place, value) in zip(places, values) {
          #expect(positions[indices[place]] == positions[value] && indices[place] != value)
          indices[place] = value
        }
      } else {
        #expect(number == plain["indices"] as? Int)
      }
      var edges: Set<[Int]> = []
      for start in stride(from: 0, to: indices.count, by: 3) {
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
          #expect(edges.insert([indices[start + a], indices[start + b]]).inserted)
        }
      }
      #expect(edges.allSatisfy { edges.contains([$0[1], $0[0]]) })
    }
  }

  @Test("rounded positions are no farther off than the file says, in whole numbers of 16 bits")
  func quantized() throws {
    let scene = scene()
    let file = try file(scene) {
      $0.isQuantized = true
      $0.isAnimated = true
    }
    #expect(file.json["extensionsRequired"] as? [String] == ["KHR_mesh_quantization"])
    let nodes = file.objects("nodes")
    let root = try #require(nodes.last)
    let extras = try #require((root["extras"] as? [String: Any])?["quantization"] as? [String: Double])
    let error = try #require(extras["largestErrorInMetres"])
    // The drawing is 98.5 mm long: 2⁻¹⁹ m a step, since 2⁻²⁰ m would need more than 65,535.
    #expect(extras["stepInMetres"] == 0x1p-19 && error == 0x1p-20)
    let exact = try self.file(scene) { $0.isAnimated = true }
    for (node, mesh) in nodes.indices.compactMap({ node in (nodes[node]["mesh"] as? Int).map { (node, $0) } })
    {
      let scale = try #require(nodes[node]["scale"] as? [Double])
      let origin = try #require(nodes[node]["translation"] as? [Double])
      #expect(Set(scale) == [0x1p-19])
      let primitive = try primitives(file)[mesh]
      let whole = try attribute("POSITION", primitive, file)
      let exactly = try attribute("POSITION", try primitives(exact)[mesh], exact)
      #expect(whole.count == exactly.count)
      for (whole, position) in zip(whole, exactly) {
        for axis in 0..<3 {
          #expect(abs(whole[axis] * scale[axis] + origin[axis] - position[axis]) <= error + 1e-15)
        }
      }
      let accessor = file.objects("accessors")[
        try #require((primitive["attributes"] as? [String: Int])?["POSITION"])]
      for axis in 0..<3 {
        #expect((accessor["min"] as? [Double])?[axis] == whole.map { $0[axis] }.min())
        #expect((accessor["max"] as? [Double])?[axis] == whole.map { $0[axis] }.max())
      }
      for (normal, wanted) in zip(
        try attribute("NORMAL", primitive, file), try attribute("NORMAL", try primitives(exact)[mesh], exact))
      {
        for axis in 0..<3 { #expect(abs(normal[axis] / 32767 - wanted[axis]) <= 0.5 / 32767 + 1e-7) }
      }
    }
    let animation = try #require(file.objects("animations").first)
    let samplers = try #require(animation["samplers"] as? [[String: Any]])
    #expect(try file.values(try #require(samplers[0]["output"] as? Int)).last == [0x1p-19, 0x1p-19, 0x1p-19])
  }
}
