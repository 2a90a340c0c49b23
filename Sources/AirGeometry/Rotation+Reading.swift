extension Rotation {
  /// The rotation of a quaternion (x, y, z, w) of any length but zero.
  ///
  /// - Returns: nil when the quaternion is zero or not finite.
  public init?(quaternion q: SIMD4<Double>) {
    let squaredNorm = (q * q).sum()
    guard squaredNorm.isFinite, squaredNorm > 0 else { return nil }
    let s = 2 / squaredNorm
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    self.init(
      Matrix3(
        rows: SIMD3(1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)),
        SIMD3(s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)),
        SIMD3(s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y))))
  }

  /// The rotation nearest to a matrix that rounding has made a little oblique, as files with six decimals hold it: the
  /// orthogonal factor of its polar decomposition, by Newton's iteration X ← (X + X⁻ᵀ) / 2 (N. Higham, "Computing the
  /// polar decomposition", SIAM J. Sci. Stat. Comput. 7, 1986).
  ///
  /// - Parameter tolerance: by how much an element of R·Rᵀ − 1 may differ from zero.
  /// - Returns: nil when the matrix is farther than that from any rotation, or mirrors.
  public init?(nearestTo matrix: Matrix3, tolerance: Double = 1e-3) {
    guard matrix.rowMajor.allSatisfy(\.isFinite), Rotation(matrix, tolerance: tolerance) != nil else {
      return nil
    }
    var polished = matrix
    // It converges quadratically: 1e-3, 1e-6, 1e-12, and one step for what rounding left.
    for _ in 0..<4 {
      guard let inverse = polished.inverse?.transposed else { return nil }
      polished = Matrix3(
        rows: (polished.row0 + inverse.row0) / 2, (polished.row1 + inverse.row1) / 2,
        (polished.row2 + inverse.row2) / 2)
    }
    self.init(polished)
  }
}
