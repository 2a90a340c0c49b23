import AirExport
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

  /// Height of the ground: the lowest point of the meshes.
  let groundHeight: Float

  init(_ meshes: [ShadedMesh]) {
    var lowest = Float.infinity
    for mesh in meshes {
      let first = UInt32(positions.count)
      positions += mesh.meshVertex.map { mesh.mesh.position(Int($0)) }
      normals += mesh.normals
      for part in mesh.parts {
        let offset = first + UInt32(part.vertexRange.lowerBound)
        triangles += mesh.triangles[part.triangleRange].map { $0 &+ SIMD3(repeating: offset) }
        colorOfTriangle += repeatElement(UInt32(colors.count), count: part.triangleRange.count)
        colors.append(SIMD3<Float>(part.color.linearComponents))
        lowest = min(lowest, Float(part.minimum.y) * Float(mesh.mesh.lattice.step))
      }
    }
    groundHeight = lowest.isFinite ? lowest : 0
  }
}
