/// A projective map from an image to a surface's plane, in metres: what a plane seen without a camera model gives.
public struct Homography: Hashable, Sendable {
  /// Maps (x, y, 1) in pixels to (u, v, 1)·w in metres.
  public let imageToSurface: Matrix3
  /// Maps (u, v, 1) in metres to (x, y, 1)·w in pixels.
  public let surfaceToImage: Matrix3

  /// Makes a homography from its image-to-surface matrix; nil when it has no inverse.
  public init?(imageToSurface matrix: Matrix3) {
    guard let inverse = matrix.inverse, inverse.rowMajor.allSatisfy(\.isFinite) else { return nil }
    imageToSurface = matrix
    surfaceToImage = inverse
  }

  /// The point of the plane that is seen at a pixel.
  ///
  /// - Parameter interior: a pixel that is known to lie on the plane: it tells the side of the horizon that is seen.
  /// - Returns: nil on or beyond the plane's horizon.
  public func surfacePoint(at pixel: ImagePoint, interior: ImagePoint) -> SurfacePoint? {
    let mapped = imageToSurface * SIMD3(pixel.x, pixel.y, 1)
    let reference = imageToSurface * SIMD3(interior.x, interior.y, 1)
    let ratio = mapped.z / reference.z
    // Within a thousandth of the horizon a pixel is as large as the rest of the plane.
    guard ratio.isFinite, ratio > 1e-3 else { return nil }
    return SurfacePoint(u: mapped.x / mapped.z, v: mapped.y / mapped.z)
  }

  /// The pixel at which a point of the plane is seen; nil on the plane's horizon. Heights are ignored.
  public func imagePoint(of point: SurfacePoint) -> ImagePoint? {
    let mapped = surfaceToImage * SIMD3(point.u, point.v, 1)
    guard mapped.z != 0 else { return nil }
    let pixel = ImagePoint(x: mapped.x / mapped.z, y: mapped.y / mapped.z)
    return pixel.x.isFinite && pixel.y.isFinite ? pixel : nil
  }
}

extension Homography {
  /// The homography that takes four pixels to four points of the plane exactly.
  ///
  /// It is composed of two maps from the unit square, each in closed form (P. Heckbert, "Fundamentals of Texture
  /// Mapping and Image Warping", 1989, section 2.2.3).
  ///
  /// - Returns: nil when three of either four points lie on a line, or there are not four of each.
  public init?(from pixels: [ImagePoint], to points: [SurfacePoint]) {
    guard pixels.count == 4, points.count == 4,
      let fromSquare = Self.unitSquare(to: pixels.map { SIMD2($0.x, $0.y) }),
      let toSquare = fromSquare.inverse,
      let onto = Self.unitSquare(to: points.map { SIMD2($0.u, $0.v) })
    else { return nil }
    self.init(imageToSurface: onto * toSquare)
  }

  /// The matrix that takes (0,0), (1,0), (1,1), (0,1) to four corners.
  private static func unitSquare(to p: [SIMD2<Double>]) -> Matrix3? {
    let d1 = p[1] - p[2]
    let d2 = p[3] - p[2]
    let sum = p[0] - p[1] + p[2] - p[3]
    let determinant = d1.x * d2.y - d2.x * d1.y
    let scale = (abs(d1.x) + abs(d1.y)) * (abs(d2.x) + abs(d2.y))
    guard scale > 0, abs(determinant) > 1e-12 * scale else { return nil }
    let g = (sum.x * d2.y - d2.x * sum.y) / determinant
    let h = (d1.x * sum.y - sum.x * d1.y) / determinant
    let matrix = Matrix3(
      rows: SIMD3(p[1].x - p[0].x + g * p[1].x, p[3].x - p[0].x + h * p[3].x, p[0].x),
      SIMD3(p[1].y - p[0].y + g * p[1].y, p[3].y - p[0].y + h * p[3].y, p[0].y), SIMD3(g, h, 1))
    return matrix.inverse == nil ? nil : matrix
  }
}
