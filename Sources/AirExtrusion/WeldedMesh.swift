/// Triangles between whole places, with equal places joined.
struct WeldedMesh {
  /// Distinct places that triangles use.
  private(set) var places: [Place] = []
  /// Triangles with three different corners. Those whose corners lie on a line are among them.
  private(set) var triangles: [SIMD3<Int32>] = []
  /// Number of triangles without area.
  private(set) var degenerateCount = 0
  /// Least coordinates of the places that are used.
  let lowest: Place
  /// Greatest coordinates of the places that are used.
  let highest: Place
  /// Predicates as wide as the places need.
  let exact: ExactPredicates

  init(places original: [Place], triangles originalTriangles: [SIMD3<Int32>]) {
    var isUsed = [Bool](repeating: false, count: original.count)
    for triangle in originalTriangles {
      isUsed[Int(triangle.x)] = true
      isUsed[Int(triangle.y)] = true
      isUsed[Int(triangle.z)] = true
    }
    var lower = Place(x: .max, y: .max, z: .max)
    var upper = Place(x: .min, y: .min, z: .min)
    for (index, place) in original.enumerated() where isUsed[index] {
      lower = lower.lower(place)
      upper = upper.upper(place)
    }
    if originalTriangles.isEmpty { (lower, upper) = (.zero, .zero) }
    (lowest, highest) = (lower, upper)
    let extent = upper - lower
    exact = ExactPredicates(
      isNarrow: max(extent.x, extent.y, extent.z) <= ExactPredicates.narrowExtent)
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
      if exact.viewAxis(places[Int(corners.x)], places[Int(corners.y)], places[Int(corners.z)]) == nil {
        degenerateCount += 1
      }
      triangles.append(corners)
    }
  }

  /// Numbers distinct places in the order of y, x and z.
  private static func weld(
    _ original: [Place], _ isUsed: [Bool], lower: Place, extent: Place
  ) -> (places: [Place], index: [Int32]) {
    var index = [Int32](repeating: -1, count: original.count)
    var places: [Place] = []
    places.reserveCapacity(original.count)
    let bits = [extent.x, extent.y, extent.z].map { UInt64(64 - $0.leadingZeroBitCount) }
    let allBits = bits.reduce(0, +)
    guard allBits <= 64 else {
      var known: [Place: Int32] = [:]
      for (old, place) in original.enumerated() where isUsed[old] {
        let new = known[place] ?? Int32(places.count)
        if Int(new) == places.count {
          known[place] = new
          places.append(place)
        }
        index[old] = new
      }
      return (places, index)
    }
    var keyed: [KeyedIndex] = []
    keyed.reserveCapacity(original.count)
    for (old, place) in original.enumerated() where isUsed[old] {
      let offset = place - lower
      let key = (UInt64(offset.y) << bits[0] | UInt64(offset.x)) << bits[2] | UInt64(offset.z)
      keyed.append(KeyedIndex(key: key, index: Int32(old)))
    }
    radixSort(&keyed, keyBits: Int(allBits))
    var last: UInt64?
    for item in keyed {
      if item.key != last { places.append(original[Int(item.index)]) }
      last = item.key
      index[Int(item.index)] = Int32(places.count - 1)
    }
    return (places, index)
  }
}
