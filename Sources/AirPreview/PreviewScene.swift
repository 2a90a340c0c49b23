import AirExport
import AirExtrusion
import AirStroke

/// The triangles of all meshes together, as the renderer needs them.
struct PreviewScene {
  private(set) var positions: [SIMD3<Float>] = []
  private(set) var normals: [SIMD3<Float>] = []
  private(set) var triangles: [SIMD3<UInt32>] = []
  /// For each triangle its part's place in `colors`.
  private(set) var colorOfTriangle: [UInt32] = []
  /// The parts' colours in linear light.
  private(set) var colors: [SIMD3<Float>] = []

  /// Corners of the smallest box around the meshes, in their unit; a box of size 2 where there is nothing to see.
  private(set) var minimum = SIMD3<Float>(-1, 0, -1)
  private(set) var maximum = SIMD3<Float>(1, 0, 1)

  /// Height of the ground: the lowest point of the meshes.
  var groundHeight: Float { minimum.y }
  /// What the picture has to show.
  var framedPoints: [SIMD3<Float>] { positions.isEmpty ? [minimum, maximum] : positions }

  init(_ meshes: [ShadedMesh]) {
    let extents = meshes.flatMap { mesh in
      mesh.parts.map { (mesh.position($0.minimum), mesh.position($0.maximum)) }
    }
    let lowest = extents.map(\.0).reduce(SIMD3(repeating: .infinity), pointwiseMin)
    let highest = extents.map(\.1).reduce(SIMD3(repeating: -.infinity), pointwiseMax)
    guard (highest - lowest).max() > 0 else { return }
    minimum = lowest
    maximum = highest
    for mesh in meshes {
      let first = UInt32(positions.count)
      positions += mesh.meshVertex.map { mesh.mesh.position(Int($0)) }
      normals += mesh.normals
      for part in mesh.parts {
        let offset = first + UInt32(part.vertexRange.lowerBound)
        triangles += mesh.triangles[part.triangleRange].map { $0 &+ SIMD3(repeating: offset) }
        colorOfTriangle += repeatElement(UInt32(colors.count), count: part.triangleRange.count)
        colors.append(SIMD3<Float>(part.color.linearComponents))
      }
    }
  }
}

extension ShadedMesh {
  /// A lattice vertex in the lattice's unit.
  fileprivate func position(_ vertex: LatticeVertex) -> SIMD3<Float> {
    SIMD3<Float>(vertex) * Float(mesh.lattice.step)
  }
}
