import AirExtrusion

/// A part with vertices of its own.
struct MeshPiece {
  let part: MeshPart
  let mesh: Mesh
  /// The mesh's vertices that the part uses, in the order of their first use.
  private(set) var vertices: [UInt32] = []

  static func pieces(of mesh: Mesh) -> [MeshPiece] {
    // For each vertex the last part that uses it.
    var user = [Int32](repeating: -1, count: mesh.vertices.count)
    return user.withUnsafeMutableBufferPointer { user in
      mesh.parts.enumerated().map { MeshPiece($1, numbered: Int32($0), of: mesh, user) }
    }
  }

  private init(
    _ part: MeshPart, numbered number: Int32, of mesh: Mesh, _ user: UnsafeMutableBufferPointer<Int32>
  ) {
    self.part = part
    self.mesh = mesh
    // A closed mesh has half as many vertices as triangles.
    vertices.reserveCapacity(part.triangleRange.count / 2)
    for triangle in mesh.triangles[part.triangleRange] {
      for corner in 0..<3 where user[Int(triangle[corner])] != number {
        user[Int(triangle[corner])] = number
        vertices.append(triangle[corner])
      }
    }
  }
}

/// The places of one piece's vertices among all vertices of the file.
struct MeshPiecePlaces {
  private var places: [UInt32] = []
  private var nextPlace: UInt32 = 0

  /// Goes on to the next piece in the order of the file.
  mutating func move(to piece: MeshPiece) {
    if places.count < piece.mesh.vertices.count {
      places = [UInt32](repeating: 0, count: piece.mesh.vertices.count)
    }
    for vertex in piece.vertices {
      places[Int(vertex)] = nextPlace
      nextPlace += 1
    }
  }

  @inline(__always)
  subscript(triangle: SIMD3<UInt32>) -> SIMD3<UInt32> {
    SIMD3(places[Int(triangle.x)], places[Int(triangle.y)], places[Int(triangle.z)])
  }
}
