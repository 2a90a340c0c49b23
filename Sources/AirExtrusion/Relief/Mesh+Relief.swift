extension Mesh {
  /// Appends a relief.
  ///
  /// Tops and bottoms are graphs over triangulations of the plane, walls stand upright on the regions' boundaries, and
  /// no level lies lower than those around it, so that nothing can meet anything else.
  ///
  /// - Throws: `ExtrusionError.outlineNotResolved`.
  /// - Complexity: O(n log n) for n points of all regions.
  mutating func append(_ relief: Relief) throws(ExtrusionError) {
    let arrangement = try ReliefArrangement(
      rising: relief.rising.map(\.region), sinking: relief.sinking.map(\.region))
    let top = ReliefSide(arrangement.rising, relief.rising.map { ($0.rim, $0.inner) })
    let bottom = ReliefSide(
      arrangement.sinking, [(0, relief.firstDepth)] + relief.sinking.map { ($0.rim, $0.inner) })
    append(top, base: relief.base, bottom)
  }

  /// Appends a side that rises from a base and one that sinks from it, joining equal corners.
  private mutating func append(_ top: ReliefSide, base: Int32, _ bottom: ReliefSide) {
    // Heights are offset so that they are positive and keep to 27 bits.
    let offset: Int32 = 1 << 26
    let places = JoinedPoints(top.points, bottom.points)
    var keyed: [KeyedIndex] = []
    keyed.reserveCapacity(top.corners.count + bottom.corners.count)
    func appendKey(_ place: Int32, height: Int32) {
      keyed.append(
        KeyedIndex(key: UInt64(place) << 27 | UInt64(height &+ offset), index: Int32(keyed.count)))
    }
    for corner in top.corners {
      appendKey(places.ofFirst[Int(corner.point)], height: base + corner.height)
    }
    for corner in bottom.corners {
      appendKey(places.ofSecond[Int(corner.point)], height: base - corner.height)
    }
    let topCount = top.corners.count
    radixSort(&keyed, keyBits: 27 + Int.bitWidth - places.points.count.leadingZeroBitCount)
    var indices = [UInt32](repeating: 0, count: keyed.count)
    var last: UInt64?
    for item in keyed {
      if item.key != last {
        last = item.key
        let point = places.points[Int(item.key >> 27)]
        vertices.append(LatticeVertex(point.x, Int32(item.key & (1 << 27 - 1)) - offset, point.y))
      }
      indices[Int(item.index)] = UInt32(vertices.count - 1)
    }
    triangles.reserveCapacity(triangles.count + indices.count / 3)
    for corner in stride(from: 0, to: indices.count, by: 3) {
      let (a, b, c) = (indices[corner], indices[corner + 1], indices[corner + 2])
      // What sinks is the mirror image of what rises.
      triangles.append(corner < topCount ? SIMD3(a, b, c) : SIMD3(a, c, b))
    }
  }
}

/// Two lists of distinct points in the order of x and then y, as one.
private struct JoinedPoints {
  var points: [LatticePoint] = []
  var ofFirst: [Int32] = []
  var ofSecond: [Int32] = []

  init(_ first: [LatticePoint], _ second: [LatticePoint]) {
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      let next: LatticePoint
      if j == second.count {
        next = first[i]
      } else if i == first.count {
        next = second[j]
      } else {
        next = (first[i].x, first[i].y) <= (second[j].x, second[j].y) ? first[i] : second[j]
      }
      if i < first.count, first[i] == next {
        ofFirst.append(Int32(points.count))
        i += 1
      }
      if j < second.count, second[j] == next {
        ofSecond.append(Int32(points.count))
        j += 1
      }
      points.append(next)
    }
  }
}
