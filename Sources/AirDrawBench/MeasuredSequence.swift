import AirArguments
import AirDraw
import AirTrackScoring
import FoundationEssentials

/// A folder of frames with a true box for each.
struct MeasuredSequence {
  let name: String
  let truth: GroundTruth
  private let folder: String
  private let frameRate: Double

  /// Reads the truth of a folder with `img` and `groundtruth.txt`.
  init(folder: String, frameRate: Double) throws {
    self.folder = folder
    self.frameRate = frameRate
    name = FilePath.name(of: folder)
    let path = "\(folder)/groundtruth.txt"
    truth = try GroundTruth(parsing: try Self.text(of: path), file: path)
  }

  /// Decodes all frames that have a line of truth.
  func frames() throws -> [Frame] {
    let source = try ImageFolderReader(folder: "\(folder)/img", frameRate: frameRate)
    var frames: [Frame] = []
    while frames.count < truth.boxes.count, let frame = try source.nextFrame() { frames.append(frame) }
    guard frames.count == truth.boxes.count else {
      throw BenchError.tooFewFrames(name: name, frames: frames.count, needed: truth.boxes.count)
    }
    return frames
  }

  /// The box of the first frame.
  var seed: ImageBox {
    get throws {
      guard let box = truth.boxes.first ?? nil else { throw BenchError.noSeed(name: name) }
      return box
    }
  }

  /// The sequences in some folders, each one itself or a folder of several, in the order of their names.
  ///
  /// - Parameter frameRates: the rates of those that have other than 30 frames a second.
  static func all(in folders: [String], frameRates: [SequenceRate]) throws -> [MeasuredSequence] {
    var paths: [String] = []
    for folder in folders {
      let found = isSequence(folder) ? [folder] : try subfolders(of: folder).filter(isSequence)
      guard !found.isEmpty else { throw BenchError.noSequences(folder: folder) }
      paths += found
    }
    let names = paths.map(FilePath.name(of:))
    try BenchError.check(frameRates.map(\.name), among: names)
    return try zip(paths, names).map { path, name in
      let rate = frameRates.last { $0.name == name }?.framesPerSecond
      return try MeasuredSequence(folder: path, frameRate: rate ?? ImageFolderReader.defaultFrameRate)
    }
  }

  /// A text file's content.
  static func text(of path: String) throws -> String {
    guard let data = try? Data(contentsOf: URL(filePath: path)),
      let text = String(data: data, encoding: .utf8)
    else { throw BenchError.unreadable(path: path) }
    return text
  }

  private static func isSequence(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/groundtruth.txt")
  }

  private static func subfolders(of folder: String) throws -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw BenchError.unreadable(path: folder)
    }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return names.filter { !$0.hasPrefix(".") }.sorted().map { prefix + $0 }
  }
}

/// How fast a sequence was filmed.
struct SequenceRate {
  let name: String
  let framesPerSecond: Double

  /// The option that says it.
  static let option = Option(
    repeating: "rate", .custom("NAME=FPS", SequenceRate.init(parsing:)),
    help: "Frames a second of a sequence; 30 unless given.")

  private init(parsing text: String) throws {
    let parts = text.split(separator: "=")
    guard parts.count == 2, let rate = Double(parts[1]), rate > 0, rate.isFinite else {
      throw InvalidValue("it must be a sequence's name and its rate, such as finger=10")
    }
    name = String(parts[0])
    framesPerSecond = rate
  }
}
