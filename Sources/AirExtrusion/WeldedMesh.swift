/// Triangles between whole places, with equal places joined and triangles without area set apart.
struct WeldedMesh {
  /// Distinct places that triangles use.
  private(set) var places: [SIMD3<Int64>] = []
  /// Triangles with three different corners. Those whose corners lie on a line are among them.
  private(set) var triangles: [SIMD3<Int32>] = []
  /// Number of triangles without area.
  private(set) var degenerateCount = 0
  /// Whether determinants of place differences fit 64 bits.
  let isNarrow: Bool

  init(places original: [SIMD3<Int64>], triangles originalTriangles: [SIMD3<Int32>]) {
    var (lower, upper) = (SIMD3<Int64>(repeating: .max), SIMD3<Int64>(repeating: .min))
    var isUsed = [Bool](repeating: false, count: original.count)
    for triangle in originalTriangles {
      for corner in 0..<3 { isUsed[Int(triangle[corner])] = true }
    }
    for (index, place) in original.enumerated() where isUsed[index] {
      lower = pointwiseMin(lower, place)
      upper = pointwiseMax(upper, place)
    }
    let extent = originalTriangles.isEmpty ? .zero : upper &- lower
    // Hadamard's bound: a determinant of entries up to d is at most 4 d³.
    isNarrow = max(extent.x, extent.y, extent.z) <= 1_300_000
    let welded = Self.weld(original, isUsed, lower: lower, extent: extent)
    places = welded.places
    triangles.reserveCapacity(originalTriangles.count)
    for triangle in originalTriangles {
      let corners = SIMD3(
        welded.index[Int(triangle.x)], welded.index[Int(triangle.y)], welded.index[Int(triangle.z)])
      if corners.x == corners.y || corners.y == corners.z || corners.z == corners.x {
        degenerateCount += 1
        continue
      }
      let (a, b, c) = (places[Int(corners.x)], places[Int(corners.y)], places[Int(corners.z)])
      if ExactPredicates.isCollinear(a, b, c, isNarrow: isNarrow) { degenerateCount += 1 }
      triangles.append(corners)
    }
  }

  private static func weld(
    _ original: [SIMD3<Int64>], _ isUsed: [Bool], lower: SIMD3<Int64>, extent: SIMD3<Int64>
  ) -> (places: [SIMD3<Int64>], index: [Int32]) {
    var index = [Int32](repeating: -1, count: original.count)
    var places: [SIMD3<Int64>] = []
    places.reserveCapacity(original.count)
    let bits = (0..<3).map { 64 - extent[$0].leadingZeroBitCount }
    guard bits.reduce(0, +) <= 64 else {
      var known: [SIMD3<Int64>: Int32] = [:]
      for (old, place) in original.enumerated() where isUsed[old] {
        if let new = known[place] {
          index[old] = new
        } else {
          known[place] = Int32(places.count)
          index[old] = Int32(places.count)
          places.append(place)
        }
      }
      return (places, index)
    }
    var keyed: [KeyedIndex] = []
    keyed.reserveCapacity(original.count)
    for (old, place) in original.enumerated() where isUsed[old] {
      let offset = place &- lower
      let key = (UInt64(offset.y) << UInt64(bits[0]) | UInt64(offset.x)) << UInt64(bits[2]) | UInt64(offset.z)
      keyed.append(KeyedIndex(key: key, index: Int32(old)))
    }
    radixSort(&keyed, keyBits: bits.reduce(0, +))
    var last: UInt64?
    for item in keyed {
      if item.key != last { places.append(original[Int(item.index)]) }
      last = item.key
      index[Int(item.index)] = Int32(places.count - 1)
    }
    return (places, index)
  }
}
