/// Why a bench could not be run.
enum BenchError: Error, CustomStringConvertible {
  /// A file or folder can't be read.
  case unreadable(path: String)
  /// A folder can't be made.
  case notWritable(path: String)
  /// A folder holds nothing that can be measured on.
  case noSequences(folder: String)
  /// Something was chosen by a name that is not there.
  case unknownName(String, available: [String])
  /// A sequence has fewer frames than truths, or too few of either.
  case tooFewFrames(name: String, frames: Int, needed: Int)
  /// The first frame of a sequence has no true box to start from.
  case noSeed(name: String)
  /// A file does not hold drawings.
  case notADrawing(path: String, line: Int)
  /// A stroke to be measured is not named rightly.
  case unknownStroke(String)
  /// A mesh could not be written.
  case notExported(by: String, format: String)
  /// The peers' program or its Python environment is missing.
  case noPeers(path: String)

  /// One sentence that says what is wrong and how to mend it.
  var description: String {
    switch self {
    case .unreadable(let path): "“\(path)” can't be read; check that it exists and may be read."
    case .notWritable(let path):
      "The folder “\(path)” can't be made; name one in a place that may be written to."
    case .noSequences(let folder):
      "“\(folder)” holds no sequence; name a folder whose subfolders have img and groundtruth.txt."
    case .unknownName(let name, let available):
      "There is no “\(name)”; there are \(available.joined(separator: ", "))."
    case .tooFewFrames(let name, let frames, let needed):
      "“\(name)” has \(frames) frames but needs \(needed); complete its images."
    case .notADrawing(let path, let line):
      "Line \(line) of “\(path)” holds no drawing; name an NDJSON file of Quick, Draw! or a page of strokes in metres."
    case .unknownStroke(let text):
      "“\(text)” is no stroke; give its kind and number of points, such as spiral:1000 or "
        + LongStroke.allCases.dropFirst().map { "\($0.rawValue):1000000" }.joined(separator: ", ") + "."
    case .notExported(let writer, let format):
      "\(writer) could not write \(format); check that there is room on the disc."
    case .noPeers(let path):
      "The peers are left out, since “\(path)” is missing; run the setup programs beside peers.py and its judge."
    case .noSeed(let name):
      "The first line of the groundtruth.txt of “\(name)” has no box to start from; begin at a frame that has one."
    }
  }

  /// Checks that everything that was chosen is there.
  static func check(_ names: [String], among available: [String]) throws(BenchError) {
    for name in names where !available.contains(name) {
      throw .unknownName(name, available: available)
    }
  }
}
