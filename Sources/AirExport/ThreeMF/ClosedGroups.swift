import AirExtrusion

/// The parts of a mesh gathered to groups that share no vertex with each other: where the mesh is closed, each of them
/// is closed by itself.
struct ClosedGroups {
  /// The places of each group's parts among the mesh's, in order; parts without triangles are in none. The groups are
  /// in the order of their first parts.
  let groups: [[Int]]

  /// - Complexity: O(vertices + triangles), nearly.
  init(_ mesh: Mesh) {
    var sets = DisjointSets(count: mesh.parts.count)
    let nobody = -1
    var owner = [Int](repeating: nobody, count: mesh.vertices.count)
    for (index, part) in mesh.parts.enumerated() {
      for triangle in mesh.triangles[part.triangleRange] {
        for corner in 0..<3 {
          let vertex = Int(triangle[corner])
          if owner[vertex] == nobody {
            owner[vertex] = index
          } else if owner[vertex] != index {
            sets.unite(owner[vertex], index)
          }
        }
      }
    }
    // The root of a group is its first part.
    var place: [Int: Int] = [:]
    var groups: [[Int]] = []
    for (index, part) in mesh.parts.enumerated() where !part.triangleRange.isEmpty {
      let first = sets.root(of: index)
      if let known = place[first] {
        groups[known].append(index)
      } else {
        place[first] = groups.count
        groups.append([index])
      }
    }
    self.groups = groups
  }
}

extension ExportSolid {
  /// The parts that have triangles in the order in which a file of closed groups holds them.
  var partsInClosedGroups: [MeshPart] {
    ClosedGroups(mesh).groups.flatMap { $0.map { mesh.parts[$0] } }
  }
}
