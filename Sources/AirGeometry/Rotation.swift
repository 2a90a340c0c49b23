import Glibc

/// A proper rotation of space, kept as an orthonormal matrix of determinant +1.
public struct Rotation: Hashable, Sendable {
  /// The matrix; its columns are the turned axes.
  public let matrix: Matrix3

  /// No rotation.
  public static let identity = Rotation(unchecked: .identity)

  private init(unchecked matrix: Matrix3) { self.matrix = matrix }

  /// Takes a matrix as a rotation.
  ///
  /// - Returns: nil when it is not orthonormal with determinant +1 to within `tolerance` in every element of
  ///   R·Rᵀ − 1.
  public init?(_ matrix: Matrix3, tolerance: Double = 1e-6) {
    let product = (matrix * matrix.transposed).rowMajor
    let isOrthonormal = zip(product, Matrix3.identity.rowMajor).allSatisfy { abs($0 - $1) <= tolerance }
    guard isOrthonormal, matrix.determinant > 0 else { return nil }
    self.matrix = matrix
  }

  /// Makes a rotation from a rotation vector (axis times angle in radians), by Rodrigues' formula
  /// R = 1 + sin θ·K + (1 − cos θ)·K².
  public init(rotationVector vector: SIMD3<Double>) {
    let angle = length(vector)
    guard angle > 0 else {
      self = .identity
      return
    }
    let axis = vector / angle
    let s = sin(angle)
    let t = 1 - cos(angle)
    let (x, y, z) = (axis.x, axis.y, axis.z)
    matrix = Matrix3(
      rows: SIMD3(1 - t * (y * y + z * z), t * x * y - s * z, t * x * z + s * y),
      SIMD3(t * x * y + s * z, 1 - t * (x * x + z * z), t * y * z - s * x),
      SIMD3(t * x * z - s * y, t * y * z + s * x, 1 - t * (x * x + y * y)))
  }

  /// The inverse rotation.
  public var inverse: Rotation { Rotation(unchecked: matrix.transposed) }

  /// Turns a vector.
  public func callAsFunction(_ vector: SIMD3<Double>) -> SIMD3<Double> { matrix * vector }

  /// First `rhs`, then `lhs`.
  public static func * (lhs: Rotation, rhs: Rotation) -> Rotation {
    Rotation(unchecked: lhs.matrix * rhs.matrix)
  }

  /// The unit quaternion (x, y, z, w) with w ≥ 0, by Shepperd's method (J. Guidance and Control 1, 1978), which
  /// divides by the largest component only and so stays exact near half turns.
  public var quaternion: SIMD4<Double> {
    let m = matrix
    let trace = m.row0.x + m.row1.y + m.row2.z
    var q: SIMD4<Double>
    if trace >= max(m.row0.x, m.row1.y, m.row2.z) {
      q = SIMD4(m.row2.y - m.row1.z, m.row0.z - m.row2.x, m.row1.x - m.row0.y, 1 + trace)
    } else if m.row0.x >= max(m.row1.y, m.row2.z) {
      q = SIMD4(1 + 2 * m.row0.x - trace, m.row0.y + m.row1.x, m.row0.z + m.row2.x, m.row2.y - m.row1.z)
    } else if m.row1.y >= m.row2.z {
      q = SIMD4(m.row0.y + m.row1.x, 1 + 2 * m.row1.y - trace, m.row1.z + m.row2.y, m.row0.z - m.row2.x)
    } else {
      q = SIMD4(m.row0.z + m.row2.x, m.row1.z + m.row2.y, 1 + 2 * m.row2.z - trace, m.row1.x - m.row0.y)
    }
    q /= (q * q).sum().squareRoot()
    return q.w < 0 ? -q : q
  }

  /// The angle in radians, 0…π, by which this rotation differs from `other`.
  public func angle(to other: Rotation) -> Double {
    let q = (inverse * other).quaternion
    return 2 * atan2(length(SIMD3(q.x, q.y, q.z)), q.w)
  }
}
