import AirArguments
import AirDraw

/// What a camera is calibrated from.
enum CalibrationInput {
  case photos([String])
  case video(path: String)

  /// Tells photos and videos apart by their content.
  ///
  /// - Throws: `UsageError` when a video is named beside something else, `CaptureError` when a folder holds no image.
  init(_ paths: [String], _ arguments: ParsedArguments) throws {
    var photos: [String] = []
    var known: Set<String> = []
    for path in paths {
      let kind = FileKind(path: path)
      if kind == .stream {
        throw arguments.usageError("“\(path)” is no file: name photos, a folder of them, or one video.")
      }
      if kind == .regularFile, !isImageFile(path), (try? VideoFileReader(path: path)) != nil {
        guard paths.count == 1 else {
          throw arguments.usageError(
            "“\(path)” is a video, and a camera is calibrated from photos or from one video: name it alone.")
        }
        self = .video(path: path)
        return
      }
      let found = kind == .folder ? try ImageFolderReader.images(inFolder: path) : [path]
      // One photo named twice would count twice.
      for photo in found where known.insert(FilePath.identity(of: photo)).inserted { photos.append(photo) }
    }
    self = .photos(photos)
  }
}

/// Looks at the pictures and calibrates the camera.
struct CalibrateRun {
  let calibration: CameraCalibration
  /// What was wrong but stopped nothing, one sentence each.
  let warnings: [String]

  init(
    _ input: CalibrationInput, board: CalibrationBoard, lens: CalibrationLens, viewLimit: Int,
    showsProgress: Bool
  ) throws {
    let search = BoardSearch(for: board, viewLimit: viewLimit)
    let outcome: BoardSearch.Outcome
    switch input {
    case .photos(let paths):
      var progress = Progress(frameCount: paths.count, isShown: showsProgress)
      defer { progress.finish() }
      outcome = try search.photos(paths) { progress.update("looked at \($0) of \(paths.count) pictures") }
    case .video(let path):
      let source = try openFrameSource(path: path)
      let count = source.estimatedFrameCount.map { " of \($0)" } ?? ""
      var progress = Progress(frameCount: source.estimatedFrameCount, isShown: showsProgress)
      defer { progress.finish() }
      outcome = try search.video(source, named: FilePath.name(of: path)) {
        progress.update("read \($0)\(count) frames")
      }
    }
    calibration = try CameraCalibrator(board, lens: lens).calibrate(outcome.pictures)
    warnings = outcome.warnings + calibration.warnings
  }

  /// The report for programs.
  var json: JSONValue {
    var json = calibration.json
    json["warnings"] = .array(warnings.map { .string($0) })
    return .object([JSONField("airdraw", .string(airDrawVersion))] + (json.objectValue ?? []))
  }

  /// The report for people.
  var lines: [String] {
    let used = calibration.usedViews
    let corners = used.reduce(0) { $0 + $1.corners.count }
    let names = calibration.numbers.map { number in
      let isPixels = calibration.numbers.prefix(4).contains(number)
      let places = isPixels ? 2 : 5
      return number.name.padded(to: 10) + decimal(number.value, places: places) + " ± "
        + decimal(number.standardDeviation, places: places) + (isPixels ? " px" : "")
    }
    let coverage = decimal(100 * calibration.coverage.share, places: 0)
    let leftOut = calibration.views.filter { !$0.isUsed }.map { view in
      "left out  \(view.name): \(view.reason ?? "")"
    }
    let shown =
      leftOut.count <= 10 ? leftOut : leftOut.prefix(9) + ["left out  and \(leftOut.count - 9) more"]
    return [
      "views     \(used.count) used of \(calibration.views.count) pictures",
      "rms       \(decimal(calibration.rmsInPixels, places: 4)) px over \(corners) corners",
    ] + names + ["coverage  \(coverage) % of the picture"] + shown
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
