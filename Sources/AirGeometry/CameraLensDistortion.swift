/// How a lens bends the picture that a pinhole would give.
public enum LensDistortion: Hashable, Sendable {
  /// Brown and Conrady's model: radial, tangential, thin prism and tilted sensor.
  case brownConrady(BrownConradyDistortion)
  /// Kannala and Brandt's model for fisheye lenses.
  case fisheye(FisheyeDistortion)

  /// The coefficients in OpenCV's order: 8, 12 or 14 of them, or a fisheye's 4.
  public var openCVCoefficients: [Double] {
    switch self {
    case .brownConrady(let distortion): distortion.openCVCoefficients
    case .fisheye(let distortion): distortion.openCVCoefficients
    }
  }

  /// True when the picture is a pinhole's own.
  public var isNone: Bool { self == .brownConrady(.none) }
}
