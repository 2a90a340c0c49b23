extension SurfaceSpecification {
  /// What `automatic` looks for, in its order: markers of the usual dictionaries, a card, a sheet of paper.
  ///
  /// OpenCV's dictionaries of one size begin with the smaller ones' markers, so the largest stands for all.
  static func automaticCandidates(markerSideInMetres: Double?) -> [SurfaceSpecification] {
    let dictionaries: [MarkerDictionary] = [
      .aprilTag36h11, .aruco4x4_1000, .aruco5x5_1000, .aruco6x6_1000, .aruco7x7_1000, .arucoOriginal,
    ]
    let side = markerSideInMetres ?? supposedMarkerSideInMetres
    return dictionaries.map { .marker(dictionary: $0, sideInMetres: side, identifier: nil) }
      + [.card, .paper(.a4), .paper(.letter)]
  }

  /// What a marker's side is supposed to be where it is not told; the scale then says so.
  static let supposedMarkerSideInMetres = 0.05

  /// A sheet's or card's long side by its short one; nil for what is neither.
  var sheetAspect: Double? {
    switch self {
    case .paper(let size): size.longSideInMetres / size.shortSideInMetres
    case .card: 85.60 / 53.98
    default: nil
    }
  }
}
