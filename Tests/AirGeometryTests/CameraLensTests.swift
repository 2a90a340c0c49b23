import AirGeometry
import AirTestSupport
import Testing

@Suite struct CameraLensTests {
  /// A camera, a point before it, and where OpenCV 4.6's `projectPoints` or `fisheye::projectPoints` sees it.
  struct Known: Sendable, CustomTestStringConvertible {
    var coefficients: [Double]
    var isFisheye: Bool
    var fx: Double
    var fy: Double
    var cx: Double
    var cy: Double
    var skew: Double
    var point: SIMD3<Double>
    var pixel: ImagePoint

    var testDescription: String { "\(coefficients.count)\(isFisheye ? " fisheye" : "") coefficients" }
  }

  private static let known = [
    Known(
      coefficients: [-0.163597, -0.108617, 0.009564, -0.000888],
      isFisheye: false, fx: 554.006384, fy: 531.935420, cx: 303.469737, cy: 236.774888, skew: 0.000000,
      point: SIMD3(0.295041, 0.022212, 0.806364), pixel: ImagePoint(x: 501.220449093539, y: 251.759071751808)),
    Known(
      coefficients: [-0.101496, -0.064235, 0.003487, 0.003446, 0.038806],
      isFisheye: false, fx: 572.986470, fy: 864.764095, cx: 310.503351, cy: 250.030509, skew: 0.000000,
      point: SIMD3(-0.260758, 0.281036, 0.901958), pixel: ImagePoint(x: 148.52546944107, y: 514.626834176974)),
    Known(
      coefficients: [0.174458, 0.262578, -0.001023, -0.002307, -0.028505, -0.061329, -0.079905, -0.003473],
      isFisheye: false, fx: 706.851735, fy: 875.624173, cx: 313.950255, cy: 231.060588, skew: 0.000000,
      point: SIMD3(-0.256338, 0.366331, 0.978602), pixel: ImagePoint(x: 116.342451892465, y: 580.098673451077)
    ),
    Known(
      coefficients: [
        -0.214371, -0.249895, 0.000945, -0.003796, -0.043456, 0.084199, -0.013332, -0.016249, 0.009724,
        0.005871, -0.003134, -0.003993,
      ],
      isFisheye: false, fx: 651.977573, fy: 711.627912, cx: 326.278893, cy: 230.365431, skew: 0.000000,
      point: SIMD3(-0.048399, 0.133809, 0.962080), pixel: ImagePoint(x: 293.762865357283, y: 328.712727246823)
    ),
    Known(
      coefficients: [
        0.169041, 0.110777, 0.004733, -0.000212, 0.090798, -0.069252, 0.029824, 0.011483, 0.007371, -0.007127,
        -0.001042, 0.003185, 0.032342, 0.067713,
      ],
      isFisheye: false, fx: 666.278797, fy: 419.823048, cx: 303.823934, cy: 251.955799, skew: 0.000000,
      point: SIMD3(0.001539, 0.145962, 0.960955), pixel: ImagePoint(x: 305.014456207614, y: 316.549971510844)),
    Known(
      coefficients: [
        -0.061693, 0.17149, 0.009027, -0.004841, 0.003976, 0.073621, -0.008128, -0.077999, 0.00598, -4.2e-05,
        -0.006056, 0.007522, -0.046365, -0.052612,
      ],
      isFisheye: false, fx: 586.296469, fy: 592.951837, cx: 309.323625, cy: 227.031175, skew: 0.000000,
      point: SIMD3(0.229384, 0.273304, 0.959402), pixel: ImagePoint(x: 448.004580958421, y: 393.965382617179)),
    Known(
      coefficients: [0.028156, -0.000159, -0.001078, -0.001031],
      isFisheye: true, fx: 871.788604, fy: 768.899639, cx: 301.662920, cy: 250.311214, skew: 0.134010,
      point: SIMD3(1.055022, -0.259197, 0.871370), pixel: ImagePoint(x: 1075.43592638714, y: 82.6406208565233)
    ),
    Known(
      coefficients: [-0.057416, 0.012532, -0.003854, 0.003469],
      isFisheye: true, fx: 492.999444, fy: 806.161258, cx: 323.233896, cy: 237.877302, skew: 2.980814,
      point: SIMD3(-1.154025, -0.195801, 1.017709),
      pixel: ImagePoint(x: -77.9305681126373, y: 126.690730032672)),
    Known(
      coefficients: [0.036755, -0.000476, -0.011177, 0.002022],
      isFisheye: true, fx: 661.295551, fy: 643.776242, cx: 310.521259, cy: 241.091432, skew: 4.844657,
      point: SIMD3(0.983934, 0.310938, 1.049369), pixel: ImagePoint(x: 811.337790192377, y: 394.808307164658)),
  ]

