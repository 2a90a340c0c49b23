extension Mesh {
  /// Appends an outline raised from the surface: a cap at height zero, one at `heightInSteps`, and walls between.
  mutating func appendPrism(of outline: Outline, heightInSteps: Int32) {
    let base = UInt32(vertices.count)
    let triangulation = PlanarTriangulation(of: outline)
    let count = UInt32(triangulation.points.count)
    vertices.reserveCapacity(vertices.count + 2 * Int(count))
    triangles.reserveCapacity(triangles.count + 2 * triangulation.triangles.count / 3 + 2 * Int(count))
    // v points towards the viewer as z does, so that x = u and z = v keep (u, height, v) right-handed.
    for height in [0, heightInSteps] {
      for point in triangulation.points { vertices.append(LatticeVertex(point.x, height, point.y)) }
    }
    let corners = triangulation.triangles
    // Counter-clockwise in (u, v) is clockwise seen from above: right as it is for the cap that faces down.
    for corner in stride(from: 0, to: corners.count, by: 3) {
      let (a, b, c) = (UInt32(corners[corner]), UInt32(corners[corner + 1]), UInt32(corners[corner + 2]))
      triangles.append(SIMD3(base + a, base + b, base + c))
    }
    for corner in stride(from: 0, to: corners.count, by: 3) {
      let (a, b, c) = (UInt32(corners[corner]), UInt32(corners[corner + 1]), UInt32(corners[corner + 2]))
      triangles.append(SIMD3(base + count + a, base + count + c, base + count + b))
    }
    for (start, end) in triangulation.next.enumerated() {
      let (a, b) = (base + UInt32(start), base + UInt32(end))
      triangles.append(SIMD3(a, a + count, b))
      triangles.append(SIMD3(b, a + count, b + count))
    }
  }
}
