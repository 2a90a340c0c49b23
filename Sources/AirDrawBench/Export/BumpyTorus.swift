import AirDraw
import Glibc

/// A closed mesh of any size in parts of different colours: a torus around the y axis with bumps all over, so that no
/// two normals are alike.
enum BumpyTorus {
  private static let colors: [StrokeColor] = [
    .ink, StrokeColor(red: 31, green: 111, blue: 235), StrokeColor(red: 240, green: 120, blue: 10),
    StrokeColor(red: 20, green: 160, blue: 90), StrokeColor(red: 200, green: 30, blue: 60),
    StrokeColor(red: 250, green: 250, blue: 250),
  ]
  private static let radiusInMetres = 0.08
  private static let thicknessInMetres = 0.025

  /// Makes the torus.
  ///
  /// - Parameter triangleCount: how many triangles it has at the most; it is twice as fine around as across.
  static func mesh(triangleCount: Int, on lattice: Lattice) -> Mesh {
    let across = max(3, Int((Double(triangleCount) / 4).squareRoot()))
    let around = max(colors.count, triangleCount / (2 * across))
    var mesh = Mesh(lattice: lattice, vertices: [], triangles: [], parts: [])
    mesh.vertices.reserveCapacity(around * across)
    mesh.triangles.reserveCapacity(2 * around * across)
    for i in 0..<around {
      let a = 2 * Double.pi * Double(i) / Double(around)
      for j in 0..<across {
        let b = 2 * Double.pi * Double(j) / Double(across)
        let thickness = thicknessInMetres * (1 + 0.15 * sin(12 * a) * cos(8 * b))
        let ring = radiusInMetres + thickness * cos(b)
        let place = SIMD3(ring * cos(a), thickness * sin(b), -ring * sin(a))
        mesh.vertices.append(LatticeVertex((place / lattice.stepInMetres).rounded(.toNearestOrEven)))
      }
    }
    func vertex(_ i: Int, _ j: Int) -> UInt32 { UInt32(i % around * across + j % across) }
    for (number, color) in colors.enumerated() {
      let start = mesh.triangles.count
      for i in number * around / colors.count..<(number + 1) * around / colors.count {
        for j in 0..<across {
          let far = vertex(i + 1, j + 1)
          mesh.triangles.append(SIMD3(vertex(i, j), vertex(i + 1, j), far))
          mesh.triangles.append(SIMD3(vertex(i, j), far, vertex(i, j + 1)))
        }
      }
      mesh.parts.append(
        MeshPart(name: "arc \(number + 1)", color: color, triangleRange: start..<mesh.triangles.count))
    }
    return mesh
  }
}
