import AirExport
import AirExtrusion
import AirStroke
import AirTestSupport
import Foundation
import Testing

@Suite struct ReaderTests {
  /// Formats that have a reader of our own, in all their forms.
  private static let forms: [(format: ExportFormat, isText: Bool)] = [
    (.glb, false), (.gltf, false), (.obj, false), (.stl, false), (.stl, true), (.ply, false), (.ply, true),
  ]

  private func write(_ scene: ExportScene, _ form: (format: ExportFormat, isText: Bool), to path: String)
    throws
  {
    var options = ExportOptions()
    options.isText = form.isText
    options.hasVertexColors = true
    try scene.write(to: path, options: options)
  }

  /// The corners of all triangles of parts, in order.
  private func corners(_ parts: [ImportedScene.Part]) -> [SIMD3<Float>] {
    parts.flatMap { part in
      part.triangles.flatMap {
        [part.positions[Int($0.x)], part.positions[Int($0.y)], part.positions[Int($0.z)]]
      }
    }
  }

  @Test(
    "a file of ours is read as Assimp reads it: parts, names, corners, colours and places", arguments: forms)
  func agreesWithAssimp(form: (format: ExportFormat, isText: Bool)) throws {
    let folder = try TemporaryFolder()
    let path = folder("a.\(form.format.ending)")
    try write(TestMesh.scene(for: form.format, pose: TestMesh.tiltedPose), form, to: path)
    let ours = try #require(try ReadFile.parts(of: path, as: form.format))
    let theirs = try ImportedScene(assimp: path, reportedPath: path).parts
    #expect(ours.count == theirs.count)
    #expect(corners(ours) == corners(theirs))
    for (our, their) in zip(ours, theirs) {
      #expect(our.triangles.count == their.triangles.count)
      if form.format != .stl, form.format != .ply {
        #expect(our.name == their.name)
        #expect(our.color == their.color)
      }
      let places = zip(our.scenePositions, our.positions)
      for (place, stored) in places {
        let distance = SIMD3<Double>(place) - their.transform(SIMD3<Double>(stored))
        #expect((distance * distance).sum() < 1e-12)
      }
    }
  }

