import AirExport
import AirExtrusion
import AirGeometry
import AirStroke
import Foundation
import Testing

@Suite struct GLBWriterTests {
  private func file(_ scene: ExportScene) throws -> GLBFile {
    let folder = try TemporaryFolder()
    try scene.write(to: folder("a.glb"))
    return try GLBFile(try folder.bytes("a.glb"))
  }

  @Test("the JSON chunk is padded by spaces only and has no key twice in an object")
  func jsonPadding() throws {
    for length in 0..<4 {
      var scene = TestMesh.scene(for: .glb)
      scene.generator += String(repeating: "x", count: length)
      let file = try file(scene)
      let end = try #require(file.jsonBytes.lastIndex(of: UInt8(ascii: "}")))
      #expect(file.jsonBytes[(end + 1)...].allSatisfy { $0 == 0x20 })
      #expect(file.jsonBytes.count - end - 1 < 4)
    }
  }

  @Test("no buffer has a URI, and the views cover the buffer without gap or overlap")
  func viewsCoverBuffer() throws {
    let file = try file(TestMesh.scene(for: .glb))
    let buffers = file.objects("buffers")
    #expect(buffers.count == 1 && buffers[0]["uri"] == nil)
    #expect(buffers[0]["byteLength"] as? Int == file.binary.count)
    var end = 0
    for view in file.objects("bufferViews") {
      #expect(view["byteOffset"] as? Int == end)
      #expect(end.isMultiple(of: 4))
      end += try #require(view["byteLength"] as? Int)
    }
    #expect(end == file.binary.count)
    #expect(file.objects("bufferViews").map { $0["target"] as? Int } == [34962, 34962, 34963])
  }

  @Test(
    "every reference resolves, every object is used once, and the nodes are trees whose roots the scene lists"
  )
  func referencesResolve() throws {
    let file = try file(TestMesh.scene(for: .glb, pose: TestMesh.tiltedPose))
    let nodes = file.objects("nodes")
    let scenes = file.objects("scenes")
    #expect(file.json["scene"] as? Int == 0 && scenes.count == 1)
    var parentCount = [Int](repeating: 0, count: nodes.count)
    var usedMeshes: [Int] = []
    for node in nodes {
      let children = node["children"] as? [Int] ?? []
      for child in children { parentCount[child] += 1 }
      if let mesh = node["mesh"] as? Int { usedMeshes.append(mesh) }
      #expect(node["mesh"] != nil || !children.isEmpty, "an empty node")
    }
    for root in try #require(scenes[0]["nodes"] as? [Int]) { parentCount[root] += 1 }
    #expect(parentCount.allSatisfy { $0 == 1 })
    #expect(usedMeshes.sorted() == Array(0..<file.objects("meshes").count))

    var usedAccessors: [Int] = []
    var usedMaterials: Set<Int> = []
    for mesh in file.objects("meshes") {
      for primitive in try #require(mesh["primitives"] as? [[String: Any]]) {
        let attributes = try #require(primitive["attributes"] as? [String: Int])
        #expect(attributes.keys.sorted() == ["NORMAL", "POSITION"])
        usedAccessors += attributes.values
        usedAccessors.append(try #require(primitive["indices"] as? Int))
        usedMaterials.insert(try #require(primitive["material"] as? Int))
      }
    }
    #expect(usedAccessors.sorted() == Array(0..<file.objects("accessors").count))
    #expect(usedMaterials == Set(0..<file.objects("materials").count))
    #expect(
      Set(file.objects("accessors").compactMap { $0["bufferView"] as? Int })
        == Set(0..<file.objects("bufferViews").count))
    #expect(file.objects("bufferViews").allSatisfy { $0["buffer"] as? Int == 0 })
    #expect(file.json["extensionsUsed"] == nil && file.json["extensionsRequired"] == nil)
  }

