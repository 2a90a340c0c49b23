import AirGeometry

/// A rectangle of known size and the pixels at which its corners are seen: what every plane source comes down to.
struct RectangleSighting {
  /// The corners' places on the surface, in order around the rectangle.
  let points: [SurfacePoint]
  /// The pixels at which they are seen, clockwise in the picture.
  let pixels: [ImagePoint]

  /// Takes corners and their places as they are.
  init(points: [SurfacePoint], pixels: [ImagePoint]) {
    self.points = points
    self.pixels = pixels
  }

  /// Takes corners in order around a rectangle whose first side is `width` long; the first corner becomes the
  /// surface's origin, and u runs along the first side.
  ///
  /// Corners given counter-clockwise are taken the other way round from the same first corner: the surface would be
  /// seen from behind otherwise, and the drawing would come out mirrored.
  init(corners: [ImagePoint], width: Double, height: Double) {
    let isClockwise = corners.runsClockwise
    pixels = isClockwise ? corners : [corners[0], corners[3], corners[2], corners[1]]
    let (alongFirst, alongSecond) = isClockwise ? (width, height) : (height, width)
    points = [
      SurfacePoint(u: 0, v: 0), SurfacePoint(u: alongFirst, v: 0),
      SurfacePoint(u: alongFirst, v: alongSecond), SurfacePoint(u: 0, v: alongSecond),
    ]
  }

  /// A square around the surface's origin, its corners clockwise from the top-left.
  init(centeredSquare corners: [ImagePoint], side: Double) {
    let half = side / 2
    pixels = corners
    points = [
      SurfacePoint(u: -half, v: -half), SurfacePoint(u: half, v: -half), SurfacePoint(u: half, v: half),
      SurfacePoint(u: -half, v: half),
    ]
  }

  /// The rectangle on the surface.
  var extent: SurfaceExtent {
    SurfaceExtent(minU: points[0].u, minV: points[0].v, maxU: points[2].u, maxV: points[2].v)
  }

  /// The middle of the rectangle as it is seen: where its diagonals cross.
  var middle: ImagePoint {
    let (a, b, c, d) = (pixels[0], pixels[1], pixels[2], pixels[3])
    let determinant = (c.x - a.x) * (d.y - b.y) - (c.y - a.y) * (d.x - b.x)
    let t = ((b.x - a.x) * (d.y - b.y) - (b.y - a.y) * (d.x - b.x)) / determinant
    return ImagePoint(x: a.x + t * (c.x - a.x), y: a.y + t * (c.y - a.y))
  }

  /// How the surface is seen: by the camera's pose where the camera is known, else by a homography.
  ///
  /// - Returns: nil when nothing fits.
  func geometry(
    camera: CameraModel?
  ) throws(SurfaceError) -> (geometry: SurfaceGeometry, residualInPixels: Double?)? {
    if let camera {
      guard let pose = try PlanePose(points: points, pixels: pixels, camera: camera) else { return nil }
      return (.fixedCamera(pose.cameraPose), pose.residualInPixels)
    }
    guard let homography = Homography(from: pixels, to: points) else { return nil }
    return (.homography(homography, interior: middle), nil)
  }
}
