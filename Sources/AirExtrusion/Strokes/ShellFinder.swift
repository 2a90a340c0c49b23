/// Finds the shell of a mesh that is above or below a place of the surface.
struct ShellFinder {
  private let mesh: Mesh
  private let shells: MeshShells
  private let range: Range<Int>
  private let tree: BoxTree

  /// - Parameter range: the triangles that count.
  init(_ mesh: Mesh, _ shells: MeshShells, among range: Range<Int>) {
    self.mesh = mesh
    self.shells = shells
    self.range = range
    tree = BoxTree(
      range.map { index in
        let corners = Self.corners(mesh, index)
        return LatticeBox.around(corners.0, corners.1).union(LatticeBox.around(corners.1, corners.2))
      })
  }

  /// The shell whose surface over a place is nearest to a height; nil where none is above or below it.
  func shell(at place: LatticePoint, height: Double) -> Int? {
    var best: (distance: Double, shell: Int)?
    tree.forEachItem(overlapping: .around(place, place)) { item in
      let (a, b, c) = Self.corners(mesh, range.lowerBound + item)
      let area = orientation(a, b, c)
      // The shares of the corners, times the area: of one sign where the place is inside or on the edge.
      let shares = (orientation(b, c, place), orientation(c, a, place), orientation(a, b, place))
      let isInside =
        area > 0
        ? shares.0 >= 0 && shares.1 >= 0 && shares.2 >= 0
        : area < 0 && shares.0 <= 0 && shares.1 <= 0 && shares.2 <= 0
      guard isInside else { return }
      let triangle = mesh.triangles[range.lowerBound + item]
      let heights = SIMD3(
        Double(mesh.vertices[Int(triangle.x)].y), Double(mesh.vertices[Int(triangle.y)].y),
        Double(mesh.vertices[Int(triangle.z)].y))
      let there = (heights * SIMD3(Double(shares.0), Double(shares.1), Double(shares.2))).sum() / Double(area)
      let found = (distance: abs(there - height), shell: Int(shells.shellOfTriangle[range.lowerBound + item]))
      if best.map({ found < $0 }) ?? true { best = found }
    }
    return best?.shell
  }

  private static func corners(_ mesh: Mesh, _ index: Int) -> (LatticePoint, LatticePoint, LatticePoint) {
    let triangle = mesh.triangles[index]
    let (a, b, c) = (
      mesh.vertices[Int(triangle.x)], mesh.vertices[Int(triangle.y)], mesh.vertices[Int(triangle.z)]
    )
    return (LatticePoint(a.x, a.z), LatticePoint(b.x, b.z), LatticePoint(c.x, c.z))
  }
}
