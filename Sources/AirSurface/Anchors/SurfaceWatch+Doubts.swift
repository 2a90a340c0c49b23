extension SurfaceWatch {
  /// A move of the surface's corners by more than this is no noise of seeing them.
  private static let noticeableMoveInPixels = 3.0
  /// Corners read off by hand and a fair calibration agree better than this.
  private static let largestUsualResidualInPixels = 5.0
  /// A tilt that is less sure than this is worth a word.
  private static let largestUsualOtherTilt = 0.05

  /// What makes one doubt the surface, a sentence each.
  public var doubts: [String] {
    var doubts: [String] = []
    if let residual = anchor?.residualInPixels, residual > Self.largestUsualResidualInPixels {
      doubts.append(
        "No place of the camera explains well how \(taken) is seen: its corners are off by "
          + "\(Int(residual.rounded())) pixels; check the camera, the corners and the size.")
    }
    if largestMoveInPixels > Self.noticeableMoveInPixels {
      doubts.append(
        "In the picture, \(taken) moved by \(Int(largestMoveInPixels.rounded())) pixels during the recording, but the "
          + "camera is taken to stand still; places drawn while it moved are off by about as much. Tell of a camera "
          + "that moves by --moving-camera.")
    }
    if let other = anchor?.uncertainty?.probabilityOfOtherTilt, other > Self.largestUsualOtherTilt {
      doubts.append(
        "The surface may be tilted the other way (\(Int((other * 100).rounded())) %): \(taken) is small and seen from "
          + "straight above; look at it at a slant, or take something larger.")
    }
    return doubts + pictureProblems.map(\.description)
  }
}
