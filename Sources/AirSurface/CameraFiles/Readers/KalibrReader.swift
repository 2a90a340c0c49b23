import AirGeometry
import AirJSON

/// Kalibr's camera chains (`cam0`, `cam1`, …), and the sensor files of data sets that use its terms: a list `cameras`, or
/// one camera alone.
enum KalibrReader: CameraFileReader {
  static let format = CameraFileFormat.kalibr

  static func recognizes(_ content: CameraFileContent) -> Bool {
    content.tree.map { !cameras(in: $0).isEmpty } ?? false
  }

  /// The cameras by name: objects with `intrinsics`.
  private static func cameras(in tree: JSONValue) -> [(name: String, value: JSONValue)] {
    if tree["intrinsics"] != nil, tree["fl_x"] == nil { return [("", tree)] }
    if let list = tree["cameras"]?.arrayValue {
      return list.compactMap { item in
        let camera = item["camera"] ?? item
        return camera["intrinsics"] == nil ? nil : (camera["label"]?.stringValue ?? "", camera)
      }
    }
    return (tree.objectValue ?? []).filter { $0.name.hasPrefix("cam") && $0.value["intrinsics"] != nil }
      .map { ($0.name, $0.value) }
  }

  static func read(_ contents: [CameraFileContent], path: String) throws(SurfaceError) -> CameraFile {
    let content = try single(contents, path: path)
    var file = CameraFile(format: format, path: path)
    for (name, value) in cameras(in: content.tree ?? .null) {
      let fields = CameraFields(value, path: path, place: name.isEmpty ? "" : " of \(name)")
      file.cameras.append(try camera(name, fields))
    }
    return file
  }

  private static func camera(_ name: String, _ fields: CameraFields) throws(SurfaceError) -> RecordedCamera {
    let model = (fields.value["camera_model"] ?? fields.value["type"])?.stringValue ?? "pinhole"
    guard model == "pinhole" else {
      throw fields.fault("its camera model\(fields.place) is \"\(model)\", and pinhole is understood")
    }
    let k = try numbers("intrinsics", fields.value["intrinsics"], fields, count: 4)
    let block = fields.value["distortion"]
    let kind =
      (fields.value["distortion_model"] ?? block?["type"])?.stringValue?.split(separator: " ").first.map(
        String.init)
      ?? "none"
    let list =
      fields.value["distortion_coeffs"] ?? fields.value["distortion_coefficients"] ?? block?["parameters"]
    let coefficients = kind == "none" ? [] : try numbers("distortion", list, fields, count: 4)
    let distortion: LensDistortion
    switch kind {
    case "none", "radtan", "radial-tangential", "plumb_bob":
      distortion = try fields.brownConrady(coefficients)
    case "equidistant", "equi": distortion = try fields.fisheye(coefficients)
    default:
      throw fields.fault(
        "its distortion model\(fields.place) is \"\(kind)\", and radtan, radial-tangential and equidistant are understood"
      )
    }
    let intrinsics = try fields.checked(CameraIntrinsics(fx: k[0], fy: k[1], cx: k[2], cy: k[3]))
    var size = try fields.imageSize("image_width", "image_height")
    if fields.has("resolution") {
      let sides = try fields.numbers("resolution", count: 2).compactMap { Int(exactly: $0) }
      guard sides.count == 2, sides.allSatisfy((1...65536).contains) else {
        throw fields.fault("its resolution\(fields.place) must be two whole numbers from 1 to 65536")
      }
      size = ImageSize(width: sides[0], height: sides[1])
    }
    return RecordedCamera(name: name, intrinsics: intrinsics, distortion: distortion, imageSize: size)
  }

  /// A list of numbers, or an object whose `data` is one.
  private static func numbers(
    _ name: String, _ value: JSONValue?, _ fields: CameraFields, count: Int
  ) throws(SurfaceError) -> [Double] {
    guard let list = (value?["data"] ?? value)?.arrayValue, let numbers = CameraFields.flat(list),
      numbers.count == count
    else { throw fields.fault("its \(name)\(fields.place) must be \(count) numbers") }
    return numbers
  }
}
