import AirTestSupport
import Foundation
import Testing

/// Bad input gets one sentence, an exit code, and leaves no file.
@Suite struct BadInputTests {
  private let recording = SharedData.packageRoot.appendingPathComponent("Samples/desk.mp4").path
  private let trace = SharedData.packageRoot.appendingPathComponent("Samples/traces/spiral.airdraw").path

  private func expectRefusal(
    _ arguments: [String], exitCode: Int32, saying parts: String..., prepare: (URL) throws -> Void = { _ in }
  ) throws {
    let folder = try TemporaryFolder()
    try prepare(folder.url)
    let before = try folder.names()
    let outcome = try AirDrawProcess.run(arguments, in: folder.url)
    #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
    for part in parts { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
    // A usage hint may follow the sentence; nothing else may.
    let lines = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("airdraw: Warning") }
    #expect(
      lines.first?.hasPrefix("airdraw: ") == true && lines.count <= (exitCode == 2 ? 3 : 1),
      "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try folder.names() == before)
  }

  private func draw(
    _ recording: String, tap: String = "613,255@1.5", surface: String = "none", _ more: String...
  )
    -> [String]
  {
    ["draw", recording, "--tap", tap, "--surface", surface, "--to", "1.5", "-q"]
      + (more.isEmpty ? ["-o", "x.glb", "-o", "x.obj", "--events", "x.airdraw", "--csv", "x.csv"] : more)
  }

  @Test("a recording that is missing, empty, a text or a folder without images")
  func recordings() throws {
    try expectRefusal(draw("missing.mp4"), exitCode: 1, saying: "missing.mp4")
    try expectRefusal(draw("empty.mp4"), exitCode: 1, saying: "empty.mp4", "empty") {
      try Data().write(to: $0.appendingPathComponent("empty.mp4"))
    }
    try expectRefusal(draw("text.mp4"), exitCode: 1, saying: "text.mp4") {
      try Data("this is no video, only a text\n".utf8).write(to: $0.appendingPathComponent("text.mp4"))
    }
    try expectRefusal(draw("folder"), exitCode: 1, saying: "folder") {
      try FileManager.default.createDirectory(
        at: $0.appendingPathComponent("folder"), withIntermediateDirectories: false)
    }
  }

  @Test("a tap outside of the picture or after the end of the recording")
  func taps() throws {
    try expectRefusal(draw(recording, tap: "5000,300@1.3"), exitCode: 1, saying: "outside", "1280×720")
    try expectRefusal(draw(recording, tap: "-3,300@1.3"), exitCode: 1, saying: "outside")
    try expectRefusal(draw(recording, tap: "600,300@99"), exitCode: 1, saying: "99", "last frame")
  }

  @Test("a fingertip that is to be found where no hand is, or both found and tapped")
  func automatic() throws {
    let words = [
      "draw", recording, "--auto", "--surface", "none", "-q", "-o", "x.glb", "--events", "x.airdraw",
    ]
    try expectRefusal(
      words + ["--to", "0.5"], exitCode: 1, saying: "No moving fingertip", "0.5 s", "--tap X,Y@SECONDS")
    try expectRefusal(words + ["--tap", "613,255@1.5"], exitCode: 2, saying: "either --auto or")
  }

  @Test("a quad whose sides cross, and a surface that is never seen")
  func surfaces() throws {
    try expectRefusal(
      draw(recording, surface: "quad:0,0,100,100,100,0,0,100:280x176"), exitCode: 2, saying: "--surface",
      "cross")
    try expectRefusal(
      draw(recording, surface: "marker:APRILTAG_36h11:40"), exitCode: 1, saying: "marker APRILTAG_36h11",
      "not seen")
  }

  @Test("an output in a folder that is not there, of an unknown kind, or on a full disc")
  func outputs() throws {
    try expectRefusal(draw(recording, surface: "none", "-o", "nowhere/x.glb"), exitCode: 1, saying: "nowhere")
    try expectRefusal(
      draw(recording, surface: "none", "-o", "x.blend"), exitCode: 2, saying: ".blend", ".glb")
    try expectRefusal(
      draw(recording, surface: "none", "-o", "x.glb", "--events", "nowhere/x.airdraw"), exitCode: 1,
      saying: "nowhere")
    try expectRefusal(
      ["build", trace, "-q", "-o", "x.glb", "--points", "/dev/full"], exitCode: 1, saying: "/dev/full")
    try expectRefusal(
      ["build", trace, "-q", "-o", "x.glb", "--points", "/proc/x.csv"], exitCode: 1, saying: "/proc")
  }

