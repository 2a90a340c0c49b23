/// Why there is no picture, video or page: one sentence that names the mend.
public enum PreviewError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model can't be shown.
  case unfit(reason: String)
  /// A library that pages are made with is not there.
  case missingLibrary(path: String)
  /// The picture's size is out of range, or an angle of its view is not finite.
  case invalidPicture

  /// The sentence for the user.
  public var description: String {
    switch self {
    case .unfit(let reason): "The model can't be shown: \(reason)."
    case .missingLibrary(let path):
      "A page needs three.js, and there is no \(path): install it, on Debian by “apt-get install libjs-three”."
    case .invalidPicture:
      "A picture is from \(MeshRenderer.sizes.lowerBound) to \(MeshRenderer.sizes.upperBound) pixels wide and high, "
        + "and the angles of its view are finite numbers."
    }
  }
}
