import AirExtrusion

extension ExportScene {
  /// Writes the scene as one file, or for glTF and OBJ as two, whole or not at all.
  ///
  /// The same scene gives the same bytes, whatever the locale. An older file at the path is replaced in one step when
  /// the new one is complete. Unless told otherwise the new file is first read again and compared with the meshes in
  /// memory: every corner of every triangle to the bit and in order, and the colours and the pose where the format has
  /// them.
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
    let staged = try stage(for: path, format: format, options: options)
    try staged.files.publish()
    return staged.paths
  }

  /// Writes the scene aside and checks it, all but giving the files their places.
  ///
  /// - Returns: the files, to be published, and their paths, the named one first.
  /// - Throws: `ExportError`, as `write(to:format:options:)` does.
  package func stage(
    for path: String, format: ExportFormat? = nil, options: ExportOptions = ExportOptions()
  ) throws(ExportError) -> (files: StagedFiles, paths: [String]) {
    let chosen: ExportFormat
    if let format { chosen = format } else { chosen = try ExportFormat(path: path) }
    for solid in solids { try solid.validate(for: chosen) }
    guard solids.contains(where: { !$0.mesh.triangles.isEmpty }) else { throw .nothingToWrite(path: path) }

    let target = AtomicFile.resolvingLink(path)
    let name = FilePath.name(of: target)
    let staged = try StagedFiles(beside: target)
    try writeFiles(as: chosen, options: options, named: name, for: path, to: staged)
    if options.isVerified {
      let imported = try ImportedScene(
        path: staged.stagedPath(name), reportedPath: path, format: chosen)
      if let difference = imported.difference(from: self, writtenAs: chosen) {
        throw .readBackDiffers(path: path, difference: difference)
      }
    }
    let folder = FilePath.folder(of: target)
    let companions = chosen.companionNames(of: target)
    return (staged, [path] + companions.map { folder == "." ? $0 : "\(folder)/\($0)" })
  }

  /// Writes the files of a format aside.
  ///
  /// - Parameters:
  ///   - name: the name of the file itself.
  ///   - path: the path that errors name.
  private func writeFiles(
    as format: ExportFormat, options: ExportOptions, named name: String, for path: String,
    to staged: StagedFiles
  ) throws(ExportError) {
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
        self, solids: shaded, hasVertexColors: options.hasVertexColors, path: path)
      try staged.write(writer.libraryName, writer.writeLibrary(to:))
      try staged.write(name, writer.write(to:))
    case .stl:
      try staged.write(name, try STLWriter(self, isText: options.isText, path: path).write(to:))
    case .ply:
      try staged.write(name, try PLYWriter(self, isText: options.isText, path: path).write(to:))
    }
  }

  private var shaded: [ShadedMesh] { solids.map { ShadedMesh($0.mesh) } }
}
