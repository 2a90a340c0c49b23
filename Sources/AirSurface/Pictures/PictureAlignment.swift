import AirCapture
import AirGeometry
import CVision

/// How well two pictures agree under a homography, and where: the outcome of aligning them pixel by pixel.
///
/// Textured patches of the coarser picture are found in the finer one, seen through the homography so far, and the
/// homography that their flows follow corrects it; patches that go elsewhere lose their say (Tukey's weights).
struct PictureAlignment: Sendable {
  /// How pictures are aligned.
  struct Options: Hashable, Sendable {
    /// Halvings of the pictures before the first step: each doubles how far off the homography may be.
    var coarsestLevel = 2
    /// Steps at each level, at most.
    var stepCount = 4
    /// Side of the cells of which each gives one patch, in pixels.
    var cellInPixels = 14
    /// Half the side of a patch, in pixels; a patch is found when it lies no further off than this.
    var patchRadiusInPixels = 8
    /// The least normalized correlation of a patch that counts.
    var leastCorrelation = 0.75
    /// Whether the first picture's pixels are kept, whichever is coarser: quick where the second is a large frame.
    var keepsFirst = false
    /// A step that moves no patch further than this ends its level.
    var smallestMoveInPixels = 0.02
  }

  /// Takes pixels of the first picture to pixels of the second.
  let matrix: Matrix3
  /// Places of the patches that agree, in the first picture.
  let firstPlaces: [ImagePoint]
  /// Where each of them was measured in the second picture.
  let secondPlaces: [ImagePoint]
  /// The share of textured patches in view that agree.
  let agreement: Double
  /// Root mean square distance of the agreeing patches from where the homography puts them, in pixels of the coarser
  /// picture.
  let residualInPixels: Double
  /// Their mean normalized correlation.
  let correlation: Double

  /// Refines a homography.
  ///
  /// - Parameters:
  ///   - first: a picture.
  ///   - second: another picture that shows the same plane.
  ///   - start: takes pixels of `first` to pixels of `second`, to within some pixels.
  /// - Returns: nil where the pictures do not agree anywhere near the start.
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  /// - Complexity: linear in the pixels of `first` and of the part of `second` that shows it.
  init?(
    from first: PixelImage, to second: PixelImage, startingAt start: Matrix3, _ options: Options = Options()
  ) throws(SurfaceError) {
    var numbers = start.rowMajor
    var report = airvision_alignment()
    let cell = max(options.cellInPixels, 1)
    let capacity =
      max(first.size.width, second.size.width) * max(first.size.height, second.size.height) / (cell * cell)
      + 64
    var places = [Double](repeating: 0, count: 4 * capacity)
    var inner: Result<Void, SurfaceError> = .success(())
    try first.withVisionImage { one in
      var status = airvision_status()
      inner = Result { () throws(SurfaceError) in
        try second.withVisionImage { other in
          status = airvision_align(
            one, other, nil,
            airvision_alignment_options(
              coarsest_level: Int32(clamping: options.coarsestLevel), finest_level: 0,
              steps: Int32(clamping: options.stepCount), cell: Int32(clamping: cell),
              patch_radius: Int32(clamping: options.patchRadiusInPixels),
              least_correlation: options.leastCorrelation, keeps_first: options.keepsFirst ? 1 : 0,
              smallest_move: options.smallestMoveInPixels),
            &numbers, &report, &places, Int32(clamping: capacity))
          return status
        }
      }
      return airvision_status()
    }
    try inner.get()
    guard report.inlier_count > 0, let refined = Matrix3(rowMajor: numbers) else { return nil }
    matrix = refined
    let count = min(Int(report.inlier_count), capacity)
    firstPlaces = (0..<count).map { ImagePoint(x: places[4 * $0], y: places[4 * $0 + 1]) }
    secondPlaces = (0..<count).map { ImagePoint(x: places[4 * $0 + 2], y: places[4 * $0 + 3]) }
    agreement = Double(report.inlier_count) / Double(max(report.tried_count, 1))
    residualInPixels = report.residual
    correlation = report.correlation
  }
}
