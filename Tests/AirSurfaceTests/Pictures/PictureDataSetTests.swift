import AirCapture
import AirSurface
import AirTestSupport
import Foundation
import Testing

@Suite struct PictureDataSetTests {
  private func png(_ seed: UInt64) throws -> [UInt8] { try PictureScene.discPicture(seed: seed).pngBytes() }

  private func write(_ bytes: some Sequence<UInt8>, _ folder: TemporaryFolder, _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
  }

  @Test(
    "a list beside its pictures is read, as a list and as an object with images", arguments: [true, false])
  func fromFile(isObject: Bool) throws {
    let folder = try TemporaryFolder()
    try write(try png(1), folder, "one.png")
    try write(try png(2), folder, "two.png")
    let list = """
      [{"file": "one.png", "name": "one", "width": 0.2}, {"imageURL": "two.png", "name": "two", "widthInMetres": 0.1}]
      """
    try write((isObject ? "{\"images\": \(list)}" : list).utf8, folder, "set.json")
    let set = try PictureDataSet(at: folder.path("set.json"))
    #expect(set.references.map(\.name) == ["one", "two"])
    #expect(set.references.map(\.widthInMetres) == [0.2, 0.1])
    #expect(abs(set.references[0].heightInMetres - 0.15) < 1e-12)
    #expect(set.problems.isEmpty)
  }

  @Test("a list is fetched from a server, and its pictures relative to it")
  func fromServer() throws {
    let list = """
      [{"imageURL": "one.png", "name": "one", "width": 0.2}, {"file": "/two.png", "name": "two", "width": 0.1}]
      """
    let server = try LocalServer(["/a/set.json": Array(list.utf8), "/a/one.png": png(1), "/two.png": png(2)])
    let set = try PictureDataSet(at: server.address + "/a/set.json")
    #expect(set.references.map(\.name) == ["one", "two"])
    #expect(set.problems.isEmpty)
  }

  @Test("each wrong entry has one sentence that names it, and the good ones are taken")
  func wrongEntries() throws {
    let folder = try TemporaryFolder()
    let good = try png(1)
    try write(good, folder, "good.png")
    try write(good.prefix(200), folder, "cut.png")
    try write("[]".utf8, folder, "text.png")
    try write(good, folder, "outside.png")
    try FileManager.default.createDirectory(atPath: folder.path("set"), withIntermediateDirectories: true)
    try write(good, folder, "set/good.png")
    try write(good.prefix(200), folder, "set/cut.png")
    try write("[]".utf8, folder, "set/text.png")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("set/link.png"), withDestinationPath: folder.path("outside.png"))
    let server = try LocalServer([:])
    let list = """
      [{"file": "good.png", "name": "good", "width": 0.2}, {"file": "cut.png", "name": "cut", "width": 0.2},
       {"file": "text.png", "name": "text", "width": 0.2}, {"file": "none.png", "name": "none", "width": 0.2},
       {"file": "../outside.png", "name": "above", "width": 0.2},
       {"file": "link.png", "name": "link", "width": 0.2},
       {"file": "/etc/passwd", "name": "absolute", "width": 0.2},
       {"file": "good.png", "name": "widthless"}, {"file": "good.png", "name": "flat", "width": 0},
       {"file": "good.png", "name": "good", "width": 0.2}, {"name": "fileless", "width": 1},
       {"imageURL": "\(server.address)/gone.png", "name": "gone", "width": 0.2}]
      """
    try write(list.utf8, folder, "set/set.json")
    let set = try PictureDataSet(at: folder.path("set/set.json"))
    #expect(set.references.map(\.name) == ["good"])
    let expected = [
      ("cut", "damaged"), ("text", "no image"), ("none", "no file"), ("above", "outside"),
      ("link", "outside"),
      ("absolute", "outside"), ("widthless", "width"), ("flat", "wide"), ("good", "same name"),
      ("fileless", "names no picture"), ("gone", "404"),
    ]
    #expect(set.problems.count == expected.count)
    for (problem, (name, reason)) in zip(set.problems, expected) {
      let sentence = problem.description
      #expect(sentence.contains("“\(name)”") && sentence.contains(reason), "\(sentence)")
      #expect(sentence.hasSuffix(".") && !sentence.hasSuffix(".."), "\(sentence)")
    }
  }

  @Test("a list that can't be used is refused with a sentence that names it")
  func refusedLists() throws {
    let folder = try TemporaryFolder()
    for (name, text, reason) in [
      ("empty.json", "[]", "lists no picture"), ("object.json", "{}", "neither a list"),
      ("text.json", "hello", "no JSON"), ("wrong.json", "[{}, {}]", "None of the data set's pictures"),
    ] {
      try write(text.utf8, folder, name)
      do {
        _ = try PictureDataSet(at: folder.path(name))
        Issue.record("\(name) was taken")
      } catch {
        #expect(error.description.contains(reason) && error.description.contains(name), "\(error)")
      }
    }
    #expect(throws: PictureError.self) { _ = try PictureDataSet(at: folder.path("missing.json")) }
  }

  @Test("a server that does not answer is named once its time is up, and is not waited for twice")
  func silentServer() throws {
    let list = """
      [{"imageURL": "silent", "name": "one", "width": 1}, {"imageURL": "silent", "name": "two", "width": 1},
       {"imageURL": "silent", "name": "three", "width": 1}]
      """
    let server = try LocalServer(["/set.json": Array(list.utf8)])
    var limits = PictureDataSet.Limits()
    limits.timeoutInSeconds = 0.3
    do {
      _ = try PictureDataSet(at: server.address + "/silent", limits: limits)
      Issue.record("a silent server gave a list")
    } catch {
      #expect(error.description.contains("does not answer"), "\(error)")
    }
    do {
      _ = try PictureDataSet(at: server.address + "/set.json", limits: limits)
      Issue.record("a silent server gave pictures")
    } catch {
      // The first one tells for all.
      #expect(
        error.description.contains("“one”") && error.description.contains("does not answer"), "\(error)")
    }
  }

  @Test("what is larger than allowed is refused, fetched or read")
  func tooLarge() throws {
    let folder = try TemporaryFolder()
    let list = Array("[{\"file\": \"one.png\", \"name\": \"one\", \"width\": 1}]".utf8)
    try write(list, folder, "set.json")
    let server = try LocalServer(["/set.json": list])
    var limits = PictureDataSet.Limits()
    limits.largestListInBytes = list.count - 1
    for place in [folder.path("set.json"), server.address + "/set.json"] {
      do {
        _ = try PictureDataSet(at: place, limits: limits)
        Issue.record("\(place) was taken")
      } catch {
        #expect(error.description.contains("larger"), "\(error)")
      }
    }
  }
}
