import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

/// A camera that looks at a board from poses that are drawn at random: the truth that calibrations are compared with.
struct BoardStudio {
  let board: CalibrationBoard
  var camera: CameraModel
  private var random: SeededGenerator

  init(
    _ board: String, distortion: [Double] = [-0.28, 0.09, 0.001, -0.0005, -0.02], scale: Double = 1,
    seed: UInt64
  ) throws {
    self.board = try CalibrationBoard(parsing: board)
    let coefficients = try #require(BrownConradyDistortion(openCVCoefficients: distortion))
    camera = try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 540 * scale, fy: 542 * scale, cx: 322 * scale, cy: 236 * scale),
        distortion: coefficients, imageSize: ImageSize(width: Int(640 * scale), height: Int(480 * scale))))
    random = SeededGenerator(seed: seed)
  }

  mutating func uniform(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

  /// A number of the normal distribution (G. Box, M. Muller, 1958).
  mutating func normal() -> Double {
    (-2 * log(uniform(1e-12...1))).squareRoot() * cos(2 * .pi * uniform(0...1))
  }

  /// Where the board's middle is on it.
  var middle: SIMD3<Double> {
    let last = board.point(board.pointCount - 1)
    return SIMD3(last.u / 2, last.v / 2, 0)
  }

  /// A pose from board to camera: tilted by up to `tilt` radians, with all points in view.
  mutating func pose(tilt: ClosedRange<Double> = 0.3...0.75) -> BoardPose {
    while true {
      let direction = uniform(0...2 * .pi)
      let angle = uniform(tilt)
      let slant = Rotation(rotationVector: SIMD3(cos(direction), sin(direction), 0) * angle)
      let turn = Rotation(rotationVector: SIMD3(0, 0, uniform(-0.4...0.4)))
      let distance = uniform(0.3...0.6)
      let aim = SIMD3(uniform(-0.3...0.3) * distance, uniform(-0.22...0.22) * distance, distance)
      let rotation = slant * turn
      let pose = BoardPose(rotation: rotation, shift: aim - rotation(middle))
      let isInView = (0..<board.pointCount).allSatisfy { index in
        let pixel = pixel(index, pose)
        return pixel.x > 16 && pixel.y > 16 && pixel.x < Double(camera.imageSize.width - 17)
          && pixel.y < Double(camera.imageSize.height - 17)
      }
      if isInView { return pose }
    }
  }

  /// Where a point of the board is seen.
  func pixel(_ index: Int, _ pose: BoardPose) -> ImagePoint {
    let place = board.point(index)
    let point = pose.rotation(SIMD3(place.u, place.v, 0)) + pose.shift
    return camera.project(CameraPoint(point)) ?? ImagePoint(x: -1, y: -1)
  }

  /// The board as a detector with noise of so many pixels in x and in y would see it.
  mutating func sighting(_ pose: BoardPose, noise: Double) -> BoardSighting {
    let corners = (0..<board.pointCount).map { index in
      BoardSighting.Corner(
        index: index, place: board.point(index),
        pixel: pixel(index, pose).moved(dx: noise * normal(), dy: noise * normal()))
    }
    return BoardSighting(imageSize: camera.imageSize, corners: corners)
  }

  /// Pictures with the board at random poses.
  mutating func pictures(_ count: Int, noise: Double) -> [CameraCalibrator.Picture] {
    (0..<count).map { CameraCalibrator.Picture(name: "view\($0)", sighting: sighting(pose(), noise: noise)) }
  }

  /// A photo of the board, for cameras without distortion: edges rise over two pixels, exactly about where they are, with a
  /// little noise.
  mutating func photo(_ pose: BoardPose, noise: Double = 1) throws -> PixelImage {
    let size = camera.imageSize
    let k = camera.intrinsics
    let matrix = Matrix3(
      columns: pose.rotation(SIMD3(1, 0, 0)), pose.rotation(SIMD3(0, 1, 0)), pose.shift)
    let back = try #require(matrix.inverse)
    func place(_ x: Double, _ y: Double) -> SIMD2<Double> {
      let p = back * SIMD3((x - k.cx) / k.fx, (y - k.cy) / k.fy, 1)
      return SIMD2(p.x, p.y) / (p.z * board.spacingInMetres)
    }
    var bytes = [UInt8](repeating: 0, count: size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let here = place(Double(x), Double(y))
        let (right, down) = (
          place(Double(x) + 0.5, Double(y)) - place(Double(x) - 0.5, Double(y)),
          place(Double(x), Double(y) + 0.5) - place(Double(x), Double(y) - 0.5)
        )
        let value = 120 + 80 * brightness(here, right, down) + noise * normal()
        bytes[y * size.width + x] = UInt8(min(255, max(0, value.rounded())))
      }
    }
    return try #require(PixelImage(size: size, format: .grey8, bytesPerRow: size.width, bytes: bytes))
  }

  /// How bright the board is at a place on it, from −1 to 1.
  ///
  /// - Parameters:
  ///   - place: in squares.
  ///   - right, down: how far the next pixel's place is.
  private func brightness(_ place: SIMD2<Double>, _ right: SIMD2<Double>, _ down: SIMD2<Double>) -> Double {
    /// From −1 to 1 across an edge, from its distance and how much that grows over a pixel.
    func edge(_ distance: Double, _ dx: Double, _ dy: Double) -> Double {
      min(1, max(-1, distance / (dx * dx + dy * dy).squareRoot()))
    }
    if board.pattern == .circles || board.pattern == .asymmetricCircles {
      let offsets = (0..<board.pointCount).map { index in
        let point = board.point(index)
        return place - SIMD2(point.u, point.v) / board.spacingInMetres
      }
      let nearest = offsets.min { ($0 * $0).sum() < ($1 * $1).sum() } ?? .zero
      let length = (nearest * nearest).sum().squareRoot()
      guard length > 1e-6 else { return -1 }
      let outward = nearest / length
      return edge(length - 0.35, (outward * right).sum(), (outward * down).sum())
    }
    guard place.x >= -1, place.y >= -1, place.x < Double(board.columns), place.y < Double(board.rows) else {
      return 1
    }
    func stripe(_ x: Double, _ dx: Double, _ dy: Double) -> Double {
      let nearest = x.rounded()
      return (Int(nearest) % 2 == 0 ? 1 : -1) * edge(x - nearest, dx, dy)
    }
    return -stripe(place.x, right.x, down.x) * stripe(place.y, right.y, down.y)
  }
}

/// Where a board is before a camera.
struct BoardPose {
  let rotation: Rotation
  let shift: SIMD3<Double>
}

/// A video of pictures in memory.
struct PictureSource: FrameSource {
  let pictures: [PixelImage]
  let framesPerSecond: Double
  private let state: Place

  private final class Place: @unchecked Sendable { var next = 0 }

  init(_ pictures: [PixelImage], framesPerSecond: Double) {
    self.pictures = pictures
    self.framesPerSecond = framesPerSecond
    state = Place()
  }

  var imageSize: ImageSize { pictures[0].size }
  var estimatedFrameCount: Int? { pictures.count }

  func nextFrame() throws -> Frame? {
    guard state.next < pictures.count else { return nil }
    defer { state.next += 1 }
    return Frame(
      index: state.next, timestampInSeconds: Double(state.next) / framesPerSecond, image: pictures[state.next]
    )
  }
}
