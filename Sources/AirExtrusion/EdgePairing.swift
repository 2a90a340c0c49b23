/// Which triangles of a mesh meet at its edges.
struct EdgePairing {
  /// An edge between two vertices, of which the lower one is known from its place in `edges`.
  struct Edge {
    /// The vertex with the higher number.
    var high: Int32
    /// The half-edges of its triangles; the second is −1 unless there are just two.
    var first: Int32
    var second: Int32
  }

  /// The edges, by their lower and then their higher vertex.
  private(set) var edges: [Edge] = []
  /// The edges whose lower vertex is v are `edges[firstEdge[v] ..< firstEdge[v + 1]]`.
  private(set) var firstEdge: [Int32] = []
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
    twins = [Int32](repeating: -1, count: 3 * mesh.triangleCount)
    pair(mesh)
    countShells(triangleCount: mesh.triangleCount)
  }

  private mutating func pair(_ mesh: WeldedMesh) {
    let corners = mesh.corners
    let vertexCount = mesh.places.count
    let buckets = HalfEdgeBuckets(corners: corners, vertexCount: vertexCount)
    var isUsed = [Bool](repeating: false, count: vertexCount)
    for corner in corners { isUsed[Int(corner)] = true }
    for isUsed in isUsed where isUsed { usedVertexCount += 1 }
    edges.reserveCapacity(corners.count / 2 + 1)
    firstEdge.reserveCapacity(vertexCount + 1)
    var (boundaryCount, nonManifoldCount, isOriented) = (0, 0, true)
    twins.withUnsafeMutableBufferPointer { twins in
      corners.withUnsafeBufferPointer { corners in
        buckets.forEachEdge { low, halves in
          while firstEdge.count <= Int(low) { firstEdge.append(Int32(edges.count)) }
          var edge = Edge(high: halves[0].high, first: halves[0].index, second: -1)
          var balance = 0
          for half in halves { balance += corners[Int(half.index)] == low ? 1 : -1 }
          switch halves.count {
          case 1: boundaryCount += 1
          case 2:
            edge.second = halves[1].index
            twins[Int(edge.first)] = edge.second
            twins[Int(edge.second)] = edge.first
            if balance != 0 { isOriented = false }
          default:
            nonManifoldCount += 1
            if balance != 0 { isOriented = false }
          }
          edges.append(edge)
        }
      }
    }
    while firstEdge.count <= vertexCount { firstEdge.append(Int32(edges.count)) }
    (self.boundaryCount, self.nonManifoldCount, self.isOriented) = (
      boundaryCount, nonManifoldCount, isOriented
    )
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
