import AirGeometry
import AirJSON
import FoundationEssentials

/// The forms in which a camera is written.
public enum CameraOutputFormat: String, CaseIterable, Hashable, Sendable {
  /// Our own JSON.
  case json
  /// OpenCV's FileStorage YAML.
  case yaml

  /// The form that a file's ending asks for: YAML for `.yml` and `.yaml`, else JSON.
  public init(path: String) {
    let ending = path.split(separator: ".").last?.lowercased()
    self = ending == "yml" || ending == "yaml" ? .yaml : .json
  }
}

extension CameraModel {
  /// The camera in our own form: `format` (`airdraw-camera`), `version` (1), `image_width`, `image_height`, `model`
  /// (`brown-conrady` or `fisheye`), `fx`, `fy`, `cx`, `cy` in pixels from the top-left pixel's centre, `skew` where there
  /// is one, `distortion` in OpenCV's order, and `uncertainty` (standard deviations by the same names) where it is known.
  public func json(uncertainty: CameraUncertainty? = nil) -> JSONValue {
    var json: JSONValue = [
      "format": "airdraw-camera", "version": 1, "image_width": .integer(imageSize.width),
      "image_height": .integer(imageSize.height), "model": .string(distortion.modelName),
    ]
    func put(_ k: CameraIntrinsics, _ coefficients: [Double], into json: inout JSONValue) {
      for (name, value) in [("fx", k.fx), ("fy", k.fy), ("cx", k.cx), ("cy", k.cy)] {
        json[name] = .number(value)
      }
      if k.skew != 0 { json["skew"] = .number(k.skew) }
      json["distortion"] = JSONValue(coefficients)
    }
    put(intrinsics, distortion.shortCoefficients, into: &json)
    if let uncertainty {
      var inner: JSONValue = [:]
      put(uncertainty.intrinsics, uncertainty.distortion, into: &inner)
      json["uncertainty"] = inner
    }
    return json
  }

  /// The camera as OpenCV's FileStorage YAML, with the names that OpenCV's own calibration sample uses (`fisheye_model` is 1
  /// for a fisheye).
  public var openCVYAML: String {
    func matrix(_ name: String, rows: Int, _ numbers: [Double]) -> String {
      """
      \(name): !!opencv-matrix
         rows: \(rows)
         cols: \(numbers.count / rows)
         dt: d
         data: [ \(numbers.map(\.description).joined(separator: ", ")) ]

      """
    }
    var text = "%YAML:1.0\n---\nimage_width: \(imageSize.width)\nimage_height: \(imageSize.height)\n"
    if case .fisheye = distortion { text += "fisheye_model: 1\n" }
    return text + matrix("camera_matrix", rows: 3, intrinsics.matrix.rowMajor)
      + matrix("distortion_coefficients", rows: 1, distortion.shortCoefficients)
  }

  /// The text of a file of this camera. The same camera gives the same text, and reads back to the same numbers.
  ///
  /// - Parameter uncertainty: how sure the numbers are; OpenCV's form has no place for it.
  public func fileText(_ format: CameraOutputFormat, uncertainty: CameraUncertainty? = nil) -> String {
    switch format {
    case .json: json(uncertainty: uncertainty).indentedText
    case .yaml: openCVYAML
    }
  }

  /// Writes the camera to a file, which appears whole or not at all.
  ///
  /// - Parameter format: the form; the file's ending decides unless told.
  /// - Throws: `SurfaceError.camera` when the file can't be written; what was there before then stays.
  public func write(
    to path: String, as format: CameraOutputFormat? = nil, uncertainty: CameraUncertainty? = nil
  ) throws(SurfaceError) {
    let text = fileText(format ?? CameraOutputFormat(path: path), uncertainty: uncertainty)
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw .camera(
        path: path, reason: "it can't be written; check that its folder exists and may be written to")
    }
  }
}

extension LensDistortion {
  /// The model's name in our files.
  package var modelName: String {
    switch self {
    case .brownConrady: "brown-conrady"
    case .fisheye: "fisheye"
    }
  }

  /// Makes a lens from a model's name in our files and its coefficients in OpenCV's order.
  ///
  /// - Returns: nil for another name or another number of coefficients.
  package init?(modelName: String, coefficients: [Double]) {
    switch modelName {
    case "brown-conrady":
      guard let distortion = BrownConradyDistortion(openCVCoefficients: coefficients) else { return nil }
      self = .brownConrady(distortion)
    case "fisheye":
      guard let distortion = FisheyeDistortion(openCVCoefficients: coefficients) else { return nil }
      self = .fisheye(distortion)
    default: return nil
    }
  }

  /// The coefficients in the shortest of OpenCV's sets of five or more that holds all that are not zero.
  fileprivate var shortCoefficients: [Double] {
    let all = openCVCoefficients
    guard case .brownConrady = self else { return all }
    let used = (all.lastIndex { $0 != 0 } ?? 0) + 1
    let count = [5, 8, 12, 14].first { $0 >= used } ?? all.count
    return Array(all.prefix(count))
  }
}
