import AirExtrusion
import AirGeometry
import AirStroke

extension ImportedScene {
  /// How the scene differs from what was to be written, in words; nil when it does not.
  ///
  /// The triangles are compared corner by corner in the order of writing, positions to the bit, so the sets of
  /// triangles, their orientation and, once equal positions are welded, the whole topology are the same.
  ///
  /// - Complexity: O(triangles).
  package func difference(from scene: ExportScene, writtenAs format: ExportFormat) -> String? {
    difference(from: GLTFContent(scene), writtenAs: format)
  }

  /// How the scene differs from what was written, whose positions may be whole numbers.
  func difference(from content: GLTFContent, writtenAs format: ExportFormat) -> String? {
    let scene = content.scene
    let expectedCount = scene.solids.reduce(0) { $0 + $1.mesh.triangles.count }
    guard triangleCount == expectedCount else {
      return "\(triangleCount) triangles instead of \(expectedCount)"
    }
    var read = TriangleWalk(parts)
    let stored = zip(scene.solids, zip(content.details, format.storedTransforms(scene)))
    for (solid, (details, pose)) in stored {
      let quantization = details.quantization
      let transform = quantization.map { pose.after($0.transform) } ?? pose
      for part in format.storedParts(solid) {
        let color = format.storedColor(part.color)
        var checked: Int?
        for index in part.triangleRange {
          guard let (place, triangleNumber, positions) = read.next() else {
            return "the triangles end too early"
          }
          let triangle = solid.mesh.triangles[index]
          for corner in 0..<3 {
            let vertex = Int(triangle[corner])
            let isStored =
              quantization.map { SIMD3<Float>($0.stored(solid.mesh.vertices[vertex])) == positions[corner] }
              ?? format.isStored(solid.mesh.position(vertex), as: positions[corner])
            if isStored { continue }
            return "triangle \(index) of “\(part.name)” has another corner \(corner)"
          }
          if let colors = parts[place].vertexColors {
            let corners = parts[place].triangles[triangleNumber]
            for corner in 0..<3 where colors[Int(corners[corner])] != part.color {
              return "triangle \(index) of “\(part.name)” has another colour at corner \(corner)"
            }
          } else if format == .ply {
            return "its vertices have no colours"
          }
          guard checked != place else { continue }
          checked = place
          if let color {
            guard let stored = parts[place].color, stored.isClose(to: color) else {
              return "“\(part.name)” has another colour"
            }
          }
          guard parts[place].transform.isClose(to: transform) else {
            return "“\(part.name)” stands in another place"
          }
        }
      }
    }
    return nil
  }
}

/// Goes through the triangles of all parts in order.
private struct TriangleWalk {
  private let parts: [ImportedScene.Part]
  private var part = 0
  private var triangle = 0

  init(_ parts: [ImportedScene.Part]) { self.parts = parts }

  /// The next triangle's part, place in it and corners.
  mutating func next() -> (part: Int, triangle: Int, corners: [3 of SIMD3<Float>])? {
    while part < parts.count, triangle == parts[part].triangles.count {
      part += 1
      triangle = 0
    }
    guard part < parts.count else { return nil }
    let indices = parts[part].triangles[triangle]
    let positions = parts[part].positions
    triangle += 1
    return (
      part, triangle - 1, [positions[Int(indices.x)], positions[Int(indices.y)], positions[Int(indices.z)]]
    )
  }
}

extension ExportFormat {
  /// What the file's nodes do to the meshes of the solids.
  fileprivate func storedTransforms(_ scene: ExportScene) -> [ImportedScene.AffineTransform] {
    switch self {
    case .glb, .gltf, .usdz, .dae: scene.solids.map { ImportedScene.AffineTransform($0.pose) }
    case .x3d:
      scene.solids.map {
        ImportedScene.AffineTransform($0.pose).after(.scaling(by: AssimpWriter.Kind.x3d.metresPerUnit))
      }
    case .obj, .stl, .ply: scene.solids.map { _ in .identity }
    case .threeMF: ThreeMFPlacement(scene).transforms
    }
  }

  /// The parts of a solid in the order of the file.
  fileprivate func storedParts(_ solid: ExportSolid) -> [MeshPart] {
    self == .threeMF ? solid.partsInClosedGroups : solid.mesh.parts
  }

  /// Where the file states a vertex of the mesh to be.
  fileprivate func storedPosition(_ position: SIMD3<Float>) -> SIMD3<Float> {
    switch self {
    case .glb, .gltf, .obj, .usdz, .dae, .x3d: position
    case .stl, .ply, .threeMF: SIMD3(position.x, -position.z, position.y)
    }
  }

  /// True when a file may state a vertex of the mesh so: to the bit, but for what Assimp's exporters and importers leave
  /// of it.
  fileprivate func isStored(_ position: SIMD3<Float>, as stored: SIMD3<Float>) -> Bool {
    let expected = storedPosition(position)
    switch self {
    case .dae, .x3d:
      let error = SIMD3<Double>(stored) - SIMD3<Double>(expected)
      let tolerance = self == .x3d ? 5e-7 : 0
      return error.indices.allSatisfy { abs(error[$0]) <= tolerance + 1e-7 * Double(abs(expected[$0])) }
    default: return stored == expected
    }
  }

  /// The components that the file states for a colour; nil where it states none.
  fileprivate func storedColor(_ color: StrokeColor) -> SIMD4<Float>? {
    switch self {
    case .glb, .gltf, .usdz: SIMD4(SIMD3<Float>(color.linearComponents), 1)
    case .obj, .threeMF, .dae, .x3d: SIMD4(SIMD3<Float>(color.components), 1)
    // PLY's are at its vertices.
    case .stl, .ply: nil
    }
  }
}

extension SIMD4<Float> {
  /// True when no component is farther off than text and single precision explain.
  fileprivate func isClose(to other: Self) -> Bool {
    indices.allSatisfy { abs(self[$0] - other[$0]) <= 2e-6 }
  }
}

extension ImportedScene.AffineTransform {
  /// The map from a surface's frame to the world.
  init(_ pose: Pose) {
    let matrix = pose.rotation.matrix
    self.init(x: matrix.column0, y: matrix.column1, z: matrix.column2, origin: pose.origin.position)
  }

  /// True when the maps agree to what single precision leaves of a rotation and of a place.
  fileprivate func isClose(to other: Self) -> Bool {
    let axes = [(x, other.x), (y, other.y), (z, other.z)]
    return axes.allSatisfy { length($0.0 - $0.1) < 1e-5 * length($0.1) }
      && length(origin - other.origin) < 1e-6 * (1 + length(other.origin))
  }
}
