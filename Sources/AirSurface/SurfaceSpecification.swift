import AirGeometry

/// What is known of the scene: how the surface is to be found.
public enum SurfaceSpecification: Hashable, Sendable {
  /// Four corners of a rectangle of known size, pointed out in the picture.
  case quad(corners: [ImagePoint], widthInMetres: Double, heightInMetres: Double)
  /// Square markers of a named dictionary and known side. All that are seen on the plane tell its pose, and their
  /// mutual places are learned; only one of them where an identifier is named.
  case marker(dictionary: MarkerDictionary, sideInMetres: Double, identifier: Int?)
  /// A grid of markers whose places are known.
  case board(MarkerBoard)
  /// A chessboard, by its inner corners.
  case chessboard(columns: Int, rows: Int, squareInMetres: Double)
  /// A sheet of paper.
  case paper(PaperSize)
  /// A card of the format ID-1 (ISO/IEC 7810: 85.60 × 53.98 mm, corners of 3.18 mm): a bank or identity card.
  case card
  /// The plane's place before the camera, given in numbers.
  case plane(GivenPlane)
  /// A printed picture, by its file and its printed width.
  case picture(file: String, widthInMetres: Double)
  /// Printed pictures, by a list of them: the place of a file, or http or https. The first one seen is drawn on.
  case pictures(list: String)
  /// Whatever plane a moving camera looks at, found by its motion alone; its scale by a length, where one is known.
  case motion(KnownLength?)
  /// A plane that an AR session recorded, with the camera's poses: the largest level one unless one is named.
  case recorded(file: String, plane: String?)
  /// Whatever is there: a marker, a card or a sheet of paper, in this order. A marker's side, where it is known.
  case automatic(markerSideInMetres: Double?)
  /// Nothing: the flat image, in pixels.
  case none
}

/// A grid of markers of one dictionary, numbered row by row.
public struct MarkerBoard: Hashable, Sendable {
  /// The dictionary.
  public var dictionary: MarkerDictionary
  /// Markers in a row.
  public var columns: Int
  /// Rows of markers.
  public var rows: Int
  /// A marker's side in metres.
  public var sideInMetres: Double
  /// The gap between two markers in metres.
  public var gapInMetres: Double
  /// The identifier of the first marker, at the top-left.
  public var firstIdentifier: Int

  /// Makes a board.
  public init(
    dictionary: MarkerDictionary, columns: Int, rows: Int, sideInMetres: Double, gapInMetres: Double,
    firstIdentifier: Int = 0
  ) {
    self.dictionary = dictionary
    self.columns = columns
    self.rows = rows
    self.sideInMetres = sideInMetres
    self.gapInMetres = gapInMetres
    self.firstIdentifier = firstIdentifier
  }

  /// Where a marker's middle lies on the board, whose origin is the first marker's top-left corner; nil for a marker
  /// that is not on it.
  func middle(of identifier: Int) -> SIMD2<Double>? {
    let index = identifier - firstIdentifier
    guard index >= 0, index < columns * rows else { return nil }
    let pitch = sideInMetres + gapInMetres
    return SIMD2(Double(index % columns), Double(index / columns)) * pitch + sideInMetres / 2
  }
}

/// A plane whose place before the camera is given.
public enum GivenPlane: Hashable, Sendable {
  /// The camera looks at the plane from a height, its optical axis `tiltInDegrees` below the horizontal (90 looks
  /// straight down) and the picture turned by `rollInDegrees` about that axis (positive: the camera leans to its right).
  /// The surface's origin is where the optical axis meets it, u runs to the camera's right, v towards the camera.
  case height(metres: Double, tiltInDegrees: Double, rollInDegrees: Double)
  /// A point of the plane and its normal in the camera's axes (x right, y down, z forward), the point in metres. The
  /// point is the surface's origin, and u is the camera's x axis laid onto the plane.
  case point(SIMD3<Double>, normal: SIMD3<Double>)
}

extension SurfaceSpecification {
  /// What is looked for, with its size, for people.
  public var summary: String {
    switch self {
    case .quad(_, let width, let height):
      "the quad of \(millimetreText(width)) × \(millimetreText(height)) mm"
    case .marker(let dictionary, let side, let identifier):
      "the marker \(dictionary.rawValue)\(identifier.map { " \($0)" } ?? "") of \(millimetreText(side)) mm"
    case .board(let board):
      "the board of \(board.columns) × \(board.rows) markers \(board.dictionary.rawValue) of "
        + "\(millimetreText(board.sideInMetres)) mm"
    case .chessboard(let columns, let rows, let square):
      "the chessboard of \(columns) × \(rows) inner corners, \(millimetreText(square)) mm apart"
    case .paper(let size):
      "the sheet of \(size.rawValue) paper, \(millimetreText(size.shortSideInMetres)) × "
        + "\(millimetreText(size.longSideInMetres)) mm"
    case .card: "the card of 85.6 × 53.98 mm"
    case .plane(.height(let height, let tilt, _)):
      "the given plane, \(millimetreText(height)) mm below a camera tilted by \(shortNumber(tilt))°"
    case .plane(.point): "the plane given by a point and its normal"
    case .picture(let file, let width): "the picture \(file), \(millimetreText(width)) mm wide"
    case .pictures(let list): "a picture of \(list)"
    case .motion(nil): "the plane that the camera moves around"
    case .motion(let length?):
      "the plane that the camera moves around, with a length of \(millimetreText(length.metres)) mm on it"
    case .recorded(let file, nil): "the largest plane of \(file)"
    case .recorded(let file, let plane?): "the plane \(plane) of \(file)"
    case .automatic: "a marker, a card or a sheet of paper"
    case .none: "the flat image"
    }
  }

  /// The name of the anchor that this becomes.
  var anchorID: String {
    switch self {
    case .quad: "quad"
    case .marker: "marker"
    case .board: "board"
    case .chessboard: "chessboard"
    case .paper: "paper"
    case .card: "card"
    case .plane: "plane"
    case .picture: "picture"
    case .pictures: "pictures"
    case .motion: "motion"
    case .recorded: "recorded"
    case .automatic: "surface"
    case .none: "image"
    }
  }

  /// True when it must be seen in frames; what was pointed out by hand is known without.
  public var isSoughtInFrames: Bool {
    switch self {
    case .marker, .board, .chessboard, .paper, .card, .picture, .pictures, .automatic: true
    case .quad, .plane, .motion, .recorded, .none: false
    }
  }
}

/// A length in metres as millimetres, to two digits after the point at the most.
func millimetreText(_ metres: Double) -> String { shortNumber(metres * 1000) }

/// A number to two digits after the point at the most.
func shortNumber(_ number: Double) -> String {
  let hundredths = (number * 100).rounded() / 100
  return hundredths == hundredths.rounded() && abs(hundredths) < 1e15
    ? String(Int(hundredths)) : String(hundredths)
}