  private static func distortion(_ coefficients: [Double], isFisheye: Bool) throws -> LensDistortion {
    isFisheye
      ? .fisheye(try #require(FisheyeDistortion(openCVCoefficients: coefficients)))
      : .brownConrady(try #require(BrownConradyDistortion(openCVCoefficients: coefficients)))
  }

  @Test("points are seen where OpenCV sees them, with every set of coefficients", arguments: known)
  func knownPixels(known: Known) throws {
    let camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(
          fx: known.fx, fy: known.fy, cx: known.cx, cy: known.cy, skew: known.skew),
        distortion: try Self.distortion(known.coefficients, isFisheye: known.isFisheye),
        imageSize: ImageSize(width: 640, height: 480)))
    let seen = try #require(camera.project(CameraPoint(known.point)))
    #expect(seen.distance(to: known.pixel) < 1e-9)
    let ray = try #require(camera.unproject(known.pixel)).direction
    let direction = known.point / (known.point * known.point).sum().squareRoot()
    #expect(abs(ray.x - direction.x) + abs(ray.y - direction.y) + abs(ray.z - direction.z) < 1e-11)
  }

  /// A lens with coefficients as calibrations find them.
  private func randomCamera(_ random: inout SeededGenerator, count: Int) throws -> CameraModel {
    func numbers(_ ranges: [Double]) -> [Double] { ranges.map { .random(in: -$0...$0, using: &random) } }
    let isFisheye = count < 0
    let ranges =
      isFisheye
      ? [0.1, 0.02, 0.01, 0.005]
      : Array(
        [0.4, 0.3, 0.01, 0.01, 0.2, 0.2, 0.1, 0.05, 0.01, 0.01, 0.01, 0.01, 0.1, 0.1].prefix(count))
    return try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(
          fx: .random(in: 300...1500, using: &random), fy: .random(in: 300...1500, using: &random),
          cx: .random(in: 250...390, using: &random), cy: .random(in: 190...290, using: &random),
          skew: .random(in: -3...3, using: &random)),
        distortion: try Self.distortion(numbers(ranges), isFisheye: isFisheye),
        imageSize: ImageSize(width: 640, height: 480)))
  }

  @Test(
    "a pixel's ray is seen at that pixel, and a seen point lies on its pixel's ray, to 1e-9",
    arguments: [0, 4, 5, 8, 12, 14, -4])
  func roundTrips(count: Int) throws {
    var seenPoints = 0
    for seed in 1...200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let camera = try randomCamera(&random, count: count)
      for _ in 0..<30 {
        let pixel = ImagePoint(
          x: .random(in: -0.5...639.5, using: &random), y: .random(in: -0.5...479.5, using: &random))
        if let ray = camera.unproject(pixel) {
          let again = try #require(camera.project(CameraPoint(ray.direction * 0.7)))
          #expect(again.distance(to: pixel) < 1e-9, "seed \(seed)")
        }
        // A fisheye sees behind itself; other lenses are asked for what lies before them.
        let aside = count < 0 ? 1.0 : 0.6
        let point = SIMD3(
          .random(in: -aside...aside, using: &random), .random(in: -aside...aside, using: &random),
          count < 0 ? .random(in: -0.5...1, using: &random) : 1)
        guard let seen = camera.project(CameraPoint(point)) else { continue }
        seenPoints += 1
        let ray = try #require(camera.unproject(seen), "seed \(seed), point \(point)").direction
        let direction = point / (point * point).sum().squareRoot()
        let difference = ray - direction
        #expect((difference * difference).sum().squareRoot() < 1e-9, "seed \(seed)")
      }
    }
    #expect(seenPoints > 4000)
  }

  @Test("a point beyond the fold of a lens model is seen nowhere")
  func folds() throws {
    let size = ImageSize(width: 1000, height: 1000)
    let intrinsics = CameraIntrinsics(fx: 100, fy: 100, cx: 0, cy: 0)
    let barrel = try #require(BrownConradyDistortion(openCVCoefficients: [-0.5, 0, 0, 0]))
    let camera = try #require(CameraModel(intrinsics: intrinsics, distortion: barrel, imageSize: size))
    // x·(1 − x²/2) is largest at x = √(2/3) = 0.8165.
    #expect(camera.project(CameraPoint(x: 0.81, y: 0, z: 1)) != nil)
    #expect(camera.project(CameraPoint(x: 0.82, y: 0, z: 1)) == nil)
    // θ·(1 − θ²/3) is largest at θ = 1.
    let fisheye = try #require(FisheyeDistortion(openCVCoefficients: [-1.0 / 3, 0, 0, 0]))
    let wide = try #require(
      CameraModel(intrinsics: intrinsics, distortion: .fisheye(fisheye), imageSize: size))
    #expect(wide.project(CameraPoint(x: 1.55, y: 0, z: 1)) != nil)
    #expect(wide.project(CameraPoint(x: 1.56, y: 0, z: 1)) == nil)
    #expect(
      wide.unproject(ImagePoint(x: 66.6, y: 0)) != nil && wide.unproject(ImagePoint(x: 66.7, y: 0)) == nil)
    // A rational model whose denominator vanishes at r² = 4.
    let rational = try #require(BrownConradyDistortion(openCVCoefficients: [0, 0, 0, 0, 0, -0.25, 0, 0]))
    let pole = try #require(CameraModel(intrinsics: intrinsics, distortion: rational, imageSize: size))
    let nearPole = try #require(pole.project(CameraPoint(x: 1.99, y: 0, z: 1)))
    let ray = try #require(pole.unproject(nearPole)).direction
    #expect(abs(ray.x / ray.z - 1.99) < 1e-9)
    #expect(pole.project(CameraPoint(x: 2.01, y: 0, z: 1)) == nil)
  }

  @Test(
    "an equidistant fisheye sees a right angle at a quarter turn times its focal length, and behind itself")
  func equidistant() throws {
    let camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 200, fy: 200, cx: 500, cy: 500),
        distortion: .fisheye(.equidistant), imageSize: ImageSize(width: 1001, height: 1001)))
    let side = try #require(camera.project(CameraPoint(x: 3, y: 0, z: 0)))
    #expect(side.distance(to: ImagePoint(x: 500 + 100 * Double.pi, y: 500)) < 1e-9)
    let behind = try #require(camera.project(CameraPoint(x: 0, y: 1, z: -1)))
    #expect(behind.distance(to: ImagePoint(x: 500, y: 500 + 150 * Double.pi)) < 1e-9)
    #expect(camera.project(CameraPoint(x: 0, y: 0, z: 2)) == ImagePoint(x: 500, y: 500))
    #expect(camera.project(CameraPoint(x: 0, y: 0, z: -1)) == nil)
  }

  @Test("skew moves a point sideways by its height at focal length 1")
  func skew() throws {
    let camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 800, fy: 800, cx: 320, cy: 240, skew: 4),
        imageSize: ImageSize(width: 640, height: 480)))
    #expect(camera.project(CameraPoint(x: 0, y: 0.25, z: 1)) == ImagePoint(x: 321, y: 440))
    #expect(CameraIntrinsics(matrix: camera.intrinsics.matrix) == camera.intrinsics)
    #expect(
      CameraIntrinsics(matrix: .identity * Matrix3(rows: SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 0, 1)))
        == nil)
  }

  @Test("coefficients come back in the number that was given, zeros trimmed to eight, twelve or fourteen")
  func coefficientSets() throws {
    for (given, kept) in [(0, 8), (4, 8), (5, 8), (8, 8), (12, 12), (14, 14)] {
      let numbers = (0..<given).map { 0.01 * Double($0 + 1) }
      let distortion = try #require(BrownConradyDistortion(openCVCoefficients: numbers))
      #expect(distortion.openCVCoefficients == numbers + Array(repeating: 0, count: kept - given))
    }
    for count in [1, 2, 3, 6, 7, 9, 13, 15] {
      #expect(BrownConradyDistortion(openCVCoefficients: Array(repeating: 0, count: count)) == nil)
    }
    #expect(BrownConradyDistortion(openCVCoefficients: [0, .nan, 0, 0]) == nil)
    #expect(FisheyeDistortion(openCVCoefficients: [0, 0, 0]) == nil)
  }
}
