import AirGeometry
import AirSurface
import Foundation

/// A rectangle before a camera of 1280 × 720 pixels with a focal length of 1000, its corners seen with normal noise of 0.3
/// pixels. From one frame such a camera tilts a square of 30 mm half a metre away the wrong way in a third of all cases.
private struct NoisyRectangle {
  let points: [SurfacePoint]
  let pose: CameraPose
  let camera: CameraModel
  let ideal: IdealImage
  private let places: [SIMD2<Double>]

  static let deviationInPixels = 0.3

  init?(width: Double, height: Double, tiltInDegrees: Double, azimuth: Double, distance: Double) {
    let intrinsics = CameraIntrinsics(fx: 1000, fy: 1000, cx: 639.5, cy: 359.5)
    let size = ImageSize(width: 1280, height: 720)
    guard let camera = CameraModel(intrinsics: intrinsics, imageSize: size) else { return nil }
    self.camera = camera
    ideal = IdealImage(camera: camera)
    let (u, v) = (width / 2, height / 2)
    points = [(-u, -v), (u, -v), (u, v), (-u, v)].map { SurfacePoint(u: $0.0, v: $0.1) }
    // A camera that looks straight down has its x along u and its y along v.
    let down = Rotation(rotationVector: SIMD3(.pi / 2, 0, 0))
    let tilt = Rotation(
      rotationVector: SIMD3(cos(azimuth), 0, sin(azimuth)) * (tiltInDegrees * .pi / 180))
    let rotation = tilt * down
    pose = CameraPose(
      Pose(rotation: rotation, origin: WorldPoint(rotation(SIMD3(0, 0, 1)) * (0 - distance))))
    var places: [SIMD2<Double>] = []
    for point in points {
      guard let pixel = camera.project(pose.cameraPoint(Plane.ground.worldPoint(point))),
        let place = ideal.point(of: pixel)
      else { return nil }
      places.append(place)
    }
    self.places = places
  }

  /// The likelier pose from so many frames.
  func estimate(frames: Int, _ random: inout NormalGenerator) throws -> CameraPose? {
    var average = CornerAverage(points: points)
    for _ in 0..<frames {
      let seen = places.map { place in
        place + SIMD2(random.next(), random.next()) * Self.deviationInPixels
      }
      average.add(
        CornerObservation(points: points, places: seen, deviationInPixels: Self.deviationInPixels))
    }
    guard let observation = average.average else { return nil }
    return try PlanePose.solutions(of: [observation], ideal: ideal).first?.cameraPose
  }

  /// The least standard deviation of the normal that any unbiased estimate has from so many frames, in degrees: the
  /// bound of Cramér and Rao at the true pose.
  func leastNormalDeviation(frames: Int) throws -> Double? {
    let deviation = Self.deviationInPixels / Double(frames).squareRoot()
    let observation = CornerObservation(points: points, places: places, deviationInPixels: deviation)
    guard let c = try PlanePose.solutions(of: [observation], ideal: ideal).first?.covariance else {
      return nil
    }
    let normal = pose.pose.rotation.inverse(SIMD3(0, 1, 0))
    var aboutNormal = 0.0
    for row in 0..<3 {
      for column in 0..<3 { aboutNormal += normal[row] * c[6 * row + column] * normal[column] }
    }
    return (c[0] + c[7] + c[14] - aboutNormal).squareRoot() * 180 / .pi
  }
}

/// Normal random numbers by Marsaglia and Bray's polar method over SplitMix64, the same at each run.
private struct NormalGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }

  mutating func next() -> Double {
    while true {
      let (a, b) = (2 * uniform() - 1, 2 * uniform() - 1)
      let square = a * a + b * b
      if square > 0, square < 1 { return a * (-2 * log(square) / square).squareRoot() }
    }
  }

  mutating func angle() -> Double { 2 * .pi * uniform() }
}

extension PlaneRows {
  /// A small square seen from nearly straight above: how often it is tilted the wrong way, and how far its normal is off.
  static func squareRows() throws -> [SurfaceRow] {
    var random = NormalGenerator(seed: 5)
    let trials = 1000
    var (flipped, squares, bound) = (0, 0.0, 0.0)
    for _ in 0..<trials {
      let azimuth = random.angle()
      guard
        let scene = NoisyRectangle(
          width: 0.03, height: 0.03, tiltInDegrees: 5, azimuth: azimuth, distance: 0.5),
        let other = NoisyRectangle(
          width: 0.03, height: 0.03, tiltInDegrees: -5, azimuth: azimuth, distance: 0.5),
        let pose = try scene.estimate(frames: 60, &random)
      else { continue }
      let angle = normalAngle(pose, scene.pose)
      if normalAngle(pose, other.pose) < angle { flipped += 1 }
      squares += angle * angle
      let least = try scene.leastNormalDeviation(frames: 60) ?? 0
      bound += least * least
    }
    let bestDeviation = (bound / Double(trials)).squareRoot()
    return [
      row(
        "30 mm square at 5°, 0.3 px, 60 frames: flipped", Double(flipped) / Double(trials) * 100, atMost: 1,
        "%"),
      row(
        "30 mm square at 5°, 0.3 px, 60 frames: normal, rms (no unbiased estimate is below "
          + "\((bestDeviation * 100).rounded() / 100)°)",
        (squares / Double(trials)).squareRoot(), atMost: 1, "°"),
    ]
  }

  /// A sheet at a slant: how far from their places on it points are told.
  static func sheetRow() throws -> [SurfaceRow] {
    var random = NormalGenerator(seed: 7)
    let trials = 200
    var (sum, count) = (0.0, 0.0)
    for _ in 0..<trials {
      guard
        let scene = NoisyRectangle(
          width: 0.297, height: 0.21, tiltInDegrees: 30, azimuth: random.angle(), distance: 0.5),
        let pose = try scene.estimate(frames: 30, &random)
      else { continue }
      for step in 0..<25 {
        let point = SurfacePoint(
          u: (Double(step % 5) / 4 - 0.5) * 0.297, v: (Double(step / 5) / 4 - 0.5) * 0.21)
        let error = distance(pose, scene.pose, point, scene.camera) ?? .infinity
        sum += error * error
        count += 1
      }
    }
    return [
      row(
        "A4 at 30°, 50 cm, 0.3 px, 30 frames: point error, rms", (sum / count).squareRoot(), atMost: 0.05,
        "mm")
    ]
  }
}
