/// Counts the pairs of triangles that share more than a common vertex or edge.
enum SelfIntersections {
  /// - Complexity: O(n log n) for n triangles of like size.
  static func count(in mesh: WeldedMesh) -> Int {
    let test = TrianglePairTest(exact: mesh.exact)
    let tree = BoxTree(boxes(of: mesh))
    var count = 0
    let faces = (0..<mesh.triangleCount).map { index in
      let triangle = mesh.triangle(index)
      return test.face(
        triangle, mesh.places[Int(triangle.x)], mesh.places[Int(triangle.y)], mesh.places[Int(triangle.z)])
    }
    faces.withUnsafeBufferPointer { faces in
      guard let face = faces.baseAddress else { return }
      tree.forEachOverlappingPair { first, second in
        if test.intersects(face + first, face + second) { count += 1 }
      }
    }
    return count
  }

  /// Boxes in 30 bits, widened where places need more.
  private static func boxes(of mesh: WeldedMesh) -> [LatticeBox] {
    let extent = mesh.highest - mesh.lowest
    let bits = 64 - max(extent.x, extent.y, extent.z).leadingZeroBitCount
    let shift = Int64(max(0, bits - 30))
    func part(_ coordinate: Int64) -> Int32 { Int32(truncatingIfNeeded: coordinate &>> shift) }
    return (0..<mesh.triangleCount).map { index in
      let triangle = mesh.triangle(index)
      let (a, b, c) = (
        mesh.places[Int(triangle.x)], mesh.places[Int(triangle.y)], mesh.places[Int(triangle.z)]
      )
      let lower = a.lower(b).lower(c) - mesh.lowest
      let upper = a.upper(b).upper(c) - mesh.lowest
      return LatticeBox(
        lowerX: part(lower.x), lowerY: part(lower.y), lowerZ: part(lower.z), upperX: part(upper.x),
        upperY: part(upper.y), upperZ: part(upper.z))
    }
  }
}
