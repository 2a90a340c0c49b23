import AirExport
import AirExtrusion
import Foundation
import Testing

@Suite struct ShadedMeshTests {
  @Test("a box keeps its edges: three normals a corner, each along an axis")
  func boxIsFlat() {
    let shaded = ShadedMesh(TestMesh.mesh([("b", .ink, .box(SIMD3(10, 20, 30)))], on: .metres))
    #expect(shaded.normals.count == 24)
    let axes: Set<SIMD3<Float>> = [
      SIMD3(1, 0, 0), SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, -1, 0), SIMD3(0, 0, 1), SIMD3(0, 0, -1),
    ]
    #expect(Set(shaded.normals) == axes)
  }

  @Test("the caps of a round prism are flat and its wall is smooth, with the circle's own normals")
  func roundPrism() {
    let corners = 60
    let mesh = TestMesh.mesh([("p", .ink, .prism(corners: corners, radius: 20, height: 5))], on: .metres)
    let shaded = ShadedMesh(mesh)
    #expect(shaded.normals.count == 4 * corners)
    var onWall = 0
    for (vertex, normal) in zip(shaded.meshVertex, shaded.normals) where abs(normal.y) < 0.5 {
      onWall += 1
      let position = mesh.position(Int(vertex))
      let radial = SIMD3(position.x, 0, position.z) / 0.02
      #expect((normal * radial).sum() > 0.99999, "\(normal) at \(position)")
    }
    #expect(onWall == 2 * corners)
    #expect(shaded.normals.filter { $0 == SIMD3(0, 1, 0) }.count == corners)
    #expect(shaded.normals.filter { $0 == SIMD3(0, -1, 0) }.count == corners)
  }

  @Test("an octagon's edges stay sharp and those of a polygon of twelve do not")
  func creaseAngle() {
    func count(_ corners: Int) -> Int {
      ShadedMesh(
        TestMesh.mesh([("p", .ink, .prism(corners: corners, radius: 20, height: 5))], on: .metres)
      ).normals.count
    }
    #expect(count(8) == 6 * 8)
    #expect(count(12) == 4 * 12)
  }

  @Test("a torus is not split, and its normals are the torus's own")
  func torusNormals() {
    let mesh = TestMesh.mesh(
      [("t", .ink, .torus(around: 90, across: 40, radius: 30, thickness: 8))], on: .metres)
    let shaded = ShadedMesh(mesh)
    #expect(shaded.normals.count == mesh.vertices.count)
    for (vertex, normal) in zip(shaded.meshVertex, shaded.normals) {
      let p = SIMD3<Double>(mesh.position(Int(vertex))) * 1000
      let ring = (p.x * p.x + p.z * p.z).squareRoot()
      let expected = SIMD3(p.x * (1 - 30 / ring), p.y, p.z * (1 - 30 / ring)) / 8
      #expect((SIMD3<Double>(normal) * expected).sum() > 0.999)
    }
  }

  @Test("every corner keeps its position, and parts share no vertex")
  func cornersKeepPositions() {
    let mesh = TestMesh.drawing(on: .millimetres)
    let shaded = ShadedMesh(mesh)
    #expect(shaded.triangles.count == mesh.triangles.count)
    var end = 0
    for part in shaded.parts {
      #expect(part.vertexRange.lowerBound == end)
      end = part.vertexRange.upperBound
      for triangle in part.triangleRange {
        for corner in 0..<3 {
          let split = part.vertexRange.lowerBound + Int(shaded.triangles[triangle][corner])
          #expect(part.vertexRange.contains(split))
          #expect(shaded.meshVertex[split] == mesh.triangles[triangle][corner])
        }
      }
    }
    #expect(end == shaded.normals.count)
  }

  @Test("faces without area and faces that cancel out still get unit normals")
  func degenerateFaces() {
    let mesh = Mesh(
      lattice: .metres, vertices: [LatticeVertex(0, 0, 0), LatticeVertex(5, 5, 5), LatticeVertex(9, 9, 9)],
      triangles: [SIMD3(0, 1, 2), SIMD3(0, 2, 1)],
      parts: [MeshPart(name: "flat", color: .ink, triangleRange: 0..<2)])
    let shaded = ShadedMesh(mesh)
    #expect(!shaded.normals.isEmpty)
    for normal in shaded.normals { #expect(abs((normal * normal).sum() - 1) < 1e-6) }
  }
}