  @Test("wrong use is told apart from failure, with the nearest name")
  func wrongUse() throws {
    try expectRefusal(["drow", recording], exitCode: 2, saying: "draw")
    try expectRefusal(["draw", recording, "--surfaze", "none"], exitCode: 2, saying: "--surface")
    try expectRefusal(["draw", recording, "--surface", "none", "-o", "x.glb"], exitCode: 2, saying: "--tap")
    try expectRefusal(
      ["draw", recording, "--surface", "none", "--tap", "1,2", "--box", "1,2,3,4", "-o", "x.glb"],
      exitCode: 2,
      saying: "either")
    try expectRefusal(
      ["draw", recording, "--surface", "none", "--tap", "1,2"], exitCode: 2, saying: "No file")
    try expectRefusal(draw(recording, "--pen", "3-2"), exitCode: 2, saying: "--pen")
    try expectRefusal(["build", trace, "-o", "x.glb", "--width", "0"], exitCode: 2, saying: "--width")
    try expectRefusal(["build", trace, "-o", "x.glb", "--tip-height", "5"], exitCode: 2, saying: "--camera")
  }

  @Test("a recording in which nothing is drawn ends with a code of its own")
  func nothingDrawn() throws {
    try expectRefusal(
      draw(recording, "--pen", "100-101", "-o", "x.glb"), exitCode: 3, saying: "Nothing was drawn")
  }

  @Test("a camera of another size, events that are none, a model that is none")
  func otherFiles() throws {
    try expectRefusal(
      draw(recording, "--camera", "c.json", "-o", "x.glb"), exitCode: 1, saying: "c.json", "640×480",
      "1280×720"
    ) {
      let text = """
        {"format": "airdraw-camera", "version": 1, "image_width": 640, "image_height": 480, "fx": 600, "fy": 600,
         "cx": 320, "cy": 240, "distortion": []}
        """
      try Data(text.utf8).write(to: $0.appendingPathComponent("c.json"))
    }
    try expectRefusal(["build", "e.airdraw", "-o", "x.glb"], exitCode: 1, saying: "e.airdraw", "Line 1") {
      try Data("hello\nworld\n".utf8).write(to: $0.appendingPathComponent("e.airdraw"))
    }
    try expectRefusal(["inspect", "m.glb"], exitCode: 1, saying: "m.glb") {
      try Data("glTF but not really".utf8).write(to: $0.appendingPathComponent("m.glb"))
    }
  }

  @Test("no file is written twice, or over what the command reads")
  func clashes() throws {
    try expectRefusal(["build", trace, "-o", "a.glb", "--points", "./a.glb"], exitCode: 2, saying: "twice")
    try expectRefusal(
      ["build", trace, "-o", "a.obj", "--report", "a.mtl"], exitCode: 2, saying: "a.mtl", "twice")
    try expectRefusal(
      ["build", "in.airdraw", "-o", "a.glb", "--points", "link"], exitCode: 2, saying: "read"
    ) {
      try FileManager.default.copyItem(atPath: trace, toPath: $0.appendingPathComponent("in.airdraw").path)
      try FileManager.default.createSymbolicLink(
        at: $0.appendingPathComponent("link"), withDestinationURL: $0.appendingPathComponent("in.airdraw"))
    }
    try expectRefusal(draw("v.mp4", "--events", "v.mp4"), exitCode: 2, saying: "v.mp4", "read") {
      try FileManager.default.copyItem(atPath: recording, toPath: $0.appendingPathComponent("v.mp4").path)
    }
  }

  @Test("what is no file is neither read nor replaced")
  func noFiles() throws {
    try expectRefusal(draw(recording, "--events", "."), exitCode: 1, saying: "regular file")
    try expectRefusal(draw(recording, "--csv", "/dev/full"), exitCode: 1, saying: "/dev/full")
    for arguments in [draw("pipe"), ["inspect", "pipe"]] {
      try expectRefusal(arguments, exitCode: 1, saying: "pipe") {
        #expect(mkfifo($0.appendingPathComponent("pipe").path, 0o600) == 0)
      }
    }
    try expectRefusal(["inspect", "nothing.glb"], exitCode: 1, saying: "no file “nothing.glb”")
  }

  @Test("what is nested more deeply than a stack is refused")
  func deepNesting() throws {
    for opening in ["{\"a\":", "[", "<a>", "a: ["] {
      try expectRefusal(
        draw(recording, "--camera", "c.json", "-o", "x.glb"), exitCode: 1, saying: "c.json",
        opening.hasSuffix(": [") ? "bracket" : "nested"
      ) {
        try Data(String(repeating: opening, count: 100_000).utf8).write(
          to: $0.appendingPathComponent("c.json"))
      }
    }
    try expectRefusal(["inspect", "m.gltf"], exitCode: 1, saying: "m.gltf", "nested") {
      try Data(("{\"a\":" + String(repeating: "[", count: 200_000)).utf8).write(
        to: $0.appendingPathComponent("m.gltf"))
    }
  }

