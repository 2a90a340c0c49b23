import AirCapture
import AirGeometry

/// A printed picture as it is seen in one frame.
public struct PictureSighting: Hashable, Sendable {
  /// The picture's name.
  public let name: String
  /// Where its corners are seen, clockwise from its own top-left; they may lie outside of the frame or under a hand.
  public let corners: [ImagePoint]
  /// The picture's plane, its middle the origin, u along the width: with a camera its geometry is the camera's pose,
  /// else a homography.
  public let anchor: PlaneAnchor
  /// How many patches of the picture were recognized.
  public let patchCount: Int
  /// The share of textured patches in view that were recognized: what is covered, or lies in glare, is not.
  public let agreement: Double

  /// The camera's pose in the picture's frame, where the camera is known.
  public var cameraPose: CameraPose? {
    if case .fixedCamera(let pose) = anchor.geometry { pose } else { nil }
  }
}

extension PictureSighting {
  /// At most so many places are asked for a pose: more do not make it better, only slower.
  private static let largestPoseCount = 240

  /// Makes a sighting of an alignment.
  ///
  /// - Returns: nil where no pose explains it.
  init?(
    of reference: PictureReference, level: PixelImage, alignment: PictureAlignment, camera: CameraModel?
  ) throws(SurfaceError) {
    let toSurface = reference.levelToSurface(level)
    guard let back = alignment.matrix.inverse, let homography = Homography(imageToSurface: toSurface * back)
    else { return nil }
    let extent = reference.extent
    let rectangle = [
      SurfacePoint(u: extent.minU, v: extent.minV), SurfacePoint(u: extent.maxU, v: extent.minV),
      SurfacePoint(u: extent.maxU, v: extent.maxV), SurfacePoint(u: extent.minU, v: extent.maxV),
    ]
    let geometry: SurfaceGeometry
    var corners = rectangle.compactMap { homography.imagePoint(of: $0) }
    let residual: Double
    if let camera {
      let step = max(1, alignment.firstPlaces.count / Self.largestPoseCount)
      let chosen = stride(from: 0, to: alignment.firstPlaces.count, by: step)
      let points = chosen.map { index in
        let place = alignment.firstPlaces[index]
        let surface = toSurface * SIMD3(place.x, place.y, 1)
        return SurfacePoint(u: surface.x, v: surface.y)
      }
      let pixels = chosen.map { alignment.secondPlaces[$0] }
      guard let fit = try PlanePose.fitted(to: points, seenAt: pixels, camera: camera) else { return nil }
      let pose = fit.pose
      geometry = .fixedCamera(pose.cameraPose)
      residual = fit.residualInPixels
      // With the lens known, the pose knows the corners better than a homography of the bent picture.
      corners = rectangle.compactMap {
        camera.project(pose.cameraPose.cameraPoint(Plane.ground.worldPoint($0)))
      }
    } else {
      guard let middle = homography.imagePoint(of: SurfacePoint(u: 0, v: 0)) else { return nil }
      geometry = .homography(homography, interior: middle)
      residual = alignment.residualInPixels
    }
    guard corners.count == 4 else { return nil }
    name = reference.name
    self.corners = corners
    anchor = PlaneAnchor(
      id: reference.name, geometry: geometry, extent: extent, residualInPixels: residual,
      scale: .known(reference.summary))
    patchCount = alignment.firstPlaces.count
    agreement = alignment.agreement
  }
}
