import AirGeometry

/// A calibrated camera, how sure each of its numbers is, and how well it explains every view.
public struct CameraCalibration: Hashable, Sendable {
  /// One of the camera's numbers.
  public struct Number: Hashable, Sendable {
    /// OpenCV's name: fx, fy, cx, cy in pixels, then the lens's coefficients.
    public var name: String
    /// The number.
    public var value: Double
    /// Its standard deviation, from how well the corners fit: σ² (JᵀJ)⁻¹ with σ² over the degrees of freedom. It tells the
    /// noise's part; what the lens model or an uneven board do wrong is not in it.
    public var standardDeviation: Double
  }

  /// One picture and what became of it.
  public struct View: Hashable, Sendable {
    /// The picture's name.
    public var name: String
    /// True when the camera's numbers rest on it.
    public var isUsed: Bool
    /// Why it is not used; nil for those that are.
    public var reason: String?
    /// The root of the mean squared distance, in pixels, between corners and where they are predicted; of views that are not
    /// used after fitting their pose alone. Nil where no board was seen.
    public var rmsInPixels: Double?
    /// The corners that were seen.
    public var corners: [BoardSighting.Corner]
    /// What was seen less what is predicted, in pixels, for each corner.
    public var residualsInPixels: [SIMD2<Double>]
    /// The angle between the board's normal and the camera's axis.
    public var tiltInDegrees: Double?
    /// How far the board's first point is from the camera.
    public var distanceInMetres: Double?
    /// How wide edges are across.
    public var edgeWidthInPixels: Double?
  }

  /// The board.
  public var board: CalibrationBoard
  /// The lens model.
  public var lens: CalibrationLens
  /// The camera, which any recording of its pictures' size can be given.
  public var camera: CameraModel
  /// fx, fy, cx, cy, and the lens's coefficients in OpenCV's order.
  public var numbers: [Number]
  /// The root of the mean squared distance between corners and where they are predicted, over all corners of the used views.
  public var rmsInPixels: Double
  /// Every picture, in the order given.
  public var views: [View]
  /// How much of the picture the used views cover.
  public var coverage: CalibrationCoverage
  /// What makes the calibration less sure than it could be, one sentence each.
  public var warnings: [String]

  /// How sure each number is, as camera files state it.
  public var uncertainty: CameraUncertainty {
    let deviations = numbers.map(\.standardDeviation)
    return CameraUncertainty(
      intrinsics: CameraIntrinsics(
        fx: deviations[0], fy: deviations[1], cx: deviations[2], cy: deviations[3]),
      distortion: Array(deviations.dropFirst(4)))
  }

  /// The size of the pictures.
  public var imageSize: ImageSize { camera.imageSize }

  /// The used views.
  public var usedViews: [View] { views.filter(\.isUsed) }
}
