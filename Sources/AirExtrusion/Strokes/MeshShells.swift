/// The connected pieces of a mesh: triangles that share a vertex are of one.
struct MeshShells {
  /// The shell of each triangle, numbered in the order of their first triangles.
  let shellOfTriangle: [Int32]
  /// The number of shells.
  let count: Int

  /// Finds the shells by joining the corners of each triangle (R. E. Tarjan, Efficiency of a Good But Not Linear Set
  /// Union Algorithm, JACM 22(2), 1975).
  ///
  /// - Complexity: O(vertices + triangles), nearly.
  init(_ mesh: Mesh) {
    var parent = Array(0..<Int32(mesh.vertices.count))
    func root(_ vertex: UInt32) -> Int32 {
      var place = Int32(bitPattern: vertex)
      while parent[Int(place)] != place {
        parent[Int(place)] = parent[Int(parent[Int(place)])]
        place = parent[Int(place)]
      }
      return place
    }
    for triangle in mesh.triangles {
      let first = root(triangle.x)
      for corner in [triangle.y, triangle.z] {
        let other = root(corner)
        if other != first { parent[Int(other)] = first }
      }
    }
    var shellOfRoot = [Int32](repeating: -1, count: mesh.vertices.count)
    var count: Int32 = 0
    shellOfTriangle = mesh.triangles.map { triangle in
      let place = Int(root(triangle.x))
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
