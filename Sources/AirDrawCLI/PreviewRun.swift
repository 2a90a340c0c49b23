import AirDraw

/// Makes pictures, videos and pages of a model.
struct PreviewRun {
  /// What is shown.
  let model: PreviewModel
  /// What a page is called.
  let title: String
  /// From where it is looked at; several views stand side by side in a picture, and a video begins with the first.
  var views = [PreviewView.perspective]
  /// Width and height of pictures and videos in pixels.
  var width = 1280
  var height = 720
  /// How long a turn in a video takes, and how smooth it is.
  var durationInSeconds = 6.0
  var framesPerSecond = 30.0
  /// Is called before each frame of a video; what it throws ends the work.
  var willDrawFrame: (_ number: Int, _ count: Int) throws -> Void = { _, _ in }

  init(model: PreviewModel, title: String) {
    self.model = model
    self.title = title
  }

  /// A small picture for a file to carry, as the bytes of a PNG file.
  static func thumbnail(of model: PreviewModel) throws -> [UInt8] {
    let renderer = MeshRenderer(width: 256, height: 256, view: .perspective)
    guard let picture = renderer.image(of: model, views: [.perspective]) else {
      throw PreviewError.invalidPicture
    }
    return try picture.pngBytes()
  }

  /// Makes a file and adds it.
  func add(_ output: PreviewOutput, at path: String, to files: inout OutputSet) throws {
    let renderer = MeshRenderer(width: width, height: height, view: views.first ?? .perspective)
    switch output {
    case .png:
      guard let picture = renderer.image(of: model, views: views) else { throw PreviewError.invalidPicture }
      try files.add(try picture.pngBytes(), at: path)
    case .mp4:
      let turntable = Turntable(
        renderer: renderer, durationInSeconds: durationInSeconds, framesPerSecond: framesPerSecond)
      let staged = try turntable.stage(model, for: path) { try willDrawFrame($0, turntable.frameCount) }
      files.add(staged, at: path)
    case .html:
      try files.add(try PreviewPage(title: title).text(of: model), at: path)
    }
  }
}
