import AirDraw
import CRivals

/// A shaded mesh as a scene of Assimp, ready to be exported.
final class AssimpScene {
  private let scene: OpaquePointer
  private let exporter: String

  /// Assimp's exporter for a format; nil where it has none.
  private static func exporter(for format: ExportFormat) -> String? {
    switch format.ending {
    case "glb": "glb2"
    case "gltf": "gltf2"
    case "obj": "obj"
    case "stl": "stlb"
    case "ply": "plyb"
    case "3mf": "3mf"
    default: nil
    }
  }

  /// - Returns: nil when Assimp does not write the format, or has no memory for the scene.
  init?(_ shaded: ShadedMesh, for format: ExportFormat) {
    guard let exporter = Self.exporter(for: format) else { return nil }
    self.exporter = exporter
    let isZUp = format == .stl || format == .ply
    func inFile(_ vector: SIMD3<Float>) -> [Float] {
      isZUp ? [vector.x, -vector.z, vector.y] : [vector.x, vector.y, vector.z]
    }
    let positions = shaded.meshVertex.flatMap { inFile(shaded.mesh.position(Int($0))) }
    let normals = shaded.normals.flatMap(inFile)
    let indices = shaded.triangles.flatMap { [$0.x, $0.y, $0.z] }
    let names = shaded.parts.map { Array($0.name.utf8CString) }
    let made = positions.withUnsafeBufferPointer { positions in
      normals.withUnsafeBufferPointer { normals in
        indices.withUnsafeBufferPointer { indices in
          Self.withPointers(to: names) { names -> OpaquePointer? in
            let parts = zip(shaded.parts, names).compactMap { part, name -> airrivals_part? in
              guard let positions = positions.baseAddress, let normals = normals.baseAddress,
                let indices = indices.baseAddress
              else { return nil }
              let linear = part.color.linearComponents
              let stored =
                format.lattice == .metres
                ? linear
                : SIMD3(Double(part.color.red), Double(part.color.green), Double(part.color.blue)) / 255
              return airrivals_part(
                name: name, positions: positions + 3 * part.vertexRange.lowerBound,
                normals: normals + 3 * part.vertexRange.lowerBound,
                vertex_count: Int32(part.vertexRange.count),
                indices: indices + 3 * part.triangleRange.lowerBound,
                triangle_count: Int32(part.triangleRange.count),
                color: (Float(stored.x), Float(stored.y), Float(stored.z)))
            }
            return airrivals_scene_create(parts, Int32(parts.count), format == .ply ? 1 : 0)
          }
        }
      }
    }
    guard let made else { return nil }
    scene = made
  }

  deinit { airrivals_scene_destroy(scene) }

  /// Writes the scene as Assimp does.
  ///
  /// - Returns: false when it could not.
  func write(to path: String) -> Bool { airrivals_scene_export(scene, exporter, path) == 0 }

  private static func withPointers<Result>(
    to texts: [[CChar]], _ body: ([UnsafePointer<CChar>]) -> Result
  ) -> Result {
    let copies = texts.map { text in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
      copy.initialize(from: text, count: text.count)
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return body(copies.map { UnsafePointer($0) })
  }
}
