import AirCapture
import AirGeometry

/// A printed picture of known width that is looked for in frames.
///
/// ```swift
/// let poster = try PictureReference(contentsOf: "poster.jpg", widthInMetres: 0.42)
/// var finder = PictureFinder(references: [poster], camera: camera)
/// for sighting in try finder.observe(frame) { print(sighting.name, sighting.corners) }
/// ```
public struct PictureReference: Sendable {
  /// The picture's name, which its anchor takes.
  public let name: String
  /// The printed width in metres.
  public let widthInMetres: Double
  /// The printed height in metres, by the picture's shape.
  public let heightInMetres: Double
  /// The upright picture's size in pixels.
  public let imageSize: ImageSize

  /// The picture in grey at falling sizes, the largest first: one that is no finer than what a frame shows is aligned
  /// with the frame.
  let levels: [PixelImage]
  /// The features of the picture and of slanted views of it, in pixels of the largest level.
  let features: PictureFeatures

  /// Longest sides of the levels in pixels.
  private static let levelSides = [640, 384, 240, 160]
  /// With fewer features than this nothing is recognized.
  static let leastFeatureCount = 20

  /// Prepares an upright picture.
  ///
  /// - Parameters:
  ///   - name: what its anchor is called.
  ///   - image: the picture.
  ///   - widthInMetres: the width of the print.
  /// - Throws: `PictureError.width`, `.noTexture`, or `.vision` when image processing fails.
  /// - Complexity: linear in the number of pixels; a tenth of a second to a second.
  public init(name: String, image: PixelImage, widthInMetres: Double) throws(PictureError) {
    guard widthInMetres >= 0.001, widthInMetres <= 100 else {
      throw .width(name: name, widthInMetres: widthInMetres)
    }
    self.name = name
    self.widthInMetres = widthInMetres
    imageSize = image.size
    heightInMetres = widthInMetres * Double(image.size.height) / Double(image.size.width)
    do throws(SurfaceError) {
      var levels: [PixelImage] = []
      for side in Self.levelSides {
        let level = try image.reduced(toLargestSide: side).image
        if levels.last?.size != level.size { levels.append(level) }
      }
      self.levels = levels
      features = try PictureFeatures(
        of: levels[0], PictureFeatures.Options(maximumCount: 600, contrastThreshold: 0.03, tiltCount: 2))
    } catch {
      throw .vision(error)
    }
    guard features.count >= Self.leastFeatureCount else { throw .noTexture(name: name) }
  }

  /// Prepares a picture from a file; its EXIF orientation is respected.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: what its anchor is called; the file's name without its ending by default.
  ///   - widthInMetres: the width of the print.
  /// - Throws: `PictureError`.
  public init(contentsOf path: String, name: String? = nil, widthInMetres: Double) throws(PictureError) {
    let image: PixelImage
    do {
      image = try PixelImage(contentsOf: path)
    } catch {
      throw .unreadable(name: name ?? path, reason: error.reason)
    }
    try self.init(name: name ?? Self.stem(of: path), image: image, widthInMetres: widthInMetres)
  }

  /// A file's name without its folder and ending.
  private static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
    return String(file[..<dot])
  }

  /// The print's rectangle, its middle the surface's origin.
  var extent: SurfaceExtent {
    SurfaceExtent(
      minU: -widthInMetres / 2, minV: -heightInMetres / 2, maxU: widthInMetres / 2, maxV: heightInMetres / 2)
  }

  /// Takes pixels of a level to places of the print in metres, u along its width and v down its height.
  func levelToSurface(_ level: PixelImage) -> Matrix3 {
    let x = widthInMetres / Double(level.size.width)
    let y = heightInMetres / Double(level.size.height)
    return Matrix3(
      rows: SIMD3(x, 0, 0.5 * x - widthInMetres / 2), SIMD3(0, y, 0.5 * y - heightInMetres / 2),
      SIMD3(0, 0, 1))
  }

  /// What gives the scale, for people.
  var summary: String {
    "the picture “\(name)”, \(Self.millimetres(widthInMetres)) × \(Self.millimetres(heightInMetres)) mm"
  }

  private static func millimetres(_ metres: Double) -> String {
    let tenths = (metres * 10_000).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}

extension CaptureError {
  /// What is wrong, without the full stop, as a part of another sentence.
  var reason: String {
    let text = description
    let sentence = text.hasSuffix(".") ? String(text.dropLast()) : text
    return sentence
  }
}
