import AirDraw
import FoundationEssentials

/// What matching pictures is measured at.
///
/// The measure of a pair is the mean distance, in pixels of the second picture, of points of the first one from where
/// they truly are: of a grid where the true homography is published, else of the points marked by hand.
enum PictureRows {
  /// One pair's figure.
  struct PairError {
    var name: String
    var meanErrorInPixels: Double
  }

  /// The error of each of the seventeen pairs; infinite where no homography was found.
  static func pairErrors(in sharedData: URL) throws -> [PairError] {
    try PicturePair.all(in: sharedData.appending(path: "surface/homography")).map { pair in
      let found = try PictureHomography(
        from: PixelImage(contentsOf: pair.paths.first), to: PixelImage(contentsOf: pair.paths.second))
      return PairError(
        name: pair.name, meanErrorInPixels: found.map { pair.meanError(of: $0.matrix) } ?? .infinity)
    }
  }

  /// The rows of the surfaces' bench.
  static func rows(in sharedData: URL) throws -> [SurfaceRow] {
    let errors = try pairErrors(in: sharedData).map(\.meanErrorInPixels)
    return [
      SurfaceRow(
        name: "homography pairs within 3 px, of \(errors.count)", value: Double(errors.count { $0 <= 3 }),
        target: 14,
        unit: "pairs", isAtMost: false),
      SurfaceRow(
        name: "homography pairs within 1 px, of \(errors.count)", value: Double(errors.count { $0 <= 1 }),
        target: 8,
        unit: "pairs", isAtMost: false),
    ]
  }
}
