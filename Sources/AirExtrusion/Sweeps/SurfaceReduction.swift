import AirGeometry

/// Takes vertices out of a closed surface by pulling each into a neighbour, where the surface hardly changes.
///
/// A pull keeps the surface closed and of its kind when the two ends have no common neighbours but those across their
/// edge's two triangles (T. K. Dey, H. Edelsbrunner, S. Guha, D. V. Nekhayev, "Topology preserving edge contraction",
/// Publications de l'Institut Mathématique 66, 1999). That no triangles meet is not looked at here: what comes out
/// has to be checked exactly.
struct SurfaceReduction {
  private var vertices: [SIMD3<Double>]
  private var triangles: [SIMD3<UInt32>]
  private var isAlive: [Bool]
  /// Corners 3 t + k of triangles, linked from vertex to corner to corner; −1 ends.
  private var firstCorner: [Int32]
  private var nextCorner: [Int32]
  private let tolerance: Double
  /// The distance of a place from the true surface; nil where that is not known.
  private let distance: (SIMD3<Double>) -> Double?

  private static let passCount = 4
  /// The least cosine of the angle by which a triangle may be turned.
  private static let leastCosine = 0.7
  /// The least height, in lattice steps, of a triangle: 1 µm.
  private static let leastHeight = 4.0

  /// The surface with fewer vertices.
  ///
  /// - Complexity: O(n) for n triangles, beside the looks at the distance.
  static func reduced(
    _ shell: SolidShell, tolerance: Double, distance: @escaping (SIMD3<Double>) -> Double?
  ) -> SolidShell {
    var reduction = SurfaceReduction(shell, tolerance, distance)
    for _ in 0..<passCount where reduction.pass() == 0 { break }
    return reduction.result(of: shell)
  }

  private init(_ shell: SolidShell, _ tolerance: Double, _ distance: @escaping (SIMD3<Double>) -> Double?) {
    (self.tolerance, self.distance) = (tolerance, distance)
    vertices = shell.vertices.map { SIMD3<Double>($0) }
    triangles = shell.triangles
    isAlive = [Bool](repeating: true, count: triangles.count)
    firstCorner = [Int32](repeating: -1, count: vertices.count)
    nextCorner = [Int32](repeating: -1, count: 3 * triangles.count)
    for (index, triangle) in triangles.enumerated() {
      for corner in 0..<3 { link(Int32(3 * index + corner), to: Int(triangle[corner])) }
    }
  }

  private mutating func link(_ corner: Int32, to vertex: Int) {
    nextCorner[Int(corner)] = firstCorner[vertex]
    firstCorner[vertex] = corner
  }

  /// Pulls vertices into which none was pulled before in this pass; returns how many.
  private mutating func pass() -> Int {
    var isBarred = [Bool](repeating: false, count: vertices.count)
    var count = 0
    var star: [Int32] = []
    for vertex in vertices.indices where !isBarred[vertex] {
      collectStar(of: vertex, into: &star)
      guard !star.isEmpty, let target = target(for: vertex, star) else { continue }
      isBarred[target] = true
      pull(vertex, into: target, star)
      count += 1
    }
    return count
  }

  private func collectStar(of vertex: Int, into star: inout [Int32]) {
    star.removeAll(keepingCapacity: true)
    var corner = firstCorner[vertex]
    while corner >= 0 {
      if isAlive[Int(corner) / 3] { star.append(corner) }
      corner = nextCorner[Int(corner)]
    }
  }

  private mutating func pull(_ vertex: Int, into target: Int, _ star: [Int32]) {
    firstCorner[vertex] = -1
    for corner in star {
      let index = Int(corner) / 3
      if (0..<3).contains(where: { Int(triangles[index][$0]) == target }) {
        isAlive[index] = false
      } else {
        triangles[index][Int(corner) % 3] = UInt32(target)
        link(corner, to: target)
      }
    }
  }

  // MARK: Choosing

  /// The neighbour into which a vertex is pulled: the one nearest to the planes of all triangles around the vertex.
  private func target(for vertex: Int, _ star: [Int32]) -> Int? {
    let place = vertices[vertex]
    var normals: [SIMD3<Double>] = []
    for corner in star {
      let (a, b) = others(corner)
      let normal = cross(vertices[a] - place, vertices[b] - place)
      normals.append(normal / length(normal))
    }
    var candidates: [(cost: Double, vertex: Int)] = []
    for corner in star {
      // Each neighbour follows the vertex in one triangle.
      let neighbour = others(corner).0
      let way = vertices[neighbour] - place
      let cost = normals.reduce(0) { max($0, abs(dot($1, way))) }
      if cost <= 2 * tolerance { candidates.append((cost, neighbour)) }
    }
    candidates.sort { ($0.cost, $0.vertex) < ($1.cost, $1.vertex) }
    return candidates.first { isAllowed(vertex, into: $0.vertex, star, normals) }?.vertex
  }

  /// The corners that follow a corner in its triangle.
  private func others(_ corner: Int32) -> (Int, Int) {
    let triangle = triangles[Int(corner) / 3]
    let k = Int(corner) % 3
    return (Int(triangle[(k + 1) % 3]), Int(triangle[(k + 2) % 3]))
  }

  private func isAllowed(_ vertex: Int, into target: Int, _ star: [Int32], _ normals: [SIMD3<Double>]) -> Bool
  {
    let end = vertices[target]
    for (corner, normal) in zip(star, normals) {
      let (a, b) = others(corner)
      if a == target || b == target { continue }
      let (toA, toB) = (vertices[a] - end, vertices[b] - end)
      let across = cross(toA, toB)
      let size = length(across)
      let longest = max(dot(toA, toA), dot(toB, toB), dot(toB - toA, toB - toA)).squareRoot()
      guard size >= Self.leastHeight * longest, dot(across, normal) >= Self.leastCosine * size else {
        return false
      }
    }
    guard hasTwoCommonNeighbours(vertex, target, star) else { return false }
    for corner in star {
      let (a, b) = others(corner)
      if a == target || b == target { continue }
      guard isNear((end + vertices[a] + vertices[b]) / 3), isNear((end + vertices[a]) / 2) else {
        return false
      }
    }
    return true
  }

  private func isNear(_ place: SIMD3<Double>) -> Bool {
    guard let distance = distance(place) else { return false }
    return abs(distance) <= tolerance
  }

  private func hasTwoCommonNeighbours(_ vertex: Int, _ target: Int, _ star: [Int32]) -> Bool {
    var count = 0
    var corner = firstCorner[target]
    while corner >= 0 {
      if isAlive[Int(corner) / 3] {
        // Once a neighbour, as the one that follows the target.
        let neighbour = others(corner).0
        if star.contains(where: { others($0).0 == neighbour }) { count += 1 }
      }
      corner = nextCorner[Int(corner)]
    }
    return count == 2
  }

  // MARK: Result

  private func result(of shell: SolidShell) -> SolidShell {
    var reduced = SolidShell()
    var numbers = [UInt32](repeating: .max, count: vertices.count)
    for (index, triangle) in triangles.enumerated() where isAlive[index] {
      var corners = SIMD3<UInt32>.zero
      for k in 0..<3 {
        let vertex = Int(triangle[k])
        if numbers[vertex] == .max {
          numbers[vertex] = UInt32(reduced.vertices.count)
          reduced.vertices.append(shell.vertices[vertex])
        }
        corners[k] = numbers[vertex]
      }
      reduced.triangles.append(corners)
    }
    return reduced
  }
}
