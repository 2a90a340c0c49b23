import AirExtrusion

extension ExportScene {
  /// The scene as the bytes of a GLB file, the same as `write(to:format:options:)` writes.
  ///
  /// ```swift
  /// let bytes = try scene.glbBytes()
  /// ```
  ///
  /// - Throws: `ExportError` when a mesh cannot be written or the file would reach 4 GiB.
  /// - Complexity: O(vertices + triangles) in time and memory.
  public func glbBytes(options: GLTFOptions = GLTFOptions()) throws(ExportError) -> [UInt8] {
    for solid in solids { try solid.validate(for: .glb) }
    let name = "drawing.glb"
    guard solids.contains(where: { !$0.mesh.triangles.isEmpty }) else { throw .nothingToWrite(path: name) }
    let content = try GLTFContent(self, options: options, path: name)
    let shaded = content.scene.solids.map { ShadedMesh($0.mesh) }
    return try GLBWriter(content, solids: shaded, path: name).bytes()
  }
}
