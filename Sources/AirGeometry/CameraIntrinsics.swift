/// A pinhole camera's numbers in pixels; the principal point is measured from the top-left pixel's centre.
///
/// With an ideal picture point (x, y) at focal length 1: u = fx·x + skew·y + cx, v = fy·y + cy.
public struct CameraIntrinsics: Hashable, Sendable {
  /// Focal length along x in pixels.
  public var fx: Double
  /// Focal length along y in pixels.
  public var fy: Double
  /// Principal point's x in pixels.
  public var cx: Double
  /// Principal point's y in pixels.
  public var cy: Double
  /// The camera matrix's second number in pixels: zero where rows and columns are at right angles.
  public var skew: Double

  /// Makes intrinsics from pixels.
  public init(fx: Double, fy: Double, cx: Double, cy: Double, skew: Double = 0) {
    self.fx = fx
    self.fy = fy
    self.cx = cx
    self.cy = cy
    self.skew = skew
  }

  /// The 3 × 3 camera matrix.
  public var matrix: Matrix3 {
    Matrix3(rows: SIMD3(fx, skew, cx), SIMD3(0, fy, cy), SIMD3(0, 0, 1))
  }

  /// Takes the numbers from a camera matrix.
  ///
  /// - Returns: nil unless its form is (fx, skew, cx; 0, fy, cy; 0, 0, 1).
  public init?(matrix: Matrix3) {
    guard matrix.row1.x == 0, matrix.row2 == SIMD3(0, 0, 1) else { return nil }
    self.init(
      fx: matrix.row0.x, fy: matrix.row1.y, cx: matrix.row0.z, cy: matrix.row1.z, skew: matrix.row0.y)
  }

  /// True when every number is finite and both focal lengths are positive.
  public var isValid: Bool { [fx, fy, cx, cy, skew].allSatisfy(\.isFinite) && fx > 0 && fy > 0 }

  func pixel(of ideal: SIMD2<Double>) -> ImagePoint {
    ImagePoint(x: fx * ideal.x + skew * ideal.y + cx, y: fy * ideal.y + cy)
  }

  func ideal(at pixel: ImagePoint) -> SIMD2<Double> {
    let y = (pixel.y - cy) / fy
    return SIMD2((pixel.x - cx - skew * y) / fx, y)
  }
}
