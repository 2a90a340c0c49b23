/// Why a moving camera gave no plane.
public enum PlaneMotionError: Error, Hashable, Sendable {
  /// No picture has enough points that can be followed.
  case noTexture
  /// Fewer than two other frames show the plane.
  case tooFewViews(Int)
  /// The camera hardly changed its place: the angle is how far apart its places lie as seen from the plane.
  case tooLittleMotion(degrees: Double)
  /// Two planes explain the pictures equally well.
  case undecided
  /// The frame in which the length was pointed out shows no plane, or the length's ends miss it.
  case lengthNotSeen
}

extension PlaneMotionError: CustomStringConvertible {
  /// One sentence that says what is wrong and how to mend it.
  public var description: String {
    switch self {
    case .noTexture:
      "The pictures have too few points that can be followed; begin where the table shows a pattern or print."
    case .tooFewViews(let count):
      "Only \(count) frames besides the first show the same plane from another side, and two are needed; move the "
        + "camera around the table and keep the table in view."
    case .tooLittleMotion(let degrees):
      "The camera moved by \((degrees * 10).rounded() / 10)° around the table at most, and 3° are needed; move it "
        + "sideways, not only on its own axis."
    case .undecided:
      "Two planes explain the pictures equally well; move the camera to a third side of the table."
    case .lengthNotSeen:
      "The known length can't be placed; point its ends out on the table, in a frame that shows the table well."
    }
  }
}
