/// The connected pieces of a mesh: triangles that share a vertex are of one.
struct MeshShells {
  /// The shell of each triangle, numbered in the order of their first triangles.
  let shellOfTriangle: [Int32]
  /// The number of shells.
  let count: Int

  /// Finds the shells by joining the corners of each triangle.
  ///
  /// - Complexity: O(vertices + triangles), nearly.
  init(_ mesh: Mesh) {
    var vertices = DisjointSets(count: mesh.vertices.count)
    for triangle in mesh.triangles {
      vertices.unite(Int(triangle.x), Int(triangle.y))
      vertices.unite(Int(triangle.x), Int(triangle.z))
    }
    var shellOfRoot = [Int32](repeating: -1, count: mesh.vertices.count)
    var count: Int32 = 0
    shellOfTriangle = mesh.triangles.map { triangle in
      let place = vertices.root(of: Int(triangle.x))
      if shellOfRoot[place] < 0 {
        shellOfRoot[place] = count
        count += 1
      }
      return shellOfRoot[place]
    }
    self.count = Int(count)
  }

  /// Six times the volume inside each shell, in cubic steps; negative for the wall of a hollow.
  func sixVolumes(of mesh: Mesh) -> [Int128] {
    let exact = ExactPredicates(isNarrow: false)
    var volumes = [Int128](repeating: 0, count: count)
    for (triangle, shell) in zip(mesh.triangles, shellOfTriangle) {
      volumes[Int(shell)] += exact.determinant(
        SolidShell.place(mesh.vertices[Int(triangle.x)]), SolidShell.place(mesh.vertices[Int(triangle.y)]),
        SolidShell.place(mesh.vertices[Int(triangle.z)]))
    }
    return volumes
  }
}
