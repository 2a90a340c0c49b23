import AirArguments
import AirDraw

/// What shows a model: chosen by the ending of a path.
enum PreviewOutput: String, CaseIterable, Sendable {
  /// A picture.
  case png
  /// A video in which the model turns once.
  case mp4
  /// A page for a browser.
  case html

  /// Nil when the path's ending stands for none of these.
  init?(path: String) {
    guard let known = Self.allCases.first(where: { path.lowercased().hasSuffix("." + $0.rawValue) }) else {
      return nil
    }
    self = known
  }

  /// A path with one of these endings.
  struct Target: Sendable {
    let path: String
    let output: PreviewOutput

    /// - Throws: `InvalidValue` when the ending stands for nothing that is made.
    init(path: String) throws(InvalidValue) {
      guard let output = PreviewOutput(path: path) else {
        throw InvalidValue("its ending must be .png, .mp4 or .html")
      }
      self.path = path
      self.output = output
    }
  }
}
