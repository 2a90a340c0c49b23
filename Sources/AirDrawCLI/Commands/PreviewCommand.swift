import AirArguments
import AirDraw

/// `airdraw preview`: pictures, turning videos and pages of any model.
enum PreviewCommand {
  private static let model = Argument(
    "MODEL", .file("glb", "gltf", "obj", "stl", "ply", "3mf", "usdz", "dae", "x3d"),
    help: "A model as 3MF, as USDZ of text, or in any format that Assimp reads.")

  static let command = Command(
    "preview", abstract: "Show a model: as a picture, a video, a page or a window.",
    discussion: """
      A page is one file that needs no network: it turns by mouse and touch, tells the dimensions in millimetres, and has \
      switches for wireframe and for light and dark. Words behind # in its address set them: page.html#dark,wireframe. \
      Pages are made with three.js (Debian: libjs-three).
      """,
    examples: [
      Example("airdraw preview drawing.glb -o drawing.png -o turn.mp4 -o drawing.html", "All three at once."),
      Example(
        "airdraw preview drawing.stl --view top --size 800x800 -o top.png", "Seen from above, to scale."),
      Example("airdraw preview drawing.obj --open", "A window of the browser, to look around."),
    ], arguments: [model], options: PreviewOptions.groups
  ) { arguments in
    let console = try Console(arguments)
    let path = try arguments[model]
    let targets = try arguments[PreviewOptions.output]
    let isShown = try arguments[PreviewOptions.open]
    try checkWishes(arguments, targets, isShown: isShown, model: path)
    let browser = isShown ? try BrowserWindow() : nil

    _ = try InspectCommand.check(path)
    let scene = try ImportedScene(path: path)
    let convention = try PreviewOptions.convention(arguments, of: path)
    let shown: PreviewModel
    do throws(PreviewError) {
      shown = try PreviewModel(scene, convention: convention)
    } catch {
      throw InputError(error, in: path)
    }
    var run = PreviewRun(model: shown, title: FilePath.name(of: path))
    run.views = try PreviewOptions.views(arguments)
    run.width = try arguments[PreviewOptions.size].width
    run.height = try arguments[PreviewOptions.size].height
    run.durationInSeconds = try arguments[PreviewOptions.duration]
    run.framesPerSecond = try arguments[PreviewOptions.rate]

    let interrupts = InterruptWatch()
    var progress = Progress(frameCount: nil, isShown: console.showsProgress)
    defer { progress.finish() }
    run.willDrawFrame = { number, count in
      try interrupts.check()
      progress.update("frame \(number) of \(count)")
    }
    var files = OutputSet()
    for target in targets { try run.add(target.output, at: target.path, to: &files) }
    try files.publish()
    progress.finish()
    if let browser {
      var page = OutputSet()
      try run.add(.html, at: browser.page, to: &page)
      try page.publish()
      try browser.show()
    }
    let facts = Facts(path: path, model: shown, files: files.paths, page: browser?.page)
    console.show(lines: facts.lines, warnings: [], json: facts.json)
    return .success
  }

  /// Checks, before any work is done, that what is asked for makes sense and could be written.
  private static func checkWishes(
    _ arguments: ParsedArguments, _ targets: [PreviewOutput.Target], isShown: Bool, model: String
  ) throws {
    if try arguments[PreviewOptions.view] == .all, targets.contains(where: { $0.output == .mp4 }) {
      throw arguments.usageError("A video has one view: name one of perspective, front and top.")
    }
    if isShown || targets.contains(where: { $0.output == .html }) { try PreviewPage.checkLibrary() }
    guard !targets.isEmpty || !isShown else { return }
    try OutputOptions.check(
      [], targets.map(\.path), inputs: [model], arguments, example: "-o picture.png, or --open for a window")
  }

  /// What is said in the end.
  private struct Facts {
    let path: String
    let model: PreviewModel
    let files: [String]
    let page: String?

    private var sides: [Double] { [model.size.x, model.size.y, model.size.z] }

    var lines: [String] {
      let size = sides.map { decimal($0, places: 2) }.joined(separator: " × ")
      let parts = "\(model.parts.count) \(model.parts.count == 1 ? "part" : "parts")"
      return ["\(path): \(parts), \(model.triangles.count) triangles, \(size) mm"]
        + files.map { "wrote \($0)" } + (page.map { ["opened \($0)"] } ?? [])
    }

    var json: JSONValue {
      [
        "file": .string(path), "parts": .array(model.parts.map { .string($0.name) }),
        "triangles": .integer(model.triangles.count),
        "sizeInMillimetres": .array(sides.map { .number($0) }),
        "files": .array((files + (page.map { [$0] } ?? [])).map { .string($0) }),
      ]
    }
  }
}
