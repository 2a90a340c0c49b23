/// Why a printed picture or a list of them can't be used.
public enum PictureError: Error, Hashable, Sendable {
  /// A picture's file can't be read.
  case unreadable(name: String, reason: String)
  /// A picture's width is not a length.
  case width(name: String, widthInMetres: Double)
  /// A picture has too little texture to be recognized.
  case noTexture(name: String)
  /// A data set can't be read at all.
  case dataSet(place: String, reason: String)
  /// One entry of a data set is wrong.
  case entry(dataSet: String, name: String, reason: String)
  /// A data set has no picture that can be used.
  indirect case nothingUsable(dataSet: String, first: PictureError)
  /// Image processing failed.
  case vision(SurfaceError)
}

extension PictureError: CustomStringConvertible {
  /// One sentence that says what is wrong and how to mend it.
  public var description: String {
    switch self {
    case .unreadable(let name, let reason): "The picture “\(name)” can't be read: \(reason)."
    case .width(let name, let width):
      "The picture “\(name)” can't be \(width) m wide; give the printed width, between 1 mm and 100 m."
    case .noTexture(let name):
      "The picture “\(name)” has too little texture to be recognized; take one with more detail, as "
        + "“airdraw surface check” rates it."
    case .dataSet(let place, let reason): "The data set “\(place)” can't be used: \(reason)."
    case .entry(let dataSet, let name, let reason):
      "The picture “\(name)” of the data set “\(dataSet)” is left out: \(reason)."
    case .nothingUsable(_, let first):
      "None of the data set's pictures can be used, and this is what is wrong with the first of them: \(first)"
    case .vision(let error): error.description
    }
  }
}
