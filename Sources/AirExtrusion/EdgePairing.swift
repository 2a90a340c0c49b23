/// Which triangles of a mesh meet at its edges.
struct EdgePairing {
  /// Number of edges.
  private(set) var edgeCount = 0
  /// Number of edges with one triangle.
  private(set) var boundaryCount = 0
  /// Number of edges with more than two triangles.
  private(set) var nonManifoldCount = 0
  /// Whether as many triangles run along every edge one way as the other, edges with one triangle aside.
  private(set) var isOriented = true
  /// Number of pieces of triangles that hang together by edges.
  private(set) var shellCount = 0
  /// Number of vertices that triangles use.
  private(set) var usedVertexCount = 0

  /// The half-edge across from each, −1 where there is no single one; half-edge 3t + k leaves corner k of triangle t.
  private var twins: [Int32]

  /// - Complexity: O(n) for n triangles, beside the sorting of the triangles around a vertex.
  init(_ mesh: WeldedMesh) {
    let halfCount = 3 * mesh.triangles.count
    twins = [Int32](repeating: -1, count: halfCount)
    var corners: [Int32] = []
    corners.reserveCapacity(halfCount)
    for triangle in mesh.triangles {
      corners.append(triangle.x)
      corners.append(triangle.y)
      corners.append(triangle.z)
    }
    pair(corners, vertexCount: mesh.places.count)
    countShells(triangleCount: mesh.triangles.count)
  }

  /// The half-edge after one in its triangle.
  @inline(__always)
  private static func following(_ half: Int) -> Int { half % 3 == 2 ? half - 2 : half + 1 }

  private mutating func pair(_ corners: [Int32], vertexCount: Int) {
    var starts = [Int32](repeating: 0, count: vertexCount + 1)
    var isUsed = [Bool](repeating: false, count: vertexCount)
    for half in 0..<corners.count {
      let (a, b) = (corners[half], corners[Self.following(half)])
      isUsed[Int(a)] = true
      starts[Int(min(a, b)) + 1] += 1
    }
    usedVertexCount = isUsed.reduce(0) { $0 + ($1 ? 1 : 0) }
    for vertex in 0..<vertexCount { starts[vertex + 1] += starts[vertex] }
    var fill = starts
    var buckets = [KeyedIndex](repeating: KeyedIndex(key: 0, index: 0), count: corners.count)
    for half in 0..<corners.count {
      let (a, b) = (corners[half], corners[Self.following(half)])
      let low = Int(min(a, b))
      buckets[Int(fill[low])] = KeyedIndex(key: UInt64(max(a, b)), index: Int32(half))
      fill[low] += 1
    }
    for vertex in 0..<vertexCount {
      let range = Int(starts[vertex])..<Int(starts[vertex + 1])
      buckets[range].sort { ($0.key, $0.index) < ($1.key, $1.index) }
      var start = range.lowerBound
      while start < range.upperBound {
        var end = start + 1
        while end < range.upperBound, buckets[end].key == buckets[start].key { end += 1 }
        note(buckets[start..<end], corners, low: Int32(vertex))
        start = end
      }
    }
  }

  /// Notes the half-edges of one edge.
  private mutating func note(_ halves: ArraySlice<KeyedIndex>, _ corners: [Int32], low: Int32) {
    edgeCount += 1
    let balance = halves.reduce(0) { $0 + (corners[Int($1.index)] == low ? 1 : -1) }
    switch halves.count {
    case 1: boundaryCount += 1
    case 2:
      let (a, b) = (halves[halves.startIndex].index, halves[halves.startIndex + 1].index)
      twins[Int(a)] = b
      twins[Int(b)] = a
      if balance != 0 { isOriented = false }
    default:
      nonManifoldCount += 1
      if balance != 0 { isOriented = false }
    }
  }

  private mutating func countShells(triangleCount: Int) {
    var isVisited = [Bool](repeating: false, count: triangleCount)
    var pending: [Int32] = []
    for start in 0..<triangleCount where !isVisited[start] {
      shellCount += 1
      isVisited[start] = true
      pending.append(Int32(start))
      while let triangle = pending.popLast() {
        for half in 3 * Int(triangle)..<3 * Int(triangle) + 3 where twins[half] >= 0 {
          let neighbour = Int(twins[half]) / 3
          if !isVisited[neighbour] {
            isVisited[neighbour] = true
            pending.append(Int32(neighbour))
          }
        }
      }
    }
  }

  /// Number of closed fans of triangles around vertices; for closed and oriented meshes.
  var fanCount: Int {
    var isVisited = [Bool](repeating: false, count: twins.count)
    var count = 0
    for start in twins.indices where !isVisited[start] {
      count += 1
      var half = start
      repeat {
        isVisited[half] = true
        half = Self.following(Int(twins[half]))
      } while half != start
    }
    return count
  }
}
