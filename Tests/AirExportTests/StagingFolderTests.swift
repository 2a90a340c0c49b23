import AirExport
import Foundation
import Testing

@Suite struct StagingFolderTests {
  private let abandoned = ".airdraw-unfinished-aB3xYz"

  private func make(_ folder: TemporaryFolder, _ name: String, holding files: [String] = []) throws {
    try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: false)
    for file in files {
      try Data("unfinished".utf8).write(to: URL(fileURLWithPath: folder("\(name)/\(file)")))
    }
  }

  @Test("what a killed process left beside a file goes with the next one", arguments: ExportFormat.allCases)
  func abandonedFolders(format: ExportFormat) throws {
    let folder = try TemporaryFolder()
    try make(folder, abandoned, holding: ["a.glb", "ein größerer Name.bin"])
    try make(folder, ".airdraw-unfinished-000000")
    let paths = try TestMesh.scene(for: format).write(to: folder("a.\(format.ending)"))
    #expect(try folder.contents == paths.map { URL(fileURLWithPath: $0).lastPathComponent }.sorted())
  }

  @Test("what a living writer has not finished is left alone, and takes its place afterwards")
  func livingWriters() throws {
    let folder = try TemporaryFolder()
    let staged = try AtomicFile.stage(for: folder("a.csv")) { (output) throws(ExportError) in
      try output.append("whole")
    }
    try TestMesh.scene(for: .stl).write(to: folder("b.stl"))
    StagedFiles.removeAbandoned(beside: folder("a.csv"))
    #expect(try folder.contents.count { $0.hasPrefix(".airdraw-unfinished-") } == 1)
    try staged.publish()
    #expect(try folder.bytes("a.csv") == Array("whole".utf8))
  }

  @Test("nothing but such a folder of plain files is ever removed")
  func otherThings() throws {
    let folder = try TemporaryFolder()
    for name in [
      ".airdraw-backup", ".airdraw-unfinished-", ".airdraw-unfinished-abc", ".airdraw-unfinished-abcdefg",
      ".airdraw-unfinished-abc-ef", "airdraw-unfinished-abcdef", "x.airdraw-unfinished-abcdef",
    ] { try make(folder, name, holding: ["a"]) }
    // A folder that holds another one or a link is not as we make them.
    try make(folder, ".airdraw-unfinished-folder", holding: ["a"])
    try make(folder, ".airdraw-unfinished-folder/b", holding: ["c"])
    try make(folder, ".airdraw-unfinished-linked", holding: ["a"])
    try FileManager.default.createSymbolicLink(
      atPath: folder(".airdraw-unfinished-linked/b"), withDestinationPath: "a")
    // Neither is a file or a link with such a name.
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder(".airdraw-unfinished-plain0")))
    try make(folder, "target", holding: ["a"])
    try FileManager.default.createSymbolicLink(
      atPath: folder(".airdraw-unfinished-a0link"), withDestinationPath: folder("target"))
    func everything() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    }
    let before = try everything()
    StagedFiles.removeAbandoned(beside: folder("a.glb"))
    #expect(try everything() == before)
    try TestMesh.scene(for: .glb).write(to: folder("a.glb"))
    #expect(try everything() == (before + ["a.glb"]).sorted())
  }
}
