import AirCapture
import AirGeometry
import AirSurface
import AirTestSupport
import Foundation
import Testing

/// Scenes with exact truths for moving cameras.
enum MotionScenes {
  /// A small camera with some distortion: small, since rendering takes the tests' time.
  static func camera() throws -> CameraModel {
    let distortion = try #require(BrownConradyDistortion(openCVCoefficients: [-0.1, 0.05, 0.001, -0.0005]))
    return try #require(
      CameraModel(
        intrinsics: CameraIntrinsics(fx: 330, fy: 332, cx: 161, cy: 118), distortion: distortion,
        imageSize: ImageSize(width: 320, height: 240)))
  }

  /// A hand-held camera's way above a table.
  static func pose(_ seconds: Double) -> CameraPose {
    CameraPose(
      lookingAt: SurfacePoint(u: 0.15 + 0.04 * sin(2 * seconds), v: 0.1 + 0.03 * sin(3 * seconds)),
      distance: 0.32 + 0.04 * sin(1.7 * seconds), elevation: 1.05 + 0.2 * sin(1.3 * seconds),
      azimuth: 0.5 * sin(1.1 * seconds), roll: 0.1 * sin(2.3 * seconds))
  }

  /// Twenty pictures a second, a hand moving before the table.
  static func pictures(_ count: Int, seed: UInt64) throws -> [PixelImage] {
    let table = RenderedPlane(camera: try camera(), seed: seed)
    return try (0..<count).map { frame in
      let hand = (middle: ImagePoint(x: 100 + 4 * Double(frame), y: 150), radius: 40.0)
      return try #require(table.picture(from: pose(Double(frame) / 20), frame: frame, hand: hand))
    }
  }

  /// A plane seen from the origin and from random places around it, and its points.
  struct Exact {
    var normal: SIMD3<Double>
    var views: [PlaneView]
    var points: [SIMD2<Double>]

    init(seed: UInt64, viewCount: Int, pointCount: Int) {
      var generator = SeededGenerator(seed: seed)
      func random(_ reach: Double) -> Double { .random(in: (-reach)...reach, using: &generator) }
      let tilted = SIMD3(random(0.5), random(0.5), 1)
      let direction = tilted / (tilted * tilted).sum().squareRoot()
      normal = direction
      points = (0..<pointCount).map { _ in SIMD2(random(0.4), random(0.3)) }
      views = (0..<viewCount).map { _ in
        // Turned about a point on the plane, so that the plane stays in view.
        let turn = Rotation(rotationVector: SIMD3(random(0.4), random(0.4), random(0.6)))
        let pivot = direction
        let shift = pivot - turn(pivot) + SIMD3(random(0.1), random(0.1), random(0.1))
        return PlaneView(rotation: turn.matrix, translation: shift)
      }
    }

    /// Where a point is seen from a view, on the image plane.
    func seen(_ point: SIMD2<Double>, _ view: PlaneView) -> SIMD2<Double> {
      let ray = SIMD3(point.x, point.y, 1)
      let place = view.rotation * ray + view.translation * (normal * ray).sum()
      return SIMD2(place.x / place.z, place.y / place.z)
    }

    /// R + t·nᵀ.
    func homography(_ view: PlaneView) -> Matrix3 {
      Matrix3(
        rows: view.rotation.row0 + view.translation.x * normal,
        view.rotation.row1 + view.translation.y * normal,
        view.rotation.row2 + view.translation.z * normal)
    }
  }
}

/// Angle between two directions in degrees.
func degrees(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
  let across = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  return atan2((across * across).sum().squareRoot(), (a * b).sum()) * 180 / .pi
}
