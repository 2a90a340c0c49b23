import AirExport
import Foundation
import Testing

@Suite struct GLTFFileTests {
  @Test("a glTF file is the document of the GLB file with a buffer's name, and that buffer its BIN chunk")
  func sameAsGLB() throws {
    let folder = try TemporaryFolder()
    let scene = TestMesh.scene(for: .gltf, pose: TestMesh.tiltedPose)
    let written = try scene.write(to: folder("mit Leerzeichen ÄÖ.gltf"))
    let buffer = try #require(written.last)
    var document = try #require(
      try JSONSerialization.jsonObject(with: Data(folder.bytes("mit Leerzeichen ÄÖ.gltf"))) as? [String: Any])
    var buffers = try #require(document["buffers"] as? [[String: Any]])
    let name = try #require(buffers[0].removeValue(forKey: "uri") as? String)
    #expect(buffer == folder(name))
    document["buffers"] = buffers
    let glb = try GLBFile(try scene.glbBytes())
    #expect(NSDictionary(dictionary: document) == NSDictionary(dictionary: glb.json))
    #expect(try folder.bytes(name) == glb.binary)
  }

  @Test("no two file names share a buffer, and no buffer's name has a letter that a URI would have to escape")
  func bufferNames() throws {
    let stems = ["a", "ä", "ö", "a b", "a_b", "a~20b", "100%", "#1", "日本", "a.b", "-", "~"]
    let names = stems.flatMap { ExportFormat.gltf.companionNames(of: "folder/\($0).gltf") }
    #expect(names.count == stems.count && Set(names).count == stems.count)
    // Unreserved characters (RFC 3986, 2.3).
    let unreserved = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    for name in names { #expect(name.unicodeScalars.allSatisfy(unreserved.contains)) }
  }
}
