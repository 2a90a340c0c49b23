/// A focal length found from a rectangle when nothing else is known of the camera.
///
/// The camera is taken to have square pixels, the principal point in the picture's middle and no distortion. The two
/// sides h1 and h2 of the rectangle, as its homography sees them, are at right angles and of known ratio in space, so
/// with ω = diag(w, w, 1), w = 1/f²: h1ᵀ ω h2 = 0 and h1ᵀ ω h1 = h2ᵀ ω h2 (Z. Zhang, "A flexible new technique for
/// camera calibration", PAMI 22, 2000, equations 3 and 4). Both are linear in w; they are weighted by the covariance that
/// the corners' noise gives them, to first order, so the answer is the most likely one to first order, and its variance
/// comes out on the way.
public struct FocalLengthEstimate: Hashable, Sendable {
  /// The focal length in pixels.
  public let focalLengthInPixels: Double
  /// Its standard deviation in pixels, from the noise of the corners alone.
  public let standardDeviationInPixels: Double
  /// The camera: square pixels, principal point in the middle, no distortion.
  public let camera: CameraModel

  /// Estimates the focal length.
  ///
  /// - Parameters:
  ///   - rectangles: one or more sightings of the rectangle, or of rectangles of the same aspect: four corners in order
  ///     around it, in pixels.
  ///   - aspect: the length of the side from the first corner to the second by the length of the next side; nil where it
  ///     is not known, which costs one of the two equations.
  ///   - imageSize: the pictures' size.
  ///   - cornerNoiseInPixels: standard deviation of each corner's x and y.
  ///   - largestRelativeUncertainty: an estimate that is less sure than this is refused.
  /// - Throws: `CameraError.noRectangle`; `.frontalRectangle` when the sides look parallel, so that any focal length
  ///   explains them.
  public init(
    rectangles: [[ImagePoint]], aspect: Double?, imageSize: ImageSize, cornerNoiseInPixels: Double = 0.5,
    largestRelativeUncertainty: Double = 0.25
  ) throws(CameraError) {
    let sightings = rectangles.compactMap { SeenRectangle($0, aspect: aspect, imageSize: imageSize) }
    guard sightings.count == rectangles.count, !sightings.isEmpty, cornerNoiseInPixels > 0 else {
      throw .noRectangle
    }
    // Every camera's focal length is about the picture's size; from there the weights settle within a few rounds.
    var w = 1.0
    var information = 0.0
    for _ in 0..<10 {
      var right = 0.0
      information = 0
      for sighting in sightings {
        let part = sighting.normalEquation(at: w)
        information += part.information
        right += part.right
      }
      guard information.isFinite, information > 0, right > 0 else {
        throw .frontalRectangle(relativeUncertainty: nil)
      }
      w = right / information
    }
    let unit = SeenRectangle.unitInPixels(imageSize)
    let focal = unit / w.squareRoot()
    let relative = cornerNoiseInPixels / unit / information.squareRoot() / (2 * w)
    guard relative <= largestRelativeUncertainty else {
      throw .frontalRectangle(relativeUncertainty: relative)
    }
    guard let camera = CameraModel(focalLengthInPixels: focal, imageSize: imageSize) else {
      throw .noRectangle
    }
    focalLengthInPixels = focal
    standardDeviationInPixels = relative * focal
    self.camera = camera
  }

  /// Estimates the focal length from a rectangle of known size; see `init(rectangles:aspect:imageSize:…)`. Of the size
  /// only the aspect counts: a rectangle twice as large and twice as far looks the same.
  public init(
    rectangle corners: [ImagePoint], widthInMetres: Double, heightInMetres: Double, imageSize: ImageSize,
    cornerNoiseInPixels: Double = 0.5
  ) throws(CameraError) {
    guard widthInMetres > 0, heightInMetres > 0 else { throw .noRectangle }
    try self.init(
      rectangles: [corners], aspect: widthInMetres / heightInMetres, imageSize: imageSize,
      cornerNoiseInPixels: cornerNoiseInPixels)
  }
}

