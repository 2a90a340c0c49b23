import AirGeometry

/// A projective map from one picture of a plane to another one.
public struct ImageHomography: Hashable, Sendable {
  /// Takes (x, y, 1) of the first picture to (x, y, 1)·w of the second, both in pixels; its last element is positive
  /// and its Frobenius norm that of the identity, √3.
  public let matrix: Matrix3

  /// Nothing moves.
  public static let identity = ImageHomography(unchecked: .identity)

  private init(unchecked matrix: Matrix3) { self.matrix = matrix }

  /// Takes a matrix, whatever its scale; nil when it has no inverse.
  public init?(_ matrix: Matrix3) {
    let numbers = matrix.rowMajor
    let norm = (numbers.reduce(0) { $0 + $1 * $1 } / 3).squareRoot()
    let factor = (numbers[8] < 0 ? -1 : 1) / norm
    guard norm > 0, factor.isFinite, let scaled = Matrix3(rowMajor: numbers.map { $0 * factor }),
      scaled.inverse != nil
    else { return nil }
    self.matrix = scaled
  }

  /// Where a point of the first picture lies in the second; nil on or beyond the plane's horizon.
  public func callAsFunction(_ point: ImagePoint) -> ImagePoint? {
    mapped(SIMD2(point.x, point.y)).map { ImagePoint(x: $0.x, y: $0.y) }
  }

  /// The way back.
  public var inverse: ImageHomography { matrix.inverse.flatMap(ImageHomography.init) ?? .identity }

  /// First `rhs`, then `lhs`.
  public static func * (lhs: ImageHomography, rhs: ImageHomography) -> ImageHomography {
    ImageHomography(lhs.matrix * rhs.matrix) ?? rhs
  }

  func mapped(_ p: SIMD2<Double>) -> SIMD2<Double>? {
    let q = matrix * SIMD3(p.x, p.y, 1)
    guard q.z > 1e-9 else { return nil }
    return SIMD2(q.x / q.z, q.y / q.z)
  }
}

/// A place of a plane in one picture and in another.
struct PlanePair {
  var first: SIMD2<Double>
  var second: SIMD2<Double>
}

extension ImageHomography {
  /// The map that fits pairs best, each with its weight: least squares of the distances in the second picture, by
  /// reweighting the linear equations with the denominators of the last answer until they settle (R. Hartley,
  /// A. Zisserman, "Multiple View Geometry", 2nd ed., section 4.1 and algorithm 4.2 for the normalization).
  ///
  /// - Parameters:
  ///   - pairs: the pairs.
  ///   - weights: a weight for each.
  ///   - rounds: how often the equations are reweighted, at least 2.
  /// - Returns: nil for fewer than four pairs with a weight, or when they leave the map open.
  /// - Complexity: linear in the number of pairs.
  init?(fitting pairs: [PlanePair], weights: [Double], rounds: Int = 4) {
    guard weights.count(where: { $0 > 0 }) >= 4,
      let from = Normalization(pairs.map(\.first), weights),
      let onto = Normalization(pairs.map(\.second), weights)
    else { return nil }
    let points = pairs.map { PlanePair(first: from.applied($0.first), second: onto.applied($0.second)) }
    var h: [Double] = [1, 0, 0, 0, 1, 0, 0, 0]
    for iteration in 0..<rounds {
      var system = SymmetricSystem(count: 8)
      for (pair, weight) in zip(points, weights) where weight > 0 {
        let (p, q) = (pair.first, pair.second)
        let denominator = iteration == 0 ? 1 : h[6] * p.x + h[7] * p.y + 1
        guard abs(denominator) > 1e-6 else { continue }
        let w = weight / (denominator * denominator)
        system.add([p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y], q.x, weight: w)
        system.add([0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y], q.y, weight: w)
      }
      guard let solved = system.solution() else { return nil }
      h = solved
    }
    guard let normalized = Matrix3(rowMajor: h + [1]), let back = onto.matrix.inverse else { return nil }
    self.init(back * normalized * from.matrix)
  }

  /// The map through four pairs exactly; nil when three of them lie on a line.
  init?(through pairs: [PlanePair]) {
    let exact = Homography(
      from: pairs.map { ImagePoint(x: $0.first.x, y: $0.first.y) },
      to: pairs.map { SurfacePoint(u: $0.second.x, v: $0.second.y) })
    guard let exact else { return nil }
    self.init(exact.imageToSurface)
  }

  /// Distance in the second picture between where a pair is and where this puts it; infinite beyond the horizon.
  func residual(_ pair: PlanePair) -> Double {
    guard let mapped = mapped(pair.first) else { return .infinity }
    return length(mapped - pair.second)
  }
}

/// Moves points to their middle and scales them to a mean square of 2.
private struct Normalization {
  let middle: SIMD2<Double>
  let scale: Double

  init?(_ points: [SIMD2<Double>], _ weights: [Double]) {
    let total = weights.reduce(0, +)
    var middle = SIMD2<Double>()
    for (point, weight) in zip(points, weights) { middle += point * (weight / total) }
    var spread = 0.0
    for (point, weight) in zip(points, weights) {
      let offset = point - middle
      spread += (offset * offset).sum() * (weight / total)
    }
    scale = (2 / spread).squareRoot()
    guard scale.isFinite else { return nil }
    self.middle = middle
  }

  func applied(_ p: SIMD2<Double>) -> SIMD2<Double> { (p - middle) * scale }

  var matrix: Matrix3 {
    Matrix3(
      rows: SIMD3(scale, 0, -scale * middle.x), SIMD3(0, scale, -scale * middle.y), SIMD3(0, 0, 1))
  }
}
