/// Counts the pairs of triangles that share more than a common vertex or edge.
enum SelfIntersections {
  /// - Complexity: O(n log n) for n triangles of like size.
  static func count(in mesh: WeldedMesh) -> Int {
    let tree = BoxTree(boxes(of: mesh))
    var count = 0
    mesh.places.withUnsafeBufferPointer { places in
      mesh.triangles.withUnsafeBufferPointer { triangles in
        let test = TrianglePairTest(places: places, isNarrow: mesh.isNarrow)
        tree.forEachOverlappingPair { first, second in
          if test.intersects(triangles[first], triangles[second]) { count += 1 }
        }
      }
    }
    return count
  }

  /// Boxes in 31 bits, widened where places need more.
  private static func boxes(of mesh: WeldedMesh) -> [LatticeBox] {
    var lowest = SIMD3<Int64>(repeating: .max)
    var highest = SIMD3<Int64>(repeating: .min)
    for place in mesh.places {
      lowest = pointwiseMin(lowest, place)
      highest = pointwiseMax(highest, place)
    }
    guard !mesh.places.isEmpty else { return [] }
    let extent = highest &- lowest
    let bits = 64 - max(extent.x, extent.y, extent.z).leadingZeroBitCount
    let shift = SIMD3<Int64>(repeating: Int64(max(0, bits - 30)))
    return mesh.triangles.map { triangle in
      let a = mesh.places[Int(triangle.x)] &- lowest
      let b = mesh.places[Int(triangle.y)] &- lowest
      let c = mesh.places[Int(triangle.z)] &- lowest
      return LatticeBox(
        lower: SIMD3<Int32>(truncatingIfNeeded: pointwiseMin(pointwiseMin(a, b), c) &>> shift),
        upper: SIMD3<Int32>(truncatingIfNeeded: pointwiseMax(pointwiseMax(a, b), c) &>> shift))
    }
  }
}
