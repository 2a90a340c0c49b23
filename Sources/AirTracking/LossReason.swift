/// Why a tracker let go of its target, as far as the picture tells.
public enum LossReason: String, Hashable, Sendable, CaseIterable {
  /// The target went over the picture's border.
  case outOfPicture = "out_of_picture"
  /// Something else is where the target was, and all around it stays.
  case covered
  /// The picture, or the target in a fast move, is smeared.
  case blurred
  /// The light went on, off or elsewhere.
  case lightChanged = "light_changed"
  /// The picture does not tell.
  case unknown
}

extension LossReason: CustomStringConvertible {
  /// Words for a report: `covered`, `out of the picture`.
  public var description: String {
    switch self {
    case .outOfPicture: "out of the picture"
    case .covered: "covered"
    case .blurred: "blurred"
    case .lightChanged: "light changed"
    case .unknown: "unknown reason"
    }
  }
}
