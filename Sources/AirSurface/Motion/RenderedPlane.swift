import AirCapture
import AirGeometry
import Glibc

/// Pictures of a plane with a pattern, from any pose, exactly: what measures are taken on when the truth must be known.
package struct RenderedPlane: Sendable {
  /// The camera.
  package let camera: CameraModel
  private let cells: [Float]
  private let noise: Double
  private static let side = 256
  /// Size of the finest cell of the pattern in metres.
  private static let cell = 0.004

  /// Makes a plane of irregular spots on two scales; equal seeds give equal planes.
  ///
  /// - Parameters:
  ///   - camera: the camera.
  ///   - seed: which pattern.
  ///   - noise: deviation of each pixel's brightness, of 255.
  package init(camera: CameraModel, seed: UInt64, noise: Double = 2) {
    self.camera = camera
    self.noise = noise
    cells = (0..<(Self.side * Self.side)).map { Float(Self.random(seed, UInt64($0))) }
  }

  /// The picture that a camera takes.
  ///
  /// - Parameters:
  ///   - pose: the camera's pose above `Plane.ground`.
  ///   - frame: makes each picture's noise its own.
  ///   - hand: a disc in the picture with a pattern of its own, which covers the plane: its middle and radius.
  /// - Complexity: linear in the number of pixels.
  package func picture(
    from pose: CameraPose, frame: Int = 0, hand: (middle: ImagePoint, radius: Double)? = nil
  ) -> PixelImage? {
    let size = camera.imageSize
    var bytes = [UInt8](repeating: 0, count: size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = ImagePoint(x: Double(x), y: Double(y))
        var brightness = 30.0
        if let hand, hand.middle.distance(to: pixel) < hand.radius {
          let (u, v) = (pixel.x - hand.middle.x, pixel.y - hand.middle.y)
          brightness = 90 + 130 * spots(u / 11 + 40, v / 11 + 17)
        } else if let ray = camera.unproject(pixel).flatMap(pose.worldRay),
          let distance = Plane.ground.distance(along: ray)
        {
          let place = ray.point(atDistance: distance).position / Self.cell
          brightness = 20 + 120 * spots(place.x, place.z) + 90 * spots(place.x / 4.7 + 91, place.z / 4.7 + 33)
        }
        // The sum of three even numbers is nearly normal; its deviation is a half.
        let index = UInt64(frame) << 32 | UInt64(y * size.width + x)
        let error = (0..<3).reduce(-1.5) { $0 + Self.random(UInt64($1) &+ 0x5EED, index) }
        brightness += 2 * noise * error
        bytes[y * size.width + x] = UInt8(min(max(brightness.rounded(), 0), 255))
      }
    }
    return PixelImage(size: size, format: .grey8, bytesPerRow: size.width, bytes: bytes)
  }

  /// Smoothly varying between random cells, 0…1.
  private func spots(_ x: Double, _ y: Double) -> Double {
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (fx, fy) = (Self.eased(x - column), Self.eased(y - row))
    let mask = Self.side - 1
    let (c, r) = (Int(column) & mask, Int(row) & mask)
    func cell(_ dc: Int, _ dr: Int) -> Double {
      Double(cells[((r + dr) & mask) * Self.side + ((c + dc) & mask)])
    }
    let top = cell(0, 0) + fx * (cell(1, 0) - cell(0, 0))
    let bottom = cell(0, 1) + fx * (cell(1, 1) - cell(0, 1))
    return top + fy * (bottom - top)
  }

  private static func eased(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  /// A number 0…1 from a seed and an index (SplitMix64: G. Steele, D. Lea, C. Flood, OOPSLA 2014).
  private static func random(_ seed: UInt64, _ index: UInt64) -> Double {
    var z = (seed &* 0xD134_2543_DE82_EF95) &+ (index &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) / 9_007_199_254_740_992
  }
}

extension CameraPose {
  /// A camera that looks at a point of the ground plane.
  ///
  /// - Parameters:
  ///   - target: the point that is seen in the middle, in metres.
  ///   - distance: how far away the camera is, in metres.
  ///   - elevation: its angle above the plane, π/2 for straight down.
  ///   - azimuth: its direction around the plane's normal.
  ///   - roll: its turn about its own axis.
  package init(
    lookingAt target: SurfacePoint, distance: Double, elevation: Double, azimuth: Double, roll: Double = 0
  ) {
    let down = Rotation(rotationVector: SIMD3(.pi / 2, 0, 0))
    let tilt = Rotation(rotationVector: SIMD3(elevation - .pi / 2, 0, 0))
    let turn = Rotation(rotationVector: SIMD3(0, azimuth, 0))
    let rotation = turn * tilt.inverse * down * Rotation(rotationVector: SIMD3(0, 0, roll))
    let middle = Plane.ground.worldPoint(target).position
    self.init(Pose(rotation: rotation, origin: WorldPoint(middle - rotation(SIMD3(0, 0, distance)))))
  }
}
