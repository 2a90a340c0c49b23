import AirExport
import AirExtrusion
import AirStroke

/// What is shown: the triangles of all parts together, each with its part's colour.
///
/// Lengths are in millimetres, x to the right, y up and z towards the viewer, measured from the middle of the model's
/// base, so that the ground is at y = 0.
public struct PreviewModel: Sendable {
  /// A run of triangles of one colour.
  public struct Part: Sendable {
    /// Name of the part; empty where it has none.
    public let name: String
    /// Colour in linear light, where 1 is white.
    public let color: SIMD3<Float>
    /// The part's vertices; it shares none with other parts.
    public let vertexRange: Range<Int>
    /// The part's triangles.
    public let triangleRange: Range<Int>
  }

  /// The vertices, split where an edge is to look sharp.
  public private(set) var positions: [SIMD3<Float>] = []
  /// The unit normal of each vertex.
  public private(set) var normals: [SIMD3<Float>] = []
  /// Three indices of vertices a triangle, counter-clockwise seen from outside.
  public private(set) var triangles: [SIMD3<UInt32>] = []
  /// The parts, which cover all triangles in order.
  public private(set) var parts: [Part] = []
  /// Width, height and depth: the extents along x, y and z.
  public private(set) var size = SIMD3<Double>()
  /// True where faces may be seen from behind: the surface is open, or turned inside out.
  let isTwoSided: Bool

  /// Takes meshes that lie in the same frame, y up; without a triangle there is nothing to see but the ground.
  ///
  /// - Complexity: O(vertices + triangles).
  public init(_ meshes: [ShadedMesh]) {
    isTwoSided = false
    var lowest = SIMD3<Double>(repeating: .infinity)
    var highest = SIMD3<Double>(repeating: -.infinity)
    for mesh in meshes {
      for part in mesh.parts {
        lowest = pointwiseMin(lowest, SIMD3<Double>(part.minimum) * mesh.millimetresPerStep)
        highest = pointwiseMax(highest, SIMD3<Double>(part.maximum) * mesh.millimetresPerStep)
      }
    }
    guard (highest - lowest).max() > 0 else { return }
    let base = Self.base(lowest, highest)
    for mesh in meshes {
      let names = mesh.parts.map(\.name)
      let colors = mesh.parts.map { SIMD3<Float>($0.color.linearComponents) }
      append(mesh, millimetresPerStep: mesh.millimetresPerStep, base: base, names: names, colors: colors)
    }
    size = highest - lowest
  }

  /// Takes a mesh whose vertices lie on a lattice of its own.
  ///
  /// - Parameters:
  ///   - mesh: the mesh.
  ///   - millimetresPerStep: the length of a step of its lattice.
  ///   - colors: a colour for each of its parts, in linear light.
  ///   - isTwoSided: true where faces may be seen from behind.
  init(_ mesh: ShadedMesh, millimetresPerStep: Double, colors: [SIMD3<Float>], isTwoSided: Bool) {
    self.isTwoSided = isTwoSided
    let lowest = mesh.parts.reduce(SIMD3<Double>(repeating: .infinity)) {
      pointwiseMin($0, SIMD3<Double>($1.minimum))
    }
    let highest = mesh.parts.reduce(SIMD3<Double>(repeating: -.infinity)) {
      pointwiseMax($0, SIMD3<Double>($1.maximum))
    }
    append(
      mesh, millimetresPerStep: millimetresPerStep,
      base: Self.base(lowest, highest) * millimetresPerStep, names: mesh.parts.map(\.name), colors: colors)
    size = (highest - lowest) * millimetresPerStep
  }

  /// The middle of a box's lower side.
  private static func base(_ lowest: SIMD3<Double>, _ highest: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((lowest.x + highest.x) / 2, lowest.y, (lowest.z + highest.z) / 2)
  }

  private mutating func append(
    _ mesh: ShadedMesh, millimetresPerStep: Double, base: SIMD3<Double>, names: [String],
    colors: [SIMD3<Float>]
  ) {
    let firstVertex = positions.count
    let firstTriangle = triangles.count
    positions += mesh.meshVertex.map {
      SIMD3<Float>(SIMD3<Double>(mesh.mesh.vertices[Int($0)]) * millimetresPerStep - base)
    }
    normals += mesh.normals
    for (number, part) in mesh.parts.enumerated() {
      let offset = SIMD3(repeating: UInt32(firstVertex + part.vertexRange.lowerBound))
      triangles += mesh.triangles[part.triangleRange].map { $0 &+ offset }
      parts.append(
        Part(
          name: names[number], color: colors[number],
          vertexRange: firstVertex + part.vertexRange.lowerBound..<firstVertex + part.vertexRange.upperBound,
          triangleRange: firstTriangle
            + part.triangleRange.lowerBound..<firstTriangle + part.triangleRange.upperBound))
    }
  }
}

extension PreviewModel {
  /// What a picture has to show: a small plate of the ground where there is nothing else.
  var framedPoints: [SIMD3<Float>] {
    positions.isEmpty ? [SIMD3(-1, 0, -1), SIMD3(1, 0, 1)] : positions
  }

  /// Points around the space that the model fills when it is turned once about the vertical through its middle.
  var framedTurn: [SIMD3<Float>] {
    let points = framedPoints
    let radius = points.reduce(Float(0)) { max($0, $1.x * $1.x + $1.z * $1.z) }.squareRoot()
    let height = points.reduce(Float(0)) { max($0, $1.y) }
    return (0..<64).flatMap { step in
      let direction = PreviewCamera.direction(azimuthInDegrees: Float(step) * 5.625)
      return [direction * radius, direction * radius + SIMD3(0, height, 0)]
    }
  }
}

extension ShadedMesh {
  fileprivate var millimetresPerStep: Double { mesh.lattice.stepInMetres * 1000 }
}
