import AirCapture
import AirGeometry
import Glibc

/// What is measured of a picture to tell whether it is fit for being recognized.
public struct PictureMeasures: Hashable, Sendable {
  /// The shorter side in pixels.
  public let shorterSideInPixels: Int
  /// The range from the 5th to the 95th percentile of grey, 0…255.
  public let contrast: Double
  /// The entropy of the grey histogram of 64 bins, 0…6 bits: 0 for one tone.
  public let entropyInBits: Double
  /// The number of features, at most 1000.
  public let featureCount: Int
  /// The share of 8 × 8 cells that have a feature.
  public let coverage: Double
  /// The share of features that look like one at another place.
  public let repetition: Double
  /// The share of features that follow one map of the picture onto itself, mirrored or turned, as far as features at
  /// other places do.
  public let symmetry: Double
  /// How the map goes, for people: `mirrored` or `turned`.
  public let symmetryKind: String

  /// The picture is looked at in this size: what is finer is not seen from a step away.
  private static let largestSide = 640
  /// Descriptions nearer than this are of details that look alike. RootSIFT's of the same detail under mild changes of
  /// view lie mostly below it, and those of different details hardly ever.
  private static let alikeDistance = 0.4
  /// A map that fewer features follow is chance: four fix it.
  private static let leastMapCount = 12

  init(of image: PixelImage) throws(SurfaceError) {
    shorterSideInPixels = min(image.size.width, image.size.height)
    let picture = try image.reduced(toLargestSide: Self.largestSide).image
    let histogram = Self.histogram(picture)
    contrast = Self.percentile(0.95, histogram) - Self.percentile(0.05, histogram)
    entropyInBits = Self.entropy(histogram)
    let options = PictureFeatures.Options(maximumCount: 1000, contrastThreshold: 0.03)
    let features = try PictureFeatures(of: picture, options)
    featureCount = min(features.count, 1000)
    coverage = Self.coverage(features.places, picture.size)
    let far = 0.04 * Double(max(picture.size.width, picture.size.height))
    let alike = try features.matches(with: features, largestRatio: 1, excludedRadius: far)
      .filter { $0.distance < Self.alikeDistance }
    let count = Double(max(features.count, 1))
    repetition = min(1, Double(alike.count) / count)
    let mirrored = try Self.mirrorShare(picture, features, options)
    let turned = try Self.turnShare(alike, count, far)
    symmetry = max(mirrored, turned)
    symmetryKind = mirrored >= turned ? "mirrored" : "turned"
  }

  private static func histogram(_ picture: PixelImage) -> [Int] {
    var counts = [Int](repeating: 0, count: 256)
    for y in 0..<picture.size.height {
      let row = y * picture.bytesPerRow
      for grey in picture.bytes[row..<row + picture.size.width] { counts[Int(grey)] += 1 }
    }
    return counts
  }

  private static func percentile(_ share: Double, _ histogram: [Int]) -> Double {
    let wanted = share * Double(histogram.reduce(0, +))
    var sum = 0
    for (grey, count) in histogram.enumerated() {
      sum += count
      if Double(sum) >= wanted { return Double(grey) }
    }
    return 255
  }

  /// Shannon's entropy of the histogram, four shades to a bin.
  private static func entropy(_ histogram: [Int]) -> Double {
    let total = Double(histogram.reduce(0, +))
    return stride(from: 0, to: 256, by: 4).reduce(0) { sum, start in
      let share = Double(histogram[start..<start + 4].reduce(0, +)) / total
      return share > 0 ? sum - share * log2(share) : sum
    }
  }

  private static func coverage(_ places: [ImagePoint], _ size: ImageSize) -> Double {
    let cells = Set(
      places.map { place in
        let x = min(7, max(0, Int(8 * place.x / Double(size.width))))
        return 8 * min(7, max(0, Int(8 * place.y / Double(size.height)))) + x
      })
    return Double(cells.count) / 64
  }

  /// The share of features that the mirrored picture has at places that one homography explains.
  private static func mirrorShare(
    _ picture: PixelImage, _ features: PictureFeatures, _ options: PictureFeatures.Options
  ) throws(SurfaceError) -> Double {
    let right = Double(picture.size.width - 1)
    let mirror = Matrix3(rows: SIMD3(-1, 0, right), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
    let mirrored = try PictureFeatures(of: picture.warped(by: mirror, to: picture.size), options)
    let matches = try features.matches(with: mirrored, largestRatio: 1).filter { $0.distance < alikeDistance }
    guard let fit = try MatchedHomography(matches), fit.inliers.count >= leastMapCount else { return 0 }
    return Double(fit.inliers.count) / Double(max(features.count, 1))
  }

  /// The share of features that a turn about a point takes to others; a shift is repetition, not symmetry.
  private static func turnShare(
    _ alike: [PictureFeatures.Match], _ count: Double, _ far: Double
  ) throws(SurfaceError) -> Double {
    guard let fit = try MatchedHomography(alike), fit.inliers.count >= leastMapCount,
      let first = fit.inliers.first
    else { return 0 }
    // Under a shift all pairs point the same way.
    let shift = (x: first.second.x - first.first.x, y: first.second.y - first.first.y)
    let straying = fit.inliers.filter { match in
      let dx = match.second.x - match.first.x - shift.x
      let dy = match.second.y - match.first.y - shift.y
      return (dx * dx + dy * dy).squareRoot() > far
    }
    return Double(straying.count) / count
  }
}
