import AirExtrusion

/// A part with vertices of its own.
struct MeshPiece {
  let part: MeshPart
  let mesh: Mesh
  /// The mesh's vertices that the part uses, in the order of their first use.
  private(set) var vertices: [UInt32] = []
  /// Its triangles, by places in `vertices`.
  private(set) var triangles: [SIMD3<UInt32>] = []

  static func pieces(of mesh: Mesh) -> [MeshPiece] {
    // For each vertex its place in a piece, valid when that place holds it in the current one.
    var place = [UInt32](repeating: 0, count: mesh.vertices.count)
    return mesh.parts.map { MeshPiece($0, of: mesh, &place) }
  }

  private init(_ part: MeshPart, of mesh: Mesh, _ place: inout [UInt32]) {
    self.part = part
    self.mesh = mesh
    triangles.reserveCapacity(part.triangleRange.count)
    for triangle in mesh.triangles[part.triangleRange] {
      var corners = SIMD3<UInt32>()
      for corner in 0..<3 {
        let vertex = Int(triangle[corner])
        let known = Int(place[vertex])
        if known >= vertices.count || vertices[known] != triangle[corner] {
          place[vertex] = UInt32(vertices.count)
          vertices.append(triangle[corner])
        }
        corners[corner] = place[vertex]
      }
      triangles.append(corners)
    }
  }
}
