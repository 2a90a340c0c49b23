import AirExtrusion
import Glibc

/// The corners of a mesh, gathered into groups that share a normal: at each vertex, the corners that can be reached
/// from each other over edges that are no creases.
struct SmoothingGroups {
  /// The group of corner 3·t + k, which is the k-th of triangle t.
  private(set) var groupOfCorner: [UInt32]
  /// The unit normal of each group: the mean of its faces' normals weighted by the angle of each face there, which
  /// does not depend on how flat faces are cut into triangles (G. Thürmer and C. Wüthrich, Computing Vertex Normals
  /// from Polygonal Facets, Journal of Graphics Tools 3(1), 1998).
  private(set) var normals: [SIMD3<Float>] = []

  /// Groups the corners of a mesh.
  ///
  /// - Complexity: O(vertices + triangles).
  init(_ mesh: Mesh, creaseAngleInDegrees: Double) {
    let leastCosine = Float(cos(creaseAngleInDegrees * .pi / 180))
    let faceNormals = mesh.triangles.map { mesh.unitNormal(of: $0) }
    let cornersOf = CornersByVertex(mesh)
    groupOfCorner = [UInt32](repeating: .max, count: 3 * mesh.triangles.count)
    normals.reserveCapacity(mesh.vertices.count)

    // For a vertex w, the last corner met whose triangle comes in from w. Entries of other fans are told apart by
    // looking at the corner, so nothing is cleared between vertices.
    var cornerComingFrom = [Int32](repeating: 0, count: mesh.vertices.count)
    var successor: [Int] = []
    var hasPredecessor: [Bool] = []

    for vertex in mesh.vertices.indices {
      let fan = cornersOf.range(of: vertex)
      guard !fan.isEmpty else { continue }
      for place in fan {
        cornerComingFrom[mesh.vertexBefore(cornersOf[place])] = Int32(place)
      }
      successor.removeAll(keepingCapacity: true)
      hasPredecessor.removeAll(keepingCapacity: true)
      hasPredecessor.append(contentsOf: repeatElement(false, count: fan.count))
      for place in fan {
        let corner = cornersOf[place]
        let onward = mesh.vertexAfter(corner)
        let next = Int(cornerComingFrom[onward])
        if fan.contains(next), mesh.vertexBefore(cornersOf[next]) == onward,
          (faceNormals[corner / 3] * faceNormals[cornersOf[next] / 3]).sum() >= leastCosine
        {
          successor.append(next - fan.lowerBound)
          hasPredecessor[next - fan.lowerBound] = true
        } else {
          successor.append(-1)
        }
      }
      // First the chains that begin at a crease, then what is left: full turns.
      for isTurn in [false, true] {
        for start in successor.indices where isTurn || !hasPredecessor[start] {
          var sum = WeightedNormal()
          var place = start
          while place >= 0 {
            let corner = cornersOf[fan.lowerBound + place]
            guard groupOfCorner[corner] == .max else { break }
            groupOfCorner[corner] = UInt32(normals.count)
            sum.add(faceNormals[corner / 3]) { mesh.angle(at: corner) }
            place = successor[place]
          }
          if let normal = sum.unit { normals.append(normal) }
        }
      }
    }
  }
}

/// A sum of face normals; as long as all are the same it stays that very normal.
private struct WeightedNormal {
  private var first: SIMD3<Float>?
  private var firstAngle: Float = 0
  private var sum: SIMD3<Float>?

  mutating func add(_ normal: SIMD3<Float>, angle: () -> Float) {
    guard let first else {
      self.first = normal
      firstAngle = angle()
      return
    }
    if sum == nil, normal == first {
      firstAngle += angle()
    } else {
      sum = (sum ?? first * firstAngle) + normal * angle()
    }
  }

  /// Nil when nothing was added; up when the faces have no area or cancel out.
  var unit: SIMD3<Float>? {
    guard let first else { return nil }
    let total = sum ?? first
    let square = (total * total).sum()
    guard square > 1e-12 else { return SIMD3(0, 1, 0) }
    // Adding zero turns -0 into 0.
    return total / square.squareRoot() + SIMD3(repeating: 0)
  }
}

/// The corners at each vertex, in the order of the triangles.
private struct CornersByVertex {
  private let corners: [UInt32]
  private let firstPlace: [Int32]

  init(_ mesh: Mesh) {
    var firstPlace = [Int32](repeating: 0, count: mesh.vertices.count + 1)
    for triangle in mesh.triangles {
      for corner in 0..<3 { firstPlace[Int(triangle[corner]) + 1] += 1 }
    }
    for vertex in mesh.vertices.indices { firstPlace[vertex + 1] += firstPlace[vertex] }
    var next = firstPlace
    var corners = [UInt32](repeating: 0, count: 3 * mesh.triangles.count)
    for (index, triangle) in mesh.triangles.enumerated() {
      for corner in 0..<3 {
        let vertex = Int(triangle[corner])
        corners[Int(next[vertex])] = UInt32(3 * index + corner)
        next[vertex] += 1
      }
    }
    self.corners = corners
    self.firstPlace = firstPlace
  }

  subscript(place: Int) -> Int { Int(corners[place]) }

  /// The places in `corners` that are a vertex's.
  func range(of vertex: Int) -> Range<Int> { Int(firstPlace[vertex])..<Int(firstPlace[vertex + 1]) }
}

extension Mesh {
  /// The vertex that follows corner 3·t + k in its triangle.
  fileprivate func vertexAfter(_ corner: Int) -> Int {
    Int(triangles[corner / 3][corner % 3 == 2 ? 0 : corner % 3 + 1])
  }

  /// The vertex that goes before corner 3·t + k in its triangle.
  fileprivate func vertexBefore(_ corner: Int) -> Int {
    Int(triangles[corner / 3][corner % 3 == 0 ? 2 : corner % 3 - 1])
  }

  /// The unit normal of a triangle; zero when it has no area. The cross product is exact: it stays under 2⁵³.
  fileprivate func unitNormal(of triangle: SIMD3<UInt32>) -> SIMD3<Float> {
    let origin = SIMD3<Double>(vertices[Int(triangle.x)])
    let a = SIMD3<Double>(vertices[Int(triangle.y)]) - origin
    let b = SIMD3<Double>(vertices[Int(triangle.z)]) - origin
    let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    let square = (cross * cross).sum()
    return square > 0 ? SIMD3<Float>(cross / square.squareRoot()) : SIMD3()
  }

  /// The angle of a triangle at one of its corners, in radians to within 7e-5, by a polynomial that gives the same bits
  /// on every machine (M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 1964, 4.4.45).
  fileprivate func angle(at corner: Int) -> Float {
    let origin = vertices[Int(triangles[corner / 3][corner % 3])]
    let a = SIMD3<Float>(vertices[vertexAfter(corner)] &- origin)
    let b = SIMD3<Float>(vertices[vertexBefore(corner)] &- origin)
    let lengths = ((a * a).sum() * (b * b).sum()).squareRoot()
    guard lengths > 0 else { return 0 }
    let cosine = max(-1, min(1, (a * b).sum() / lengths))
    let x = abs(cosine)
    let arc = (1 - x).squareRoot() * (1.570_728_8 + x * (-0.212_114_4 + x * (0.074_261 - 0.018_729_3 * x)))
    return cosine < 0 ? .pi - arc : arc
  }
}
