import AirExport
import AirTestSupport
import Foundation
import Testing

@Suite struct ZipTests {
  private struct Member {
    var name: String
    var bytes: [UInt8]
    var isCompressed: Bool
    var alignment: Int
  }

  private static func archive(_ members: [Member]) throws -> [UInt8] {
    let output = FileOutput(expectedByteCount: 0)
    let writer = ZipWriter(output, path: "a.zip")
    for member in members {
      try writer.add(member.name, isCompressed: member.isCompressed, alignment: member.alignment) {
        (file) throws(ExportError) in try file.append(member.bytes)
      }
    }
    try writer.finish()
    return output.bytes
  }

  private static func randomMembers(_ random: inout SeededGenerator) -> [Member] {
    (0..<6).map { number in
      // Nothing, a few bytes, and more than all buffers hold.
      let count = [0, 1, 70, 1000, 300_000, 700_000][number]
      let variety = UInt8.random(in: 1...255, using: &random)
      return Member(
        name: String(repeating: "ä", count: Int.random(in: 0...40, using: &random)) + "/\(number) ü.txt",
        bytes: (0..<count).map { _ in UInt8.random(in: 0...variety, using: &random) },
        isCompressed: Bool.random(using: &random),
        alignment: [1, 4, 64, 1024].randomElement(using: &random) ?? 1)
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test("the sum of the digits 1 to 9 is the published one, in both headers")
  func checksum() throws {
    let bytes = try Self.archive([
      Member(name: "check", bytes: Array("123456789".utf8), isCompressed: false, alignment: 1)
    ])
    // CRC-32/ISO-HDLC of the catalogue of parametrised CRC algorithms: 0xCBF43926.
    let sums: [UInt8] = [0x26, 0x39, 0xF4, 0xCB, 9, 0, 0, 0, 9, 0, 0, 0]
    #expect(Array(bytes[14..<26]) == sums)
    #expect(Array(bytes[30..<44]) == Array("check123456789".utf8))
    #expect(Array(bytes[60..<72]) == sums)
  }

  @Test("files are read back as they were and start where they were to, whatever their names and lengths")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(seed: seed)
      let members = Self.randomMembers(&random)
      let bytes = try Self.archive(members)
      #expect(try Self.archive(members) == bytes, "seed \(seed)")
      try write(bytes, to: folder("a.zip"))
      let reader = try ZipReader(path: folder("a.zip"), reportedPath: "a.zip")
      #expect(reader.names == members.map(\.name), "seed \(seed)")
      for member in members {
        var read: [UInt8] = []
        try reader.read(member.name) { (piece) throws(ExportError) in read += piece }
        #expect(read == member.bytes, "seed \(seed)")
        let range = try #require(reader.range(of: member.name))
        #expect(range.lowerBound.isMultiple(of: member.alignment), "seed \(seed)")
        if !member.isCompressed { #expect(Array(bytes[range]) == member.bytes, "seed \(seed)") }
      }
    }
  }

  private static let checkers: [[String]] = [
    ["/usr/bin/unzip", "-tq"],
    [
      "/usr/bin/python3", "-c",
      "import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)",
    ],
  ].filter { FileManager.default.isExecutableFile(atPath: $0[0]) }

  @Test(
    "other programs find no fault in an archive",
    .enabled(if: !checkers.isEmpty, "neither unzip nor Python is here"))
  func otherReaders() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 7)
    try write(try Self.archive(Self.randomMembers(&random)), to: folder("a.zip"))
    for checker in Self.checkers {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: checker[0])
      process.arguments = checker.dropFirst() + [folder("a.zip")]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(checker[0])")
    }
  }

  @Test("an archive that is cut anywhere is refused, and one with a bit changed too, or is read as it was")
  func damage() throws {
    let folder = try TemporaryFolder()
    let stored = Array("stored as it is".utf8)
    let packed = (0..<2000).map { UInt8(truncatingIfNeeded: $0 * $0 % 251) }
    let bytes = try Self.archive([
      Member(name: "a", bytes: stored, isCompressed: false, alignment: 64),
      Member(name: "b", bytes: packed, isCompressed: true, alignment: 1),
    ])
    /// What is in the files of an archive; nil when it is refused.
    func contents(_ bytes: [UInt8]) throws -> [[UInt8]]? {
      try write(bytes, to: folder("a.zip"))
      do throws(ExportError) {
        let reader = try ZipReader(path: folder("a.zip"), reportedPath: "a.zip")
        var contents: [[UInt8]] = []
        for name in reader.names {
          contents.append([])
          try reader.read(name) { (piece) throws(ExportError) in contents[contents.count - 1] += piece }
        }
        return contents
      } catch {
        #expect(error.description.hasPrefix("a.zip ") && error.description.hasSuffix("."))
        return nil
      }
    }
    #expect(try contents(bytes) == [stored, packed])
    for count in 0..<bytes.count { #expect(try contents(Array(bytes[..<count])) == nil, "\(count) bytes") }
    try write(bytes, to: folder("a.zip"))
    let reader = try ZipReader(path: folder("a.zip"), reportedPath: "a.zip")
    for place in try #require(reader.range(of: "a")) {
      var changed = bytes
      changed[place] ^= 0x10
      #expect(try contents(changed) == nil, "byte \(place)")
    }
    // Some bits of a deflated file mean nothing.
    for place in try #require(reader.range(of: "b")) {
      var changed = bytes
      changed[place] ^= 0x10
      let read = try contents(changed)
      #expect(read == nil || read == [stored, packed], "byte \(place)")
    }
  }
}
