import AirExport
import AirExtrusion
import AirGeometry
import Foundation
import Testing

@Suite struct FileSafetyTests {
  @Test(
    "an unwritable place gives one sentence with the path and leaves nothing",
    arguments: ExportFormat.allCases)
  func unwritablePlaces(format: ExportFormat) throws {
    let folder = try TemporaryFolder()
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder("file")))
    try FileManager.default.createDirectory(
      atPath: folder("folder.\(format.ending)"), withIntermediateDirectories: false)
    let before = try folder.contents
    let scene = TestMesh.scene(for: format)
    for (path, word) in [
      (folder("missing/a.\(format.ending)"), "does not exist"),
      (folder("file/a.\(format.ending)"), "not a folder"),
      (folder("folder.\(format.ending)"), "regular file"),
      ("/proc/a.\(format.ending)", "cannot be written"),
    ] {
      let error = try #require(throws: ExportError.self) { try scene.write(to: path) }
      #expect(error.description.hasPrefix(path), "\(error)")
      #expect(error.description.contains(word) && error.description.hasSuffix("."), "\(error)")
    }
    #expect(try folder.contents == before)
  }

  @Test("a full disc is named as such, by the writers and by single files")
  func fullDisc() throws {
    let scene = TestMesh.scene(for: .glb)
    let shaded = scene.solids.map { ShadedMesh($0.mesh) }
    let writer = try GLBWriter(scene, solids: shaded, path: "/dev/full")
    let output = try FileOutput(path: "/dev/full", reportedPath: "/dev/full", isNew: false)
    #expect(throws: ExportError.discFull(path: "/dev/full")) {
      try writer.write(to: output)
      try output.finish()
    }
    #expect(throws: ExportError.discFull(path: "/dev/full")) {
      try AtomicFile.write("text", to: "/dev/full")
    }
  }

  @Test("a device is never replaced by an export")
  func devices() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder("null.glb"), withDestinationPath: "/dev/null")
    #expect(throws: ExportError.notAFile(path: "/dev/null")) {
      try TestMesh.scene(for: .glb).write(to: folder("null.glb"))
    }
  }

  @Test("a failure midway keeps the older file and leaves no other")
  func failureKeepsOlderFile() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write("old", to: folder("a.csv"))
    #expect(throws: ExportError.discFull(path: "x")) {
      try AtomicFile.write(to: folder("a.csv")) { (output) throws(ExportError) in
        for _ in 0..<100_000 { try output.append("many lines of the new file\n") }
        throw .discFull(path: "x")
      }
    }
    #expect(try folder.contents == ["a.csv"])
    #expect(try folder.bytes("a.csv") == Array("old".utf8))
    try AtomicFile.write("new", to: folder("a.csv"))
    #expect(try folder.bytes("a.csv") == Array("new".utf8))
  }

  @Test("a material library that cannot be replaced keeps the OBJ file away too")
  func libraryInTheWay() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder("a.mtl"), withIntermediateDirectories: false)
    let error = try #require(throws: ExportError.self) {
      try TestMesh.scene(for: .obj).write(to: folder("a.obj"))
    }
    #expect(error == .notAFile(path: folder("a.mtl")))
    #expect(try folder.contents == ["a.mtl"])
  }

  @Test("a symbolic link is followed and a new file has the mode of any new file")
  func linksAndModes() throws {
    let folder = try TemporaryFolder()
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder("real.glb")))
    try FileManager.default.createSymbolicLink(
      atPath: folder("link.glb"), withDestinationPath: folder("real.glb"))
    try TestMesh.scene(for: .glb).write(to: folder("link.glb"))
    #expect(try folder.bytes("real.glb").starts(with: "glTF".utf8))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder("link.glb")) == folder("real.glb"))
    let plain = open(folder("plain"), O_CREAT | O_WRONLY, 0o666)
    close(plain)
    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder(name))[.posixPermissions] as? Int
    }
    #expect(try mode("real.glb") == mode("plain"))
  }

  @Test("many bytes arrive in order through the buffer")
  func longFile() throws {
    let folder = try TemporaryFolder()
    let pieces = (0..<3000).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: $0 % 700) }
    let large = [UInt8]((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 >> 3) })
    try AtomicFile.write(to: folder("long")) { (output) throws(ExportError) in
      for piece in pieces { try output.append(piece) }
      try output.append(large)
    }
    #expect(try folder.bytes("long") == pieces.flatMap { $0 } + large)
  }

  @Test("an unknown ending lists what is written; the ending's case does not matter")
  func endings() throws {
    #expect(try ExportFormat(path: "a/b.GLB") == .glb)
    #expect(try ExportFormat(path: "x.y.obj") == .obj)
    for path in ["a.fbx", "glb", "a.glb/b", ""] {
      let error = try #require(throws: ExportError.self) { try ExportFormat(path: path) }
      #expect(error.description.contains(".glb, .gltf, .obj, .stl, .ply, .3mf, .usdz, .dae or .x3d"))
    }
  }

  @Test("a mesh that breaks the rules is refused before a file is touched")
  func invalidMeshes() throws {
    let folder = try TemporaryFolder()
    func refusal(_ change: (inout ExportSolid) -> Void) throws -> ExportError {
      var scene = TestMesh.scene(for: .glb)
      change(&scene.solids[0])
      return try #require(throws: ExportError.self) { try scene.write(to: folder("a.glb")) }
    }
    let problems = [
      try refusal { $0.mesh.vertices[0].x = Lattice.largestCoordinate + 1 },
      try refusal { $0.mesh.triangles[5].y = 1_000_000 },
      try refusal { $0.mesh.triangles[5].y = $0.mesh.triangles[5].x },
      try refusal { $0.mesh.parts.removeLast() },
      try refusal { $0.mesh.parts.swapAt(0, 1) },
    ]
    for problem in problems {
      guard case .invalidMesh = problem else {
        Issue.record("\(problem)")
        continue
      }
    }
    #expect(
      try refusal { $0.mesh.lattice = .millimetres }
        == .wrongLattice(name: "Zeichnung auf Papier", format: .glb))
    let empty = try refusal {
      $0.mesh.triangles = []
      $0.mesh.parts = []
    }
    #expect(empty == .nothingToWrite(path: folder("a.glb")))
    #expect(try folder.contents.isEmpty)
  }
}
