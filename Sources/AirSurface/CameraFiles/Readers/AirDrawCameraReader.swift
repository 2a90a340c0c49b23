import AirGeometry
import AirJSON

/// Our own form: `{"format": "airdraw-camera", "version": 1, "image_width": …, "model": "brown-conrady" | "fisheye",
/// "fx": …, "fy": …, "cx": …, "cy": …, "skew": …, "distortion": […], "uncertainty": {…}}`; skew, distortion and
/// uncertainty may be missing.
enum AirDrawCameraReader: CameraFileReader {
  static let format = CameraFileFormat.airDraw

  static func recognizes(_ content: CameraFileContent) -> Bool { content.tree?["format"] == "airdraw-camera" }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    let fields = CameraFields(try single(contents, path: path))
    guard fields.value["version"]?.integerValue == 1 else {
      throw fields.fault("its version is not 1; a newer airdraw may read it")
    }
    var intrinsics = try fields.intrinsics("fx", "fy", "cx", "cy")
    intrinsics.skew = try fields.number("skew", default: 0)
    let coefficients = fields.has("distortion") ? try fields.numbers("distortion") : []
    let model = fields.value["model"] ?? "brown-conrady"
    guard let distortion = LensDistortion(modelName: model.stringValue ?? "", coefficients: coefficients)
    else {
      throw fields.fault(
        "its model \(model.text) does not go with \(coefficients.count) distortion coefficients; \"brown-conrady\" has 0, "
          + "4, 5, 8, 12 or 14 and \"fisheye\" 4")
    }
    guard let size = try fields.imageSize("image_width", "image_height") else {
      throw fields.fault("the fields \"image_width\" and \"image_height\" are missing")
    }
    var file = CameraFile(format: format, path: path)
    file.cameras = [
      RecordedCamera(
        intrinsics: intrinsics, distortion: distortion, imageSize: size, uncertainty: try uncertainty(fields))
    ]
    return file
  }

  private static func uncertainty(_ fields: CameraFields) throws(SurfaceError) -> CameraUncertainty? {
    guard let value = fields.value["uncertainty"], value != .null else { return nil }
    let inner = CameraFields(value, path: fields.path, place: " of \"uncertainty\"")
    return CameraUncertainty(
      intrinsics: CameraIntrinsics(
        fx: try inner.number("fx"), fy: try inner.number("fy"), cx: try inner.number("cx"),
        cy: try inner.number("cy"), skew: try inner.number("skew", default: 0)),
      distortion: inner.has("distortion") ? try inner.numbers("distortion") : [])
  }
}
