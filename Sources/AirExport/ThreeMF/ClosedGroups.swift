import AirExtrusion

/// The parts of a mesh gathered to groups that share no vertex with each other: where the mesh is closed, each of them
/// is closed by itself.
struct ClosedGroups {
  /// The places of each group's parts among the mesh's, in order; parts without triangles are in none. The groups are
  /// in the order of their first parts.
  let groups: [[Int]]

  /// - Complexity: O(vertices + triangles), near enough (R. Tarjan, Efficiency of a good but not linear set union
  ///   algorithm, J. ACM 22, 1975).
  init(_ mesh: Mesh) {
    var parent = Array(mesh.parts.indices)
    func root(of part: Int) -> Int {
      var part = part
      while parent[part] != part {
        parent[part] = parent[parent[part]]
        part = parent[part]
      }
      return part
    }
    let nobody = -1
    var owner = [Int](repeating: nobody, count: mesh.vertices.count)
    for (index, part) in mesh.parts.enumerated() {
      for triangle in mesh.triangles[part.triangleRange] {
        for corner in 0..<3 {
          let vertex = Int(triangle[corner])
          if owner[vertex] == nobody {
            owner[vertex] = index
          } else if owner[vertex] != index {
            let (first, second) = (root(of: owner[vertex]), root(of: index))
            parent[max(first, second)] = min(first, second)
          }
        }
      }
    }
    // The root of a group is its first part.
    var place: [Int: Int] = [:]
    var groups: [[Int]] = []
    for (index, part) in mesh.parts.enumerated() where !part.triangleRange.isEmpty {
      let first = root(of: index)
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
