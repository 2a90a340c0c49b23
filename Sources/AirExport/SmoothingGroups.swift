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
                let fans = Fans(
                  leastCosine: leastCosine, vertices: vertices, faceNormals: faceNormals,
                  placeComingFrom: placeComingFrom, successor: successor, hasPredecessor: hasPredecessor)
                cornersOf.forEachVertex { fans.gather($1, at: vertices[$0], groups, &normals) }
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
    _ fan: UnsafeBufferPointer<FanCorner>, at origin: LatticeVertex,
    _ groups: UnsafeMutableBufferPointer<UInt32>, _ normals: inout [SIMD3<Float>]
  ) {
    for place in 0..<fan.count {
      placeComingFrom[Int(fan[place].before)] = Int32(truncatingIfNeeded: place)
      hasPredecessor[place] = false
    }
    for place in 0..<fan.count {
      let onward = fan[place].after
      let next = Int(placeComingFrom[Int(onward)])
      if next < fan.count, fan[next].before == onward,
        (faceNormals[fan[place].face] * faceNormals[fan[next].face]).sum() >= leastCosine
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
      for start in 0..<fan.count
      where (isTurn || !hasPredecessor[start]) && groups[Int(fan[start].index)] == .max {
        let group = UInt32(truncatingIfNeeded: normals.count)
        var place = start
        while place >= 0, groups[Int(fan[place].index)] == .max {
          groups[Int(fan[place].index)] = group
          place = Int(successor[place])
        }
        normals.append(unitNormal(fan, at: origin, from: start, upTo: place))
      }
      if isTurn { return }
      isTurn = true
    }
  }

  /// The normal of the corners from one to before another; as long as all faces have the same it is that very one. Up
  /// when the faces have no area or cancel out.
  private func unitNormal(
    _ fan: UnsafeBufferPointer<FanCorner>, at origin: LatticeVertex, from start: Int, upTo end: Int
  ) -> SIMD3<Float> {
    let first = faceNormals[fan[start].face]
    var total = first
    var place = start
    // Angles are needed where normals differ, and only then asked for.
    repeat { place = Int(successor[place]) } while place != end && faceNormals[fan[place].face] == first
    if place != end {
      let different = place
      var firstAngle: Float = 0
      place = start
      while place != different {
        firstAngle += angle(of: fan[place], at: origin)
        place = Int(successor[place])
      }
      total = first * firstAngle
      while place != end {
        total += faceNormals[fan[place].face] * angle(of: fan[place], at: origin)
        place = Int(successor[place])
      }
    }
    let square = (total * total).sum()
    guard square > 1e-12 else { return SIMD3(0, 1, 0) }
    // Adding zero turns -0 into 0.
    return total / square.squareRoot() + SIMD3(repeating: 0)
  }

  /// The angle of a triangle at one of its corners, in radians to within 7e-5, by a polynomial that gives the same bits
  /// on every machine (M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 1964, 4.4.45).
  private func angle(of corner: FanCorner, at origin: LatticeVertex) -> Float {
    let a = SIMD3<Float>(vertices[Int(corner.after)] &- origin)
    let b = SIMD3<Float>(vertices[Int(corner.before)] &- origin)
    let lengths = ((a * a).sum() * (b * b).sum()).squareRoot()
    guard lengths > 0 else { return 0 }
    let cosine = max(-1, min(1, (a * b).sum() / lengths))
    let x = abs(cosine)
    let arc = (1 - x).squareRoot() * (1.570_728_8 + x * (-0.212_114_4 + x * (0.074_261 - 0.018_729_3 * x)))
    return cosine < 0 ? .pi - arc : arc
  }
}

/// A corner of a triangle with the other two.
private struct FanCorner {
  /// Number 3·t + k of the corner, the k-th of triangle t.
  var index: UInt32
  /// The vertex that goes before it in its triangle.
  var before: UInt32
  /// The vertex that follows it in its triangle.
  var after: UInt32

  @inline(__always)
  var face: Int { Int(index / 3) }
}

/// The corners at each vertex, in the order of the triangles.
private struct CornersByVertex {
  /// The number of corners at the vertex that has most.
  private(set) var largestCount = 0
  private let triangles: [SIMD3<UInt32>]
  /// The numbers of the corners, 3·t + k: with the other two of their triangles they would take three times as much.
  private let corners: [UInt32]
  private let firstPlace: [UInt32]

  init(_ mesh: Mesh) {
    triangles = mesh.triangles
    // Counted one place on, so that once the corners are put each entry is where its vertex begins.
    var next = [UInt32](repeating: 0, count: mesh.vertices.count + 2)
    for triangle in mesh.triangles {
      next[Int(triangle.x) + 2] += 1
      next[Int(triangle.y) + 2] += 1
      next[Int(triangle.z) + 2] += 1
    }
    for place in 2..<next.count {
      largestCount = max(largestCount, Int(next[place]))
      next[place] += next[place - 1]
    }
    corners = [UInt32](unsafeUninitializedCapacity: 3 * mesh.triangles.count) { corners, initialized in
      next.withUnsafeMutableBufferPointer { next in
        @inline(__always)
        func put(_ corner: Int, at vertex: UInt32) {
          let place = Int(vertex) + 1
          corners.initializeElement(at: Int(next[place]), to: UInt32(truncatingIfNeeded: corner))
          next[place] += 1
        }
        for (index, triangle) in mesh.triangles.enumerated() {
          put(3 * index, at: triangle.x)
          put(3 * index + 1, at: triangle.y)
          put(3 * index + 2, at: triangle.z)
        }
      }
      initialized = 3 * mesh.triangles.count
    }
    firstPlace = next
  }

  /// Calls `body` with each vertex and its corners in turn.
  @inline(__always)
  func forEachVertex(_ body: (Int, UnsafeBufferPointer<FanCorner>) -> Void) {
    let empty = FanCorner(index: 0, before: 0, after: 0)
    var fan = [FanCorner](repeating: empty, count: largestCount)
    fan.withUnsafeMutableBufferPointer { fan in
      triangles.withUnsafeBufferPointer { triangles in
        corners.withUnsafeBufferPointer { corners in
          firstPlace.withUnsafeBufferPointer { firstPlace in
            for vertex in 0..<firstPlace.count - 2 {
              let places = Int(firstPlace[vertex])..<Int(firstPlace[vertex + 1])
              for (place, corner) in zip(0..., corners[places]) {
                let triangle = triangles[Int(corner / 3)]
                fan[place] =
                  switch corner % 3 {
                  case 0: FanCorner(index: corner, before: triangle.z, after: triangle.y)
                  case 1: FanCorner(index: corner, before: triangle.x, after: triangle.z)
                  default: FanCorner(index: corner, before: triangle.y, after: triangle.x)
                  }
              }
              body(vertex, UnsafeBufferPointer(rebasing: fan[..<places.count]))
            }
          }
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
