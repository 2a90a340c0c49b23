import AirJSON
import AirGeometry
import CVision
import FoundationEssentials

extension CameraModel {
  /// The largest camera file that is read: real ones are a few kilobytes.
  private static let largestFileInBytes = 1 << 20

  /// Reads a camera's calibration: our own JSON, or OpenCV's YAML, XML or JSON, told apart by content.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - imageSize: the size of the pictures that the camera is used for. A calibration of another size is refused.
  ///     One that names no size is taken to be of this size.
  /// - Throws: `SurfaceError.camera` or `.cameraSize`.
  public init(contentsOf path: String, imageSize: ImageSize) throws(SurfaceError) {
    let text: String
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      guard data.count <= Self.largestFileInBytes, let decoded = String(data: data, encoding: .utf8) else {
        throw SurfaceError.camera(path: path, reason: "it is not a text of at most 1 MiB")
      }
      text = decoded
    } catch let error as SurfaceError {
      throw error
    } catch {
      throw .camera(path: path, reason: "it can't be read; check that it exists and may be read")
    }
    if text.allSatisfy(\.isWhitespace) { throw .camera(path: path, reason: "it is empty") }
    guard Self.deepestNesting(text) <= 64 else {
      throw .camera(path: path, reason: "it is nested more deeply than any calibration")
    }
    let own = try? JSONValue(parsing: text.utf8)
    let read =
      own?["format"] == "airdraw-camera"
      ? try Self.own(own ?? .null, path) : try Self.openCV(text, path)
    if let size = read.size, size != imageSize {
      throw .cameraSize(path: path, camera: size.description, recording: imageSize.description)
    }
    guard let distortion = BrownConradyDistortion(openCVCoefficients: read.distortion) else {
      throw .camera(
        path: path,
        reason: "it has \(read.distortion.count) distortion coefficients, and 0, 4, 5 or 8 are understood")
    }
    guard
      let model = CameraModel(
        intrinsics: read.intrinsics, distortion: distortion, imageSize: imageSize)
    else { throw .camera(path: path, reason: "its focal lengths must be positive and its numbers finite") }
    self = model
  }

  /// How deeply brackets and tags are nested: parsers that recurse run out of stack on what nobody writes.
  private static func deepestNesting(_ text: String) -> Int {
    var depth = 0
    var deepest = 0
    var last: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      // A closing tag takes back its own bracket and that of the tag it closes; `?>`, `/>` and `->` close alone.
      case UInt8(ascii: "/") where last == UInt8(ascii: "<"): depth -= 2
      case UInt8(ascii: ">") where [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "-")].contains(last):
        depth -= 1
      default: break
      }
      deepest = max(deepest, depth)
      last = byte
    }
    return deepest
  }

  private struct Calibration {
    var intrinsics: CameraIntrinsics
    var distortion: [Double]
    var size: ImageSize?
  }

  /// Our own form: `{"format": "airdraw-camera", "version": 1, "image_width": …, "fx": …, "distortion": […]}`.
  private static func own(_ json: JSONValue, _ path: String) throws(SurfaceError) -> Calibration {
    guard json["version"]?.integerValue == 1 else {
      throw .camera(path: path, reason: "its version is not 1; a newer airdraw may read it")
    }
    if let model = json["model"], model != "brown-conrady" {
      throw .camera(
        path: path, reason: "its model is \(model.text), and only \"brown-conrady\" is understood")
    }
    func number(_ name: String) throws(SurfaceError) -> Double {
      guard let value = json[name]?.doubleValue else {
        throw .camera(path: path, reason: "its field \"\(name)\" is missing or no number")
      }
      return value
    }
    let intrinsics = CameraIntrinsics(
      fx: try number("fx"), fy: try number("fy"), cx: try number("cx"), cy: try number("cy"))
    let coefficients = json["distortion"]?.arrayValue ?? []
    let distortion = coefficients.compactMap(\.doubleValue)
    guard distortion.count == coefficients.count else {
      throw .camera(path: path, reason: "its field \"distortion\" must be a list of numbers")
    }
    guard let width = json["image_width"]?.integerValue, let height = json["image_height"]?.integerValue
    else { throw .camera(path: path, reason: "its image_width and image_height must be whole numbers") }
    return Calibration(
      intrinsics: intrinsics, distortion: distortion, size: ImageSize(width: width, height: height))
  }

  private static func openCV(_ text: String, _ path: String) throws(SurfaceError) -> Calibration {
    var camera = airvision_camera()
    do {
      try airvision_parse_camera(text, &camera).check()
    } catch .vision(let reason) {
      throw .camera(path: path, reason: "it is no calibration in OpenCV's or our own form (\(reason))")
    }
    let m = withUnsafeBytes(of: camera.matrix) { Array($0.bindMemory(to: Double.self)) }
    let all = withUnsafeBytes(of: camera.distortion) { Array($0.bindMemory(to: Double.self)) }
    guard m[1] == 0 else {
      throw .camera(path: path, reason: "its matrix has a skew of \(m[1]), which is not understood")
    }
    let hasSize = camera.image_width > 0 && camera.image_height > 0
    return Calibration(
      intrinsics: CameraIntrinsics(fx: m[0], fy: m[4], cx: m[2], cy: m[5]),
      distortion: Array(all.prefix(Int(camera.distortion_count))),
      size: hasSize
        ? ImageSize(width: Int(camera.image_width), height: Int(camera.image_height)) : nil)
  }
}
