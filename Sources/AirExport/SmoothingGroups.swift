import AirExtrusion
import Glibc

/// The corners of a mesh, gathered into groups that share a normal: at each vertex, the corners that can be reached
/// from each other over edges that are no creases.
struct SmoothingGroups {
  /// The group of corner 3·t + k, which is the k-th of triangle t.
  let groupOfCorner: [UInt32]
  /// The unit normal of each group: the mean of its faces' normals weighted by the angle of each face there, which
  /// does not depend on how flat faces are cut into triangles (G. Thürmer and C. Wüthrich, Computing Vertex Normals
  /// from Polygonal Facets, Journal of Graphics Tools 3(1), 1998).
  let normals: [SIMD3<Float>]

  /// Groups the corners of a mesh.
  ///
  /// - Complexity: O(vertices + triangles).
  init(_ mesh: Mesh, creaseAngleInDegrees: Double) {
    let leastCosine = Float(cos(creaseAngleInDegrees * .pi / 180))
    let faceNormals = mesh.triangles.map { mesh.unitNormal(of: $0) }
    let cornersOf = CornersByVertex(mesh)
    var groupOfCorner = [UInt32](repeating: .max, count: 3 * mesh.triangles.count)
    var normals: [SIMD3<Float>] = []
    normals.reserveCapacity(mesh.vertices.count)
    var placeComingFrom = [Int32](repeating: 0, count: mesh.vertices.count)
    var successor = [Int32](repeating: -1, count: cornersOf.largestCount)
    var hasPredecessor = [Bool](repeating: false, count: cornersOf.largestCount)
    groupOfCorner.withUnsafeMutableBufferPointer { groups in
      placeComingFrom.withUnsafeMutableBufferPointer { placeComingFrom in
        successor.withUnsafeMutableBufferPointer { successor in
          hasPredecessor.withUnsafeMutableBufferPointer { hasPredecessor in
            faceNormals.withUnsafeBufferPointer { faceNormals in
              mesh.vertices.withUnsafeBufferPointer { vertices in
                cornersOf.vertices.withUnsafeBufferPointer { corners in
                  let fans = Fans(
                    leastCosine: leastCosine, corners: corners, vertices: vertices, faceNormals: faceNormals,
                    placeComingFrom: placeComingFrom, successor: successor, hasPredecessor: hasPredecessor)
                  cornersOf.forEachVertex { fans.gather($0, groups, &normals) }
                }
              }
            }
          }
        }
      }
    }
    self.groupOfCorner = groupOfCorner
    self.normals = normals
  }
}

/// Joins the corners of one vertex after the other.
private struct Fans {
  let leastCosine: Float
  /// The mesh vertex of each corner.
  let corners: UnsafeBufferPointer<UInt32>
  let vertices: UnsafeBufferPointer<LatticeVertex>
  let faceNormals: UnsafeBufferPointer<SIMD3<Float>>
  /// For a vertex w, the last place in a fan whose corner's triangle comes in from w. Entries of other fans are told
  /// apart by looking at the corner, so nothing is cleared between vertices.
  let placeComingFrom: UnsafeMutableBufferPointer<Int32>
  /// For each place of a fan the one across the smooth edge onward, or −1; as long as the largest fan.
  let successor: UnsafeMutableBufferPointer<Int32>
  let hasPredecessor: UnsafeMutableBufferPointer<Bool>

  /// Puts the corners of one vertex into groups, and appends the groups' normals.
  @inline(__always)
  func gather(
    _ fan: UnsafeBufferPointer<UInt32>, _ groups: UnsafeMutableBufferPointer<UInt32>,
    _ normals: inout [SIMD3<Float>]
  ) {
    for place in 0..<fan.count {
      placeComingFrom[vertexBefore(Int(fan[place]))] = Int32(truncatingIfNeeded: place)
      hasPredecessor[place] = false
    }
    for place in 0..<fan.count {
      let corner = Int(fan[place])
      let onward = vertexAfter(corner)
      let next = Int(placeComingFrom[onward])
      if next < fan.count, vertexBefore(Int(fan[next])) == onward,
        (faceNormals[corner / 3] * faceNormals[Int(fan[next]) / 3]).sum() >= leastCosine
      {
        successor[place] = Int32(truncatingIfNeeded: next)
        hasPredecessor[next] = true
      } else {
        successor[place] = -1
      }
    }
    // First the chains that begin at a crease, then what is left: full turns.
    var isTurn = false
    while true {
      for start in 0..<fan.count where (isTurn || !hasPredecessor[start]) && groups[Int(fan[start])] == .max {
        let group = UInt32(truncatingIfNeeded: normals.count)
        var place = start
        while place >= 0, groups[Int(fan[place])] == .max {
          groups[Int(fan[place])] = group
          place = Int(successor[place])
        }
        normals.append(unitNormal(fan, from: start, upTo: place))
      }
      if isTurn { return }
      isTurn = true
    }
  }

