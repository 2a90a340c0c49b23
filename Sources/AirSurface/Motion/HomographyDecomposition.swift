import AirGeometry
import Glibc

/// A second view of a plane, relative to the first: X₂ = R·X₁ + t for the plane n·X₁ = 1, lengths in units of the first
/// camera's distance from the plane.
package struct PlaneView: Sendable {
  /// R.
  package var rotation: Matrix3
  /// t.
  package var translation: SIMD3<Double>

  /// Makes a view.
  package init(rotation: Matrix3, translation: SIMD3<Double>) {
    self.rotation = rotation
    self.translation = translation
  }
}

/// What a homography between two views of a plane says about the plane: one of two normals.
package struct HomographyDecomposition {
  /// The normals that explain the homography, pointing away from the camera; none for a camera that only turned.
  package let normals: [SIMD3<Double>]
  /// How far the camera went sideways or forward for each unit of distance: 0 for a camera that only turned.
  package let parallax: Double

  /// Takes a homography between normalized image points (focal length 1) apart.
  ///
  /// With the singular values σ₁ ≥ σ₂ = 1 ≥ σ₃ and v₁…v₃ of HᵀH, the plane's two possible frames follow in closed form
  /// (Y. Ma, S. Soatto, J. Košecká, S. Sastry, "An Invitation to 3-D Vision", 2004, section 5.3.3). Of the four signs
  /// only those are kept that put every given point in front of the first camera.
  ///
  /// - Parameters:
  ///   - homography: takes points of the first view to the second.
  ///   - points: normalized points of the plane in the first view.
  package init(_ homography: Matrix3, points: [SIMD2<Double>]) {
    let square = SymmetricEigen(homography.transposed * homography)
    let middle = square.values.1
    let (large, small) = (square.values.0 / middle, square.values.2 / middle)
    parallax = large.squareRoot() - small.squareRoot()
    guard middle > 0, large - small > 1e-9 else {
      normals = []
      return
    }
    let (v1, v2, v3) = square.vectors
    let along = v1 * (max(1 - small, 0) / (large - small)).squareRoot()
    let across = v3 * (max(large - 1, 0) / (large - small)).squareRoot()
    normals = [along + across, along - across].compactMap { direction in
      let normal = cross(v2, direction)
      let depths = points.map { dot(normal, SIMD3($0.x, $0.y, 1)) }
      if depths.allSatisfy({ $0 > 0 }) { return normal }
      return depths.allSatisfy({ $0 < 0 }) ? normal * -1 : nil
    }
  }
}

extension PlaneView {
  /// The view that a homography between normalized points means for a plane of known unit normal, 1 away: on
  /// directions along the plane H acts as R does. Nil where the homography folds the plane over.
  package init?(_ homography: Matrix3, normal: SIMD3<Double>) {
    let helper: SIMD3<Double> = abs(normal.x) < 0.7 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0)
    let first = cross(normal, helper) / length(cross(normal, helper))
    let second = cross(normal, first)
    let sign: Double = homography.determinant < 0 ? -1 : 1
    var (a, b) = (homography * first * sign, homography * second * sign)
    let scale = ((dot(a, a) + dot(b, b)) / 2).squareRoot()
    guard scale > 0 else { return nil }
    (a, b) = (a / scale, b / scale)
    // The nearest pair of orthogonal unit vectors: half-way between the sum and the difference.
    let (sum, difference) = (a + b, a - b)
    guard length(sum) > 1e-6, length(difference) > 1e-6 else { return nil }
    let (s, d) = (sum / length(sum), difference / length(difference))
    let orthogonalD = d - s * dot(s, d)
    let e = orthogonalD / length(orthogonalD)
    let (p, q) = ((s + e) / 2.0.squareRoot(), (s - e) / 2.0.squareRoot())
    rotation = Matrix3(columns: p, q, cross(p, q)) * Matrix3(columns: first, second, normal).transposed
    translation = homography * normal * (sign / scale) - rotation * normal
    guard rotation.rowMajor.allSatisfy(\.isFinite) else { return nil }
  }
}

/// Eigenvalues, the largest first, and unit eigenvectors of a symmetric matrix, by Jacobi's rotations.
struct SymmetricEigen {
  let values: (Double, Double, Double)
  let vectors: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ matrix: Matrix3) {
    var a = [matrix.row0, matrix.row1, matrix.row2]
    var v = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    for _ in 0..<30 {
      for (p, q) in [(0, 1), (0, 2), (1, 2)] where abs(a[p][q]) > 0 {
        let theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
        let t = (theta < 0 ? -1.0 : 1.0) / (abs(theta) + (theta * theta + 1).squareRoot())
        let c = 1 / (t * t + 1).squareRoot()
        let s = t * c
        for k in 0..<3 { (a[k][p], a[k][q]) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]) }
        let (rowP, rowQ) = (a[p], a[q])
        (a[p], a[q]) = (c * rowP - s * rowQ, s * rowP + c * rowQ)
        for k in 0..<3 { (v[k][p], v[k][q]) = (c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]) }
      }
    }
    let order = [0, 1, 2].sorted { a[$0][$0] > a[$1][$1] }
    func vector(_ i: Int) -> SIMD3<Double> { SIMD3(v[0][i], v[1][i], v[2][i]) }
    values = (a[order[0]][order[0]], a[order[1]][order[1]], a[order[2]][order[2]])
    vectors = (vector(order[0]), vector(order[1]), vector(order[2]))
  }
}
