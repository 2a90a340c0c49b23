import AirStroke
import Glibc

/// Copies of a drawing that are united with it.
public enum Symmetry: Hashable, Sendable {
  /// The mirror image in the line u = a place, in metres.
  case mirrorU(at: Double)
  /// The mirror image in the line v = a place, in metres.
  case mirrorV(at: Double)
  /// Copies turned about a centre, `count` of them with the drawing itself, evenly around.
  case radial(count: Int, centreU: Double, centreV: Double)
  /// Copies moved by the same step, in metres, `count` of them with the drawing itself.
  case translational(count: Int, stepU: Double, stepV: Double)

  /// Numbers of copies that can be asked for.
  public static let countRange = 2...360

  /// What is wrong with the symmetry, each as a clause.
  var problems: [String] {
    var measures: [Double]
    var problems: [String] = []
    switch self {
    case .mirrorU(let place), .mirrorV(let place): measures = [place]
    case .radial(let count, let first, let second), .translational(let count, let first, let second):
      measures = [first, second]
      if !Self.countRange.contains(count) {
        problems.append(
          "a symmetry has \(Self.countRange.lowerBound) to \(Self.countRange.upperBound) copies, not \(count)"
        )
      }
    }
    if !measures.allSatisfy(\.isFinite) { problems.append("the symmetry's place is not a finite number") }
    return problems
  }

  /// A point's images, itself first.
  func images(of point: SIMD2<Double>) -> [SIMD2<Double>] {
    switch self {
    case .mirrorU(let place): [point, SIMD2(2 * place - point.x, point.y)]
    case .mirrorV(let place): [point, SIMD2(point.x, 2 * place - point.y)]
    case .radial(let count, let centreU, let centreV):
      (0..<count).map { copy in
        let angle = 2 * .pi * Double(copy) / Double(count)
        let (centre, sine, cosine) = (SIMD2(centreU, centreV), sin(angle), cos(angle))
        let offset = point - centre
        return copy == 0
          ? point
          : centre + SIMD2(offset.x * cosine - offset.y * sine, offset.x * sine + offset.y * cosine)
      }
    case .translational(let count, let stepU, let stepV):
      (0..<count).map { point + SIMD2(stepU, stepV) * Double($0) }
    }
  }

  /// A stroke's images, itself first.
  package func images(of stroke: Stroke) -> [Stroke] {
    let places = stroke.nodes.map { images(of: SIMD2($0.point.u, $0.point.v)) }
    guard let count = places.first?.count else { return [stroke] }
    return (0..<count).map { copy in
      var image = stroke
      for index in image.nodes.indices {
        image.nodes[index].point.u = places[index][copy].x
        image.nodes[index].point.v = places[index][copy].y
      }
      return image
    }
  }
}
