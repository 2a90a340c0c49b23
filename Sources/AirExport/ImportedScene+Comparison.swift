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
    let expectedCount = scene.solids.reduce(0) { $0 + $1.mesh.triangles.count }
    guard triangleCount == expectedCount else {
      return "\(triangleCount) triangles instead of \(expectedCount)"
    }
    var read = TriangleWalk(parts)
    for solid in scene.solids {
      let transform = format.keepsPoses ? AffineTransform(solid.pose) : .identity
      for part in solid.mesh.parts {
        let color = format.storedColor(part.color)
        var checked: Int?
        for index in part.triangleRange {
          guard let (place, triangleNumber, positions) = read.next() else {
            return "the triangles end too early"
          }
          let triangle = solid.mesh.triangles[index]
          for corner in 0..<3
          where positions[corner] != format.storedPosition(solid.mesh.position(Int(triangle[corner]))) {
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
  /// True when the file's nodes carry the poses of the surfaces.
  fileprivate var keepsPoses: Bool {
    switch self {
    case .glb, .gltf: true
    case .obj, .stl, .ply: false
    }
  }

  /// Where the file states a vertex of the mesh to be.
  fileprivate func storedPosition(_ position: SIMD3<Float>) -> SIMD3<Float> {
    switch self {
    case .glb, .gltf, .obj: position
    case .stl, .ply: SIMD3(position.x, -position.z, position.y)
    }
  }

  /// The components that the file states for a colour; nil where it states none.
  fileprivate func storedColor(_ color: StrokeColor) -> SIMD4<Float>? {
    switch self {
    case .glb, .gltf: SIMD4(SIMD3<Float>(color.linearComponents), 1)
    case .obj: SIMD4(SIMD3<Float>(color.components), 1)
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
    return axes.allSatisfy { length($0.0 - $0.1) < 1e-5 }
      && length(origin - other.origin) < 1e-6 * (1 + length(other.origin))
  }
}
