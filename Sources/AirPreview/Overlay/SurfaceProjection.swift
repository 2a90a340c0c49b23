import AirGeometry
import AirSurface
import Glibc

/// Where one frame shows the points of a surface, and those above it.
struct SurfaceProjection: Equatable {
  private let anchor: PlaneAnchor
  private let camera: CameraModel?
  private let cameraPose: CameraPose?
  /// The image of the normal where only a homography is known: what is to be added to its third column's place for each
  /// metre of height.
  private let imageOfNormal: SIMD3<Double>?

  /// - Parameters:
  ///   - anchor: the surface.
  ///   - camera: the camera, where it is known.
  ///   - cameraPose: its pose in this frame, for surfaces of the world.
  ///   - imageSize: the frame's size.
  /// - Returns: nil where the frame does not show the surface.
  init?(of anchor: PlaneAnchor, camera: CameraModel?, cameraPose: CameraPose?, imageSize: ImageSize) {
    switch anchor.geometry {
    case .unseen: return nil
    case .world where cameraPose == nil || camera == nil: return nil
    case .fixedCamera where camera == nil: return nil
    case .homography(let homography, let interior):
      imageOfNormal = Self.imageOfNormal(homography, interior, anchor.extent, imageSize)
    case .world, .fixedCamera: imageOfNormal = nil
    }
    self.anchor = anchor
    self.camera = camera
    self.cameraPose = cameraPose
  }

  /// The pixel at which a point is seen, and how far before the camera it is in metres, or in a unit of its own where no
  /// camera is known; nil where it is not seen.
  func place(of point: SurfacePoint) -> (pixel: SIMD2<Double>, depth: Double)? {
    if case .homography(let homography, let interior) = anchor.geometry {
      let side = (homography.imageToSurface * SIMD3(interior.x, interior.y, 1)).z
      var seen = homography.surfaceToImage * SIMD3(point.u, point.v, 1)
      if point.height != 0 {
        guard let imageOfNormal else { return nil }
        seen += imageOfNormal * point.height
      }
      // Of two sides of the horizon the one where the interior lies is seen.
      let depth = side > 0 ? seen.z : -seen.z
      guard depth > 0 else { return nil }
      return (SIMD2(seen.x, seen.y) / seen.z, depth)
    }
    guard let pixel = anchor.imagePoint(of: point, camera: camera, cameraPose: cameraPose) else { return nil }
    let pose: CameraPose?
    if case .fixedCamera(let own) = anchor.geometry { pose = own } else { pose = cameraPose }
    guard let pose, let world = anchor.worldPoint(point) else { return nil }
    return (SIMD2(pixel.x, pixel.y), pose.cameraPoint(world).position.z)
  }

  /// The pixel at which a point is seen.
  func pixel(of point: SurfacePoint) -> SIMD2<Double>? { place(of: point)?.pixel }

  /// How the picture moves when a point moves on the surface: columns for a metre along u and along v.
  func stretch(at point: SurfacePoint) -> (u: SIMD2<Double>, v: SIMD2<Double>)? {
    let step = 1e-4
    func moved(_ u: Double, _ v: Double) -> SIMD2<Double>? {
      pixel(of: SurfacePoint(u: point.u + u, v: point.v + v, height: point.height))
    }
    guard let right = moved(step, 0), let left = moved(-step, 0), let below = moved(0, step),
      let above = moved(0, -step)
    else { return nil }
    return ((right - left) / (2 * step), (below - above) / (2 * step))
  }

  /// Whether points above the surface can be seen too.
  var showsHeights: Bool {
    if case .homography = anchor.geometry { imageOfNormal != nil } else { true }
  }

  /// A field of view that most cameras of phones and laptops come near to, for pictures that do not tell their own.
  private static let usualFieldOfView = FieldOfView.horizontal(degrees: 64)

  /// How the normal is seen through a homography by a camera with square pixels and its principal point in the middle,
  /// whose focal length the known part of the surface tells, or else is taken as usual.
  private static func imageOfNormal(
    _ homography: Homography, _ interior: ImagePoint, _ extent: SurfaceExtent, _ imageSize: ImageSize
  ) -> SIMD3<Double>? {
    let corners = [
      (extent.minU, extent.minV), (extent.maxU, extent.minV), (extent.maxU, extent.maxV),
      (extent.minU, extent.maxV),
    ].compactMap { homography.imagePoint(of: SurfacePoint(u: $0.0, v: $0.1)) }
    let estimate = try? FocalLengthEstimate(
      rectangle: corners, widthInMetres: extent.maxU - extent.minU, heightInMetres: extent.maxV - extent.minV,
      imageSize: imageSize)
    guard let camera = estimate?.camera ?? CameraModel(fieldOfView: usualFieldOfView, imageSize: imageSize)
    else { return nil }
    // H = λ K (r_u, r_v, t), and the normal is r_v × r_u (Z. Zhang, "A flexible new technique for camera calibration",
    // PAMI 22, 2000, section 3.1).
    let k = camera.intrinsics
    func towards(_ column: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(
        (column.x - k.cx * column.z) / k.fx,
        (column.y - k.cy * column.z) / k.fy, column.z)
    }
    let u = towards(homography.surfaceToImage * SIMD3(1, 0, 0))
    let v = towards(homography.surfaceToImage * SIMD3(0, 1, 0))
    let product = SIMD3(v.y * u.z - v.z * u.y, v.z * u.x - v.x * u.z, v.x * u.y - v.y * u.x)
    let scale = ((u * u).sum() * (v * v).sum()).squareRoot().squareRoot()
    let norm = (product * product).sum().squareRoot()
    guard norm > 0, scale.isFinite else { return nil }
    // λ is negative where the interior is seen with a negative third coordinate; so is the normal then.
    let side = (homography.imageToSurface * SIMD3(interior.x, interior.y, 1)).z > 0 ? 1.0 : -1
    let normal = product / norm * scale * side
    return SIMD3(
      k.fx * normal.x + k.cx * normal.z,
      k.fy * normal.y + k.cy * normal.z, normal.z)
  }
}
