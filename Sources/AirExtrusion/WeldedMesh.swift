/// Triangles between whole places, with equal places joined.
struct WeldedMesh {
  /// Distinct places that triangles use, ordered by x, z and y: those above one another follow each other.
  private(set) var places: [Place] = []
  /// Three places a triangle; the triangles have three different corners. Those whose corners lie on a line are among
  /// them.
  private(set) var corners: [Int32] = []
  /// For each triangle whether it faces up (1), faces down (−1) or stands upright (0).
  private(set) var facing: [Int8] = []
  /// Number of triangles without area.
  private(set) var degenerateCount = 0
  /// Least coordinates of the places that are used.
  let lowest: Place
  /// Greatest coordinates of the places that are used.
  let highest: Place
  /// Predicates as wide as the places need.
  let exact: ExactPredicates

  /// Number of triangles with three different corners.
  var triangleCount: Int { facing.count }

  /// The corners of a triangle.
  @inline(__always)
  func triangle(_ index: Int) -> SIMD3<Int32> {
    SIMD3(corners[3 * index], corners[3 * index + 1], corners[3 * index + 2])
  }

  init(places original: [Place], corners originalCorners: [Int32]) {
    var isUsed = [Bool](repeating: false, count: original.count)
    for corner in originalCorners { isUsed[Int(corner)] = true }
    var lower = Place(x: .max, y: .max, z: .max)
    var upper = Place(x: .min, y: .min, z: .min)
    for (index, place) in original.enumerated() where isUsed[index] {
      lower = lower.lower(place)
      upper = upper.upper(place)
    }
    if originalCorners.isEmpty { (lower, upper) = (.zero, .zero) }
    (lowest, highest) = (lower, upper)
    let extent = upper - lower
    exact = ExactPredicates(
      isNarrow: max(extent.x, extent.y, extent.z) <= ExactPredicates.narrowExtent)
    let order = Self.order(original, isUsed, lower: lower, extent: extent)
    var newIndex = [Int32](repeating: -1, count: original.count)
    places.reserveCapacity(order.count)
    for old in order {
      let place = original[Int(old)]
      if places.last != place { places.append(place) }
      newIndex[Int(old)] = Int32(places.count - 1)
    }
    corners.reserveCapacity(originalCorners.count)
    facing.reserveCapacity(originalCorners.count / 3)
    for first in stride(from: 0, to: originalCorners.count, by: 3) {
      append(
        newIndex[Int(originalCorners[first])], newIndex[Int(originalCorners[first + 1])],
        newIndex[Int(originalCorners[first + 2])])
    }
  }

  @inline(__always)
  private mutating func append(_ a: Int32, _ b: Int32, _ c: Int32) {
    if a == b || b == c || c == a {
      degenerateCount += 1
      return
    }
    let (placeA, placeB, placeC) = (places[Int(a)], places[Int(b)], places[Int(c)])
    let turn = exact.turn(placeA, placeB, placeC, along: .y)
    if turn == 0, exact.viewAxis(placeA, placeB, placeC) == nil { degenerateCount += 1 }
    corners.append(a)
    corners.append(b)
    corners.append(c)
    facing.append(Int8(truncatingIfNeeded: turn))
  }

  /// The places that are used, in the order of x, z and y: mostly that in which outlines are built, so that what
  /// is looked at together lies together.
  private static func order(
    _ original: [Place], _ isUsed: [Bool], lower: Place, extent: Place
  ) -> [Int32] {
    func bitCount(_ extent: Int64) -> UInt64 { UInt64(64 - extent.leadingZeroBitCount) }
    let (bitsX, bitsY, bitsZ) = (bitCount(extent.x), bitCount(extent.y), bitCount(extent.z))
    guard bitsX + bitsY + bitsZ <= 64 else {
      return original.indices.filter { isUsed[$0] }.map { Int32($0) }.sorted {
        let (a, b) = (original[Int($0)], original[Int($1)])
        return (a.x, a.z, a.y) < (b.x, b.z, b.y)
      }
    }
    var keyed: [KeyedIndex] = []
    keyed.reserveCapacity(original.count)
    for (index, place) in original.enumerated() where isUsed[index] {
      let offset = place - lower
      let key = (UInt64(offset.x) << bitsZ | UInt64(offset.z)) << bitsY | UInt64(offset.y)
      keyed.append(KeyedIndex(key: key, index: Int32(index)))
    }
    radixSort(&keyed, keyBits: Int(bitsX + bitsY + bitsZ))
    return keyed.map(\.index)
  }
}
