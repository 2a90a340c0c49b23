import AirCapture
import AirGeometry

/// Looks at one picture for what a specification names.
struct SurfaceSighter: Sendable {
  /// What is looked for: never `automatic`, which is several of these.
  let specification: SurfaceSpecification
  private var eye: Eye

  private enum Eye: Sendable {
    case markers(MarkerSighter)
    case sheet(SheetSighter)
    case chessboard(ChessboardSighter)
    case picture(PictureSighter)
  }

  /// Makes a sighter; nil for surfaces that are not looked for in pictures.
  ///
  /// - Parameter rivals: other surfaces that it may be instead, from which a sheet or card is told by its shape.
  init?(
    _ specification: SurfaceSpecification, rivals: [SurfaceSpecification] = [], ideal: IdealImage
  ) throws(SurfaceError) {
    self.specification = specification
    let rivalAspects = rivals.compactMap(\.sheetAspect)
    switch specification {
    case .marker(let dictionary, let side, let identifier):
      eye = .markers(
        try MarkerSighter(dictionary: dictionary, sideInMetres: side, identifier: identifier, ideal: ideal))
    case .board(let board):
      eye = .markers(
        try MarkerSighter(
          dictionary: board.dictionary, sideInMetres: board.sideInMetres, identifier: nil, ideal: ideal))
    case .chessboard(let columns, let rows, let square):
      eye = .chessboard(
        ChessboardSighter(columns: columns, rows: rows, squareInMetres: square, ideal: ideal))
    case .paper(let size):
      eye = .sheet(
        SheetSighter(
          longSide: size.longSideInMetres, shortSide: size.shortSideInMetres,
          rivalAspects: rivalAspects, ideal: ideal))
    case .card:
      // ISO/IEC 7810, format ID-1.
      eye = .sheet(
        SheetSighter(
          longSide: 0.0856, shortSide: 0.05398, cornerRadius: 0.00318, rivalAspects: rivalAspects,
          ideal: ideal))
    case .picture(let file, let width):
      eye = .picture(try PictureSighter(file: file, widthInMetres: width, ideal: ideal))
    case .quad, .plane, .pictures, .motion, .recorded, .automatic, .none:
      return nil
    }
  }

  /// What a picture shows, in the order of the things' keys.
  mutating func see(_ image: PixelImage) throws(SurfaceError) -> [SeenThing] {
    let things: [SeenThing]
    switch eye {
    case .markers(var sighter):
      things = try sighter.see(image).filter { placement(of: $0.key) != .absent }
      eye = .markers(sighter)
    case .sheet(var sighter):
      things = try sighter.see(image)
      eye = .sheet(sighter)
    case .chessboard(let sighter):
      things = try sighter.see(image)
    case .picture(var sighter):
      things = try sighter.see(image)
      eye = .picture(sighter)
    }
    return things.sorted { $0.key < $1.key }
  }

  /// Where a thing lies on the surface, as the specification says.
  enum Place: Hashable {
    case known(Placement)
    case unknown
    /// It does not belong to the surface.
    case absent
  }

  /// Where the thing of a key lies.
  func placement(of key: Int) -> Place {
    switch specification {
    case .marker: .unknown
    case .board(let board):
      board.middle(of: key).map { .known(Placement(origin: $0, turnInRadians: 0)) } ?? .absent
    default: .known(.identity)
    }
  }
}