  @Test("the colours at vertices are read", arguments: [ExportFormat.obj, .ply], [false, true])
  func vertexColors(format: ExportFormat, isText: Bool) throws {
    let folder = try TemporaryFolder()
    let scene = TestMesh.scene(for: format)
    let path = folder("a.\(format.ending)")
    try write(scene, (format, isText), to: path)
    let read = try ImportedScene(path: path)
    var colors: [StrokeColor] = []
    for part in read.parts {
      let ofVertices = try #require(part.vertexColors)
      colors += part.triangles.map { ofVertices[Int($0.x)] }
    }
    #expect(
      colors == scene.solids[0].mesh.parts.flatMap { part in part.triangleRange.map { _ in part.color } })
    var changed = scene
    changed.solids[0].mesh.parts[1].color.blue += 1
    #expect(read.difference(from: changed, writtenAs: format) != nil)
  }

  @Test("a file that is cut anywhere gives an error or a scene, and never ends the program", arguments: forms)
  func truncation(form: (format: ExportFormat, isText: Bool)) throws {
    let folder = try TemporaryFolder()
    let file = "a.\(form.format.ending)"
    try write(Self.smallScene(form.format), form, to: folder(file))
    let bytes = try folder.bytes(file)
    #expect(try ReadFile.parts(of: folder(file), as: form.format) != nil)
    var refusals = 0
    for length in 0..<bytes.count {
      if !isRead(Array(bytes[..<length]), form.format, in: folder) { refusals += 1 }
    }
    #expect(refusals > bytes.count / 4)
  }

  @Test("a file with changed bytes gives an error or a scene, and never ends the program", arguments: forms)
  func changedBytes(form: (format: ExportFormat, isText: Bool)) throws {
    let folder = try TemporaryFolder()
    let file = "a.\(form.format.ending)"
    try write(Self.smallScene(form.format), form, to: folder(file))
    let bytes = try folder.bytes(file)
    var random = SeededGenerator(seed: 6)
    var refusals = 0
    for _ in 0..<10_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if !isRead(changed, form.format, in: folder) { refusals += 1 }
    }
    #expect(refusals > 0)
  }

  private static func smallScene(_ format: ExportFormat) -> ExportScene {
    let mesh = TestMesh.mesh([("b", .ink, .box(SIMD3(1, 2, 3)))], on: format.lattice)
    return ExportScene(solids: [ExportSolid(name: "s", mesh: mesh)], generator: "t", scaleSource: nil)
  }

  /// True when the bytes are read as a scene whose indices are right.
  private func isRead(_ bytes: [UInt8], _ format: ExportFormat, in folder: TemporaryFolder) -> Bool {
    guard let parts = try? ReadFile.parts(of: bytes, as: format, in: folder.path) else { return false }
    return parts.allSatisfy { part in
      part.triangles.allSatisfy { all($0 .< UInt32(part.positions.count)) }
        && part.vertexColors?.count ?? part.positions.count == part.positions.count
    }
  }

  private func parts(_ text: String, as format: ExportFormat) throws -> [ImportedScene.Part]? {
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder("a")))
    return try ReadFile.parts(of: folder("a"), as: format)
  }

  /// The sentence that says why a text is not read.
  private func refusal(_ text: String, as format: ExportFormat) throws -> String {
    let folder = try TemporaryFolder()
    let path = folder("a.\(format.ending)")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try #require(throws: ExportError.self) { try ImportedScene(path: path) }.description
  }

  @Test("an error names the line or the thing that is wrong")
  func errorsNamePlaces() throws {
    #expect(try refusal("v 0 0 0\nv 1 0 0\n\nf 1 2 3\n", as: .obj).contains("line 4: vertex 3"))
    #expect(try refusal("v 0 0\n", as: .obj).contains("line 1: there are no three numbers"))
    #expect(try refusal("v 0 0 0 1 2\n", as: .obj).contains("line 1"))
    #expect(
      try refusal("solid a\nfacet normal 0 0 1\nouter loop\nvertex 1 x 2\n", as: .stl).contains("line 4"))
    #expect(try refusal("ply\nformat ascii 1.0\nelement vertex many\n", as: .ply).contains("line 3"))
    #expect(
      try refusal(
        "ply\nformat ascii 1.0\nelement vertex 9999999999\nproperty float x\nproperty float y\n"
          + "property float z\nend_header\n0 0 0\n", as: .ply
      ).contains("9999999999 rows"))
    let asset = #"{"asset":{"version":"2.0"},"#
    #expect(
      try refusal(asset + #""scenes":[{"nodes":[0]}],"nodes":[{"children":[0]}]}"#, as: .gltf)
        .contains("node 0 stands in two places"))
    #expect(
      try refusal(asset + #""scenes":[{"nodes":[7]}],"nodes":[{}]}"#, as: .gltf).contains(
        "node 7 does not exist"))
    #expect(
      try refusal(asset + #""extensionsRequired":["KHR_draco_mesh_compression"]}"#, as: .gltf)
        .contains("KHR_draco_mesh_compression"))
    #expect(
      try refusal(asset + #""buffers":[{"byteLength":4,"uri":"gone%20away.bin"}],"nodes":[]}"#, as: .gltf)
        .contains("gone away.bin"))
    #expect(
      try refusal(asset + #""buffers":[{"byteLength":4,"uri":"https://x.org/a.bin"}],"nodes":[]}"#, as: .gltf)
        .contains("at an address"))
  }

  @Test("OBJ: numbers that count back, texture coordinates, weights and comments are understood")
  func objVariety() throws {
    let text = """
      # a comment
      o thing
      v 0 0 0 1
      v 1e0 0 0
      v 0 1. 0 # here
      vt 0 0
      vn 0 0 1
      f -3/1/1 -2/1 -1
      g part\t
      usemtl red
      F 1//1 3//1 2//1
      """
    let parts = try #require(try parts(text.replacing("\n", with: "\r\n"), as: .obj))
    #expect(parts.map(\.name) == ["thing", "part"])
    #expect(corners([parts[0]]) == [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0)])
    #expect(corners([parts[1]]) == [SIMD3(0, 0, 0), SIMD3(0, 1, 0), SIMD3(1, 0, 0)])
    #expect(parts.allSatisfy { $0.vertexColors == nil && $0.color == nil })
  }

  @Test("OBJ and PLY with faces of more corners are left to Assimp, which cuts them into triangles")
  func polygons() throws {
    let folder = try TemporaryFolder()
    let obj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n"
    #expect(try parts(obj, as: .obj) == nil)
    try Data(obj.utf8).write(to: URL(fileURLWithPath: folder("a.obj")))
    #expect(try ImportedScene(path: folder("a.obj")).triangleCount == 2)
  }

  @Test("PLY: other types, other elements, either byte order and lists in between are understood")
  func plyVariety() throws {
    let header = """
      ply
      format binary_big_endian 1.0
      comment made by hand
      element camera 1
      property list uchar short focus
      element vertex 3
      property double x
      property double y
      property double z
      property float red
      property float green
      property float blue
      element face 1
      property uchar flags
      property list ushort uint vertex_index
      end_header\n
      """
    var bytes = Array(header.utf8)
    func append<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }
    append(UInt8(2))
    append(Int16(-3))
    append(Int16(4))
    for corner in 0..<3 {
      for axis in 0..<3 { append(Double(corner * 3 + axis).bitPattern) }
      for channel in 0..<3 { append((Float(channel) / 2).bitPattern) }
    }
    append(UInt8(9))
    append(UInt16(3))
    for corner in [2, 0, 1] { append(UInt32(corner)) }
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder("a.ply")))
    let part = try #require(try ReadFile.parts(of: folder("a.ply"), as: .ply)?.first)
    #expect(part.positions == [SIMD3(0, 1, 2), SIMD3(3, 4, 5), SIMD3(6, 7, 8)])
    #expect(part.triangles == [SIMD3(2, 0, 1)])
    #expect(part.vertexColors?.first == StrokeColor(red: 0, green: 128, blue: 255))
  }

  @Test("a binary STL that begins with “solid” is told from one of text by its size")
  func binarySTLOfSolid() throws {
    let folder = try TemporaryFolder()
    try Self.smallScene(.stl).write(to: folder("a.stl"))
    var bytes = try folder.bytes("a.stl")
    bytes.replaceSubrange(0..<6, with: Array("solid ".utf8))
    try Data(bytes).write(to: URL(fileURLWithPath: folder("a.stl")))
    #expect(try ReadFile.parts(of: folder("a.stl"), as: .stl)?.first?.triangles.count == 12)
  }

  @Test("decimals are read as the nearest float, as the standard library reads them")
  func decimals() throws {
    var random = SeededGenerator(seed: 11)
    var words = [
      "0", "-0", "1", "1.", ".5", "1e3", "1E-3", "16777217", "0.1", "3.4028235e38", "1e-45", "7e-46",
      // Just above and below the middle between 1 and the next float.
      "1.000000059604644775390625", "1.0000000596046447753906251", "1.0000000596046447", "1.0000000596046448",
    ]
    for _ in 0..<3000 {
      let float = Float(bitPattern: UInt32.random(in: 0..<0x7f80_0000, using: &random))
      words += ["\(float)", "\(Double(float) + Double(float.ulp) / 2)", "\(-Double(float) * 1.000001)"]
    }
    let numbers = words.compactMap { word in Float(word).flatMap { $0.isFinite ? (word, $0) : nil } }
    let text =
      numbers.map { "v \($0.0) 0 0\n" }.joined()
      + (1...numbers.count).map { "f \($0) \($0) \($0)\n" }.joined()
    let part = try #require(try parts(text, as: .obj)?.first)
    for (number, position) in zip(numbers, part.positions) {
      #expect(position.x.bitPattern == number.1.bitPattern, "\(number.0)")
    }
  }
}

/// A file read by the readers of our own alone.
enum ReadFile {
  static func parts(of bytes: [UInt8], as format: ExportFormat, in folder: String) throws -> [ImportedScene
    .Part]?
  {
    try bytes.withUnsafeBytes { try ImportedScene.parts(of: $0, as: format, in: folder) }
  }

  static func parts(of path: String, as format: ExportFormat) throws -> [ImportedScene.Part]? {
    let url = URL(fileURLWithPath: path)
    return try parts(of: Array(Data(contentsOf: url)), as: format, in: url.deletingLastPathComponent().path)
  }
}
