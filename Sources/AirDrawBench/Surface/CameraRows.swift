import AirDraw
import CRivals

/// How truly cameras and display transforms map: against readings of real devices, against OpenCV, and against themselves.
enum CameraRows {
  /// Measures the rows.
  ///
  /// - Parameter folder: the folder that holds `arkit_display_oracles.json`.
  /// - Throws: `BenchError` when that can't be read.
  static func measure(folder: String) throws -> [SurfaceRow] {
    let oracles = try DisplayOracles(path: "\(folder)/arkit_display_oracles.json")
    let lenses = LensDeviation.measure()
    return [
      row("display transform against recorded numbers", try oracles.transformDeviation(), 1e-6, ""),
      row("projection against a device's posted matrix", try oracles.projectionDeviation(), 1e-6, ""),
      row("projection against OpenCV, \(lenses.pointCount) points", lenses.fromOpenCV, 1e-6, "px"),
      row("camera round trip, pixel to ray to pixel", lenses.roundTrip, 1e-9, "px"),
    ]
  }

  private static func row(_ name: String, _ value: Double, _ target: Double, _ unit: String) -> SurfaceRow {
    SurfaceRow(name: name, value: value, target: target, unit: unit, isAtMost: true)
  }
}

/// Display transforms and projection matrices as devices told them.
private struct DisplayOracles {
  private let json: JSONValue
  private let path: String

  init(path: String) throws {
    self.path = path
    guard let json = try? JSONValue(parsing: try MeasuredSequence.text(of: path).utf8) else {
      throw BenchError.unreadable(path: path)
    }
    self.json = json
  }

  private func numbers(_ value: JSONValue?, count: Int) throws -> [Double] {
    let numbers = (value?.arrayValue ?? []).compactMap(\.doubleValue)
    guard numbers.count == count else { throw BenchError.unreadable(path: path) }
    return numbers
  }

  private func transform(_ image: [Double], _ view: [Double], _ orientation: DisplayOrientation)
    -> DisplayTransform?
  {
    DisplayTransform(
      imageSize: ImageSize(width: Int(image[0]), height: Int(image[1])),
      viewSize: ViewSize(width: view[0], height: view[1]), orientation: orientation)
  }

  /// The largest difference of one of the six numbers.
  func transformDeviation() throws -> Double {
    var worst = 0.0
    let values = json["model_values_not_device_readings"]?.arrayValue ?? []
    guard !values.isEmpty else { throw BenchError.unreadable(path: path) }
    for value in values {
      let orientation = value["orientation"]?.stringValue.flatMap(DisplayOrientation.init(rawValue:))
      guard let orientation,
        let own = transform(
          try numbers(value["image"], count: 2), try numbers(value["viewport"], count: 2), orientation)
      else { throw BenchError.unreadable(path: path) }
      for (mine, theirs) in zip(
        [own.a, own.b, own.c, own.d, own.tx, own.ty], try numbers(value["affine"], count: 6))
      {
        worst = max(worst, abs(mine - theirs))
      }
    }
    return worst
  }

