import AirCapture
import AirTestSupport
import Foundation
import Testing

@Suite struct PreviewCommandTests {
  private let folder: TemporaryFolder
  private let model: String
  private static let hasLibrary = FileManager.default.fileExists(
    atPath: "/usr/share/javascript/three/three.min.js")

  init() throws {
    folder = try TemporaryFolder()
    model = folder.path("Schöne Spirale.glb")
    let events = SharedData.packageRoot.appendingPathComponent("Samples/traces/spiral.airdraw").path
    #expect(try AirDrawProcess.run(["build", events, "-q", "-o", model]).exitCode == 0)
  }

  @Test(
    "preview makes a picture of the size that is asked for, the same bytes each time, and says the model's size"
  )
  func picture() throws {
    let outcome = try AirDrawProcess.run(
      ["preview", model, "--size", "300x200", "-o", folder.path("a.png"), "-o", folder.path("b.png")])
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains("121.54 × 5.00 × 112.35 mm"))
    let first = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.png")))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("b.png"))) == first)
    let image = try PixelImage(contentsOf: folder.path("a.png"))
    #expect(image.size.width == 300 && image.size.height == 200)
  }

  @Test("the views differ, and all of them stand side by side in one picture")
  func views() throws {
    var pictures: [Data] = []
    for view in ["perspective", "front", "top"] {
      let path = folder.path("\(view).png")
      let outcome = try AirDrawProcess.run(
        ["preview", model, "--view", view, "--size", "100x100", "-q", "-o", path])
      #expect(outcome.exitCode == 0)
      pictures.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    #expect(Set(pictures).count == 3)
    let all = folder.path("all.png")
    _ = try AirDrawProcess.run(["preview", model, "--view", "all", "--size", "300x100", "-o", all])
    let together = try PixelImage(contentsOf: all)
    for (number, view) in ["perspective", "front", "top"].enumerated() {
      let alone = try PixelImage(contentsOf: folder.path("\(view).png"))
      for row in 0..<100 {
        let start = row * together.bytesPerRow + 300 * number
        #expect(
          together.bytes[start..<start + 300]
            == alone.bytes[row * alone.bytesPerRow..<row * alone.bytesPerRow + 300])
      }
    }
  }

  @Test("build makes a turning video and a page as well as models")
  func build() throws {
    let events = SharedData.packageRoot.appendingPathComponent("Samples/traces/rings.airdraw").path
    let video = folder.path("turn.mp4")
    let outcome = try AirDrawProcess.run(
      ["preview", model, "--size", "64x48", "--seconds", "0.5", "--rate", "10", "-o", video])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let reader = try VideoFileReader(path: video)
    var count = 0
    while try reader.nextFrame() != nil { count += 1 }
    #expect(count == 5)
    let page = folder.path("page.html")
    let built = try AirDrawProcess.run(["build", events, "-o", page])
    if Self.hasLibrary {
      let text = try String(contentsOfFile: page, encoding: .utf8)
      #expect(built.exitCode == 0 && text.contains("<title>page</title>"))
    } else {
      #expect(built.exitCode == 1 && built.errors.contains("libjs-three"))
    }
  }

  @Test(
    "what can't be shown or makes no sense gets one sentence and leaves no file",
    arguments: [
      (["--size", "8x8", "-o", "x.png"], Int32(2), "such as 1280x720"),
      (["-o", "x.gif"], 2, ".png, .mp4 or .html"),
      ([], 2, "No file is asked for"), (["--view", "all", "-o", "x.mp4"], 2, "A video has one view"),
      (["-o", "nowhere/x.png"], 1, "does not exist"),
    ])
  func refusals(words: [String], exitCode: Int32, sentence: String) throws {
    let before = try folder.names()
    let outcome = try AirDrawProcess.run(["preview", model] + words, in: folder.url)
    #expect(outcome.exitCode == exitCode && outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(try folder.names() == before)
  }

  @Test(
    "--open writes one page in the user's cache and hands its address to the browser",
    .enabled(if: PreviewCommandTests.hasLibrary, "three.js is absent: install libjs-three"))
  func open() throws {
    let browser = folder.path("browser.sh")
    try Data("#!/bin/sh\necho \"$1\" >> '\(folder.path("opened"))'\n".utf8).write(
      to: URL(fileURLWithPath: browser))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser)
    let environment = ["BROWSER": browser, "XDG_CACHE_HOME": folder.path("cache ü")]
    for _ in 0..<2 {
      let outcome = try AirDrawProcess.run(["preview", model, "--open"], environment: environment)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    let opened = try String(contentsOfFile: folder.path("opened"), encoding: .utf8).split(separator: "\n")
    #expect(opened.count == 2)
    let page = try #require(URL(string: String(opened[0]))?.path)
    #expect(page == folder.path("cache ü/airdraw/preview.html"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("cache ü/airdraw")) == ["preview.html"])

    let failing = environment.merging(["BROWSER": "/bin/false"]) { $1 }
    let outcome = try AirDrawProcess.run(["preview", model, "--open"], environment: failing)
    #expect(outcome.exitCode == 1 && outcome.errors.contains("opens no window"))
    let bare = environment.merging(["BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""]) { $1 }
    let headless = try AirDrawProcess.run(["preview", model, "--open"], environment: bare)
    #expect(headless.exitCode == 1 && headless.errors.contains("There is no display"))
  }
}
