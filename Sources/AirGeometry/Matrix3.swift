/// A 3 × 3 matrix of doubles, kept by rows. The common ground of rotations and homographies.
public struct Matrix3: Hashable, Sendable {
  /// First row.
  public var row0: SIMD3<Double>
  /// Second row.
  public var row1: SIMD3<Double>
  /// Third row.
  public var row2: SIMD3<Double>

  /// Makes a matrix from its rows.
  public init(rows row0: SIMD3<Double>, _ row1: SIMD3<Double>, _ row2: SIMD3<Double>) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
  }

  /// Makes a matrix from its columns.
  public init(columns c0: SIMD3<Double>, _ c1: SIMD3<Double>, _ c2: SIMD3<Double>) {
    row0 = SIMD3(c0.x, c1.x, c2.x)
    row1 = SIMD3(c0.y, c1.y, c2.y)
    row2 = SIMD3(c0.z, c1.z, c2.z)
  }

  /// Makes a matrix from nine numbers, row by row; nil when there are not nine.
  public init?(rowMajor values: [Double]) {
    guard values.count == 9 else { return nil }
    self.init(
      rows: SIMD3(values[0], values[1], values[2]), SIMD3(values[3], values[4], values[5]),
      SIMD3(values[6], values[7], values[8]))
  }

  /// The identity.
  public static let identity = Matrix3(rows: SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  /// The nine numbers, row by row.
  public var rowMajor: [Double] {
    [row0.x, row0.y, row0.z, row1.x, row1.y, row1.z, row2.x, row2.y, row2.z]
  }

  /// First column.
  public var column0: SIMD3<Double> { SIMD3(row0.x, row1.x, row2.x) }
  /// Second column.
  public var column1: SIMD3<Double> { SIMD3(row0.y, row1.y, row2.y) }
  /// Third column.
  public var column2: SIMD3<Double> { SIMD3(row0.z, row1.z, row2.z) }

  /// Rows and columns exchanged.
  public var transposed: Matrix3 { Matrix3(columns: row0, row1, row2) }

  /// The determinant.
  public var determinant: Double { dot(row0, cross(row1, row2)) }

  /// The inverse by cofactors; nil when the determinant is zero or not finite.
  public var inverse: Matrix3? {
    let determinant = determinant
    guard determinant.isFinite, determinant != 0 else { return nil }
    return Matrix3(
      columns: cross(row1, row2) / determinant, cross(row2, row0) / determinant,
      cross(row0, row1) / determinant)
  }

  /// Matrix times column vector.
  public static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(dot(matrix.row0, vector), dot(matrix.row1, vector), dot(matrix.row2, vector))
  }

  /// Matrix product.
  public static func * (lhs: Matrix3, rhs: Matrix3) -> Matrix3 {
    Matrix3(columns: lhs * rhs.column0, lhs * rhs.column1, lhs * rhs.column2)
  }
}

/// Scalar product.
package func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

/// Vector product.
package func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// Euclidean length.
package func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }

/// The dot product of two vectors of the plane.
package func dot(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { (a * b).sum() }

/// The Euclidean length of a vector of the plane.
package func length(_ a: SIMD2<Double>) -> Double { dot(a, a).squareRoot() }
