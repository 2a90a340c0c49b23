/// A point of the world in metres: right-handed, y up.
public struct WorldPoint: Hashable, Sendable {
  /// (x, y, z) in metres.
  public var position: SIMD3<Double>

  /// Makes a point from its coordinates in metres.
  public init(x: Double, y: Double, z: Double) { position = SIMD3(x, y, z) }

  /// Makes a point from its position vector in metres.
  public init(_ position: SIMD3<Double>) { self.position = position }

  /// Distance to `other` in metres.
  public func distance(to other: WorldPoint) -> Double { length(position - other.position) }
}

/// A point seen from the camera in metres: x right, y down, z forward (OpenCV's convention).
public struct CameraPoint: Hashable, Sendable {
  /// (x, y, z) in metres.
  public var position: SIMD3<Double>

  /// Makes a point from its coordinates in metres.
  public init(x: Double, y: Double, z: Double) { position = SIMD3(x, y, z) }

  /// Makes a point from its position vector in metres.
  public init(_ position: SIMD3<Double>) { self.position = position }
}

/// A point on a surface: (u, v) on its plane and the height above it along its normal, in metres.
///
/// Seen from above, u runs to the right and v towards the viewer, so that (u, height, v) is right-handed with the
/// height up and a picture's x and y become u and v unmirrored.
public struct SurfacePoint: Hashable, Sendable {
  /// Metres along the plane's first axis.
  public var u: Double
  /// Metres along the plane's second axis.
  public var v: Double
  /// Metres above the plane along its normal.
  public var height: Double

  /// Makes a surface point from metres.
  public init(u: Double, v: Double, height: Double = 0) {
    self.u = u
    self.v = v
    self.height = height
  }

  /// Distance to `other` in metres, heights included.
  public func distance(to other: SurfacePoint) -> Double {
    length(SIMD3(u - other.u, v - other.v, height - other.height))
  }
}

/// A ray from the camera's centre: every point that is seen at one place of the image.
public struct Ray: Hashable, Sendable {
  /// Unit direction in the camera's axes (x right, y down, z forward).
  public let direction: SIMD3<Double>

  /// Makes a ray through a point in front of the camera; nil when the direction is zero or not finite.
  public init?(through direction: SIMD3<Double>) {
    let norm = length(direction)
    guard norm.isFinite, norm > 0 else { return nil }
    self.direction = direction / norm
  }
}

/// A ray in world space, as a hit test casts it.
public struct WorldRay: Hashable, Sendable {
  /// Where the ray starts: the camera's centre.
  public let origin: WorldPoint
  /// Unit direction in world axes.
  public let direction: SIMD3<Double>

  /// Makes a ray; nil when the direction is zero or not finite.
  public init?(origin: WorldPoint, direction: SIMD3<Double>) {
    let norm = length(direction)
    guard norm.isFinite, norm > 0 else { return nil }
    self.origin = origin
    self.direction = direction / norm
  }

  /// The point at a distance in metres from the origin.
  public func point(atDistance distanceInMetres: Double) -> WorldPoint {
    WorldPoint(origin.position + direction * distanceInMetres)
  }
}
