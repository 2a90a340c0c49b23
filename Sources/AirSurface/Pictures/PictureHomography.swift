import AirCapture
import AirGeometry
import CVision

/// The homography between two pictures of one plane (or from one place), found from nothing but the pictures.
///
/// Features are matched and the homography that most of them follow is found (MAGSAC++); where few follow it, the
/// pictures are searched again as if slanted (ASIFT: G. Yu, J.-M. Morel, IPOL 2011); then the pictures are aligned
/// pixel by pixel. The same pictures give the same numbers.
public struct PictureHomography: Sendable {
  /// Takes (x, y, 1) of the first picture to (x', y', 1)·w of the second, in pixels.
  public let matrix: Matrix3
  /// How many features follow it.
  public let featureCount: Int
  /// How many patches agree under it after alignment; 0 where the pictures could not be aligned pixel by pixel.
  public let patchCount: Int
  /// The share of textured patches in view that agree.
  public let agreement: Double
  /// Root mean square distance of the agreeing patches from it, in pixels of the coarser picture; nil without any.
  public let residualInPixels: Double?

  /// Finds the homography of the largest plane that two pictures share.
  ///
  /// - Parameters:
  ///   - first: a picture.
  ///   - second: another picture.
  /// - Returns: nil where no homography has the pictures agree.
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  /// - Complexity: some seconds for two pictures of two million pixels; some more where slanted views are needed.
  public init?(from first: PixelImage, to second: PixelImage) throws(SurfaceError) {
    let plain = try Self.candidate(first, second, PictureFeatures.Options())
    var best = try plain.map { (candidate) throws(SurfaceError) in try candidate.aligned(first, second) }
    if (plain?.featureCount ?? 0) < Self.convincingFeatureCount {
      let slanted = try Self.slantedCandidate(first, second)
      if let other = try slanted.map({ (candidate) throws(SurfaceError) in
        try candidate.aligned(first, second)
      }),
        other.patchCount > (best?.patchCount ?? 0)
          || best?.patchCount == 0 && other.featureCount > (best?.featureCount ?? 0) * 2
      {
        best = other
      }
    }
    guard let best, best.featureCount >= Self.convincingFeatureCount || best.isConfirmedByPatches else {
      return nil
    }
    self = best
  }

  /// Below this many features the pictures are searched as if slanted.
  private static let convincingFeatureCount = 50
  /// Slanted views are searched at no more than this size: there are a dozen of them.
  private static let largestSlantedSide = 800

  /// Pictures that share nothing agree in a few patches too, by chance.
  private var isConfirmedByPatches: Bool { patchCount >= 30 && agreement >= 0.3 }

  private init(
    matrix: Matrix3, featureCount: Int, patchCount: Int = 0, agreement: Double = 0,
    residualInPixels: Double? = nil
  ) {
    self.matrix = matrix
    self.featureCount = featureCount
    self.patchCount = patchCount
    self.agreement = agreement
    self.residualInPixels = residualInPixels
  }

  private static func candidate(
    _ first: PixelImage, _ second: PixelImage, _ options: PictureFeatures.Options
  ) throws(SurfaceError) -> PictureHomography? {
    let matches = try PictureFeatures(of: first, options).matches(
      with: PictureFeatures(of: second, options))
    guard let fit = try MatchedHomography(matches) else { return nil }
    return PictureHomography(matrix: fit.matrix, featureCount: fit.inliers.count)
  }

  private static func slantedCandidate(
    _ first: PixelImage, _ second: PixelImage
  ) throws(SurfaceError) -> PictureHomography? {
    let small = (
      try first.reduced(toLargestSide: largestSlantedSide),
      try second.reduced(toLargestSide: largestSlantedSide)
    )
    let options = PictureFeatures.Options(maximumCount: 2000, tiltCount: 2)
    guard let found = try candidate(small.0.image, small.1.image, options),
      let back = small.1.reduction.inverse
    else { return nil }
    return PictureHomography(
      matrix: back * found.matrix * small.0.reduction, featureCount: found.featureCount)
  }

  private func aligned(_ first: PixelImage, _ second: PixelImage) throws(SurfaceError) -> PictureHomography {
    guard let alignment = try PictureAlignment(from: first, to: second, startingAt: matrix) else {
      return self
    }
    return PictureHomography(
      matrix: alignment.matrix, featureCount: featureCount, patchCount: alignment.firstPlaces.count,
      agreement: alignment.agreement, residualInPixels: alignment.residualInPixels)
  }
}

/// The homography that most matches follow.
struct MatchedHomography {
  /// Takes first places to second places, in pixels.
  let matrix: Matrix3
  /// The matches that follow it.
  let inliers: [PictureFeatures.Match]
  /// The matches that do not: what other planes are found from.
  let outliers: [PictureFeatures.Match]

  /// - Returns: nil where no homography is followed.
  init?(_ matches: [PictureFeatures.Match], thresholdInPixels: Double = 3) throws(SurfaceError) {
    var numbers = [Double](repeating: 0, count: 9)
    var mask = [UInt8](repeating: 0, count: max(matches.count, 1))
    var found: Int32 = 0
    try airvision_fit_homography(
      matches.flatMap { [$0.first.x, $0.first.y, $0.second.x, $0.second.y] } + [0],
      Int32(clamping: matches.count),
      thresholdInPixels, &numbers, &mask, &found
    ).check()
    guard found != 0, let matrix = Matrix3(rowMajor: numbers), matrix.determinant != 0 else { return nil }
    self.matrix = matrix
    inliers = zip(matches, mask).compactMap { $1 != 0 ? $0 : nil }
    outliers = zip(matches, mask).compactMap { $1 == 0 ? $0 : nil }
  }
}
