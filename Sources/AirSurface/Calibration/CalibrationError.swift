/// Why a camera could not be calibrated.
public enum CalibrationError: Error, Hashable, Sendable {
  /// The description of the board is wrong.
  case board(String)
  /// No picture can be read; why the first one can't.
  case unreadable(String)
  /// The board is in none of the pictures.
  case boardNeverSeen(board: String, pictures: Int)
  /// The pictures show a chessboard of another size.
  case otherBoard(asked: String, seen: String)
  /// The pictures show markers of a ChArUco board's dictionary, but not where the board has them.
  case otherLayout(board: String)
  /// The board is in too few pictures.
  case tooFewViews(seen: Int, pictures: Int, needed: Int)
  /// The pictures have several sizes and no size has the most.
  case mixedSizes(first: String, firstSize: String, second: String, secondSize: String)
  /// The views leave the focal length open.
  case undetermined(reason: String)
}

extension CalibrationError: CustomStringConvertible {
  /// One sentence that says what is wrong and how to mend it.
  public var description: String {
    switch self {
    case .board(let reason): reason.prefix(1).uppercased() + reason.dropFirst() + "."
    case .unreadable(let sentence): sentence
    case .boardNeverSeen(let board, let pictures):
      "The board \(board) was not seen in \(pictures == 1 ? "the picture" : "any of the \(pictures) pictures"); check "
        + "its numbers, and that the board is sharp, evenly lit and wholly in view."
    case .otherBoard(let asked, let seen):
      "The pictures show a chessboard of \(seen) inner corners, not \(asked); count the corners where four squares "
        + "meet and give --board chessboard:\(seen):SQUARE_MM."
    case .otherLayout(let board):
      "The pictures show markers of the dictionary of \(board), but not where that board has them; check the dictionary "
        + "and the numbers of columns and rows, which count squares."
    case .tooFewViews(let seen, let pictures, let needed):
      "The board was found in \(seen) of \(pictures) pictures, and at least \(needed) are needed; take more, from 10 on, "
        + "with the board at slants in every part of the picture."
    case .mixedSizes(let first, let firstSize, let second, let secondSize):
      "“\(first)” is \(firstSize) and “\(second)” is \(secondSize); a camera is calibrated at one size, so give "
        + "pictures of one."
    case .undetermined(let reason):
      "The views don't determine the camera: \(reason); take pictures with the board at slants of 20 to 45 degrees in "
        + "several directions."
    }
  }
}
