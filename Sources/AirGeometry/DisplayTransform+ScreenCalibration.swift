/// The simple calibration between a video and a screen of another aspect that AR drawing apps offer by four sliders: for
/// each axis a factor ("distortion") and a shift ("correction"), both in fractions of the screen.
///
/// A point of the video at (x, y), as a fraction of its size, is shown at (x·xDistortion + xCorrection,
/// y·yDistortion + yCorrection), as a fraction of the screen's.
public struct ScreenCalibration: Hashable, Sendable {
  /// The factor of x.
  public let xDistortion: Double
  /// The factor of y.
  public let yDistortion: Double
  /// The shift of x.
  public let xCorrection: Double
  /// The shift of y.
  public let yCorrection: Double

  /// The video fills the screen exactly, stretched where the aspects differ.
  public static let none = ScreenCalibration(1, 1, 0, 0)

  private init(_ xDistortion: Double, _ yDistortion: Double, _ xCorrection: Double, _ yCorrection: Double) {
    self.xDistortion = xDistortion
    self.yDistortion = yDistortion
    self.xCorrection = xCorrection
    self.yCorrection = yCorrection
  }

  /// Makes a calibration.
  ///
  /// - Throws: `CameraError.screenCalibration` when a number is not finite or a factor is zero.
  public init(
    xDistortion: Double, yDistortion: Double, xCorrection: Double, yCorrection: Double
  ) throws(CameraError) {
    guard [xDistortion, yDistortion, xCorrection, yCorrection].allSatisfy(\.isFinite), xDistortion != 0,
      yDistortion != 0
    else { throw .screenCalibration }
    self.init(xDistortion, yDistortion, xCorrection, yCorrection)
  }

  /// The calibration of a video that is shown upright and fills a screen, cropped around its centre.
  ///
  /// - Returns: nil when a size is not positive.
  public init?(filling screen: ViewSize, with video: ImageSize) {
    let fill = DisplayTransform(imageSize: video, viewSize: screen, orientation: .landscapeRight)
    guard let fill else { return nil }
    self.init(fill.a, fill.d, fill.tx, fill.ty)
  }

  /// The calibration that shows two points of the video at two points of the screen, as a user sets it by touching where
  /// two marks are seen.
  ///
  /// - Returns: nil when the two points share a column or a row, on either side.
  public init?(
    from points: (NormalizedImagePoint, NormalizedImagePoint),
    to shown: (NormalizedViewPoint, NormalizedViewPoint)
  ) {
    let x = (shown.1.x - shown.0.x) / (points.1.x - points.0.x)
    let y = (shown.1.y - shown.0.y) / (points.1.y - points.0.y)
    guard x.isFinite, y.isFinite, x != 0, y != 0 else { return nil }
    self.init(x, y, shown.0.x - x * points.0.x, shown.0.y - y * points.0.y)
  }

  /// Where a point of the video is shown.
  public func callAsFunction(_ point: NormalizedImagePoint) -> NormalizedViewPoint {
    NormalizedViewPoint(x: point.x * xDistortion + xCorrection, y: point.y * yDistortion + yCorrection)
  }

  /// The point of the video that is shown at a place of the screen.
  public func inverse(_ point: NormalizedViewPoint) -> NormalizedImagePoint {
    NormalizedImagePoint(x: (point.x - xCorrection) / xDistortion, y: (point.y - yCorrection) / yDistortion)
  }
}

extension DisplayTransform {
  /// The display transform that a screen calibration is.
  public init?(_ calibration: ScreenCalibration) {
    self.init(
      a: calibration.xDistortion, b: 0, c: 0, d: calibration.yDistortion, tx: calibration.xCorrection,
      ty: calibration.yCorrection)
  }
}
