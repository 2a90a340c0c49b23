/// Why a camera can't be had from what is known.
public enum CameraError: Error, Hashable, Sendable {
  /// The camera is for pictures of another shape, which scaling would distort.
  case otherAspect(camera: ImageSize, video: ImageSize)
  /// A crop that is not inside of the camera's picture.
  case cropOutside(crop: String, camera: ImageSize)
  /// The corners are no convex quadrilateral, or are not four.
  case noRectangle
  /// The rectangle is seen so frontally that the focal length has no influence on it.
  case frontalRectangle(relativeUncertainty: Double?)
  /// A calibration between a video and a screen that has no inverse.
  case screenCalibration
}

extension CameraError: CustomStringConvertible {
  /// One sentence that says what is wrong and how to mend it.
  public var description: String {
    switch self {
    case .otherAspect(let camera, let video):
      "The camera is for pictures of \(camera), which have another shape than the video's \(video); calibrate at the "
        + "video's size, or say that the video is a crop."
    case .cropOutside(let crop, let camera):
      "The crop \(crop) is not inside of the camera's picture of \(camera); give it in that picture's pixels."
    case .noRectangle:
      "The four corners are no rectangle seen by a camera; give them in order around it, the longer side as it is."
    case .frontalRectangle(let uncertainty):
      "The rectangle's sides look parallel, so it does not tell the focal length"
        + (uncertainty.map { " (uncertain by \(Int(min($0 * 100, 999).rounded())) %)" } ?? "")
        + "; look at it from a slant of 20° to 60°."
    case .screenCalibration:
      "A screen calibration's numbers must be finite and its two factors not zero."
    }
  }
}
