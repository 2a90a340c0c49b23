import AirGeometry
import AirJSON

/// The fields of an object in a camera file; what is wrong is told with the file, the place and the field.
struct CameraFields {
  let value: JSONValue
  let path: String
  /// Where in the file the object stands, such as ` of frame 3`; empty for the whole file.
  let place: String

  init(_ value: JSONValue, path: String, place: String = "") {
    self.value = value
    self.path = path
    self.place = place
  }

  init(_ content: CameraFileContent) { self.init(content.tree ?? .null, path: content.path) }

  func fault(_ reason: String) -> SurfaceError { .camera(path: path, reason: reason) }

  func has(_ name: String) -> Bool { value[name] != nil && value[name] != .null }

  func number(_ name: String) throws(SurfaceError) -> Double {
    guard let number = value[name]?.doubleValue else {
      throw fault("the field \"\(name)\"\(place) is missing or no number")
    }
    return number
  }

  func number(_ name: String, default standard: Double) throws(SurfaceError) -> Double {
    has(name) ? try number(name) : standard
  }

  /// A list of numbers, or of lists of numbers one after the other.
  ///
  /// - Parameter count: how many there must be; nil for any.
  func numbers(_ name: String, count: Int? = nil) throws(SurfaceError) -> [Double] {
    guard let list = value[name]?.arrayValue, let numbers = Self.flat(list),
      count == nil || numbers.count == count
    else {
      throw fault("the field \"\(name)\"\(place) must be a list of \(count.map { "\($0) " } ?? "")numbers")
    }
    return numbers
  }

  /// The numbers of a list, or of its lists; nil where something else is among them.
  static func flat(_ list: [JSONValue]) -> [Double]? {
    var numbers: [Double] = []
    for value in list {
      if let number = value.doubleValue {
        numbers.append(number)
      } else if let inner = value.arrayValue, inner.allSatisfy({ $0.doubleValue != nil }) {
        numbers += inner.compactMap(\.doubleValue)
      } else {
        return nil
      }
    }
    return numbers
  }

  /// A picture's size from two fields; nil where both are missing.
  func imageSize(_ width: String, _ height: String) throws(SurfaceError) -> ImageSize? {
    if !has(width), !has(height) { return nil }
    let sides = [value[width], value[height]].compactMap { $0?.integerValue }.filter {
      (1...65536).contains($0)
    }
    guard sides.count == 2 else {
      throw fault("the fields \"\(width)\" and \"\(height)\"\(place) must be whole numbers from 1 to 65536")
    }
    return ImageSize(width: sides[0], height: sides[1])
  }

  /// A picture's size under the first of several pairs of names that is there.
  func imageSize(_ spellings: [(width: String, height: String)]) throws(SurfaceError) -> ImageSize? {
    for (width, height) in spellings {
      if let size = try imageSize(width, height) { return size }
    }
    return nil
  }

  /// Intrinsics from four fields.
  func intrinsics(_ fx: String, _ fy: String, _ cx: String, _ cy: String) throws(SurfaceError)
    -> CameraIntrinsics
  {
    try checked(
      CameraIntrinsics(fx: try number(fx), fy: try number(fy), cx: try number(cx), cy: try number(cy)))
  }

  /// Intrinsics with positive focal lengths.
  func checked(_ intrinsics: CameraIntrinsics) throws(SurfaceError) -> CameraIntrinsics {
    guard intrinsics.isValid else {
      throw fault("the focal lengths\(place) must be positive and all numbers finite")
    }
    return intrinsics
  }

  /// A lens of Brown and Conrady's kind.
  func brownConrady(_ coefficients: [Double]) throws(SurfaceError) -> LensDistortion {
    guard let distortion = BrownConradyDistortion(openCVCoefficients: coefficients) else {
      throw fault(
        "it has \(coefficients.count) distortion coefficients\(place), and 0, 4, 5, 8, 12 or 14 are understood"
      )
    }
    return .brownConrady(distortion)
  }

  /// A fisheye lens.
  func fisheye(_ coefficients: [Double]) throws(SurfaceError) -> LensDistortion {
    guard let distortion = FisheyeDistortion(openCVCoefficients: coefficients) else {
      throw fault("it has \(coefficients.count) distortion coefficients\(place), and a fisheye has 4")
    }
    return .fisheye(distortion)
  }
}
