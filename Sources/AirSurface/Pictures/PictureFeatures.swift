import AirCapture
import AirGeometry
import CVision

/// The distinctive points of a picture, each with a description that other views of the same thing share.
///
/// SIFT (D. Lowe, IJCV 2004) with RootSIFT's descriptions (R. Arandjelović, A. Zisserman, CVPR 2012).
struct PictureFeatures: Sendable {
  /// How features are looked for.
  struct Options: Hashable, Sendable {
    /// The strongest so many of each view are kept.
    var maximumCount = 6000
    /// The least contrast of a feature, by SIFT's measure. Half of what its inventor took: dull pictures need it.
    var contrastThreshold = 0.02
    /// Views of the picture as if tilted by √2, 2, … √2ⁿ are searched too, so that slanted views match. Each step
    /// takes as long as several pictures.
    var tiltCount = 0
  }

  /// Two features that look alike.
  struct Match: Hashable, Sendable {
    /// The place in the first picture.
    var first: ImagePoint
    /// The place in the second picture.
    var second: ImagePoint
    /// How ambiguous the match is: 0 is certain, 1 is one of several.
    var ratio: Double
    /// How unlike the two are: 0 is alike, √2 is unrelated.
    var distance: Double
  }

  private let features: [airvision_feature]
  private let descriptors: [UInt8]

  /// The number of features.
  var count: Int { features.count }
  /// Where they lie, in pixels.
  var places: [ImagePoint] { features.map(Self.place) }

  /// Finds the features of a picture.
  ///
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  /// - Complexity: linear in the number of pixels, of all views.
  init(of image: PixelImage, _ options: Options = Options()) throws(SurfaceError) {
    // A view at tilt t is turned by 0°, 72°/t, … below 180°.
    let viewCount = (0..<max(options.tiltCount, 0)).reduce(1) { count, step in
      count + Int((2.5 * Double(2 << step).squareRoot()).rounded(.up)) + 1
    }
    // SIFT keeps ties of the weakest beyond its limit.
    let capacity = (options.maximumCount + 100) * viewCount
    var features = [airvision_feature](repeating: airvision_feature(), count: capacity)
    var descriptors = [UInt8](repeating: 0, count: capacity * Int(AIRVISION_DESCRIPTOR_LENGTH))
    var count: Int32 = 0
    try image.withVisionImage { picture in
      airvision_find_features(
        picture,
        airvision_feature_options(
          maximum_count: Int32(clamping: options.maximumCount), contrast_threshold: options.contrastThreshold,
          tilt_count: Int32(clamping: options.tiltCount)),
        &features, &descriptors, Int32(clamping: capacity), &count)
    }
    self.features = Array(features.prefix(Int(count)))
    self.descriptors = Array(descriptors.prefix(Int(count) * Int(AIRVISION_DESCRIPTOR_LENGTH)))
  }

  /// Pairs of features that look alike, mutually and more than any other, the most certain first.
  ///
  /// - Parameters:
  ///   - other: the features of another picture, or this one's own.
  ///   - largestRatio: how ambiguous a match may be; from 1 on, every feature is paired with the most alike.
  ///   - excludedRadius: features nearer to each other than so many pixels are not paired: for matching a picture with
  ///     itself.
  /// - Throws: `SurfaceError.vision` when OpenCV fails.
  /// - Complexity: the product of both counts.
  func matches(
    with other: PictureFeatures, largestRatio: Double = 0.85, excludedRadius: Double = 0
  ) throws(SurfaceError) -> [Match] {
    guard count > 0, other.count > 0 else { return [] }
    var matches = [airvision_match](repeating: airvision_match(), count: count)
    var found: Int32 = 0
    let status = withSet { first in
      other.withSet { second in
        airvision_match_features(first, second, largestRatio, excludedRadius, &matches, &found)
      }
    }
    try status.check()
    return matches.prefix(Int(found)).map { match in
      Match(
        first: Self.place(features[Int(match.first)]), second: Self.place(other.features[Int(match.second)]),
        ratio: Double(match.ratio), distance: Double(match.distance))
    }
  }

  private func withSet<Result>(_ body: (airvision_feature_set) -> Result) -> Result {
    features.withUnsafeBufferPointer { features in
      descriptors.withUnsafeBufferPointer { descriptors in
        body(
          airvision_feature_set(
            features: features.baseAddress, descriptors: descriptors.baseAddress,
            count: Int32(clamping: count)))
      }
    }
  }

  private static func place(_ feature: airvision_feature) -> ImagePoint {
    ImagePoint(x: Double(feature.x), y: Double(feature.y))
  }
}
