extension ImportedScene {
  /// Reads the meshes of a USDZ package whose layer is one of text, with `xformOp:transform` for places: metres, y up,
  /// whatever its own unit and axis.
  ///
  /// - Parameter reportedPath: the path that errors name.
  /// - Throws: `ExportError.unreadable`.
  /// - Complexity: O(length of the file).
  init(usdz path: String, reportedPath: String) throws(ExportError) {
    let archive = try ZipReader(path: path, reportedPath: reportedPath)
    guard let layer = archive.names.first else {
      throw .unreadable(path: reportedPath, reason: "the package is empty")
    }
    var parts: [Part] = []
    // Stored as packages hold it, the layer comes in one piece.
    var isRead = false
    try archive.read(layer) { (bytes) throws(ExportError) in
      guard !isRead else {
        throw .unreadable(path: reportedPath, reason: "its layer is compressed, which packages do not allow")
      }
      isRead = true
      do throws(USDLayerContent.Fault) {
        let content = try USDLayerContent(bytes)
        let scale = content.metersPerUnit
        let up = AffineTransform(
          x: SIMD3(scale, 0, 0), y: content.isZUp ? SIMD3(0, 0, -scale) : SIMD3(0, scale, 0),
          z: content.isZUp ? SIMD3(0, scale, 0) : SIMD3(0, 0, scale), origin: SIMD3())
        var reader = USDMeshReader(prims: content.prims)
        for prim in content.prims { try reader.read(prim, in: up) }
        parts = reader.parts
      } catch {
        throw .unreadable(path: reportedPath, reason: error.reason)
      }
    }
    guard parts.contains(where: { !$0.triangles.isEmpty }) else {
      throw .unreadable(path: reportedPath, reason: "it holds no triangles")
    }
    self.init(parts: parts)
  }
}

/// Gathers the meshes of prims.
private struct USDMeshReader {
  private(set) var parts: [ImportedScene.Part] = []
  /// The colour of each material by its path.
  private var colors: [String: SIMD3<Float>] = [:]

  init(prims: [USDPrim]) {
    for prim in prims { readColors(prim, of: nil) }
  }

  private mutating func readColors(_ prim: USDPrim, of material: String?) {
    let material = prim.type == "Material" ? prim.path : material
    if let material, let color = prim.diffuseColor { colors[material] = color }
    for child in prim.children { readColors(child, of: material) }
  }

  mutating func read(
    _ prim: USDPrim, in parent: ImportedScene.AffineTransform
  ) throws(USDLayerContent.Fault) {
    if let unknown = prim.unknownTransform {
      throw USDLayerContent.Fault(reason: "its \(unknown) is a kind of transform that is not read")
    }
    var transform = parent
    if !prim.matrix.isEmpty {
      func row(_ row: Int) -> SIMD3<Double> {
        SIMD3(prim.matrix[4 * row], prim.matrix[4 * row + 1], prim.matrix[4 * row + 2])
      }
      transform = parent.after(
        ImportedScene.AffineTransform(x: row(0), y: row(1), z: row(2), origin: row(3)))
    }
    if prim.type == "Mesh" {
      let color = prim.material.flatMap { colors[$0] }
      parts.append(
        ImportedScene.Part(
          name: prim.name, positions: prim.points, triangles: try prim.triangles,
          color: color.map { SIMD4($0, 1) }, transform: transform))
    }
    for child in prim.children { try read(child, in: transform) }
  }
}

extension USDPrim {
  /// The faces of a mesh, those of more than three corners cut into fans.
  fileprivate var triangles: [SIMD3<UInt32>] {
    get throws(USDLayerContent.Fault) {
      guard faceVertexIndices.allSatisfy({ points.indices.contains($0) }) else {
        throw USDLayerContent.Fault(reason: "a face names a vertex that does not exist")
      }
      var triangles: [SIMD3<UInt32>] = []
      triangles.reserveCapacity(faceVertexCounts.count)
      var start = 0
      for count in faceVertexCounts {
        guard count >= 0, count <= faceVertexIndices.count - start else {
          throw USDLayerContent.Fault(reason: "its faces have more corners than it names")
        }
        if count >= 3 {
          for second in start + 1..<start + count - 1 {
            let corners = [start, second, second + 1].map { UInt32(faceVertexIndices[$0]) }
            triangles.append(
              isLeftHanded
                ? SIMD3(corners[0], corners[2], corners[1]) : SIMD3(corners[0], corners[1], corners[2]))
          }
        }
        start += count
      }
      return triangles
    }
  }
}
