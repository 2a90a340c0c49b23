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

  private mutating func pair(_ corners: [Int32], vertexCount: Int) {
    let buckets = HalfEdgeBuckets(corners: corners, vertexCount: vertexCount)
    var isUsed = [Bool](repeating: false, count: vertexCount)
    for corner in corners { isUsed[Int(corner)] = true }
    for isUsed in isUsed where isUsed { usedVertexCount += 1 }
    buckets.forEachEdge { low, range in
      edgeCount += 1
      let first = buckets.items[range.lowerBound].index
      if range.count == 1 {
        boundaryCount += 1
        return
      }
      var balance = 0
      for place in range { balance += corners[Int(buckets.items[place].index)] == low ? 1 : -1 }
      if balance != 0 { isOriented = false }
      if range.count == 2 {
        let second = buckets.items[range.lowerBound + 1].index
        twins[Int(first)] = second
        twins[Int(second)] = first
      } else {
        nonManifoldCount += 1
      }
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
        half = HalfEdgeBuckets.following(Int(twins[half]))
      } while half != start
    }
    return count
  }
}