  @Test(
    "events that lie as far as the moon are refused, not resampled", arguments: ["1e8", "1e30", "-1e300"])
  func farAway(x: String) throws {
    try expectRefusal(["build", "e.airdraw", "-q", "-o", "x.glb"], exitCode: 1, saying: "Point", "stroke 1") {
      let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      let far = lines.enumerated().map { index, line in
        index == 5 ? String(line.replacing(/"box": \[[-0-9.]+/, with: "\"box\": [\(x)")) : String(line)
      }
      try Data((far.joined(separator: "\n") + "\n").utf8).write(to: $0.appendingPathComponent("e.airdraw"))
    }
    try expectRefusal(
      ["build", trace, "-o", "x.glb", "--resample", "1e-9"], exitCode: 2, saying: "--resample")
  }

  @Test("a tap before the first or after the last frame looked at is refused")
  func tapsOutsideOfRange() throws {
    try expectRefusal(draw(recording, tap: "613,255@1.7"), exitCode: 1, saying: "1.7", "last frame")
    try expectRefusal(draw(recording, tap: "613,255@1e18"), exitCode: 2, saying: "--tap")
    try expectRefusal(
      draw(recording, tap: "613,255@0.5", "--from", "1", "-o", "x.glb"), exitCode: 1, saying: "0.5",
      "first frame")
  }

  @Test("a recording that was cut gives what there is, and a warning")
  func cutRecording() throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(fileURLWithPath: recording))
    try whole.prefix(1_000_000).write(to: folder.url.appendingPathComponent("cut.mp4"))
    let outcome = try AirDrawProcess.run(
      ["draw", "cut.mp4", "--tap", "613,255@1.5", "--surface", "none", "-o", "x.glb", "--json"],
      in: folder.url)
    #expect(
      outcome.exitCode == 0 && outcome.errors.contains("cut.mp4")
        && outcome.errors.contains("of its 212 frames"))
  }

  @Test(
    "nothing is written over what the surface's name, the camera's folder or the recording's folder reads")
  func outputsOverInputs() throws {
    let list =
      #"[{"name": "a", "file": "a.png", "width": 0.1}, {"name": "b", "file": "b.png", "width": 0.1}]"#
    func prepare(_ folder: URL) throws {
      try Data(list.utf8).write(to: folder.appendingPathComponent("list.json"))
      try Data("{}".utf8).write(to: folder.appendingPathComponent("a.png"))
    }
    for (surface, output) in [
      ("images:list.json", "list.json"), ("images:list.json", "a.png"), ("image:a.png:100", "a.png"),
      ("recorded:list.json", "list.json"),
    ] {
      try expectRefusal(
        ["surface", recording, "--surface", surface, "--fov", "60", "--report", output], exitCode: 2,
        saying: output, "read", prepare: prepare)
      try expectRefusal(
        [
          "track", recording, "--tap", "613,255@1.5", "--surface", surface, "--fov", "60", "--events", output,
        ],
        exitCode: 2, saying: output, "read", prepare: prepare)
    }
    try expectRefusal(
      ["surface", ".", "--surface", "card", "--report", "a.png"], exitCode: 2, saying: "a.png", "folder",
      prepare: prepare)
  }

  @Test("cameras that can't be, pipes and pictures that are none are named with what is wrong")
  func impossibleCameras() throws {
    let good = #"{"format": "airdraw-camera", "version": 1, "image_width": 1280, "image_height": 720, "#
    for (fields, word) in [
      (#""fx": 1e12, "fy": 1e12, "cx": 640, "cy": 360, "distortion": []}"#, "fx"),
      (#""fx": 900, "fy": 1e-9, "cx": 640, "cy": 360, "distortion": []}"#, "fy"),
      (#""fx": 900, "fy": 900, "cx": 1e8, "cy": 360, "distortion": []}"#, "principal point"),
      (#""fx": 900, "fy": 900, "cx": 640, "cy": 360, "distortion": [-500, 0, 0, 0]}"#, "distortion"),
    ] {
      try expectRefusal(
        ["surface", recording, "--surface", "card", "--camera", "c.json"], exitCode: 1, saying: "c.json", word
      ) { try Data((good + fields).utf8).write(to: $0.appendingPathComponent("c.json")) }
    }
    for surface in ["marker:4X4_50:40:50", "board:4X4_50:8x8:40:10", "card:1", "image:a.png:0"] {
      try expectRefusal(["surface", recording, "--surface", surface], exitCode: 2, saying: "surface")
    }
    try expectRefusal(
      ["surface", recording, "--surface", "card", "--picture", "x.jpg"], exitCode: 2, saying: ".png")
    let matrix =
      "%YAML:1.0\ncamera_matrix: !!opencv-matrix\n   rows: 1e308\n   cols: 3\n   dt: d\n   data: [1, 2]\n"
    try expectRefusal(
      ["surface", recording, "--surface", "card", "--camera", "c.yml"], exitCode: 1, saying: "c.yml"
    ) { try Data(matrix.utf8).write(to: $0.appendingPathComponent("c.yml")) }
    for arguments in [
      ["surface", "check", "pipe"], ["surface", recording, "--surface", "card", "--camera", "pipe"],
      ["surface", recording, "--surface", "image:pipe:100"],
    ] {
      try expectRefusal(arguments, exitCode: 1, saying: "pipe", "no file") {
        #expect(mkfifo($0.appendingPathComponent("pipe").path, 0o600) == 0)
      }
    }
  }
}
