import AirExtrusion
import AirStroke

/// Gathers triangles on a lattice into a mesh, joining vertices at the same place.
package struct MeshWelder {
  /// Which vertices are joined.
  package enum Reach: Sendable {
    /// Those of one part, so that parts share none.
    case part
    /// Those of all parts.
    case mesh
  }

  /// The mesh so far.
  package private(set) var mesh: Mesh
  /// For each part of the mesh the number of the call that gave it.
  package private(set) var sources: [Int] = []
  /// How many triangles were left out since two of their corners are at one place.
  package private(set) var collapsedCount = 0
  private let reach: Reach
  private var count = 0
  private var vertexOfPlace: [LatticeVertex: UInt32] = [:]

  /// Begins with nothing.
  package init(on lattice: Lattice, joining reach: Reach) {
    mesh = Mesh(lattice: lattice, vertices: [], triangles: [], parts: [])
    self.reach = reach
  }

  /// Adds those triangles of a part whose corners are at three places.
  ///
  /// - Complexity: O(triangles).
  package mutating func append(
    name: String, color: StrokeColor = .ink, places: [LatticeVertex], triangles: [SIMD3<UInt32>]
  ) {
    defer { count += 1 }
    if reach == .part { vertexOfPlace.removeAll(keepingCapacity: true) }
    let first = mesh.triangles.count
    for triangle in triangles {
      var corners = SIMD3<UInt32>()
      for corner in triangle.indices {
        let place = places[Int(triangle[corner])]
        if let known = vertexOfPlace[place] {
          corners[corner] = known
        } else {
          corners[corner] = UInt32(mesh.vertices.count)
          vertexOfPlace[place] = corners[corner]
          mesh.vertices.append(place)
        }
      }
      if corners.x != corners.y, corners.y != corners.z, corners.z != corners.x {
        mesh.triangles.append(corners)
      } else {
        collapsedCount += 1
      }
    }
    guard mesh.triangles.count > first else { return }
    mesh.parts.append(MeshPart(name: name, color: color, triangleRange: first..<mesh.triangles.count))
    sources.append(count)
  }
}
