import AirGeometry

/// Where a surface's millimetres come from.
public enum ScaleSource: Hashable, Sendable {
  /// A thing of known size that was seen or pointed out, described for people, for example `paper a4, 297 × 210 mm`.
  case known(String)
  /// Nothing was known: a millimetre of the result stands for a pixel of the image.
  case imagePixels
  /// Nothing was known: a millimetre of the result stands for a unit of the file that the strokes came from.
  case fileUnits

  /// The description for reports.
  public var description: String {
    switch self {
    case .known(let text): text
    case .imagePixels: "none: 1 mm stands for 1 pixel of the image"
    case .fileUnits: "none: 1 mm stands for 1 unit of the file"
    }
  }
}

/// A rectangle on a surface, in metres.
public struct SurfaceExtent: Hashable, Sendable {
  /// Smallest u.
  public var minU: Double
  /// Smallest v.
  public var minV: Double
  /// Largest u.
  public var maxU: Double
  /// Largest v.
  public var maxV: Double

  /// Makes an extent from its bounds in metres.
  public init(minU: Double, minV: Double, maxU: Double, maxV: Double) {
    self.minU = minU
    self.minV = minV
    self.maxU = maxU
    self.maxV = maxV
  }

  /// True when a point lies within the extent, enlarged on each side by a share of its size.
  ///
  /// - Parameter tolerance: the share, 0.1 by default, as AR frameworks allow around a detected plane.
  public func contains(_ point: SurfacePoint, tolerance: Double = 0.1) -> Bool {
    let du = (maxU - minU) * tolerance
    let dv = (maxV - minV) * tolerance
    return point.u >= minU - du && point.u <= maxU + du && point.v >= minV - dv && point.v <= maxV + dv
  }
}

/// How the surface is seen.
public enum SurfaceGeometry: Hashable, Sendable {
  /// A plane of the world, looked at by a camera whose pose is told frame by frame.
  case world(Plane)
  /// A camera that stands still, by its pose in the surface's own frame (which then is the world).
  case fixedCamera(CameraPose)
  /// A picture that stands still and a camera that is not known: pixels go straight to the plane. `interior` is a
  /// pixel on the surface; it tells the seen side of the horizon.
  case homography(Homography, interior: ImagePoint)
  /// No picture shows the surface: its strokes are told in its own coordinates.
  case unseen
}

/// A surface that was found: the plane that catches the pen.
public struct PlaneAnchor: Hashable, Sendable {
  /// Name of the anchor, unique in its session.
  public var id: String
  /// How the surface is seen.
  public var geometry: SurfaceGeometry
  /// The known part of the surface.
  public var extent: SurfaceExtent
  /// How far, as a root mean square in pixels, the seen corners lie from where the surface's pose puts them; nil
  /// where there is nothing to compare (four corners fit a homography exactly).
  public var residualInPixels: Double?
  /// Where the millimetres come from.
  public var scale: ScaleSource
  /// How sure the pose is; nil where no camera is known, or nothing was measured.
  public var uncertainty: PlaneUncertainty?

  /// Makes an anchor.
  public init(
    id: String, geometry: SurfaceGeometry, extent: SurfaceExtent, residualInPixels: Double?,
    scale: ScaleSource, uncertainty: PlaneUncertainty? = nil
  ) {
    self.id = id
    self.geometry = geometry
    self.extent = extent
    self.residualInPixels = residualInPixels
    self.scale = scale
    self.uncertainty = uncertainty
  }
}

/// How sure a plane's pose is: standard deviations from the noise of what was seen, without the errors of the camera
/// file and of the thing's own size.
public struct PlaneUncertainty: Hashable, Sendable {
  /// Of the normal's direction, in degrees.
  public var normalInDegrees: Double
  /// Of the surface's origin before the camera, in metres.
  public var originInMetres: Double
  /// How likely the plane is tilted the other way instead, 0…0.5: a small thing seen from straight above looks nearly
  /// the same from both sides.
  public var probabilityOfOtherTilt: Double
}
