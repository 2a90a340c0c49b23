import AirExtrusion

extension ExportScene {
  /// Writes the scene as one file, or for glTF and OBJ as two, whole or not at all.
  ///
  /// The same scene gives the same bytes, whatever the locale. An older file at the path is replaced in one step when
  /// the new one is complete. Unless told otherwise the new file is first read again and compared with the meshes in
  /// memory: every corner of every triangle to the bit and in order (COLLADA, as Assimp reads it, to a ten-millionth of a
  /// coordinate, and X3D to half a millionth of a millimetre besides), and the colours and the pose where the format has
  /// them. What a killed export left in the folder is removed.
  ///
  /// - Parameters:
  ///   - path: where to write; a symbolic link is followed.
  ///   - format: the format; nil to choose it by the path's ending.
  ///   - options: what the file holds beyond the shape, and whether it is read back.
  /// - Returns: the paths of the files, the named one first.
  /// - Throws: `ExportError`; no new file is left then, and an older one is as it was.
  @discardableResult
  public func write(
    to path: String, format: ExportFormat? = nil, options: ExportOptions = ExportOptions()
  ) throws(ExportError) -> [String] {
    StagedFiles.removeAbandoned(beside: path)
    let export = try stage(for: path, format: format, options: options)
    try export.files.publish()
    return export.paths
  }

  /// Writes the scene aside and checks it, all but giving the files their places.
  ///
  /// - Parameter shading: the solids' shaded meshes where they are there already, in order; nil to shade them here.
  /// - Throws: `ExportError`, as `write(to:format:options:)` does.
  package func stage(
    for path: String, format: ExportFormat? = nil, options: ExportOptions = ExportOptions(),
    shading: [ShadedMesh]? = nil
  ) throws(ExportError) -> StagedExport {
    let chosen: ExportFormat
    if let format { chosen = format } else { chosen = try ExportFormat(path: path) }
    for solid in solids { try solid.validate(for: chosen) }
    guard solids.contains(where: { !$0.mesh.triangles.isEmpty }) else { throw .nothingToWrite(path: path) }

    let target = AtomicFile.resolvingLink(path)
    let name = FilePath.name(of: target)
    let staged = try StagedFiles(beside: target)
    let content =
      chosen.isGLTF ? try GLTFContent(self, options: options.gltf, path: path) : GLTFContent(self)
    // Slices of time are other meshes.
    let isShaded = !(chosen.isGLTF && options.gltf.isAnimated)
    try content.writeFiles(
      as: chosen, options: options, shading: isShaded ? shading : nil, named: name, for: path, to: staged)
    if options.isVerified {
      let imported = try ImportedScene(
        path: staged.stagedPath(name), reportedPath: path, format: chosen, isInFileOrder: true)
      if let difference = imported.difference(from: content, writtenAs: chosen) {
        throw .readBackDiffers(path: path, difference: difference)
      }
    }
    let folder = FilePath.folder(of: target)
    let companions = chosen.companionNames(of: target)
    return StagedExport(
      files: staged, paths: [path] + companions.map { folder == "." ? $0 : "\(folder)/\($0)" },
      remarks: content.remarks)
  }
}

/// Files that are written aside and checked, to be given their places.
package struct StagedExport {
  /// The files.
  package let files: StagedFiles
  /// Their paths, the named one first.
  package let paths: [String]
  /// What the files do not hold as the scene had it, each as a sentence.
  package let remarks: [String]
}

extension GLTFContent {

  /// Writes the files of a format aside.
  ///
  /// - Parameters:
  ///   - name: the name of the file itself.
  ///   - path: the path that errors name.
  fileprivate func writeFiles(
    as format: ExportFormat, options: ExportOptions, shading: [ShadedMesh]?, named name: String,
    for path: String, to staged: StagedFiles
  ) throws(ExportError) {
    lazy var shaded = shading ?? scene.solids.map { ShadedMesh($0.mesh) }
    switch format {
    case .glb:
      try staged.write(name, try GLBWriter(self, solids: shaded, path: path).write(to:))
    case .gltf:
      let buffer = GLTFBuffer.name(for: name)
      let writer = try GLBWriter(self, solids: shaded, path: path, bufferName: buffer)
      // Before the file that names it, so that no reader finds a name without a file.
      try staged.write(buffer, writer.writeBuffer(to:))
      try staged.write(name, writer.writeDocument(to:))
    case .obj:
      let writer = try OBJWriter(
        scene, solids: shaded, hasVertexColors: options.hasVertexColors, path: path)
      try staged.write(writer.libraryName, writer.writeLibrary(to:))
      try staged.write(name, writer.write(to:))
    case .stl:
      try staged.write(name, try STLWriter(scene, isText: options.isText, path: path).write(to:))
    case .ply:
      try staged.write(name, try PLYWriter(scene, isText: options.isText, path: path).write(to:))
    case .threeMF:
      let writer = ThreeMFWriter(scene, thumbnail: options.thumbnail, path: path)
      try staged.write(name, writer.write(to:))
    case .usdz:
      try staged.write(name, USDZWriter(scene, solids: shaded, path: path).write(to:))
    case .dae:
      try staged.write(name, AssimpWriter(scene, solids: shaded, as: .collada, path: path).write(to:))
    case .x3d:
      try staged.write(name, AssimpWriter(scene, solids: shaded, as: .x3d, path: path).write(to:))
    }
  }
}
