import AirGeometry
import CVision

/// How many coefficients of a lens are calibrated, by OpenCV's names.
///
/// More of them always lower the residual, also where they only follow the noise; five (k1, k2, p1, p2, k3) are what
/// ordinary lenses need and what other programs expect.
public enum CalibrationLens: String, CaseIterable, Hashable, Sendable {
  /// No distortion.
  case none
  /// k1, k2, p1, p2.
  case four = "4"
  /// k1, k2, p1, p2, k3.
  case five = "5"
  /// The rational model: k4, k5, k6 as well.
  case eight = "8"
  /// The rational model and a thin prism: s1…s4 as well.
  case twelve = "12"
  /// The tilted sensor's τx, τy as well.
  case fourteen = "14"
  /// The equidistant model of Kannala and Brandt (PAMI 2006) with k1…k4, for fields of view beyond 110 degrees.
  case fisheye

  /// The names of the camera's numbers, in OpenCV's order.
  public var numberNames: [String] {
    let all = ["k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6", "s1", "s2", "s3", "s4", "tau_x", "tau_y"]
    let own = self == .fisheye ? ["k1", "k2", "k3", "k4"] : Array(all.prefix(coefficientCount))
    return ["fx", "fy", "cx", "cy"] + own
  }

  /// How many coefficients the lens has.
  var coefficientCount: Int { self == .fisheye ? 4 : Int(rawValue) ?? 0 }

  /// The camera of these numbers, in the order of their names; nil where they make none.
  func camera(_ numbers: [Double], imageSize: ImageSize) -> CameraModel? {
    let coefficients = Array(numbers.dropFirst(4))
    let lens =
      self == .fisheye
      ? FisheyeDistortion(openCVCoefficients: coefficients).map { LensDistortion.fisheye($0) }
      : BrownConradyDistortion(openCVCoefficients: coefficients).map { LensDistortion.brownConrady($0) }
    return lens.flatMap { lens in
      CameraModel(
        intrinsics: CameraIntrinsics(fx: numbers[0], fy: numbers[1], cx: numbers[2], cy: numbers[3]),
        distortion: lens, imageSize: imageSize)
    }
  }

  var visionLens: airvision_lens {
    switch self {
    case .none: AIRVISION_LENS_NONE
    case .four: AIRVISION_LENS_4
    case .five: AIRVISION_LENS_5
    case .eight: AIRVISION_LENS_8
    case .twelve: AIRVISION_LENS_12
    case .fourteen: AIRVISION_LENS_14
    case .fisheye: AIRVISION_LENS_FISHEYE
    }
  }
}