  /// The normal of the corners from one to before another; as long as all faces have the same it is that very one. Up
  /// when the faces have no area or cancel out.
  private func unitNormal(_ fan: UnsafeBufferPointer<UInt32>, from start: Int, upTo end: Int) -> SIMD3<Float>
  {
    let first = faceNormals[Int(fan[start]) / 3]
    var total = first
    var place = start
    // Angles are needed where normals differ, and only then asked for.
    repeat { place = Int(successor[place]) } while place != end && faceNormals[Int(fan[place]) / 3] == first
    if place != end {
      let different = place
      var firstAngle: Float = 0
      place = start
      while place != different {
        firstAngle += angle(at: Int(fan[place]))
        place = Int(successor[place])
      }
      total = first * firstAngle
      while place != end {
        total += faceNormals[Int(fan[place]) / 3] * angle(at: Int(fan[place]))
        place = Int(successor[place])
      }
    }
    let square = (total * total).sum()
    guard square > 1e-12 else { return SIMD3(0, 1, 0) }
    // Adding zero turns -0 into 0.
    return total / square.squareRoot() + SIMD3(repeating: 0)
  }

  /// The vertex that follows corner 3·t + k in its triangle.
  @inline(__always)
  private func vertexAfter(_ corner: Int) -> Int { Int(corners[corner % 3 == 2 ? corner - 2 : corner + 1]) }

  /// The vertex that goes before corner 3·t + k in its triangle.
  @inline(__always)
  private func vertexBefore(_ corner: Int) -> Int { Int(corners[corner % 3 == 0 ? corner + 2 : corner - 1]) }

  /// The angle of a triangle at one of its corners, in radians to within 7e-5, by a polynomial that gives the same bits
  /// on every machine (M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 1964, 4.4.45).
  private func angle(at corner: Int) -> Float {
    let origin = vertices[Int(corners[corner])]
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

/// The corners at each vertex, in the order of the triangles.
private struct CornersByVertex {
  /// The vertex of each corner.
  let vertices: [UInt32]
  /// The number of corners at the vertex that has most.
  private(set) var largestCount = 0
  private let corners: [UInt32]
  private let firstPlace: [Int32]

  init(_ mesh: Mesh) {
    var vertices: [UInt32] = []
    vertices.reserveCapacity(3 * mesh.triangles.count)
    for triangle in mesh.triangles {
      vertices.append(triangle.x)
      vertices.append(triangle.y)
      vertices.append(triangle.z)
    }
    var firstPlace = [Int32](repeating: 0, count: mesh.vertices.count + 1)
    for vertex in vertices { firstPlace[Int(vertex) + 1] += 1 }
    for vertex in mesh.vertices.indices { firstPlace[vertex + 1] += firstPlace[vertex] }
    var next = firstPlace
    var corners = [UInt32](repeating: 0, count: vertices.count)
    for (corner, vertex) in vertices.enumerated() {
      corners[Int(next[Int(vertex)])] = UInt32(truncatingIfNeeded: corner)
      next[Int(vertex)] += 1
    }
    (self.vertices, self.corners, self.firstPlace) = (vertices, corners, firstPlace)
    for (start, end) in zip(firstPlace, firstPlace.dropFirst()) {
      largestCount = max(largestCount, Int(end - start))
    }
  }

  /// Calls `body` with the corners of each vertex in turn.
  @inline(__always)
  func forEachVertex(_ body: (UnsafeBufferPointer<UInt32>) -> Void) {
    corners.withUnsafeBufferPointer { corners in
      firstPlace.withUnsafeBufferPointer { firstPlace in
        for vertex in 0..<firstPlace.count - 1 {
          body(
            UnsafeBufferPointer(rebasing: corners[Int(firstPlace[vertex])..<Int(firstPlace[vertex + 1])]))
        }
      }
    }
  }
}

extension Mesh {
  /// The unit normal of a triangle; zero when it has no area. The cross product is exact: it stays under 2⁵³.
  fileprivate func unitNormal(of triangle: SIMD3<UInt32>) -> SIMD3<Float> {
    let origin = SIMD3<Double>(vertices[Int(triangle.x)])
    let a = SIMD3<Double>(vertices[Int(triangle.y)]) - origin
    let b = SIMD3<Double>(vertices[Int(triangle.z)]) - origin
    let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    let square = (cross * cross).sum()
    return square > 0 ? SIMD3<Float>(cross / square.squareRoot()) : SIMD3()
  }
}
