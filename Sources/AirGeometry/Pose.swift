/// Where a thing stands in the world: its axes turned by `rotation`, its origin at `origin`.
public struct Pose: Hashable, Sendable {
  /// Turns the thing's own axes into world axes.
  public let rotation: Rotation
  /// The thing's origin in the world.
  public let origin: WorldPoint

  /// Makes a pose.
  public init(rotation: Rotation, origin: WorldPoint) {
    self.rotation = rotation
    self.origin = origin
  }

  /// The world's own frame.
  public static let identity = Pose(rotation: .identity, origin: WorldPoint(x: 0, y: 0, z: 0))
}

/// A camera's place in the world.
public struct CameraPose: Hashable, Sendable {
  /// The pose of the camera's axes (x right, y down, z forward).
  public let pose: Pose

  /// Makes a camera pose.
  public init(_ pose: Pose) { self.pose = pose }

  /// A point given in the camera's axes, in the world.
  public func worldPoint(_ point: CameraPoint) -> WorldPoint {
    WorldPoint(pose.rotation(point.position) + pose.origin.position)
  }

  /// A point of the world in the camera's axes.
  public func cameraPoint(_ point: WorldPoint) -> CameraPoint {
    CameraPoint(pose.rotation.inverse(point.position - pose.origin.position))
  }

  /// A ray from the camera, in the world; nil only when its direction is not finite.
  public func worldRay(_ ray: Ray) -> WorldRay? {
    WorldRay(origin: pose.origin, direction: pose.rotation(ray.direction))
  }
}

/// A plane in the world with axes of its own: u, the normal (height), and v.
public struct Plane: Hashable, Sendable {
  /// The pose of the surface frame: its columns are u, the normal and v.
  public let pose: Pose

  /// Makes a plane from the pose of its surface frame.
  public init(_ pose: Pose) { self.pose = pose }

  /// The horizontal plane through the world's origin.
  public static let ground = Plane(.identity)

  /// Unit normal in world axes.
  public var normal: SIMD3<Double> { pose.rotation.matrix.column1 }

  /// A point of the surface, in the world.
  public func worldPoint(_ point: SurfacePoint) -> WorldPoint {
    WorldPoint(pose.rotation(SIMD3(point.u, point.height, point.v)) + pose.origin.position)
  }

  /// A point of the world in the surface's frame.
  public func surfacePoint(_ point: WorldPoint) -> SurfacePoint {
    let local = pose.rotation.inverse(point.position - pose.origin.position)
    return SurfacePoint(u: local.x, v: local.z, height: local.y)
  }

  /// How far along `ray` it meets the plane raised by `heightInMetres`, in metres.
  ///
  /// - Parameter minimumElevationInRadians: rays flatter than this are refused: near the horizon a pixel is metres.
  /// - Returns: nil when the ray is too flat, points away from the plane, or starts on its other side.
  public func distance(
    along ray: WorldRay, heightInMetres: Double = 0, minimumElevationInRadians: Double = 0.01
  ) -> Double? {
    let approach = -dot(ray.direction, normal)
    // For angles this small the sine is the angle.
    guard approach > minimumElevationInRadians else { return nil }
    let above = dot(ray.origin.position - pose.origin.position, normal) - heightInMetres
    guard above > 0 else { return nil }
    return above / approach
  }
}
