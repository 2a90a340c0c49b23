/// A closed surface, or several, on the lattice.
struct SolidShell {
  var vertices: [LatticeVertex] = []
  /// Three vertex indices a triangle, counter-clockwise seen from outside.
  var triangles: [SIMD3<UInt32>] = []

  /// Appends a place in lattice steps, rounded; returns its index.
  mutating func append(_ place: SIMD3<Double>) -> UInt32 {
    let rounded = place.rounded(.toNearestOrAwayFromZero)
    vertices.append(LatticeVertex(Int32(rounded.x), Int32(rounded.y), Int32(rounded.z)))
    return UInt32(vertices.count - 1)
  }

  /// Appends the band between two rings of equally many vertices, which turn counter-clockwise seen from the second.
  ///
  /// - Parameter shift: the second ring's vertex that belongs to the first one of the first ring.
  mutating func appendBand(from ring: Range<UInt32>, to next: Range<UInt32>, shift: Int = 0) {
    let count = UInt32(ring.count)
    let offset = UInt32(((shift % ring.count) + ring.count) % ring.count)
    for index in 0..<count {
      let following = (index + 1) % count
      let (a, b) = (ring.lowerBound + index, ring.lowerBound + following)
      let c = next.lowerBound + (index + offset) % count
      let d = next.lowerBound + (following + offset) % count
      triangles.append(SIMD3(a, b, d))
      triangles.append(SIMD3(a, d, c))
    }
  }

  /// Appends triangles from a ring to an apex, from which the ring turns counter-clockwise.
  mutating func appendFan(from ring: Range<UInt32>, to apex: UInt32) {
    for index in ring {
      triangles.append(SIMD3(index, index + 1 == ring.upperBound ? ring.lowerBound : index + 1, apex))
    }
  }

  /// Appends a ring's inside, a convex polygon.
  mutating func appendDisc(_ ring: Range<UInt32>, isReversed: Bool) {
    for index in ring.lowerBound + 1..<ring.upperBound - 1 {
      triangles.append(
        isReversed
          ? SIMD3(ring.lowerBound, index + 1, index) : SIMD3(ring.lowerBound, index, index + 1))
    }
  }

  /// Appends another surface.
  mutating func append(_ other: SolidShell) {
    let base = UInt32(vertices.count)
    vertices += other.vertices
    triangles += other.triangles.map { $0 &+ base }
  }

  /// Six times the enclosed volume in cubic steps, exact.
  var sixVolumes: Int128 {
    guard let apex = vertices.first.map(Self.place) else { return 0 }
    let exact = ExactPredicates(isNarrow: false)
    return triangles.reduce(0) { sum, triangle in
      let a = Self.place(vertices[Int(triangle.x)]) - apex
      let b = Self.place(vertices[Int(triangle.y)]) - apex
      let c = Self.place(vertices[Int(triangle.z)]) - apex
      return sum + exact.determinant(a, b, c)
    }
  }

  static func place(_ vertex: LatticeVertex) -> Place {
    Place(x: Int64(vertex.x), y: Int64(vertex.y), z: Int64(vertex.z))
  }
}

/// The surface that a section sweeps, which may be no solid.
struct SweptShell {
  var shell: SolidShell
  /// Whether every joint is mitred.
  var isMitred: Bool
}