  @Test("names are unique, extras are objects and keep what was given")
  func namesAndExtras() throws {
    let file = try file(TestMesh.scene(for: .glb))
    for key in ["nodes", "meshes", "materials"] {
      let names = try file.objects(key).map { try #require($0["name"] as? String) }
      #expect(Set(names).count == names.count, "\(names)")
    }
    let names = file.objects("meshes").compactMap { $0["name"] as? String }
    #expect(names == ["stroke", "Strich ä\"ö\" ü", "stroke 2"])
    let extras = try #require(file.objects("scenes")[0]["extras"] as? [String: Any])
    #expect(extras["units"] as? String == "metres")
    #expect(extras["scale"] as? String == "marker of 40 mm")
    #expect(extras["generator"] as? String == "AirDraw 1.2.3")
    let solid = try #require(file.objects("nodes").compactMap { $0["extras"] as? [String: Any] }.first)
    let report = try #require(solid["meshReport"] as? [String: Any])
    #expect(report["volumeInCubicMillimetres"] as? Double == 12.5 && report["genus"] as? Int == 1)
  }

  // Foundation reads decimals to about 1e-16 only, hence the comparisons in single precision and with a tolerance.

  @Test("the pose is the node's transform, and what equals the default is left out")
  func poseBecomesTransform() throws {
    let posed = try file(TestMesh.scene(for: .glb, pose: TestMesh.tiltedPose))
    let node = try #require(posed.objects("nodes").first { $0["children"] != nil })
    #expect(node["translation"] as? [Double] == [0.1, -0.2, 0.35])
    let rotation = try #require(node["rotation"] as? [Double])
    let expected = TestMesh.tiltedPose.rotation.quaternion
    #expect(rotation.count == 4)
    for (index, component) in rotation.enumerated() { #expect(abs(component - expected[index]) < 1e-12) }
    let plain = try file(TestMesh.scene(for: .glb))
    #expect(plain.objects("nodes").allSatisfy { $0["translation"] == nil && $0["rotation"] == nil })
  }

  @Test(
    "least and greatest coordinates are those of the data to the bit, and every index is in range and used")
  func accessorsMatchData() throws {
    let file = try file(TestMesh.scene(for: .glb))
    for mesh in file.objects("meshes") {
      let primitive = try #require((mesh["primitives"] as? [[String: Any]])?.first)
      let attributes = try #require(primitive["attributes"] as? [String: Int])
      let position = try #require(attributes["POSITION"])
      let values = try file.values(position)
      let accessor = file.objects("accessors")[position]
      for axis in 0..<3 {
        #expect(
          (accessor["min"] as? [Double]).map { Float($0[axis]) } == values.map { Float($0[axis]) }.min())
        #expect(
          (accessor["max"] as? [Double]).map { Float($0[axis]) } == values.map { Float($0[axis]) }.max())
      }
      let indices = try file.values(try #require(primitive["indices"] as? Int)).map { Int($0[0]) }
      #expect(indices.count.isMultiple(of: 3))
      #expect(Set(indices) == Set(values.indices))
      for normal in try file.values(try #require(attributes["NORMAL"])) {
        #expect(abs(normal.map { $0 * $0 }.reduce(0, +) - 1) < 1e-6)
      }
    }
  }

  @Test("65,535 vertices still have short indices and one more has long ones")
  func indexWidth() throws {
    for (count, type) in [(65535, 5123), (65536, 5125)] {
      // Around × across, with every vertex smooth: one split vertex each.
      let across = count == 65535 ? 15 : 16
      let torus = TestMesh.torus(around: count / across, across: across, radius: 500, thickness: 100)
      let mesh = TestMesh.mesh([("t", .ink, torus)], on: .metres)
      let file = try file(
        ExportScene(solids: [ExportSolid(name: "t", mesh: mesh)], generator: "x", scaleSource: nil))
      let accessors = file.objects("accessors")
      #expect(accessors[0]["count"] as? Int == count)
      #expect(accessors[2]["componentType"] as? Int == type)
    }
  }

  @Test("colours are the linear values of IEC 61966-2-1")
  func linearColors() throws {
    var scene = TestMesh.scene(for: .glb)
    scene.solids[0].mesh.parts[0].color = StrokeColor(red: 188, green: 10, blue: 255)
    let file = try file(scene)
    let material = try #require(file.objects("materials")[0]["pbrMetallicRoughness"] as? [String: Any])
    let factor = try #require(material["baseColorFactor"] as? [Double])
    // 188 is the byte next to half light (0.502886), 10 lies on the straight piece (10/255/12.92).
    #expect(abs(factor[0] - 0.502886) < 1e-5)
    #expect(abs(factor[1] - 0.003035) < 1e-5)
    #expect(factor[2] == 1 && factor[3] == 1)
  }
}