  /// The largest difference of an entry of the posted projection matrix from what the camera and its display transform
  /// give: the entries are the places in clip space of points on the axes.
  func projectionDeviation() throws -> Double {
    let posted = json["posted"]?.arrayValue?.first { $0["id"] == "SO60495004" }
    let image = try numbers(posted?["imageResolution"], count: 2)
    let view = try numbers(posted?["viewport"], count: 2)
    let k = ["fx", "fy", "cx", "cy"].compactMap { posted?["intrinsics"]?[$0]?.doubleValue }
    let entries = ["m00", "m11", "m20", "m21"].compactMap { posted?[$0]?.doubleValue }
    guard k.count == 4, entries.count == 4, let transform = transform(image, view, .landscapeRight),
      let camera = CameraModel(
        intrinsics: CameraIntrinsics(fx: k[0], fy: k[1], cx: k[2], cy: k[3]),
        imageSize: ImageSize(width: Int(image[0]), height: Int(image[1])))
    else { throw BenchError.unreadable(path: path) }
    func clip(_ x: Double, _ y: Double) throws -> SIMD2<Double> {
      guard let pixel = camera.project(CameraPoint(x: x, y: y, z: 1)) else {
        throw BenchError.unreadable(path: path)
      }
      let shown = transform(pixel.normalized(in: camera.imageSize))
      return SIMD2(2 * shown.x - 1, 1 - 2 * shown.y)
    }
    let center = try clip(0, 0)
    // OpenGL looks along −z, so the third column comes out negated.
    let own = [try clip(1, 0).x - center.x, try clip(0, -1).y - center.y, -center.x, -center.y]
    return zip(own, entries).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}

/// How far random cameras of every lens model are from OpenCV's projections, and from undoing their own.
private struct LensDeviation {
  var fromOpenCV = 0.0
  var roundTrip = 0.0
  var pointCount = 0

  /// The size of each coefficient in OpenCV's order, as calibrations of real lenses find them.
  private static let brownConradySizes = [
    0.4, 0.3, 0.01, 0.01, 0.2, 0.2, 0.1, 0.05, 0.01, 0.01, 0.01, 0.01, 0.1, 0.1,
  ]
  private static let fisheyeSizes = [0.1, 0.02, 0.01, 0.005]

  static func measure() -> LensDeviation {
    var deviation = LensDeviation()
    var random = LensRandom(state: 1)
    for _ in 0..<100 {
      for count in [0, 4, 5, 8, 12, 14] {
        let sizes = Array(brownConradySizes.prefix(count))
        deviation.add(sizes, isFisheye: false, &random)
      }
      deviation.add(fisheyeSizes, isFisheye: true, &random)
    }
    return deviation
  }

  private mutating func add(_ sizes: [Double], isFisheye: Bool, _ random: inout LensRandom) {
    let coefficients = sizes.map { random.number(in: -$0...$0) }
    let lens: LensDistortion? =
      isFisheye
      ? FisheyeDistortion(openCVCoefficients: coefficients).map { .fisheye($0) }
      : BrownConradyDistortion(openCVCoefficients: coefficients).map { .brownConrady($0) }
    // OpenCV ignores skew but for fisheyes.
    let intrinsics = CameraIntrinsics(
      fx: random.number(in: 400...1500), fy: random.number(in: 400...1500), cx: random.number(in: 280...360),
      cy: random.number(in: 200...280), skew: isFisheye ? random.number(in: -3...3) : 0)
    guard let lens,
      let camera = CameraModel(
        intrinsics: intrinsics, distortion: lens, imageSize: ImageSize(width: 640, height: 480))
    else { return }
    for _ in 0..<20 {
      let pixel = ImagePoint(x: random.number(in: -0.5...639.5), y: random.number(in: -0.5...479.5))
      guard let direction = camera.unproject(pixel)?.direction, direction.z > 0 else { continue }
      let point = direction * random.number(in: 0.2...2)
      guard let again = camera.project(CameraPoint(point)) else {
        roundTrip = .infinity
        continue
      }
      roundTrip = max(roundTrip, again.distance(to: pixel))
      var seen = [0.0, 0.0]
      let status = airrivals_opencv_project(
        [point.x, point.y, point.z], 1, intrinsics.matrix.rowMajor, coefficients, Int32(coefficients.count),
        isFisheye ? 1 : 0, &seen)
      fromOpenCV =
        status == 0 ? max(fromOpenCV, again.distance(to: ImagePoint(x: seen[0], y: seen[1]))) : .infinity
      pointCount += 1
    }
  }
}

/// Random numbers that are the same in every run (SplitMix64: G. Steele, D. Lea, C. Flood, OOPSLA 2014).
private struct LensRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(in range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
}