/// A rectangle's corners in a picture, measured from its middle in units of half its diagonal.
private struct SeenRectangle {
  private let corners: [SIMD2<Double>]
  private let aspect: Double?

  static func unitInPixels(_ size: ImageSize) -> Double {
    let diagonal = SIMD2(Double(size.width), Double(size.height))
    return (diagonal * diagonal).sum().squareRoot() / 2
  }

  /// - Returns: nil unless there are four corners of a convex quadrilateral.
  init?(_ pixels: [ImagePoint], aspect: Double?, imageSize: ImageSize) {
    guard pixels.count == 4, imageSize.width > 0, imageSize.height > 0,
      aspect.map({ $0 > 0 && $0.isFinite }) ?? true
    else { return nil }
    let middle = SIMD2(Double(imageSize.width - 1), Double(imageSize.height - 1)) / 2
    let unit = Self.unitInPixels(imageSize)
    let corners = pixels.map { (SIMD2($0.x, $0.y) - middle) / unit }
    let turns = (0..<4).map { index -> Double in
      let a = corners[(index + 1) % 4] - corners[index]
      let b = corners[(index + 2) % 4] - corners[(index + 1) % 4]
      return a.x * b.y - a.y * b.x
    }
    guard turns.allSatisfy({ $0 > 1e-12 }) || turns.allSatisfy({ $0 < -1e-12 }) else { return nil }
    self.corners = corners
    self.aspect = aspect
  }

  /// The two equations a·w + b = 0.
  private static func equations(
    _ corners: [SIMD2<Double>], aspect: Double?
  ) -> (a: SIMD2<Double>, b: SIMD2<Double>)? {
    let width = aspect ?? 1
    let points = [(0, 0), (width, 0), (width, 1), (0, 1)].map { SurfacePoint(u: $0.0, v: $0.1) }
    let pixels = corners.map { ImagePoint(x: $0.x, y: $0.y) }
    guard let matrix = Homography(from: pixels, to: points)?.surfaceToImage else { return nil }
    let h1 = matrix.column0
    let h2 = matrix.column1
    // The homography's scale is free; the equations' noise follows it, so any smooth choice will do.
    let scale = 1 / (dot(h1, h1) + dot(h2, h2))
    return (
      SIMD2(h1.x * h2.x + h1.y * h2.y, h1.x * h1.x + h1.y * h1.y - h2.x * h2.x - h2.y * h2.y) * scale,
      SIMD2(h1.z * h2.z, h1.z * h1.z - h2.z * h2.z) * scale
    )
  }

  /// The sighting's part of the weighted normal equation information · w = right.
  func normalEquation(at w: Double) -> (information: Double, right: Double) {
    guard let here = Self.equations(corners, aspect: aspect) else { return (0, 0) }
    // Covariance of the equations for corners of unit noise, by central differences.
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    let step = 1e-6
    for corner in 0..<4 {
      for shift in [SIMD2(step, 0), SIMD2(0, step)] {
        var (more, less) = (corners, corners)
        more[corner] += shift
        less[corner] -= shift
        guard let high = Self.equations(more, aspect: aspect), let low = Self.equations(less, aspect: aspect)
        else { return (0, 0) }
        let slope = ((high.a - low.a) * w + high.b - low.b) / (2 * step)
        xx += slope.x * slope.x
        xy += slope.x * slope.y
        yy += slope.y * slope.y
      }
    }
    if aspect == nil { return (here.a.x * here.a.x / xx, -here.a.x * here.b.x / xx) }
    let determinant = xx * yy - xy * xy
    func weighted(_ p: SIMD2<Double>, _ q: SIMD2<Double>) -> Double {
      (yy * p.x * q.x - xy * (p.x * q.y + p.y * q.x) + xx * p.y * q.y) / determinant
    }
    return (weighted(here.a, here.a), -weighted(here.a, here.b))
  }
}
